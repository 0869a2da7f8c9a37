import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { addDays, type Day, startOfDay } from '../../../src/domain/caracas.ts'
import type { DailyPrice } from '../../../src/domain/in-force.ts'
import { createBackfill, loadShippedPast } from '../../../src/service/backfill.ts'
import { createHistoryStore } from '../../../src/service/history/history.ts'
import { daysOf, mergeHistories } from '../../../src/service/history/merge.ts'
import { type PageConfig, parseSources } from '../../../src/service/sources/file/sources-file.ts'
import { type PastDay, readPastDays } from '../../../src/service/sources/shipped/past.ts'
import { onThisMachine } from '../../support/machine.ts'
import { silent, useEmptyRedis } from '../../support/redis.ts'

const { redis } = await useEmptyRedis()
const TODAY = '2026-11-20'
const REF = 'dollar:bcv.usd'
const POINTERS = { kind: 'json', rows: '', date: '/fecha', price: '/promedio' }

const [page] = parseSources(
  '{"pages": {"bcv": {"source": {"kind": "simulated"}, "monitors": {"usd": {"currency": "dollar", "past": "bcv.usd"}}}}}',
  'test',
) as [PageConfig]

let stop = async (): Promise<void> => {}
afterEach(() => stop())

/** A year of rows as history sources give them. */
const yearOfRows = (): { fecha: Day; promedio: number }[] =>
  Array.from({ length: 365 }, (_, i) => ({ fecha: addDays(TODAY, -i), promedio: 860.12345678 - i }))

type Answer = (signal: AbortSignal) => Promise<string> | string

interface Filled {
  /** Its only monitor is `usd`. */
  readonly page: string
  /** Of its history sources, the best first. */
  readonly answers: readonly Answer[]
  readonly past?: string
}
const monitorOf = (page: string, ...answers: Answer[]): Filled => ({ page, answers })

async function fill(...monitors: Filled[]) {
  const answersOf = new Map<string, Answer>(
    monitors.flatMap(({ page, answers }) =>
      answers.map((answer, i) => [`https://${page}-${i}.example/`, answer]),
    ),
  )
  const pages = monitors.map(({ page, answers, past }) => {
    const history = answers.map((_, i) => ({ ...POINTERS, url: `https://${page}-${i}.example/` }))
    return [page, { source: { kind: 'simulated' }, monitors: { usd: { currency: 'dollar', past, history } } }]
  })
  const backfill = createBackfill({
    redis,
    pages: parseSources(JSON.stringify({ pages: Object.fromEntries(pages) }), 'test'),
    fetch: async ({ url }, signal) => answersOf.get(url)?.(signal) ?? '',
    clock: () => startOfDay(TODAY) + 43_200_000,
    log: silent,
    retryMs: 5,
  })
  await backfill.start()
  stop = backfill.stop
  return backfill.progress
}

const daysIn = (ref = REF) => createHistoryStore(redis).days(ref, '2020-01-01', '2030-01-01')

test('a history with a price older than a week is left as it is, and nobody is asked', async () => {
  const updates = [{ price: '700', lastUpdate: startOfDay(addDays(TODAY, -7)) }]
  await mergeHistories(redis, [{ ref: REF, updates, days: daysOf(updates, 'imported') }])
  const progress = await fill(monitorOf('bcv', () => Promise.reject(new Error('asked'))))
  await sleep(50)
  expect(progress()).toBeUndefined()
  expect(await daysIn()).toHaveLength(1)
})

/** A monitor whose past comes with the program, to the last day of the past of `bcv.usd`. */
async function loadShipped(): Promise<readonly PastDay[]> {
  await loadShippedPast(redis, [page])
  return readPastDays('bcv.usd')
}

test('an empty history has the past that comes with the program from the start on, and it is loaded once', async () => {
  const shipped = await loadShipped()
  const loaded = await daysIn()
  expect(loaded).toEqual(shipped.map((one) => ({ ...one, lastUpdate: startOfDay(one.day) })))
  const mended = { ...(loaded[5] as DailyPrice), price: '1', high: '1', low: '1' }
  await mergeHistories(redis, [{ ref: REF, updates: [], days: [{ ...mended, origin: 'imported' }] }])
  await loadShipped()
  expect((await daysIn())[5]).toEqual(mended)
})

test('the past that comes with the program gets the days since, and keeps its own', async () => {
  const shipped = await loadShipped()
  const knownUntil = shipped.at(-1)?.day ?? ''
  const filled = { ...monitorOf('bcv', () => JSON.stringify(yearOfRows())), past: 'bcv.usd' }
  await expect.poll(await fill(filled)).toEqual({ done: 1, total: 1 })
  const since = yearOfRows().filter(({ fecha }) => fecha > knownUntil)
  expect(since).toHaveLength(91)
  expect((await daysIn()).map(({ day, price }) => [day, Number(price)])).toEqual([
    ...shipped.map(({ day, price }) => [day, Number(price)]),
    ...since.toReversed().map(({ fecha, promedio }) => [fecha, promedio]),
  ])
  await stop()
  expect((await fill(filled))()).toBeUndefined()
})

test('an empty history has the days of the next source where the first fails, equal to its rows', async () => {
  const rows = yearOfRows()
  const monitor = monitorOf(
    'bcv',
    () => '<html>',
    () => JSON.stringify(rows),
  )
  await expect.poll(await fill(monitor)).toEqual({ done: 1, total: 1 })
  const days = (await daysIn()).map(({ day, price }) => ({ fecha: day, promedio: Number(price) }))
  expect(days).toEqual(rows.reverse())
})

test('one bad row leaves the history empty, says so, and is asked again until it is right', async () => {
  let rows: unknown[] = [...yearOfRows(), { fecha: 'ayer', promedio: 1 }]
  const progress = await fill(monitorOf('bcv', () => JSON.stringify(rows)))
  await expect
    .poll(progress)
    .toMatchObject({ done: 0, total: 1, problem: expect.stringContaining('bcv.usd: ') })
  expect(await daysIn()).toEqual([])
  rows = yearOfRows()
  await expect.poll(progress).toEqual({ done: 1, total: 1 })
})

test('a monitor whose source is away does not hold up the others', async () => {
  const away = monitorOf('bcv', () => Promise.reject(new Error('away')))
  const other = monitorOf('paralelo', () => JSON.stringify(yearOfRows()))
  const progress = await fill(away, other)
  await expect.poll(() => daysIn('dollar:paralelo.usd')).toHaveLength(365)
  expect(progress()).toEqual({ done: 1, total: 2, problem: 'bcv.usd: away' })
})

test('one source is asked at a time, and a stop gives up what is being read', async () => {
  let asked = 0
  const hang: Answer = (signal) =>
    new Promise((_, reject) => {
      asked++
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  await fill(monitorOf('bcv', hang), monitorOf('paralelo', hang))
  await expect.poll(() => asked).toBe(1)
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(1_000))
  expect(asked).toBe(1)
})
