import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../../../src/runtime/log.ts'
import { parseSources, readSourcesFile } from '../../../../../src/service/sources/file/sources-file.ts'
import { createAuthority } from '../../../../support/authority.ts'
import { makeFolder } from '../../../../support/folder.ts'

const monitors = { usd: { currency: 'dollar', title: 'Dólar', price: '/usd' } }
const source = { kind: 'json', url: 'https://a.example/x' }
const good = { name: 'A', kind: 'json', url: 'https://a.example', monitors: { usd: { price: '/a' } } }
const LIST = {
  list: '/data',
  value: '/adv/price',
  where: { '/adv/min': { max: 8000 }, '/user/orders': { min: '50', equals: true } },
  take: 'mean',
  trim: 0.1,
}
const parse = (pages: unknown) => parseSources(JSON.stringify({ pages }), 'x.json')

const root = createAuthority('A root')
const link = createAuthority('A link', { issuer: root, keysOf: root })
const more = createAuthority('More', { issuer: link, keysOf: root })

/** A file of two pages, whose source and history name `links.pem` and `more.pem`, beside the given files. */
function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder()
  const past = { kind: 'json', url: source.url, rows: '', date: '/d', price: '/p' }
  const history = [past, { ...past, intermediates: 'more.pem' }]
  const pages = {
    p: { source: { ...source, intermediates: 'links.pem' }, monitors },
    q: { source, monitors: { usd: { ...monitors.usd, history } } },
  }
  const path = join(folder, 'x.json')
  for (const [name, text] of Object.entries({ ...files, 'x.json': JSON.stringify({ pages }) }))
    writeFileSync(join(folder, name), text)
  return path
}

function problemsOf(pages: unknown): string[] {
  try {
    parse(pages)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    expect(error.message).not.toContain('\n')
    return error.message.replace('Bad SOURCES_FILE x.json: ', '').split('; ').toSorted()
  }
  return []
}

