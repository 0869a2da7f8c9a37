import { describe, expect, test } from 'vitest'
import { Failure } from '../../../../src/runtime/failure.ts'
import { parseSources, readSourcesFile } from '../../../../src/service/sources/sources-file.ts'

const monitors = { usd: { currency: 'dollar', title: 'Dólar', price: '/usd' } }
const source = { kind: 'json', url: 'https://a.example/x' }
const parse = (pages: unknown) => parseSources(JSON.stringify({ pages }), 'x.json')

function problemsOf(pages: unknown): string[] {
  try {
    parse(pages)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    expect(error.message).not.toContain('\n')
    return error.message.replace('Bad SOURCES_FILE x.json: ', '').split('; ')
  }
  return []
}

describe('SOURCES_FILE', () => {
  test('is read as the interface has it', () => {
    const text = `{ "pages": { "page_alpha": { "title": "Banco Central", "every": "15m", "stale_after": "36h",
      "source": { "kind": "json", "url": "https://a.example", "headers": {}, "method": "GET", "body": null },
      "monitors": { "usd": { "currency": "dollar", "title": "Dólar oficial", "image": "https://a.example/i.png",
          "price": "/rates/usd/price", "last_update": "/rates/usd/date" } } } } }`
    expect(parseSources(text, 'x.json')).toEqual([
      {
        page: 'page_alpha',
        title: 'Banco Central',
        every: { everyMs: 900_000 },
        staleAfterMs: 129_600_000,
        source: { kind: 'json', url: 'https://a.example', headers: {}, method: 'GET', body: null },
        monitors: [
          {
            key: 'usd',
            currency: 'dollar',
            title: 'Dólar oficial',
            image: 'https://a.example/i.png',
            price: '/rates/usd/price',
            last_update: '/rates/usd/date',
          },
        ],
      },
    ])
  })

  test('needs little: the rest has defaults', () => {
    expect(parse({ p: { source, monitors: { usd: { currency: 'dollar', price: '/a' } } } })).toMatchObject([
      {
        title: 'p',
        every: { everyMs: 900_000 },
        staleAfterMs: 129_600_000,
        source: { method: 'GET', headers: {}, body: null },
        monitors: [{ title: 'usd', image: null }],
      },
    ])
  })

  test('keeps pages and monitors in the order of the file', () => {
    const many = { zulu: monitors.usd, alpha: monitors.usd, mike: monitors.usd }
    const pages = parse({ zz: { source, monitors: many }, aa: { source, monitors } })
    expect(pages.map(({ page }) => page)).toEqual(['zz', 'aa'])
    expect(pages[0]?.monitors.map(({ key }) => key)).toEqual(['zulu', 'alpha', 'mike'])
  })

  test('takes each kind of source, a cron expression, and a body of JSON', () => {
    const pages = parse({
      a: { every: '0 16 * * 1-5', source: { ...source, method: 'POST', body: { q: 1 } }, monitors },
      b: {
        source: { kind: 'html', url: 'http://b.example' },
        monitors: { usd: { currency: 'dollar', price: '#a@b' } },
      },
      c: {
        source: { kind: 'relay', url: 'http://c.example', page: 'x' },
        monitors: { eur: { currency: 'euro' } },
      },
      d: { source: { kind: 'simulated' }, monitors: { eur: { currency: 'euro', price: 12.5 } } },
    })
    expect(pages.map(({ source: { kind } }) => kind)).toEqual(['json', 'html', 'relay', 'simulated'])
    expect(pages[0]).toMatchObject({
      every: { cron: '0 16 * * 1-5' },
      source: { method: 'POST', body: '{"q":1}' },
    })
  })

  test('that is wrong in many places is told of all of them at once', () => {
    expect(
      problemsOf({
        Bad: { source: { ...source, url: 'ftp://a' }, monitors: {} },
        ok: {
          every: '10',
          stale_after: 'soon',
          source: { kind: 'xml' },
          monitors: { 'us-d': { currency: 'peso', title: '' } },
        },
        html: {
          source: { kind: 'html', url: 'x' },
          monitors: { usd: { currency: 'dollar', price: '##', last_update: 'a >' } },
        },
        json: {
          source: { ...source, method: 'DELETE', headers: { 'a b': 'c' } },
          monitors: {
            usd: { currency: 'dollar', price: 'usd', last_update: '$.date' },
            eur: { currency: 'euro' },
          },
        },
      }).map((problem) => problem.split(': ')[0]),
    ).toEqual([
      'pages.Bad',
      'pages.Bad.source.url',
      'pages.Bad.monitors',
      'pages.ok.monitors.us-d',
      'pages.ok.every',
      'pages.ok.stale_after',
      'pages.ok.source.kind',
      'pages.ok.monitors.us-d.currency',
      'pages.ok.monitors.us-d.title',
      'pages.html.source.url',
      'pages.html.monitors.usd.price',
      'pages.html.monitors.usd.last_update',
      'pages.json.source.headers.a b',
      'pages.json.source.method',
      'pages.json.monitors.usd.price',
      'pages.json.monitors.usd.last_update',
      'pages.json.monitors.eur.price',
    ])
  })

  test.each([
    [{}, 'pages: must not be empty'],
    [[], 'pages: must be an object of pages'],
    [undefined, 'pages: must be an object of pages'],
    [{ p: null }, 'pages.p: '],
    [{ p: 'x' }, 'pages.p: '],
    [{ p: {} }, 'pages.p.source: must be an object with a kind'],
  ])('with the pages %j is refused', (pages, problem) => {
    expect(problemsOf(pages).join('; ')).toContain(problem)
  })

  test.each(['a', 'a'.repeat(32), 'a_9'])('takes the name %j', (name) => {
    expect(problemsOf({ [name]: { source, monitors } })).toEqual([])
  })

  test.each(['', '9a', '_a', 'A', 'a-b', 'a.b', 'a'.repeat(33), 'ñ', '__proto__', 'a\n'])(
    'refuses the name %j',
    (name) => {
      const pages = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify({ source, monitors })}}`)
      expect(problemsOf(pages).length).toBeGreaterThan(0)
    },
  )

  test('that is not there or not JSON is told in one line', async () => {
    await expect(readSourcesFile('/nowhere/x.json')).rejects.toThrow(
      'SOURCES_FILE /nowhere/x.json cannot be read: there is no such file',
    )
    expect(() => parseSources('{"pages": {', 'x.json')).toThrow(
      /^Bad SOURCES_FILE x.json: it is not JSON: [^\n]+$/,
    )
    expect(() => parseSources('[]', 'x.json')).toThrow(Failure)
  })
})
