import { expect, test } from 'vitest'
import { createLog } from '../../../../src/runtime/log.ts'
import { createMetrics } from '../../../../src/runtime/metrics.ts'
import { createCollect } from '../../../../src/service/collect/collect.ts'
import type { Verdict } from '../../../../src/service/collect/judge.ts'
import { createCollectionMetrics, measurePages } from '../../../../src/service/collect/metrics.ts'
import type { Judged } from '../../../../src/service/collect/publish.ts'
import type { LatestQuotes } from '../../../../src/service/history/latest.ts'
import {
  type PageConfig,
  parseSources,
  type SourceConfig,
} from '../../../../src/service/sources/file/sources-file.ts'
import { PageProblem, type Reading } from '../../../../src/service/sources/source.ts'

const source = { kind: 'json', url: 'http://127.0.0.1/' }
const page = { source, monitors: { usd: { currency: 'dollar', price: '/usd' } } }
const [CONFIG] = parseSources(JSON.stringify({ pages: { page_one: page } }), 'test') as [PageConfig]
const NOTHING: Reading = { observations: [], unreadable: [] }

const judgedAs = (...verdicts: object[]): Judged[] =>
  verdicts.map((verdict) => ({
    monitor: { page: 'page_one', currency: 'dollar', key: 'usd' },
    verdict: verdict as Verdict,
  })) as Judged[]

type Sources = Readonly<Record<string, () => Promise<Reading>>>
type Store = (answers: readonly { source: { name: string } }[]) => object

/** One collection: what came of it, what was logged and what was counted. */
async function collect({ sources, store }: { sources: Sources; store: Store }) {
  const [config] = CONFIG.sources as [SourceConfig]
  const lines: Record<string, unknown>[] = []
  const metrics = createMetrics()
  let now = 1_000
  const run = createCollect({
    page: CONFIG.page,
    sources: Object.entries(sources).map(([name, fetch]) => ({
      config: { ...config, name },
      source: { fetch },
    })),
    storeObservations: async (answers) => ({ judged: [], leftOut: [], trace: '', ...store(answers) }),
    clock: () => (now += 5),
    log: createLog('debug', (line) => lines.push(JSON.parse(line))).log,
    metrics: createCollectionMetrics(metrics),
    slowMs: 20,
  })
  const outcome = await run(new AbortController().signal)
  const counted = (await metrics.text()).match(/^tasa_(held_back|unreadable)_total{.*$/gm)
  const [{ time: _, ...line } = {}] = lines
  expect(lines).toHaveLength(1)
  return { outcome, line, counted }
}

const collectOnce = (fetch: () => Promise<Reading>, judged: Judged[] = []) =>
  collect({ sources: { page_one: fetch }, store: () => ({ judged }) })

test('a slow source holds up no other: what these answered is stored meanwhile, in their order', async () => {
  const bank = Promise.withResolvers<Reading>()
  const stored: string[][] = []
  const collected = collect({
    sources: { bank: () => bank.promise, first: async () => NOTHING, second: async () => NOTHING },
    store: (answers) => {
      stored.push(answers.map(({ source }) => source.name))
      return { judged: judgedAs(SAME), trace: stored.length === 1 ? '1-1' : '' }
    },
  })
  await expect.poll(() => stored).toEqual([['first', 'second']])
  bank.resolve(NOTHING)
  expect((await collected).line).toMatchObject({ level: 'info', msg: 'collected', trace: '1-1' })
  expect(stored[1]).toEqual(['bank', 'first', 'second'])
})

test('an echo that does not count is no news for the log, an outlier is', async () => {
  const echo = { key: 'usd', source: 'second', why: 'echo', price: '1' }
  const outlier = { key: 'usd', source: 'third', why: 'outlier', price: '2' }
  const fetch = async () => ({ observations: [{ key: 'usd', price: '1' }], unreadable: [] })
  const sources = { first: fetch, second: fetch }
  const lineWith = async (...leftOut: object[]) =>
    (await collect({ sources, store: () => ({ judged: judgedAs(SAME), leftOut }) })).line
  expect(await lineWith(echo)).not.toHaveProperty('problems')
  expect(await lineWith(echo, outlier)).toMatchObject({ level: 'info', problems: ['third usd: outlier (2)'] })
})

const SAME = { kind: 'same' }
const UPDATE = { kind: 'update' }
const HELD = { kind: 'held' }
const REFUSED = { kind: 'refused', reason: 'simulated' }

test('one collection is one line in the log and one count', async () => {
  expect(await collectOnce(async () => NOTHING, judgedAs(UPDATE, SAME))).toEqual({
    outcome: 'changed',
    line: {
      level: 'info',
      page: 'page_one',
      kind: 'json',
      outcome: 'changed',
      updates: 1,
      held: 0,
      unreadable: 0,
      ms: 5,
      msg: 'collected',
    },
    counted: ['tasa_held_back_total{page="page_one"} 0', 'tasa_unreadable_total{page="page_one"} 0'],
  })
})

test.each([
  ['unchanged', 'debug', [SAME]],
  ['partial', 'warn', [SAME, REFUSED]],
  ['failed', 'warn', [REFUSED]],
  ['failed', 'warn', []],
  ['unchanged', 'warn', [HELD, SAME]],
  ['changed', 'warn', [HELD, UPDATE]],
])('one collection is %s, at level %s, where it found %j', async (outcome, level, verdicts) => {
  expect(await collectOnce(async () => NOTHING, judgedAs(...verdicts))).toMatchObject({
    outcome,
    line: { outcome, level },
  })
})

test.each([
  ['warn', new PageProblem('the page answered 500')],
  ['warn', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['warn', new DOMException('too late', 'TimeoutError')],
  ['error', new TypeError('a bug of ours')],
])('one collection is at level %s failed by %s, and throws nothing', async (level, error) => {
  const thrown = await collectOnce(() => Promise.reject(error))
  expect(thrown).toMatchObject({ outcome: 'failed', line: { level, reason: error.message } })
})

test('the age of a page that was never read counts from the start, so that its alert can fire', async () => {
  const latest: Pick<LatestQuotes, 'pages' | 'quotes' | 'collectedAt'> = {
    pages: () => [CONFIG],
    quotes: () => [],
    collectedAt: () => undefined,
  }
  let now = 1_000_000
  const metrics = createMetrics()
  measurePages({ latest, metrics, clock: () => now })
  now += 7_300_000
  const text = await metrics.text()
  expect(text).toContain('tasa_collection_age_seconds{page="page_one"} 7300')
  expect(text).toContain('tasa_stale_monitors{page="page_one"} 0')
})
