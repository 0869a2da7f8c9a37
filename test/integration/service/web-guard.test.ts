import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddressGuard } from '../../../src/service/address-guard.ts'
import { createIsOpen, createNotifier } from '../../../src/service/webhooks/notifier.ts'
import { SPELLINGS } from '../../support/inside-addresses.ts'
import { useRedis } from '../../support/redis.ts'
import { OWN_TOKEN, registrationOf, SECRET, useWeb } from './web.ts'

const server = useRedis()
const start = useWeb(server)
let web: Awaited<ReturnType<typeof start>>
let port = 0
let reached = 0
const canary = createServer((_request, response) => {
  reached++
  response.end()
})

beforeAll(async () => {
  await new Promise<void>((done) => canary.listen(0, '::', done))
  port = (canary.address() as AddressInfo).port
  web = await start({ allowPrivate: [], ownReceiverUrl: () => `http://127.0.0.1:${port}/own` })
})
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

describe('the address guard', () => {
  test('every spelling of an address inside is refused at registration, all with one answer', async () => {
    const token = await web.newToken()
    const texts = new Set<string>()
    for (const spelling of SPELLINGS) {
      const url = spelling.replace('PORT', String(port))
      const answer = await web.ask('/api/user/set-webhook', {
        token,
        method: 'POST',
        body: registrationOf(url),
      })
      expect([spelling, answer.status]).toEqual([spelling, 422])
      texts.add(answer.text)
    }
    const unknown = registrationOf('http://no-such-host.invalid/')
    texts.add((await web.ask('/api/user/set-webhook', { token, method: 'POST', body: unknown })).text)
    expect([texts.size, reached]).toEqual([1, 0])
  })

  test('and reached by none, where one was registered all the same', async () => {
    const guard = createAddressGuard()
    const post = createNotifier({ guard, clock: Date.now, isOpen: () => false })
    const webhook = { id: 1, owner: 'x', certificate_ssl: true, secret: SECRET, monitors: [] }
    for (const spelling of SPELLINGS) {
      const url = spelling.replace('PORT', String(port))
      expect((await post.send({ ...webhook, url }, { id: '1', body: '{}' })).status).toBe(0)
    }
    await post.close()
    expect(reached).toBe(0)
  })

  test('a name that points outside at registration and inside at the call is not called', async () => {
    const answers = [['93.184.215.14'], ['93.184.215.14', '127.0.0.1'], ['127.0.0.1'], ['::1']]
    for (const addresses of answers) {
      const guard = createAddressGuard(async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
      const isOutside = addresses.length === 1 && addresses[0] === '93.184.215.14'
      expect(await guard.isPublic(new URL(`http://rebound.example:${port}/`))).toBe(isOutside)
      if (isOutside) continue
      const post = createNotifier({ guard, clock: Date.now, isOpen: () => false })
      const webhook = { id: 1, owner: 'x', url: `http://rebound.example:${port}/`, certificate_ssl: true }
      const attempt = await post.send({ ...webhook, secret: SECRET, monitors: [] }, { id: '1', body: '{}' })
      expect(attempt.status).toBe(0)
      await post.close()
    }
    expect(reached).toBe(0)
  })

  describe('with a list of urls inside', () => {
    const list = (): string[] => [`http://127.0.0.1:${port}/hook`, `http://inside.test:${port}/hook?a=1`]
    const others = (): string[] =>
      [
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
      ].map((url) => url.replace('PORT', String(port)))

    test('another url that was registered all the same is not called', async () => {
      const before = reached
      const guard = createAddressGuard(async () => [{ address: '127.0.0.1', family: 4 }])
      const isOpen = createIsOpen({ allowPrivate: list(), ownReceiverUrl: () => '' })
      const post = createNotifier({ guard, clock: Date.now, isOpen })
      const webhook = { id: 1, owner: 'x', certificate_ssl: true, secret: SECRET, monitors: [] }
      const send = async (url: string) =>
        (await post.send({ ...webhook, url }, { id: '1', body: '{}' })).status
      expect(await send(`http://127.0.0.1:${port}/hook`)).toBe(200)
      for (const url of [...others(), `http://inside.test:${port}/hook`])
        expect([url, await send(url)]).toEqual([url, 0])
      await post.close()
      expect(reached - before).toBe(1)
    })
  })

  test('is off for every url where that is set, which the log warns of', async () => {
    const open = await start({ allowPrivate: true })
    const before = reached
    const [token, body] = [await open.newToken(), registrationOf(`http://localhost:${port}/any`)]
    expect((await open.ask('/api/user/set-webhook', { token, method: 'POST', body })).status).toBe(201)
    expect((await open.ask('/api/user/test-webhook', { token, method: 'POST' })).status).toBe(200)
    expect(reached - before).toBe(1)
    expect(JSON.stringify(open.warnings)).toContain('WEBHOOK_ALLOW_PRIVATE=true lets each token')
    expect(JSON.stringify(web.warnings)).not.toContain('WEBHOOK_ALLOW_PRIVATE')
  })

  test("the process' own receiver is let through for its own token alone, and by its exact url", async () => {
    const set = async (token: string, url: string) =>
      (await web.ask('/api/user/set-webhook', { token, method: 'POST', body: registrationOf(url) })).status
    const before = reached
    expect(await set(await web.newToken(), `http://127.0.0.1:${port}/own`)).toBe(422)
    expect(await set(OWN_TOKEN, `http://127.0.0.1:${port}/other`)).toBe(422)
    expect(await set(OWN_TOKEN, `http://127.0.0.1:${port}/own`)).toBe(201)
    expect((await web.ask('/api/user/test-webhook', { token: OWN_TOKEN, method: 'POST' })).status).toBe(200)
    expect(reached - before).toBe(1)
  })
})
