import { Agent } from 'undici'
import { describe, expect, test } from 'vitest'
import { createPageRequest, type PageAddress } from '../../../../src/service/sources/page-request.ts'
import { usePage } from '../../../support/pages.ts'

const page = usePage()
const elsewhere = usePage()
const dispatcher = new Agent({ allowH2: false })

function ask(address: Partial<PageAddress> = {}) {
  const request = createPageRequest({ url: page.url(), ...address, userAgent: 'tasa/test', dispatcher })
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
    const request = createPageRequest({ url: page.url(), userAgent: 'tasa/test', dispatcher })
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
