import { createServer } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAddressGuard, DISTANCE } from '../../../../src/service/address-guard.ts'
import { createAgents } from '../../../../src/service/sources/connect/agents.ts'
import { fetchPage, type PageAddress } from '../../../../src/service/sources/page-request.ts'
import { close, listen } from '../../../support/listen.ts'
import { usePage } from '../../../support/pages.ts'

const page = usePage()
const elsewhere = usePage()
const agents = createAgents({ guard: createAddressGuard() })
afterAll(() => agents.close())

const never = new AbortController().signal
const ask = (address: Partial<PageAddress> = {}) => fetchPage({ url: page.url(), ...address }, agents, never)

describe('a page', () => {
  test('is asked with the method, headers and body of the file', async () => {
    page.answer(async (request, response) => {
      const sent = (await request.toArray()).join('')
      const { 'x-key': key, 'user-agent': agent } = request.headers
      response.end(`${request.method} ${key} ${agent} ${sent}`)
    })
    const asked: Partial<PageAddress> = { method: 'POST', headers: { 'X-Key': 'k' }, body: '{"q":1}' }
    expect(await ask(asked)).toMatch(/^POST k tasa\/[\d.]+ {"q":1}$/)
    expect(await ask({ ...asked, headers: { 'User-Agent': 'Mozilla/5.0' } })).toContain(' Mozilla/5.0 ')
  })

  test.each([301, 302, 303, 307, 308])(
    'that moved to another origin with %i is asked there, and where that leads, without its body and headers',
    async (status) => {
      page.answer(async (request, response) => {
        if (request.url === '/') response.writeHead(status, { location: elsewhere.url('/') }).end()
        else response.end(JSON.stringify([request.method, request.headers, await request.toArray()]))
      })
      const sentElsewhere: unknown[] = []
      elsewhere.answer((request, response) => {
        sentElsewhere.push(request.method, request.headers['x-key'], request.headers['content-length'])
        response.writeHead(307, { location: page.url('/chosen-elsewhere') }).end()
      })
      const headers = { 'content-type': 'application/json', 'X-Key': 'k' }
      const [method, sent, body] = JSON.parse(
        await ask({ method: 'POST', headers, body: '{"key":"secret"}' }),
      )
      expect([method, sent['content-type'], sent['x-key'], body]).toEqual(['GET', undefined, undefined, []])
      expect(sentElsewhere).toEqual(['GET', undefined, undefined])
    },
  )

  test.each([
    [301, 'GET k '],
    [302, 'GET k '],
    [303, 'GET k '],
    [307, 'POST k {"q":1}'],
    [308, 'POST k {"q":1}'],
  ])('that moved within its origin with %i is asked there with its headers: %s', async (status, asked) => {
    page.answer(async (request, response) => {
      const sent = (await request.toArray()).join('')
      if (request.url === '/') response.writeHead(status, { location: '/moved' }).end()
      else response.end(`${request.method} ${request.headers['x-key']} ${sent}`)
    })
    expect(await ask({ method: 'POST', headers: { 'X-Key': 'k' }, body: '{"q":1}' })).toBe(asked)
  })
})

