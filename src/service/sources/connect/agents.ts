import { X509Certificate } from 'node:crypto'
import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction } from 'node:net'
import {
  createSecureContext,
  type DetailedPeerCertificate,
  getCACertificates,
  type SecureContext,
  TLSSocket,
} from 'node:tls'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { codeOf, Failure } from '../../../runtime/log.ts'
import {
  type AddressGuard,
  createAddressGuard,
  DISTANCE,
  type Distance,
  distanceOf as distanceOfAddress,
  hostOf,
} from '../../address-guard.ts'
import { PageProblem } from '../source.ts'

const PEM = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----.*?-----END (?:TRUSTED )?CERTIFICATE-----/gs

/**
 * Parses a list of intermediates in PEM. Throws a Failure for a certificate that would end a chain, as a listed one must
 * make nobody trusted, and for those that issued each other.
 */
export function parseIntermediates(pem: string): string[] {
  const found = pem.match(PEM) ?? []
  if (found.length === 0) throw new Failure('has no certificate in PEM')
  const links = found.map((text, i) => readLink(text, `certificate ${i + 1}`))
  const circle = findCircle(links)
  if (circle.length > 0)
    throw new Failure(`lists certificates that issued each other: ${circle.map(nameOfSubject).join('; ')}`)
  // The form TRUSTED CERTIFICATE would make a root of a link; what Node prints is the plain form.
  return links.map(String)
}

/** Certificates of a circle, and those it issued: Node never comes to the end of such a chain. */
function findCircle(links: readonly X509Certificate[]): readonly X509Certificate[] {
  const issued = links.filter((link) => links.some((issuer) => link.checkIssued(issuer)))
  return issued.length === links.length ? links : findCircle(issued)
}

function readLink(text: string, which: string): X509Certificate {
  const certificate = readCertificate(text, which)
  const name = `${which} (${nameOfSubject(certificate)})`
  // OpenSSL's own rule: a certificate with the name of its issuer ends a chain, whoever has signed it.
  if (certificate.checkIssued(certificate))
    throw new Failure(`${name} is self-signed: a root belongs in NODE_EXTRA_CA_CERTS`)
  if (!certificate.ca) throw new Failure(`${name} is none of an authority`)
  return certificate
}

function readCertificate(text: string, which: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch (error) {
    throw new Failure(`${which} cannot be read`, { cause: error })
  }
}

const NAME_LENGTH_MAX = 200

/** A subject or an issuer in one line; Node has nothing for an empty one. */
export const nameOf = (name: string | undefined): string =>
  (name ?? 'without a name').replaceAll('\n', ', ').slice(0, NAME_LENGTH_MAX)

const nameOfSubject = ({ subject }: X509Certificate) => nameOf(subject)

/** Intermediates that come with the program, for sources known to leave them out. */
const SHIPPED = ['sectigo-dv-r36.pem'].flatMap((name) =>
  parseIntermediates(readFileSync(new URL(name, import.meta.url), 'utf8')),
)

/** Trusts the roots that Node trusts, and completes chains with the shipped and the given intermediates. */
const createCompletingContext = (intermediates: readonly string[]): SecureContext =>
  createSecureContext({ ca: [...getCACertificates('default'), ...new Set([...SHIPPED, ...intermediates])] })

/** What OpenSSL says where it has no issuer of a certificate, or one of the right name with another key. */
export const BROKEN_CHAIN: ReadonlySet<string | undefined> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_SIGNATURE_FAILURE',
])

interface ConnectorOptions {
  /** Called at the first connection by https: 1 MB of roots take 0.1 s to read. */
  readonly secureContext: () => SecureContext
  /** Resolves the names of hosts; the machine's own way if not given. */
  readonly lookup?: LookupFunction
  /** Told of each connection: the host that it serves, and the address that was reached where that is known. */
  readonly onConnect?: (hostname: string, address: string | undefined) => void
}

