import tls from 'node:tls'
import { request } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createAddressGuard } from '../../../../../src/service/address-guard.ts'
import { createAgents, parseIntermediates } from '../../../../../src/service/sources/connect/agents.ts'
import { fetchPage } from '../../../../../src/service/sources/page-request.ts'
import { type Certified, createAuthority, createLeaf, withTrust } from '../../../../support/authority.ts'
import { usePage } from '../../../../support/pages.ts'
import {
  type SecureSource,
  type SecureSourceOptions,
  serveSecurely,
} from '../../../../support/secure-source.ts'

const LONG_AGO = Date.UTC(2020, 0, 1)
const LATER = Date.UTC(2021, 0, 1)
const trusted = tls.getCACertificates('default')

const root = createAuthority('Test root')
const right = createAuthority('Test intermediate', { issuer: root })
const wrong = createAuthority('Another intermediate', { issuer: root })
const expired = createAuthority('Expired intermediate', { issuer: root, from: LONG_AGO, until: LATER })
const untrusted = createAuthority('Untrusted intermediate', { issuer: createAuthority('Untrusted root') })
const unlisted = createAuthority('Unlisted intermediate', { issuer: root })
/** What somebody on the way can make: an authority of his own, and intermediates with the name of a listed one. */
const evil = createAuthority('Evil root')
const forged = createAuthority('Test intermediate')
const forgedByEvil = createAuthority('Test intermediate', { issuer: evil })
/** Signs as an authority does, and is none. */
const pretender = createLeaf(right, { hosts: ['pretender.test'] })

const published = usePage()
let asked = 0
let sources: SecureSource[] = []
let agents: ReturnType<typeof createAgents>

/** A source whose certificate names an address at which its issuer is published. */
async function serve(issuer: Certified, options: SecureSourceOptions = {}): Promise<SecureSource> {
  published.answer((_request, response) => {
    asked += 1
    response.end(issuer.certificate)
  })
  const source = await serveSecurely(issuer, { issuerAt: published.url('/issuer.crt'), ...options })
  sources.push(source)
  return source
}

const read = async (url: string): Promise<string> =>
  (await request(url, { dispatcher: agents.open })).body.text()

beforeAll(() => {
  tls.setDefaultCACertificates([...trusted, root.certificate])
  // Trust that a listed certificate claims for itself must count for nothing.
  const listed = [right, wrong, expired, untrusted].map(withTrust).join('')
  agents = createAgents({ guard: createAddressGuard(), intermediates: parseIntermediates(listed) })
})
afterEach(async () => {
  await Promise.all(sources.map((source) => source.close()))
  sources = []
  asked = 0
})
afterAll(async () => {
  await agents.close()
  tls.setDefaultCACertificates(trusted)
})

describe('a source whose intermediate is listed', () => {
  test.each([
    ['no intermediate', []],
    ['an intermediate that did not issue its certificate', [wrong]],
    ['a forged intermediate', [forged]],
    ['the whole chain', [right]],
  ])('is read where it sends %s, and nobody is asked for certificates', async (_what, sent) => {
    const source = await serve(right, { sent })
    expect([await read(source.url), await read(source.url)]).toEqual(['36,5', '36,5'])
    expect(asked).toBe(0)
  })

  test('is believed no more when its certificate is later one of nobody', async () => {
    const source = await serve(right)
    await read(source.url)
    source.renew(forged)
    await expect(read(source.url)).rejects.toThrow('certificate signature failure')
    expect(source.requests()).toBe(1)
  })
})

test('a source that sends its whole chain is read where its intermediate is not listed', async () => {
  expect(await read((await serve(unlisted, { sent: [unlisted] })).url)).toBe('36,5')
})

describe('no request is sent', () => {
  const past = { from: LONG_AGO, until: LATER }

  test.each<[string, Certified, SecureSourceOptions, string]>([
    ['has a self-signed root offered as its issuer', evil, {}, 'the issuer CN=Evil root'],
    [
      'sends its own self-signed root',
      evil,
      { sent: [evil] },
      'self-signed certificate in certificate chain',
    ],
    ['has a forged intermediate offered', forged, {}, 'certificate signature failure'],
    ['sends a forged intermediate', forged, { sent: [forged] }, 'certificate signature failure'],
    [
      'has a forged intermediate of its own root',
      forgedByEvil,
      { sent: [forgedByEvil, evil] },
      'signature failure',
    ],
    ['leaves out an intermediate that is not listed', unlisted, {}, 'the issuer CN=Unlisted intermediate'],
    ['has a listed intermediate that has expired', expired, {}, 'certificate has expired'],
    ['sends an intermediate that has expired', expired, { sent: [expired] }, 'certificate has expired'],
    ['has a listed intermediate of an untrusted root', untrusted, {}, 'the issuer CN=Untrusted root'],
    [
      'is vouched for by a certificate of no authority',
      pretender,
      { sent: [pretender, right] },
      'unsuitable certificate purpose',
    ],
    ['has a certificate for another host', right, { hosts: ['other.test'] }, "is not in the cert's altnames"],
    ['has a certificate that has expired', right, past, 'certificate has expired'],
    ['has a certificate whose issuer has no name', { ...evil, name: '' }, {}, 'the issuer without a name'],
  ])('to a server that %s', async (_what, issuer, options, reason) => {
    const source = await serve(issuer, options)
    await expect(read(source.url)).rejects.toThrow(reason)
    expect([source.requests(), asked]).toEqual([0, 0])
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'at a second try over %s either, which could resume the session of the first',
    async (version) => {
      const source = await serve(forged, { version })
      for (const _try of [1, 2, 3]) await expect(read(source.url)).rejects.toThrow('signature failure')
      expect(source.requests()).toBe(0)
    },
  )
})

test('a server that cannot be verified is sent nothing where the environment switches verification off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const source = await serve(forged)
  await expect(read(source.url)).rejects.toThrow('certificate signature failure')
  vi.unstubAllEnvs()
  expect(source.requests()).toBe(0)
})

test('a redirect from https to http is not followed, as anybody could answer there', async () => {
  const source = await serve(right, { location: published.url('/price') })
  const reading = fetchPage({ url: source.url }, agents, new AbortController().signal)
  await expect(reading).rejects.toThrow('a redirect from https to http')
  expect([source.requests(), asked]).toEqual([1, 0])
})