describe('SOURCES_FILE', () => {
  test('needs little: the rest has defaults, and pages and monitors keep the order of the file', () => {
    const many = { zulu: { currency: 'dollar', price: '/a' }, alpha: monitors.usd, mike: monitors.usd }
    const [first, second] = parse({ zz: { source, monitors: many }, aa: { source, monitors } })
    expect(first).toMatchObject({
      page: 'zz',
      title: 'zz',
      every: { everyMs: 900_000 },
      staleAfterMs: 129_600_000,
      namesSources: false,
      sources: [{ name: 'zz', method: 'GET', headers: {}, body: null }],
      monitors: [
        { key: 'zulu', about: { title: 'zulu', image: null }, combine: 'first', quorum: 2 },
        { key: 'alpha' },
        { key: 'mike' },
      ],
    })
    expect(second?.page).toBe('aa')
  })

  test('takes each kind of source, a cron expression, and a body of JSON', () => {
    const every = '0 16 * * 1-5'
    const noPrice = { currency: 'dollar' }
    const usd = { ...noPrice, price: '#a@b' }
    const [a, b, c, d] = parse({
      a: { every, source: { ...source, method: 'POST', body: { q: 1 } }, monitors },
      b: { source: { kind: 'html', url: 'http://b.example' }, monitors: { usd } },
      c: { source: { kind: 'relay', url: 'http://c.example', page: 'x' }, monitors: { usd: noPrice } },
      d: { source: { kind: 'simulated' }, monitors: { usd: { ...usd, price: 12.5 } } },
    })
    const body = '{"q":1}'
    expect(a).toMatchObject({ every: { crons: [every] }, sources: [{ kind: 'json', method: 'POST', body }] })
    const kinds = [b, c, d].map((page) => page?.sources[0]?.kind)
    expect(kinds).toEqual(['html', 'relay', 'simulated'])
  })

  test('takes sources that stand in for each other, as the interface has them', () => {
    const history = { kind: 'json', url: 'https://c.example', rows: '', date: '/fecha', price: '/promedio' }
    const html = { name: 'BCV', kind: 'html', url: 'https://a.example', timeout: '30s' }
    const place = { price: '#dolar strong', last_update: '.day@content' }
    const words = { title: 'Dólar BCV', aliases: ['bcv', 'dolar bcv'] }
    const usd = { currency: 'dollar', ...words, least_change: 0.5, step: 35, effective_day: true, history }
    const mid = { currency: 'dollar', combine: 'median', quorum: 1 }
    const echo = { ...source, name: 'DolarApi', echo_of: 'BCV' }
    const every = ['*/10 15-19 * * 1-5', '0 * * * *']
    const sources = [
      { ...html, monitors: { usd: place } },
      { ...echo, monitors: { usd: { price: '/promedio' }, mid: { price: LIST } } },
    ]
    const request = { method: 'GET', headers: {}, body: null }
    const read = { key: 'usd', currency: 'dollar' }
    const shown = { image: null, combine: 'first', quorum: 2 }
    const flags = { least_change: 0.5, step: 35, effective_day: true }
    const where = { '/adv/min': { max: '8000' }, '/user/orders': { min: '50', equals: 'true' } }
    const list = { ...LIST, where, trim: '0.1', at_least: 3 }
    expect(parse({ bcv: { title: 'Banco Central', every, sources, monitors: { usd, mid } } })).toMatchObject([
      {
        page: 'bcv',
        title: 'Banco Central',
        every: { crons: every },
        staleAfterMs: 129_600_000,
        namesSources: true,
        sources: [
          {
            ...request,
            name: 'BCV',
            kind: 'html',
            url: html.url,
            timeoutMs: 30_000,
            monitors: [{ ...read, ...place }],
          },
          {
            ...request,
            name: 'DolarApi',
            kind: 'json',
            url: source.url,
            echoOf: ['BCV'],
            monitors: [
              { ...read, price: '/promedio' },
              { ...read, key: 'mid', price: list },
            ],
          },
        ],
        monitors: [
          { ...read, ...words, ...shown, ...flags, history: [{ ...history, headers: {} }] },
          { ...shown, ...mid, key: 'mid', about: { title: 'mid' } },
        ],
      },
    ])
  })

  test('takes a period after which a price stands still, and for effective days a time of day', () => {
    const pageOf = (usd: object) => ({ p: { source, monitors: { usd: { ...monitors.usd, ...usd } } } })
    const read = (usd: object) => parse(pageOf(usd))[0]?.monitors[0]?.stands_still_after
    expect(read({ stands_still_after: '24h' })).toEqual({ periodMs: 86_400_000 })
    expect(read({ stands_still_after: '22:00', effective_day: true })).toEqual({ timeOfDayMs: 79_200_000 })
    expect(read({})).toBeUndefined()
    const [period, timeOfDay] = ['a period such as 24h', 'a time of day such as 22:00']
    for (const [usd, problem] of [
      [{ stands_still_after: '24:00' }, `${period}, or for prices with effective_day ${timeOfDay}`],
      [{ stands_still_after: '22:00' }, `${period}, as the monitor has no effective_day`],
      [{ stands_still_after: '24h', effective_day: true }, `${timeOfDay}, as the monitor has effective_day`],
    ] as const)
      expect(problemsOf(pageOf(usd))).toEqual([`pages.p.monitors.usd.stands_still_after: must be ${problem}`])
  })

  test('takes places of history that stand in for each other', () => {
    const pageOf = (...urls: string[]) => {
      const history = urls.map((url) => ({ kind: 'json', url, rows: '', date: '/d', price: '/p' }))
      return { p: { source, monitors: { usd: { ...monitors.usd, history } } } }
    }
    const [page] = parse(pageOf('https://a.example', 'https://b.example'))
    expect(page?.monitors[0]?.history).toMatchObject([
      { url: 'https://a.example' },
      { url: 'https://b.example' },
    ])
    const at = 'pages.p.monitors.usd.history'
    expect(problemsOf(pageOf('https://a.example', 'b'))).toEqual([
      `${at}.1.url: must be an http or https address`,
    ])
    expect(problemsOf(pageOf())).toEqual([`${at}: must not be empty`])
  })

  test('names every bad value in one message, with its place and what is expected', () => {
    const history = { kind: 'csv', url: 'x', rows: 'r' }
    expect(
      problemsOf({
        a: {
          combine: 'best',
          every: ['0 * * * *', 'hourly'],
          sources: [
            { ...good, monitors: { usd: { price: 'usd' } } },
            { ...good, monitors: { usd: { price: { ...LIST, where: { adv: { mim: 1 } } } } } },
          ],
          monitors: {
            usd: { currency: 'dollar', aliases: ['bcv', 'Dólar'], least_change: -1 },
            gbp: { currency: 'dollar', step: 900, effective_day: 'yes' },
          },
        },
        b: { sources: [good], monitors: { usd: { currency: 'dollar', history } } },
        c: {
          stale_after: 'soon',
          source: { ...source, method: 'DELETE', headers: { 'a b': 'c' } },
          monitors: { usd: { currency: 'peso', title: '' } },
        },
        d: { sources: [], monitors: { usd: { currency: 'dollar' } } },
        e: { sources: [{ kind: 'json' }], monitors: { usd: { currency: 'dollar' } } },
        f: {
          source: { kind: 'html', url: 'ftp://x' },
          monitors: { usd: { currency: 'dollar', price: '##', last_update: 'a >' } },
        },
        g: { source: { kind: 'xml' }, monitors: {} },
        h: { source, sources: [good], monitors },
        i: { sources: [good], monitors },
      }),
    ).toEqual([
      'pages.a.combine: must be first or median',
      'pages.a.every: must be a list of cron expressions: "hourly" is none',
      'pages.a.monitors.gbp.effective_day: must be true or false',
      'pages.a.monitors.gbp.step: must be at most 200',
      'pages.a.monitors.usd.aliases.1: must be in lower case and without accents',
      'pages.a.monitors.usd.least_change: must be 0 or more',
      'pages.a.sources.0.monitors.usd.price: must be a JSON Pointer, such as /rates/usd',
      'pages.a.sources.1.monitors.usd.price.where.adv: must be a JSON Pointer',
      'pages.a.sources.1.monitors.usd.price.where.adv: must have min, max or equals',
      'pages.a.sources.1.monitors.usd.price.where.adv: must have nothing but min, max, equals',
      'pages.b.monitors.usd.history.date: must be a JSON Pointer, such as /rates/usd',
      'pages.b.monitors.usd.history.kind: must be json',
      'pages.b.monitors.usd.history.price: must be a JSON Pointer, such as /rates/usd',
      'pages.b.monitors.usd.history.rows: must be a JSON Pointer, such as /rates/usd',
      'pages.b.monitors.usd.history.url: must be an http or https address',
      'pages.c.monitors.usd.currency: must be dollar or euro',
      'pages.c.monitors.usd.price: must be a JSON Pointer, such as /rates/usd',
      'pages.c.monitors.usd.title: must be a text in one line',
      'pages.c.source.headers.a b: Invalid key in record',
      'pages.c.source.method: must be GET or POST',
      'pages.c.stale_after: must be a period from 1s up, such as 90s, 15m, 36h or 2d',
      'pages.d.sources: must not be empty',
      'pages.e.sources.0.monitors: must be an object of monitors',
      'pages.e.sources.0.url: must be an http or https address',
      'pages.f.monitors.usd.last_update: must be a CSS selector',
      'pages.f.monitors.usd.price: must be a CSS selector',
      'pages.f.source.url: must be an http or https address',
      'pages.g.monitors: must not be empty',
      'pages.g.source.kind: must be json, html, relay or simulated',
      'pages.h.source: must not stand beside sources',
      'pages.i.monitors.usd.price: must stand in the monitors of each source',
    ])
  })

  test('names all that does not fit together in one message', () => {
    const usd = { currency: 'dollar' }
    const echo = (name: string, echo_of: string) => ({ ...source, name, echo_of, monitors })
    expect(
      problemsOf({
        a: {
          quorum: 3,
          sources: [
            { ...good, monitors: { usd: { price: '/a' }, eur: { price: '/e' } } },
            { ...good, echo_of: 'B' },
          ],
          monitors: {
            usd: { currency: 'dollar', aliases: ['bcv'] },
            gbp: { currency: 'dollar', aliases: ['usd'] },
          },
        },
        b: {
          sources: [good, { name: 'S', kind: 'simulated', monitors: { usd: {} } }],
          monitors: { usd: { currency: 'dollar', aliases: ['bcv'], quorum: 3 } },
        },
        c: { quorum: 2, source, monitors: { 'us-d': { currency: 'dollar', price: '/a' } } },
        d: { sources: [echo('A', 'B'), echo('B', 'A'), echo('C', 'A')], monitors: { usd } },
        e: { sources: [{ ...source, monitors: {} }], monitors: { usd } },
      }),
    ).toEqual([
      'pages.a.monitors.gbp.aliases.0: must be another word: usd is another monitor of the page',
      'pages.a.monitors.gbp: must have a price in one of the sources',
      'pages.a.quorum: must be at most 2, the number of sources',
      'pages.a.sources.0.monitors.eur: must be one of usd, gbp',
      'pages.a.sources.1.echo_of: must be the name of another source of the page',
      'pages.a.sources.1.name: must be another name: A stands twice',
      'pages.b.monitors.usd.aliases.0: must be another word: bcv names a.usd',
      'pages.b.monitors.usd.quorum: must be at most 2, the number of sources',
      'pages.b.sources.1.kind: must not be simulated beside other sources',
      'pages.c.monitors.us-d: a name must match ^[a-z][a-z0-9_]{0,31}$',
      'pages.c.quorum: must be at most 1, the number of sources',
      'pages.d.sources.0.echo_of: must not lead back to the source itself',
      'pages.d.sources.1.echo_of: must not lead back to the source itself',
      'pages.e.monitors.usd: must have a price in one of the sources',
      'pages.e.sources.0.name: must be a text',
    ])
  })

  test('with traps that would leave a monitor without a price, or without a name, is told of them', () => {
    const list = { ...LIST, where: { '/adv/min': { min: 8000, max: '50' } } }
    const echo = (name: string, echo_of: string, price: unknown = '/usd') => ({
      ...source,
      name,
      echo_of,
      monitors: { usd: { price } },
    })
    const usd = { currency: 'dollar', title: 'a\nb', aliases: ['100'] }
    const sources = [echo('A', 'B'), echo('B', 'A', list), echo(' ', 'A')]
    const simulated = { currency: 'dollar', price: LIST }
    expect(
      problemsOf({
        p: { every: '0 0 31 2 *', sources, monitors: { usd } },
        q: { source: { kind: 'simulated' }, monitors: { usd: simulated } },
      }),
    ).toEqual([
      'pages.p.every: must be a period from 1s up, such as 15m, or a cron expression',
      'pages.p.monitors.usd.aliases.0: must have a letter: people type amounts',
      'pages.p.monitors.usd.title: must be a text in one line',
      'pages.p.sources.1.monitors.usd.price.where./adv/min: must have a min that is not above its max',
      'pages.p.sources.2.name: must be a text in one line',
      'pages.q.monitors.usd.price: must be a price above zero',
    ])
  })

  test('has an echo of an echo count as one of the first', () => {
    const sources = [['Third', 'Second'], ['Second', 'First'], ['First']].map(([name, echo_of]) => ({
      ...source,
      name,
      echo_of,
      monitors: { usd: { price: '/usd' } },
    }))
    const [page] = parse({ p: { sources, monitors: { usd: { currency: 'dollar' } } } })
    expect(page?.sources.map(({ echoOf }) => echoOf)).toEqual([['Second', 'First'], ['First'], undefined])
  })

  test.each([
    [{}, 'pages: must not be empty'],
    [[], 'pages: must be an object of pages'],
    [undefined, 'pages: must be an object of pages'],
    [{ p: null }, 'pages.p: '],
    [{ p: 'x' }, 'pages.p: '],
    [{ p: { monitors } }, 'pages.p.source: must be an object with a kind'],
  ])('with the pages %j is refused', (pages, problem) => {
    expect(problemsOf(pages).join('; ')).toContain(problem)
  })

  test('takes names of at most 32 small letters, digits and underscores that begin with a letter', () => {
    const problems = (name: string) =>
      problemsOf(JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify({ source, monitors })}}`))
    for (const name of ['a', 'a'.repeat(32), 'a_9']) expect([name, problems(name)]).toEqual([name, []])
    for (const name of ['', '9a', '_a', 'A', 'a-b', 'a.b', 'a'.repeat(33), 'ñ', '__proto__', 'a\n'])
      expect([name, problems(name)]).not.toEqual([name, []])
  })

  test('that names files of intermediates is read with them, from its own folder', async () => {
    const path = writeFolder({ 'links.pem': link.certificate, 'more.pem': more.certificate })
    const pages = await readSourcesFile(path)
    const plain = ({ certificate }: typeof link) => new X509Certificate(certificate).toString()
    expect(pages.map(({ intermediates }) => intermediates)).toEqual([[plain(link)], [plain(more)]])
  })

  test('that names bad files of intermediates is refused with each of them in one line', async () => {
    const path = writeFolder({ 'more.pem': root.certificate })
    const first = `^Bad SOURCES_FILE ${path}: pages.p: intermediates links.pem: ENOENT[^\\n]+; `
    const second = 'pages.q: intermediates more.pem: certificate 1 \\(CN=A root\\) is self-signed[^\\n]+$'
    await expect(readSourcesFile(path)).rejects.toThrow(new RegExp(first + second))
  })

  test('of the examples is good', async () => {
    const example = new URL('../../../../../examples/sources.json', import.meta.url)
    const pages = await readSourcesFile(example.pathname)
    expect(pages.flatMap(({ sources }) => sources.map(({ kind }) => kind))).toEqual(['html', 'json'])
  })

  test('that is not there or not JSON is told in one line', async () => {
    await expect(readSourcesFile('/nowhere/x.json')).rejects.toThrow(
      'SOURCES_FILE /nowhere/x.json cannot be read: there is no such file',
    )
    expect(() => parseSources('{"pages": {', 'x.json')).toThrow(
      /^Bad SOURCES_FILE x.json: it is not JSON: [^\n]+$/,
    )
    expect(() => parseSources('[]', 'x.json')).toThrow(Failure)
  })

  describe('a page of means', () => {
    const bank = { source, monitors: { usd: monitors.usd, eur: { ...monitors.usd, currency: 'euro' } } }
    const mean = (mean_of: unknown, more = {}) => ({
      monitors: { usd: { currency: 'dollar', mean_of } },
      ...more,
    })

    test('needs no source, and names its parts in its records', () => {
      const [, page] = parse({ p: bank, q: { source, monitors }, m: mean(['p.usd', 'q.usd']) }).slice(1)
      expect(page).toMatchObject({
        namesSources: true,
        every: { everyMs: 60_000 },
        sources: [{ kind: 'mean' }],
      })
    })

    const OTHER = /mean_of\.1: must be another monitor of the file in dollar/
    const two = ['p.usd', 'q.usd']
    const besidePrice = { monitors: { ...monitors, m: mean(two).monitors.usd } }
    test.each([
      ['of one', mean(['p.usd']), /^pages\.m\.monitors\.usd\.mean_of: must be two monitors or more$/],
      ['of itself', mean(['p.usd', 'm.usd']), OTHER],
      ['of one that is none', mean(['p.usd', 'p.gbp']), OTHER],
      ['of a page that no file names', mean(['p.usd', 'constructor.usd']), OTHER],
      ['of more than a page and a key', mean(['p.usd', 'q.usd.x']), OTHER],
      ['of one twice', mean(['p.usd', 'p.usd']), OTHER],
      ['of another currency', mean(['p.usd', 'p.eur']), OTHER],
      ['with a schedule', mean(two, { every: '1s' }), /every: must not stand on a page of means/],
      ['with a source', mean(two, { source: { kind: 'simulated' } }), /mean_of: must stand alone/],
      ['beside a price', besidePrice, /mean_of: must stand alone/],
    ])('%s is refused', (_, page, problem) => {
      const found = problemsOf({ p: bank, q: { source, monitors }, m: page })
      expect(found).toContainEqual(expect.stringMatching(problem))
    })
  })
})
