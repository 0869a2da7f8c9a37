import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tls from 'node:tls'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../../src/cli/commands.ts'
import { runImport } from '../../../src/cli/import.ts'
import { parseImport } from '../../../src/cli/import-line.ts'
import { createHistoryStore } from '../../../src/service/history/history.ts'
import { KEYS } from '../../../src/service/keys.ts'
import { createAuthority } from '../../support/authority.ts'
import { preparePage } from '../../support/collect.ts'
import { useFolder } from '../../support/folder.ts'
import { usePage } from '../../support/pages.ts'
import { intercept, useEmptyRedis } from '../../support/redis.ts'
import { serveSecurely } from '../../support/secure-source.ts'
import { officialTable, workbook } from '../../support/workbooks.ts'

const { redis, url } = await useEmptyRedis()
const page = usePage()
const directory = useFolder()
const NOW = Date.UTC(2026, 0, 22, 15)
const REF = 'dollar:page_one.usd'

const OPTIONS = { clock: () => NOW }
const MONITOR = '--page page_one --currency dollar --monitor usd'.split(' ')
const CSV = [...MONITOR, '--date-column', 'date', '--price-column', 'price']
const POINTERS = ['--rows', '', '--date', '/fecha', '--price', '/promedio']

/** What the command prints. */
async function run(args: readonly string[], from = redis): Promise<string[]> {
  const wanted = parseImport(args)
  const printed: string[] = []
  if (wanted) await runImport(wanted, { ...OPTIONS, redis: from, print: (line) => printed.push(line) })
  return printed
}

function save(name: string, content: string | Buffer): string {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}

const importCsv = async (csv: string, from = redis): Promise<string> =>
  (await run([...CSV, save('prices.csv', csv)], from)).join('\n')

const history = () => createHistoryStore(redis)
const allDays = () => history().days(REF, '2000-01-01', '2030-01-01')
const everything = async () => {
  const keys = (await redis.keys('*:*:*:*')).sort() // the sorted sets of a monitor carry its ref
  return Promise.all(keys.map(async (key) => [key, await redis.zrange(key, 0, '-1')]))
}

/** Collects a price live, at NOW. */
async function collectLive(price: string, date: string): Promise<void> {
  page.answer((_request, response) => response.end(JSON.stringify({ price, date })))
  const monitors = { usd: { currency: 'dollar', price: '/price', last_update: '/date' } }
  const source = { kind: 'json', url: page.url() }
  const { collect } = await preparePage('page_one', { source, monitors }, { redis, clock: () => NOW })
  expect(await collect()).toBe('changed')
}