/** Connects to sources. A chain that does not lead to a trusted root is refused with the name of the issuer that is missing. */
function createConnector({ secureContext, lookup, onConnect }: ConnectorOptions): buildConnector.connector {
  const own = { allowH2: false, ...(lookup && { lookup }) }
  const plain = buildConnector(own)
  let secure: buildConnector.connector | undefined

  return (target, finish) => {
    const done: buildConnector.Callback = (...result) => {
      if (result[1]) onConnect?.(target.hostname, result[1].remoteAddress)
      finish(...result)
    }
    if (target.protocol !== 'https:') return plain(target, done)
    // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch it off.
    secure ??= buildConnector({ ...own, secureContext: secureContext(), rejectUnauthorized: true })
    let leaf: DetailedPeerCertificate | undefined
    // undici returns the socket, though its types do not say so.
    const connecting: unknown = secure(target, (error, socket) => {
      if (!error) done(null, socket)
      else done(BROKEN_CHAIN.has(codeOf(error)) ? missingIssuer(error, leaf) : error, null)
    })
    if (!(connecting instanceof TLSSocket)) return
    // Node forgets the certificates of a handshake that it refuses, so they are read just before its verdict.
    connecting.prependListener('secure', () => {
      leaf = connecting.getPeerCertificate(true)
    })
  }
}

/** Names the issuer of the last certificate of a chain. Node ends the chain of a root with a circle. */
function missingIssuer(error: Error, leaf: DetailedPeerCertificate | undefined): PageProblem {
  let last = leaf
  while (last?.issuerCertificate && last.issuerCertificate !== last) last = last.issuerCertificate
  const name = nameOf(last && new X509Certificate(last.raw).issuer)
  const [verdict] = error.message.split(';') // what follows is Node's advice about its own options
  return new PageProblem(`${verdict}: no certificate of the issuer ${name}`, { cause: error })
}

interface AgentsOptions {
  /** Refuses redirects to addresses inside. */
  readonly guard?: AddressGuard
  /** Certificates in PEM, beside those that come with the program. */
  readonly intermediates?: readonly string[]
  /** How the names of sources are resolved; the machine's own way if not given. */
  readonly lookup?: LookupFunction
  /** For tests, which have no address of the internet. */
  readonly distanceOf?: (address: string) => Distance
}

/** What requests to sources go through. A page inside may redirect anywhere, one outside to public addresses only. */
export function createAgents({
  guard = createAddressGuard(),
  intermediates = [],
  lookup = lookUp as LookupFunction,
  distanceOf = distanceOfAddress,
}: AgentsOptions) {
  let context: SecureContext | undefined
  const secureContext = (): SecureContext => (context ??= createCompletingContext(intermediates))
  /** How far outside `open` ever reached a host: whichever connection its answers come by. */
  const farthest = new Map<string, Distance>()
  const reached = (host: string): Distance => farthest.get(host) ?? DISTANCE.inside
  const open = new Agent({
    allowH2: false,
    connect: createConnector({
      secureContext,
      lookup: leadOutside(lookup, { distanceOf, reached }),
      onConnect(hostname, address) {
        const distance = address === undefined ? DISTANCE.reserved : distanceOf(address)
        if (distance > reached(hostname)) farthest.set(hostname, distance)
      },
    }),
  })
  const isOutside = (url: URL): boolean => {
    const host = hostOf(url)
    return (isIP(host) === 0 ? reached(host) : distanceOf(host)) > DISTANCE.inside
  }
  const guarded = new Agent({
    allowH2: false,
    connect: createConnector({ secureContext, lookup: guard.lookup }),
  })

  return {
    /** Connects to any address: for urls that the operator wrote. */
    open: open as Dispatcher,
    /** The dispatcher for a redirect, where `via` answered `from`. Throws a PageProblem for an address inside. */
    dispatcherFor(target: URL, { from, via }: { readonly from: URL; readonly via: Dispatcher }): Dispatcher {
      if (via === open && !isOutside(from)) return open
      if (guard.mayConnect(target)) return guarded
      throw new PageProblem('a redirect to an address inside')
    },
    close: async (): Promise<void> => void (await Promise.all([open.destroy(), guarded.destroy()])),
  }
}

export type Agents = ReturnType<typeof createAgents>

interface Distances {
  readonly distanceOf: (address: string) => Distance
  /** How far outside a host ever was. */
  readonly reached: (host: string) => Distance
}

/**
 * Gives the addresses of a name that are farthest outside, so that an answer with private and public ones leads to the public
 * ones. A name does not come nearer than it was: its owner would have us publish a page of this network.
 */
const leadOutside =
  (lookup: LookupFunction, { distanceOf, reached }: Distances): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const all = found as LookupAddress[]
      const distance = Math.max(DISTANCE.inside, ...all.map(({ address }) => distanceOf(address)))
      if (distance < reached(host))
        return done(new PageProblem('its name leads to an address inside now'), [])
      const given = all.filter(({ address }) => distanceOf(address) === distance)
      if (options.all) done(null, given)
      else done(null, given[0]?.address ?? '', given[0]?.family)
    })
