import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddressGuard } from '../../../src/service/address-guard.ts'
import { createPost } from '../../../src/service/webhooks/post.ts'
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
  web = await start({ allowPrivate: false, ownReceiverUrl: () => `http://127.0.0.1:${port}/own` })
})
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

/** Ways to write an address inside; `PORT` is that of the canary. */
const SPELLINGS = [
  // loopback
  'http://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/own',
  'HTTP://127.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0x7f.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://017700000001:PORT/',
  'http://0177.0x0.0.1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://１２７.0.0.1:PORT/',
  'http://①②⑦.0.0.1:PORT/',
  'http://127。0。0。1:PORT/',
  'http://127｡0｡0｡1:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0.1.2.3:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://ｌｏｃａｌｈｏｓｔ:PORT/',
  'http://loc%61lhost:PORT/',
  'http://ip6-localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[0000:0000::0001]:PORT/',
  'http://[::]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::2]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[::1%25lo]:PORT/',
  'http://[::1%lo]:PORT/',
  // translated and tunnelled
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2002:c0a8:101::1]:PORT/',
  'http://[2001::7f00:1]:PORT/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]:PORT/',
  // private, link-local, shared
  'http://10.0.0.1:PORT/',
  'http://0xa.0.0.1:PORT/',
  'http://012.0.0.1:PORT/',
  'http://172.16.0.1:PORT/',
  'http://172.31.255.255:PORT/',
  'http://192.168.1.1:PORT/',
  'http://169.254.169.254:PORT/latest/meta-data/',
  'http://2852039166:PORT/',
  'http://[::ffff:169.254.169.254]:PORT/',
  'http://100.64.0.1:PORT/',
  'http://100.127.255.255:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fe80::1%25eth0]:PORT/',
  'http://[fc00::1]:PORT/',
  'http://[fd00:ec2::254]:PORT/',
  'http://[fec0::1]:PORT/',
  // reserved, multicast, documentation
  'http://192.0.0.1:PORT/',
  'http://192.0.2.1:PORT/',
  'http://192.88.99.1:PORT/',
  'http://198.18.0.1:PORT/',
  'http://198.51.100.1:PORT/',
  'http://203.0.113.1:PORT/',
  'http://224.0.0.1:PORT/',
  'http://240.0.0.1:PORT/',
  'http://255.255.255.255:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[100::1]:PORT/',
  'http://[2001:db8::1]:PORT/',
  'http://[2001:10::1]:PORT/',
  'http://[3fff::1]:PORT/',
  'http://[5f00::1]:PORT/',
  'http://[4000::1]:PORT/',
  // a user, another scheme, no host
  'http://example.com@127.0.0.1:PORT/',
  'http://example.com:80@127.0.0.1:PORT/',
  'http://example.com%2f@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT#@example.com/',
  'http://127.0.0.1:PORT?@example.com/',
  'http:\\\\127.0.0.1:PORT\\',
  'http:127.0.0.1:PORT/',
  'http:///127.0.0.1:PORT/',
  ' http://127.0.0.1:PORT/',
  'ht\ttp://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
]

describe('the address guard', () => {
  test('there are at least 60 spellings here', () => {
    expect(new Set(SPELLINGS).size).toBeGreaterThanOrEqual(60)
  })

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
    const post = createPost({ guard, clock: Date.now, isOpen: () => false })
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
      const post = createPost({ guard, clock: Date.now, isOpen: () => false })
      const webhook = { id: 1, owner: 'x', url: `http://rebound.example:${port}/`, certificate_ssl: true }
      const attempt = await post.send({ ...webhook, secret: SECRET, monitors: [] }, { id: '1', body: '{}' })
      expect(attempt.status).toBe(0)
      await post.close()
    }
    expect(reached).toBe(0)
  })

  test("the process' own receiver is let through for its own token alone, and by its exact url", async () => {
    const set = async (token: string, url: string) =>
      (await web.ask('/api/user/set-webhook', { token, method: 'POST', body: registrationOf(url) })).status
    expect(await set(await web.newToken(), `http://127.0.0.1:${port}/own`)).toBe(422)
    expect(await set(OWN_TOKEN, `http://127.0.0.1:${port}/other`)).toBe(422)
    expect(await set(OWN_TOKEN, `http://127.0.0.1:${port}/own`)).toBe(201)
    expect((await web.ask('/api/user/test-webhook', { token: OWN_TOKEN, method: 'POST' })).status).toBe(200)
    expect(reached).toBe(1)
  })
})