describe('an import', () => {
  test('run twice changes nothing', async () => {
    const csv = 'date,price\n2026-01-20T10:00:00Z,300\n2026-01-20T10:00:00Z,300\n2026-01-20T12:00:00Z,290\n'
    await importCsv(csv)
    const before = await everything()
    expect(await importCsv(csv)).toContain('0 days written, 1 already so')
    expect(await everything()).toEqual(before)
  })

  test('run twice changes nothing on the day whose milliseconds gain a digit', async () => {
    const hours = ['00:00', '01:00', '02:00', '03:00', '04:00', '12:00']
    const rows = hours.map((hour, i) => `2001-09-09T${hour}:00Z,${300 + i}`)
    await importCsv(`date,price\n${rows.join('\n')}\n`)
    expect(await importCsv(`date,price\n${rows.join('\n')}\n`)).toContain('0 days written')
  })

  test('puts a day of another file in the place of the one imported before', async () => {
    await importCsv('date,price\n2026-01-20,300\n2026-01-20,310\n2026-01-21,320\n')
    await importCsv('date,price\n2026-01-20,305\n')
    expect((await allDays()).map(({ price, high }) => [price, high])).toEqual([
      ['305', '305'],
      ['320', '320'],
    ])
    expect(await history().updates(REF, '2026-01-20')).toHaveLength(1)
  })

  test('leaves a day that was collected live, and the newest price', async () => {
    await collectLive('350', '2026-01-21')
    const quotes = await redis.hgetall(KEYS.quotes)
    expect(await importCsv('date,price\n2026-01-20,300\n2026-01-21,1\n2026-01-22,2\n')).toContain('1 kept')
    expect((await allDays()).map(({ day, price }) => [day, price])).toEqual([
      ['2026-01-20', '300'],
      ['2026-01-21', '350'],
      ['2026-01-22', '2'],
    ])
    expect(await history().updates(REF, '2026-01-21')).toMatchObject([{ price: '350' }])
    expect(await redis.hgetall(KEYS.quotes)).toEqual(quotes)
  })

  test('passes over rows that have no price, and says how many', async () => {
    expect(await importCsv('date,price\n2026-01-20,300\n2026-01-21,\n,\n')).toContain(
      '2 rows without a price',
    )
    expect(await allDays()).toHaveLength(1)
  })

  test.each([
    ['2026-01-20,300\n2026-01-21,abc\n2026-01-22,310', 'line 3: price is no price above zero: "abc"'],
    ['2026-01-20,300\n2026-01-21,0', 'line 3: price is no price above zero: "0"'],
    ['2026-01-20,300\n2026-01-21,-5', 'line 3: price'],
    ['2026-01-20,300\n2026-02-30,310', 'line 3: date is'],
    ['2026-01-20,300\n,310', 'line 3: date is'],
    ['2026-01-20,300\nayer,310', 'line 3: date is'],
    ['2026-01-20,300\n2028-01-01,310', 'line 3: date is'],
    ['2026-01-20,300,1', 'on line 2'],
    ['"2026-01-20,300', 'Quote Not Closed'],
    ['', 'no row has a price'],
  ])('of the rows %j says what is wrong in which line, and changes nothing', async (rows, problem) => {
    await expect(importCsv(`date,price\n${rows}\n`)).rejects.toThrow(problem)
    expect(await redis.keys('*')).toEqual([])
  })

  test('without the column of dates names those that are there', async () => {
    await expect(importCsv('day,price\n2026-01-20,300\n')).rejects.toThrow(
      'has no column date: it has day, price',
    )
  })

  test('reads other dialects: semicolons with decimal commas, tabs, a byte order mark, Windows lines', async () => {
    for (const csv of ['\uFEFFdate;price\r\n20/01/2026;1.300,50\r\n', 'date\tprice\n20-01-2026\t1300.50\n']) {
      await redis.flushall()
      await importCsv(csv)
      expect(await allDays()).toMatchObject([{ day: '2026-01-20', price: '1300.5' }])
    }
  })

  test('that Redis refuses leaves nothing', async () => {
    const isScript = (name: string) => name.startsWith('tasa_')
    const failing = intercept(redis, isScript, () => Promise.reject(new Error('killed')))
    await expect(importCsv('date,price\n2026-01-20,300\n', failing)).rejects.toThrow('killed')
    expect(await redis.keys('*')).toEqual([])
  })

  test('agrees with a naive model of its rows, whatever their order', async () => {
    const row = fc.record({ minute: fc.nat({ max: 3 * 1_440 }), cents: fc.integer({ min: 1, max: 99_999 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        await redis.flushall()
        const start = Date.UTC(2026, 0, 18, 4)
        const updates = rows.map(({ minute, cents }) => ({ at: start + minute * 60_000, price: cents / 100 }))
        const csv = updates.map(({ at, price }) => `${new Date(at).toISOString()},${price}`)
        await importCsv(`date,price\n${csv.join('\n')}\n`)
        const sorted = [...updates].sort((a, b) => a.at - b.at)
        for (const { day, price, high, low } of await allDays()) {
          const ofDay = sorted.filter(({ at }) => new Date(at - 4 * 3_600_000).toISOString().startsWith(day))
          const prices = ofDay.map((one) => one.price)
          expect([price, high, low].map(Number)).toEqual([
            prices.at(-1),
            Math.max(...prices),
            Math.min(...prices),
          ])
          expect((await history().updates(REF, day)).map((one) => Number(one.price))).toEqual(prices)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('an import of the official workbooks', () => {
  const importBooks = (...books: Buffer[]): Promise<string[]> =>
    run(['--bcv', ...books.map((bytes, i) => save(`q${i}.xls`, bytes)), '--page', 'page_one'])

  const BOOK = workbook({
    '21012026': officialTable('22/01/2026', [
      ['USD', 348, 349.9272],
      ['EUR', 400, 408.9117],
      ['MXP', 19, 19.5],
    ]),
    '20012026': officialTable('21/01/2026', [
      ['USD', 346, 347.2631],
      ['EUR', 398, 405.5],
    ]),
    '19012026': officialTable('20/01/2026', [['USD', 343, 344.5071]]),
  })

  test('writes a monitor for each currency, on the effective days', async () => {
    expect(await importBooks(BOOK)).toEqual([
      'page_one.usd (dollar): 3 rows on 3 days, 3 days written, 0 already so, no page has offered this monitor yet',
      'page_one.eur (euro): 2 rows on 2 days, 2 days written, 0 already so, no page has offered this monitor yet',
      'page_one.mxn (dollar): 1 rows on 1 days, 1 days written, 0 already so, no page has offered this monitor yet',
    ])
    expect((await allDays()).map(({ day, price }) => [day, price])).toEqual([
      ['2026-01-20', '344.5071'],
      ['2026-01-21', '347.2631'],
      ['2026-01-22', '349.9272'],
    ])
    expect(await history().days('euro:page_one.eur', '2000-01-01', '2030-01-01')).toMatchObject([
      { day: '2026-01-21', price: '405.5' },
      { day: '2026-01-22', price: '408.9117' },
    ])
  })

  const NO_WORKBOOK = /q1\.xls is no workbook of Excel 97 to 2003 \(\.xls\); nothing was imported$/
  const manySheets = Array.from({ length: 151 }, (_, i) => [`s${i}`, [[1]]] as const)

  test.each([
    ['a page of a server', Buffer.from('<html><body>403 Forbidden</body></html>'), NO_WORKBOOK],
    ['a newer workbook', Buffer.from('PK\u0003\u0004rest'), NO_WORKBOOK],
    ['empty', Buffer.from(''), NO_WORKBOOK],
    [
      'damaged',
      Buffer.concat([BOOK.subarray(0, 8), Buffer.alloc(4_096, 7)]),
      /q1\.xls cannot be read as a workbook: .+; nothing was imported$/,
    ],
    [
      'too large',
      Buffer.concat([BOOK, Buffer.alloc(17 * 1024 * 1024)]),
      'is over 16777216 bytes; nothing was imported',
    ],
    ['a workbook of too many sheets', workbook(Object.fromEntries(manySheets)), 'it has over 150 sheets'],
  ])('writes nothing of any file if one of them is %s', async (_what, bytes, reason) => {
    await expect(importBooks(BOOK, bytes)).rejects.toThrow(reason)
    expect(await redis.keys('*')).toEqual([])
  })

  test('names a file that does not exist', async () => {
    const reason = 'missing.xls cannot be read: there is no such file'
    await expect(run(['--bcv', 'missing.xls', '--page', 'page_one'])).rejects.toThrow(reason)
  })
})

describe('an import of a JSON answer', () => {
  test('that leaves out its intermediate is read with the one that SOURCES_FILE names', async () => {
    const trusted = tls.getCACertificates('default')
    const root = createAuthority('Test root')
    const issuer = createAuthority('Test intermediate', { issuer: root })
    const content = '[{"fecha":"2025-09-01","promedio":146.1}]'
    const source = await serveSecurely(issuer, { content })
    tls.setDefaultCACertificates([...trusted, root.certificate])
    save('issuer.pem', issuer.certificate)
    const there = { kind: 'json', url: source.url, intermediates: 'issuer.pem' }
    const monitors = { usd: { currency: 'dollar', price: '/price' } }
    const pages = { page_one: { every: '1d', source: there, monitors } }
    const sourcesFile = save('sources.json', JSON.stringify({ pages }))
    const args = [...MONITOR, '--json', source.url, ...POINTERS]
    const bring = (env: Record<string, string>) =>
      runCommand('import', { REDIS_URL: url, ...env }, args, { print: () => {}, isTerminal: false })
    await expect(bring({})).rejects.toThrow('no certificate of the issuer CN=Test intermediate')
    await bring({ SOURCES_FILE: sourcesFile })
    expect(await allDays()).toMatchObject([{ day: '2025-09-01', price: '146.1' }])
    tls.setDefaultCACertificates(trusted)
    await source.close()
  })

  test('that cannot be fetched ends with one line', async () => {
    page.answer((_request, response) => response.writeHead(403).end())
    await expect(run([...MONITOR, '--json', page.url(), ...POINTERS])).rejects.toThrow(
      'cannot be read: the page answered 403; nothing was imported',
    )
  })
})
