import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import { expect, it } from 'vitest'

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
