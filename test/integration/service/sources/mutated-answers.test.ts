import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../../src/domain/caracas.ts'
import { type CombineOptions, combine, type SourceReading } from '../../../../src/service/collect/combine.ts'
import { judge } from '../../../../src/service/collect/judge.ts'
import type { StoredMonitor } from '../../../../src/service/history/stored-monitor.ts'
import type { ListPrice } from '../../../../src/service/sources/parse/json.ts'
import { type PageToParse, readPage } from '../../../../src/service/sources/parse/page-parser.ts'
import { type Observation, PageProblem, parsePrice } from '../../../../src/service/sources/source.ts'
import { SOURCE_WORLDS } from '../../../support/source-worlds.ts'

const MUTANTS = 1_000
const NOW = Date.UTC(2026, 0, 21, 16)
const HONEST = ['859.5', '861.25'] as const
const STORED: StoredMonitor = {
  revision: 1,
  price: '860',
  priceOld: '860',
  lastUpdate: NOW - 20 * HOUR_MS,
  simulated: false,
  sources: ['A', 'B', 'Mutant'],
  earlier: [],
}
const OPTIONS: CombineOptions = {
  strategy: 'median',
  quorum: 2,
  staleAfterMs: 36 * HOUR_MS,
  now: NOW,
  known: STORED,
  isForDays: false,
  order: ['A', 'B', 'Mutant'],
}

type Page = Omit<PageToParse, 'text'>
const row = (price: string, orders: number) => ({ adv: { price, min: '5000.00' }, user: { orders } })
const LIST: ListPrice = {
  list: '/data',
  value: '/adv/price',
  where: { '/adv/min': { max: '8000' }, '/user/orders': { min: '50' } },
  take: 'median',
  trim: '0.1',
  at_least: 3,
}
const ROWS = ['859.9', '860.000', '860.1', '861', '1200'].map((price, i) => row(price, 50 + i))

/** Pages of each kind that asks somebody, with an answer that says about 860. */
const ANSWERS: readonly (readonly [name: string, page: Page, answer: string])[] = [
  ...SOURCE_WORLDS.filter(({ kind }) => kind !== 'simulated').map(({ kind, config, render }) => {
    const { usd } = (config('') as { monitors: { usd: { price: string; last_update: string } } }).monitors
    const place = { key: 'usd', price: usd.price, lastUpdate: usd.last_update }
    const wanted = kind === 'relay' ? { key: 'usd', there: 'usd' } : place
    return [kind, { kind, wanted: [wanted] } as Page, render({ usd: '860,1234', eur: '1000,50' })] as const
  }),
  ['json list', { kind: 'json', wanted: [{ key: 'usd', price: LIST }] }, JSON.stringify({ data: ROWS })],
]

const MARKS = '0123456789.,-+eE{}[]<>/"\'&;@#: \n\u0000ñ'
const CHARACTERS = fc.constantFrom(...MARKS, '\ud800', '1e99', 'null', '</div>')
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(6),
  put: fc.oneof(CHARACTERS, fc.string({ maxLength: 5 })),
  kind: fc.constantFrom('digit', 'digit', 'digit', 'digit', 'replace', 'insert', 'delete', 'repeat', 'cut'),
  digit: fc.nat(9),
})
function mutate(
  text: string,
  { at, length, put, kind, digit }: typeof mutation extends fc.Arbitrary<infer One> ? One : never,
): string {
  const from = Math.floor(at * text.length)
  const before = text.slice(0, from)
  const piece = text.slice(from, from + length)
  const after = text.slice(from + length)
  // Most other mutants are no JSON any more; those with another digit can be read.
  if (kind === 'digit') return before + (piece + after).replace(/\d/, String(digit))
  if (kind === 'insert') return before + put + piece + after
  if (kind === 'delete') return before + after
  if (kind === 'repeat') return before + piece + piece + after
  return kind === 'cut' ? before : before + put + after
}

/** What the page says, or nothing. Anything but a PageProblem is a crash. */
function observe(page: Page, text: string): readonly Observation[] {
  try {
    return readPage({ ...page, text } as PageToParse).observations
  } catch (error) {
    if (error instanceof PageProblem) return []
    throw error
  }
}

const reading = (source: string, observation: Observation): SourceReading => ({
  source,
  observation,
  since: NOW,
  isStamped: false,
})
const honest = HONEST.map((price, i) =>
  reading(`AB`[i] ?? '', { key: 'usd', price, lastUpdate: NOW - i * HOUR_MS }),
)

describe.each(ANSWERS)('a page of kind %s', (_name, page, answer) => {
  test(`of ${MUTANTS} mutated answers none crashes the reader, and none moves the median out of the honest range`, () => {
    expect(observe(page, answer)).toHaveLength(1)
    let read = 0
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        const seen = observe(page, mutations.reduce(mutate, answer))
        read += seen.length
        const readings = [...honest, ...seen.map((one) => reading('Mutant', one))]
        const { observation } = combine(readings, OPTIONS)
        const price = Number(observation?.price)
        expect(price).toBeGreaterThanOrEqual(Number(HONEST[0]))
        expect(price).toBeLessThanOrEqual(Number(HONEST[1]))
        const verdict = observation && judge(observation, { stored: STORED, held: undefined, now: NOW })
        expect(['update', 'same', 'confirmed']).toContain(verdict?.kind)
      }),
      { numRuns: MUTANTS },
    )
    expect(read).toBeGreaterThan(MUTANTS / 50)
  })
})

test('a price is never made of a text that crashes or is no number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      const price = parsePrice(text)
      expect(price === undefined || /^\d+(\.\d+)?$/.test(price)).toBe(true)
    }),
  )
})
