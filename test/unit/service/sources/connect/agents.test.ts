import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { expect, it, test } from 'vitest'
import { parseIntermediates } from '../../../../../src/service/sources/connect/agents.ts'
import { type Certified, createAuthority, createLeaf, withTrust } from '../../../../support/authority.ts'

const root = createAuthority('A root')
const create = (name: string, issuer?: Certified) =>
  createAuthority(name, { keysOf: root, ...(issuer && { issuer }) })
const link = create('A link', root)
const other = create('Another link', root)
const signed = create('Signs another', create('Signs back'))
const signedBack = create('Signs back', signed)
const leaf = createLeaf(link, { hosts: ['a.example'] })

test('a list of intermediates may have several, and other text between them', () => {
  const list = `# first\r\n${link.certificate}\r\n# second\n${withTrust(other)}# end`
  const plain = [link, other].map(({ certificate }) => new X509Certificate(certificate).toString())
  expect(parseIntermediates(list)).toEqual(plain)
})

const selfSigned = (at: number): string => `certificate ${at} (CN=A root) is self-signed`
const circle = 'lists certificates that issued each other: CN=Signs another; CN=Signs back'

test.each([
  ['has nothing in it', '', 'has no certificate in PEM'],
  ['has a key only', root.keyPem, 'has no certificate in PEM'],
  ['has a root', root.certificate, `${selfSigned(1)}: a root belongs in NODE_EXTRA_CA_CERTS`],
  ['has a root after a link', link.certificate + root.certificate, selfSigned(2)],
  ['has a root with trust of its own', withTrust(root), selfSigned(1)],
  ['has that of a server', leaf.certificate, 'certificate 1 (CN=a.example) is none of an authority'],
  ['has a circle', link.certificate + signed.certificate + signedBack.certificate, circle],
  ['has a broken one', link.certificate.replace('MII', 'MIJ'), 'certificate 1 cannot be read'],
])('a list of intermediates is refused where it %s', (_what, list, reason) => {
  expect(() => parseIntermediates(list)).toThrow(reason)
})

const shipped = new X509Certificate(
  readFileSync(new URL('../../../../../src/service/sources/connect/sectigo-dv-r36.pem', import.meta.url)),
)

it('ships the intermediate that the bank leaves out, issued by a root that Node trusts', () => {
  expect(shipped.subject).toContain('CN=Sectigo Public Server Authentication CA DV R36')
  expect(shipped.validToDate.toISOString()).toBe('2036-03-21T23:59:59.000Z')
  const roots = tls.getCACertificates('bundled').map((pem) => new X509Certificate(pem))
  const issuers = roots.filter((root) => shipped.checkIssued(root) && shipped.verify(root.publicKey))
  expect(issuers.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('CN=Sectigo Public Server Authentication Root R46'),
  ])
})
