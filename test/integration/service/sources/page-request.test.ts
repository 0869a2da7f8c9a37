import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { describe, expect, test } from 'vitest'
import { createAddressGuard } from '../../../../src/service/address-guard.ts'
import { createAgents } from '../../../../src/service/sources/connect/agents.ts'
import {
  createPageRequest,
  createRedirectGuard,
  isPrivateHost,
  type PageAddress,
} from '../../../../src/service/sources/page-request.ts'
import { usePage } from '../../../support/pages.ts'

const page = usePage()
const elsewhere = usePage()
const addresses = createAddressGuard()
const { open: dispatcher, guarded } = createAgents({ guard: addresses })
const redirects = createRedirectGuard({ guard: addresses, isPrivate: isPrivateHost, guarded })

function ask(address: Partial<PageAddress> = {}) {
  const request = createPageRequest({
    url: page.url(),
    ...address,
    userAgent: 'tasa/test',
    dispatcher,
    redirects,
  })
  return request.read(new AbortController().signal, (text) => text)
}

describe('a page', () => {
  test('is asked with the method, headers and body of the file', async () => {
    page.answer(async (request, response) => {
      const sent = (await request.toArray()).join('')
      response.end(`${request.method} ${request.headers['x-key']} ${sent}`)
    })
    expect(await ask({ method: 'POST', headers: { 'X-Key': 'k' }, body: '{"q":1}' })).toBe('POST k {"q":1}')
  })

  test('that moved elsewhere is followed without the headers of the file, which may be secrets', async () => {
    page.answer((_request, response) => response.writeHead(302, { location: elsewhere.url('/new') }).end())
    elsewhere.answer((request, response) => response.end(`${request.headers.authorization}`))
    expect(await ask({ headers: { Authorization: 'Bearer secret' } })).toBe('undefined')
  })

  test.each([
    [301, 'GET '],
    [303, 'GET '],
    [307, 'POST x'],
    [308, 'POST x'],
  ])('that moved with %i is asked there as %j', async (status, expected) => {
    page.answer(async (request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/new' }).end()
      else response.end(`${request.method} ${(await request.toArray()).join('')}`)
    })
    expect(await ask({ method: 'POST', body: 'x' })).toBe(expected)
  })

  test.each([301, 302, 303, 307, 308])(
    'that moved to another origin with %i is asked there without its body',
    async (status) => {
      page.answer((_request, response) =>
        response.writeHead(status, { location: elsewhere.url('/new') }).end(),
      )
      elsewhere.answer(async (request, response) => {
        const { 'content-type': type, 'content-length': length = '0' } = request.headers
        response.end(`${request.method} ${type} ${length} ${(await request.toArray()).join('')}`)
      })
      const headers = { 'content-type': 'application/json' }
      expect(await ask({ method: 'POST', headers, body: '{"key":"secret"}' })).toBe('GET undefined 0 ')
    },
  )

  test('that comes back from another origin gets neither body nor headers again', async () => {
    page.answer(async (request, response) => {
      if (request.url === '/') response.writeHead(307, { location: elsewhere.url('/') }).end()
      else response.end(`${request.method} ${request.headers['x-key']} ${(await request.toArray()).join('')}`)
    })
    elsewhere.answer((_request, response) =>
      response.writeHead(307, { location: page.url('/chosen-elsewhere') }).end(),
    )
    expect(await ask({ method: 'POST', headers: { 'X-Key': 'k' }, body: 'x' })).toBe('GET undefined ')
  })

  test('that redirects for ever is asked six times and no more', async () => {
    let asked = 0
    page.answer((_request, response) => response.writeHead(302, { location: `/${asked++}` }).end())
    await expect(ask()).rejects.toThrow('more than 5 redirects')
    expect(asked).toBe(6)
  })

  test('that redirects to no web page is not followed', async () => {
    page.answer((_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end())
    await expect(ask()).rejects.toThrow('a redirect to no web page')
  })

  test('is asked by the user agent that its headers name, else by ours', async () => {
    page.answer((request, response) => response.end(request.headers['user-agent']))
    expect(await ask()).toBe('tasa/test')
    expect(await ask({ headers: { 'User-Agent': 'Mozilla/5.0' } })).toBe('Mozilla/5.0')
  })

  test('says "not modified" to nobody who never read it', async () => {
    page.answer((_request, response) => response.writeHead(304).end())
    await expect(ask()).rejects.toThrow('the page answered 304')
  })

  test('that could not be parsed is asked again in full', async () => {
    const asked: (string | undefined)[] = []
    page.answer((request, response) => {
      asked.push(request.headers['if-modified-since'])
      response.setHeader('last-modified', 'Thu, 22 Jan 2026 15:00:00 GMT').end('x')
    })
    const request = createPageRequest({ url: page.url(), userAgent: 'tasa/test', dispatcher, redirects })
    const signal = new AbortController().signal
    const fail = () => {
      throw new Error('garbage')
    }
    await expect(request.read(signal, fail)).rejects.toThrow('garbage')
    await request.read(signal, (text) => text)
    await request.read(signal, (text) => text)
    expect(asked).toEqual([undefined, undefined, 'Thu, 22 Jan 2026 15:00:00 GMT'])
  })
})

describe('a page outside', () => {
  const inside = usePage()
  let reached = 0

  /** `public.test` is a host outside, though it stands on this machine; no other name is known. */
  const guard = createAddressGuard(async (host) =>
    host === 'public.test' ? [{ address: '8.8.8.8', family: 4 }] : [{ address: '127.0.0.1', family: 4 }],
  )
  const resolve: LookupFunction = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const outside = new Agent({ allowH2: false, connect: { lookup: resolve } })

  function askFrom(host: string, location: string, isPrivate = false) {
    reached = 0
    inside.answer((_request, response) => {
      reached++
      response.end('36,5')
    })
    page.answer((_request, response) => response.writeHead(302, { location }).end())
    const agents = createAgents({ guard })
    const redirects = createRedirectGuard({
      guard,
      isPrivate: async () => isPrivate,
      guarded: agents.guarded,
    })
    const url = page.url().replace('127.0.0.1', host)
    const request = createPageRequest({ url, userAgent: 'tasa/test', dispatcher: outside, redirects })
    return request.read(new AbortController().signal, (text) => text).finally(() => agents.close())
  }

  test.each([
    ['an address', () => inside.url('/')],
    ['an address in another spelling', () => inside.url('/').replace('127.0.0.1', '2130706433')],
    ['a name', () => inside.url('/').replace('127.0.0.1', 'inside.test')],
  ])('that moves inside by %s is not followed', async (_how, location) => {
    await expect(askFrom('public.test', location())).rejects.toThrow()
    expect(reached).toBe(0)
  })

  test('may move on where the page that is configured stands inside itself', async () => {
    expect(await askFrom('public.test', inside.url('/'), true)).toBe('36,5')
  })

  test('is inside where its name or address says so', async () => {
    expect(
      await Promise.all(['127.0.0.1', 'localhost', '[::1]', '10.0.0.8', '8.8.8.8'].map(isPrivateHost)),
    ).toEqual([true, true, true, true, false])
    expect(await isPrivateHost('no-such-name.invalid')).toBe(false)
  })
})
