import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AddressGuard, createAddressGuard } from '../../../src/service/address-guard.ts'
import { createIsOpen, createNotifier, type IsOpen } from '../../../src/service/webhooks/notifier.ts'
import { close, listen } from '../../support/listen.ts'
import { OWN_TOKEN, SECRET, useWeb } from './web.ts'

/** Ways to write an address inside, one a line; `PORT` is that of who must not be reached. */
const SPELLINGS = readFileSync(new URL('../../fixtures/inside-addresses.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

const { start } = await useWeb()
type Web = Awaited<ReturnType<typeof start>>
let web: Web
let port = 0
let reached = 0
const canary = createServer((_request, response) => {
  reached++
  response.end()
})

beforeAll(async () => {
  port = await listen(canary, '::')
  web = await start({ allowPrivate: [], ownReceiverUrl: () => `http://127.0.0.1:${port}/own` })
})
afterAll(() => close(canary))

const set = async (service: Web, token: string, url: string) => (await service.client(token)).set(url)
const call = async (service: Web, token: string): Promise<number> =>
  (await (await service.client(token)).ask('POST', 'test-webhook')).status
const withPort = (url: string): string => url.replace('PORT', String(port))

/** The statuses of calls of webhooks that were registered all the same, by their urls; 0 for no answer. */
async function send(urls: readonly string[], guard: AddressGuard, isOpen: IsOpen = () => false) {
  const post = createNotifier({ guard, clock: Date.now, isOpen })
  const webhook = { id: 1, owner: 'x', certificate_ssl: true, secret: SECRET, monitors: [] }
  const statuses: Record<string, number> = {}
  for (const url of urls)
    statuses[url] = (await post.send({ ...webhook, url }, { id: '1', body: '{}' })).status
  await post.close()
  return statuses
}

/** What `send` gives where none is reached. */
const none = (urls: readonly string[]) => Object.fromEntries(urls.map((url) => [url, 0]))

describe('the address guard', () => {
  test('every spelling of an address inside is refused at registration, all with one answer', async () => {
    const token = await web.newToken()
    const texts = new Set<string>()
    for (const url of [...SPELLINGS.map(withPort), 'http://no-such-host.invalid/']) {
      const answer = await set(web, token, url)
      expect([url, answer.status]).toEqual([url, 422])
      texts.add(answer.text)
    }
    expect([texts.size, reached]).toEqual([1, 0])
  })

  test('and reached by none, where one was registered all the same', async () => {
    const urls = SPELLINGS.map(withPort)
    expect(await send(urls, createAddressGuard())).toEqual(none(urls))
    expect(reached).toBe(0)
  })

  test('a name that points outside at registration and inside at the call is not called', async () => {
    const url = withPort('http://rebound.example:PORT/')
    const guardFor = (...addresses: string[]) =>
      createAddressGuard(async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    expect(await guardFor('93.184.215.14').isPublic(new URL(url))).toBe(true)
    for (const addresses of [['93.184.215.14', '127.0.0.1'], ['127.0.0.1'], ['::1']]) {
      const guard = guardFor(...addresses)
      expect(await guard.isPublic(new URL(url))).toBe(false)
      expect(await send([url], guard)).toEqual(none([url]))
    }
    expect(reached).toBe(0)
  })

  test('of urls inside, those of the list alone are reached, spelled exactly so', async () => {
    const before = reached
    const listed = withPort('http://127.0.0.1:PORT/hook')
    const allowPrivate = [listed, withPort('http://inside.test:PORT/hook?a=1')]
    const others = [
      'http://127.0.0.1:PORT/',
      'http://127.0.0.1:PORT/hook/',
      'http://127.0.0.1:PORT/hook?a=1',
      'http://127.0.0.1:PORT/hook#a',
      'http://127.0.0.1:PORT/hook/../other',
      'http://127.0.0.1:PORT//hook',
      'http://127.0.0.1:PORT/%68ook',
      'http://127.1:PORT/hook',
      'http://[::1]:PORT/hook',
      'http://a@127.0.0.1:PORT/hook',
      'https://127.0.0.1:PORT/hook',
      ' http://127.0.0.1:PORT/hook',
      'http://127.0.0.1:1/hook',
      'http://localhost:PORT/hook',
      'http://inside.test:PORT/hook',
    ].map(withPort)
    const guard = createAddressGuard(async () => [{ address: '127.0.0.1', family: 4 }])
    const isOpen = createIsOpen({ allowPrivate, ownReceiverUrl: () => '' })
    expect(await send([listed, ...others], guard, isOpen)).toEqual({ ...none(others), [listed]: 200 })
    const listing = await start({ allowPrivate })
    const token = await listing.newToken()
    expect((await set(listing, token, others[0] ?? '')).status).toBe(422)
    expect((await set(listing, token, listed)).status).toBe(201)
    expect([await call(listing, token), reached - before]).toEqual([200, 2])
  })

  test('is off for every url where that is set, which the log warns of', async () => {
    const open = await start({ allowPrivate: true })
    const before = reached
    const token = await open.newToken()
    expect((await set(open, token, withPort('http://localhost:PORT/any'))).status).toBe(201)
    expect([await call(open, token), reached - before]).toEqual([200, 1])
    expect(JSON.stringify(open.warnings)).toContain('WEBHOOK_ALLOW_PRIVATE=true lets each token')
    expect(JSON.stringify(web.warnings)).not.toContain('WEBHOOK_ALLOW_PRIVATE')
  })

  test("the process' own receiver is let through for its own token alone, and by its exact url", async () => {
    const before = reached
    const own = withPort('http://127.0.0.1:PORT/own')
    expect((await set(web, await web.newToken(), own)).status).toBe(422)
    expect((await set(web, OWN_TOKEN, withPort('http://127.0.0.1:PORT/other'))).status).toBe(422)
    expect((await set(web, OWN_TOKEN, own)).status).toBe(201)
    expect([await call(web, OWN_TOKEN), reached - before]).toEqual([200, 1])
  })

  test('its own webhook ends at the start of a service without a receiver, as where roles were split; those of tokens stay', async () => {
    await set(web, OWN_TOKEN, withPort('http://127.0.0.1:PORT/own'))
    const token = await web.newToken()
    const open = await start()
    await set(open, token, withPort('http://127.0.0.1:PORT/kept'))
    const listed = async (asker: string) => (await (await web.client(asker)).list()).length
    expect([await listed(OWN_TOKEN), await listed(token)]).toEqual([1, 1])
    await start({ ownReceiverUrl: undefined })
    expect([await listed(OWN_TOKEN), await listed(token)]).toEqual([0, 1])
  })
})