describe('a redirect to a page inside', () => {
  /** Loopback has more addresses than one: here the second stands for the internet, the third for a network nobody vouches for. */
  const [INSIDE, OUTSIDE, RESERVED] = ['127.0.0.1', '127.0.0.2', '127.0.0.3']
  const NAMES = new Map([
    ['inside.test', [INSIDE]],
    ['outside.test', [OUTSIDE]],
    ['both.test', [INSIDE, OUTSIDE]],
    ['both-reversed.test', [OUTSIDE, INSIDE]],
    ['reserved.test', [RESERVED]],
    ['reserved-beside.test', [RESERVED, OUTSIDE]],
  ])
  const distanceOf = (address: string) =>
    address === OUTSIDE ? DISTANCE.public : address === RESERVED ? DISTANCE.reserved : DISTANCE.inside
  const reached = new Map<string, number>()
  let port = 0
  /** Servers at all three addresses, which lead on to where the query says. */
  const servers = [INSIDE, OUTSIDE, RESERVED].map((address) =>
    createServer((request, response) => {
      reached.set(address, (reached.get(address) ?? 0) + 1)
      const location = new URL(request.url ?? '/', 'http://any.test').searchParams.get('to')
      if (location) response.writeHead(302, { location }).end()
      else response.end('36,5')
    }),
  )
  beforeAll(async () => {
    for (const [i, server] of servers.entries())
      port = await listen(server, [INSIDE, OUTSIDE, RESERVED][i], port)
  })
  afterEach(() => reached.clear())
  afterAll(() => Promise.all(servers.map(close)))

  const resolve = (host: string) => (NAMES.get(host) ?? []).map((address) => ({ address, family: 4 }))

  /** Asks a page that leads through `hosts`; `names` is what the first look-ups of a name give. */
  async function follow(
    hosts: readonly string[],
    lookUp: (host: string) => ReturnType<typeof resolve> = resolve,
  ) {
    const lookup: LookupFunction = (host, _options, done) => done(null, lookUp(host))
    const guard = createAddressGuard(async (host) => resolve(host))
    const agents = createAgents({ guard, lookup, distanceOf })
    const url = hosts.reduceRight((to, host) => {
      const at = `http://${host}:${port}/`
      return to === '' ? at : `${at}?to=${encodeURIComponent(to)}`
    }, '')
    return fetchPage({ url }, agents, never).finally(() => agents.close())
  }

  test.each([
    ['outside.test', INSIDE],
    ['outside.test', '2130706433'],
    ['outside.test', 'inside.test'],
    ['outside.test', 'both.test'],
    ['outside.test', 'both-reversed.test'],
    ['both.test', INSIDE],
    ['reserved-beside.test', INSIDE],
    ['both.test', 'inside.test'],
    ['both-reversed.test', 'inside.test'],
  ])('is not followed from %s to %s', async (from, to) => {
    await expect(follow([from, to])).rejects.toThrow(
      isIP(to) === 0 ? undefined : 'a redirect to an address inside',
    )
    expect([reached.get(INSIDE), reached.get(RESERVED)]).toEqual([undefined, undefined])
  })

  test.each(['http://[2606:4700:4700::1111]/', 'http://[::ffff:8.8.4.4]/', 'http://8.8.4.4/'])(
    'is not followed from %s, an address that nobody looks up',
    async (from) => {
      const agents = createAgents({ guard: createAddressGuard() })
      const follow = () =>
        agents.dispatcherFor(new URL('http://127.0.0.1/'), { from: new URL(from), via: agents.open })
      expect(follow).toThrow('a redirect to an address inside')
      await agents.close()
    },
  )

  test('is not followed from a name that led outside, wherever it leads afterwards', async () => {
    let asked = 0
    const rebinding = () => resolve(asked++ === 0 ? 'outside.test' : 'inside.test')
    await expect(follow(['rebinding.test', INSIDE], rebinding)).rejects.toThrow('an address inside')
    expect([asked, reached.get(INSIDE)]).toEqual([1, undefined])
  })

  test.each([
    ['outside.test', 'inside.test'],
    ['outside.test', 'reserved.test'],
    ['reserved.test', 'inside.test'],
  ])('is not even asked by a name that led to %s before, and to %s now', async (...names) => {
    let asked = 0
    const lookup: LookupFunction = (_host, _options, done) => done(null, resolve(names[asked++] ?? ''))
    const agents = createAgents({ guard: createAddressGuard(), lookup, distanceOf })
    const read = (scheme: string) => fetchPage({ url: `${scheme}://rebinding.test:${port}/` }, agents, never)
    expect(await read('http')).toBe('36,5')
    // Another origin of the same host, so that it connects anew.
    await expect(read('https')).rejects.toThrow('its name leads to an address inside now')
    await agents.close()
    expect([asked, reached.get(INSIDE)]).toEqual([2, undefined])
  })

  test.each(['inside.test', INSIDE])('is followed from %s', async (from) => {
    expect(await follow([from, 'inside.test'])).toBe('36,5')
  })

  test('is not followed from a page outside that a page inside leads to', async () => {
    await expect(follow(['inside.test', 'outside.test', INSIDE])).rejects.toThrow('an address inside')
    expect(reached.get(INSIDE)).toBe(1)
  })
})
