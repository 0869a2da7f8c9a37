import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

/** TLS looks at the machine's own clock, whatever the clock of the process is. */
const ALWAYS = { from: Date.UTC(2020, 0, 1), until: Date.UTC(2049, 0, 1) }
const KEY_BITS = 2_048
const AUTHORITY_INFO_ACCESS = '1.3.6.1.5.5.7.1.1'
const CA_ISSUERS = '1.3.6.1.5.5.7.48.2'
const URI = 6

export interface Certified {
  readonly name: string
  readonly key: forge.pki.rsa.PrivateKey
  /** PEM, as are the others. */
  readonly keyPem: string
  readonly certificate: string
}

interface Life {
  /** ms; for decades if not given. */
  readonly from?: number
  readonly until?: number
}

export interface LeafOptions extends Life {
  readonly hosts: readonly string[]
  /** Where the leaf says that the certificate of its issuer is. */
  readonly issuerAt?: string
}

type Keys = Pick<Certified, 'key' | 'keyPem'>

function createKeys(): Keys {
  const keyPem = generateKeyPairSync('rsa', { modulusLength: KEY_BITS })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString()
  return { keyPem, key: forge.pki.privateKeyFromPem(keyPem) }
}

interface Draft extends Life {
  readonly name: string
  readonly keys: Keys
  /** Signs itself if not given. */
  readonly issuer?: Certified | undefined
  readonly extensions: object[]
}

let made = 0

function certify({
  name,
  keys,
  issuer,
  extensions,
  from = ALWAYS.from,
  until = ALWAYS.until,
}: Draft): Certified {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(keys.key.n, keys.key.e)
  certificate.serialNumber = `01${(++made).toString(16).padStart(6, '0')}`
  certificate.validity.notBefore = new Date(from)
  certificate.validity.notAfter = new Date(until)
  certificate.setSubject([{ name: 'commonName', value: name }])
  const { name: by } = issuer ?? { name }
  certificate.setIssuer(by === '' ? [] : [{ name: 'commonName', value: by }])
  certificate.setExtensions(extensions)
  certificate.sign(issuer?.key ?? keys.key, forge.md.sha256.create())
  const { key, keyPem } = keys
  return { name, key, keyPem, certificate: forge.pki.certificateToPem(certificate) }
}

interface AuthorityOptions extends Life {
  readonly issuer?: Certified
  /** Has the same keys, as making keys takes longer than all else here; its own if not given. */
  readonly keysOf?: Keys
}

/** A certificate authority of a test: a root, or an intermediate that `issuer` vouches for. */
export function createAuthority(
  name: string,
  { issuer, keysOf: keys = createKeys(), ...life }: AuthorityOptions = {},
): Certified {
  const extensions = [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ]
  return certify({ name, keys, issuer, extensions, ...life })
}

/** serverAuth (1.3.6.1.5.5.7.3.1) as the trust that OpenSSL keeps behind a certificate. */
const SERVER_TRUST = Buffer.from('300c300a06082b06010505070301', 'hex')

/** The certificate of an authority in the form TRUSTED CERTIFICATE, as `openssl x509 -addtrust serverAuth -trustout` writes it. */
export function withTrust({ certificate }: Certified): string {
  const bytes = Buffer.concat([new X509Certificate(certificate).raw, SERVER_TRUST])
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN TRUSTED CERTIFICATE-----\n${lines}\n-----END TRUSTED CERTIFICATE-----\n`
}

/** One key for every leaf. */
let leafKeys: Keys | undefined

/** A server's certificate for its hosts. */
export function createLeaf(issuer: Certified, { hosts, issuerAt, ...life }: LeafOptions): Certified {
  leafKeys ??= createKeys()
  const altNames = hosts.map((value) => ({ type: 2, value }))
  const extensions = [
    { name: 'subjectAltName', altNames },
    ...(issuerAt === undefined ? [] : [{ id: AUTHORITY_INFO_ACCESS, value: issuerAccess(issuerAt) }]),
  ]
  return certify({ name: hosts[0] ?? '', keys: leafKeys, issuer, extensions, ...life })
}

function issuerAccess(address: string): string {
  const { Class, Type, create, oidToDer, toDer } = forge.asn1
  const method = create(Class.UNIVERSAL, Type.OID, false, oidToDer(CA_ISSUERS).getBytes())
  const location = create(Class.CONTEXT_SPECIFIC, URI, false, address)
  const description = create(Class.UNIVERSAL, Type.SEQUENCE, true, [method, location])
  return toDer(create(Class.UNIVERSAL, Type.SEQUENCE, true, [description])).getBytes()
}
