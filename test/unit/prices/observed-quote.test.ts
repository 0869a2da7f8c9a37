import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/domain/caracas.ts'
import { isNotYetInForce, leadingPrice, priceBeside } from '../../../src/domain/in-force.ts'
import type { Quote } from '../../../src/domain/monitor.ts'
import { type ObservedQuote, withEffectivePeriod } from '../../../src/prices/observed-quote.ts'
import { quoteOf } from '../../support/push.ts'

const at = (day: string, hour: number): number => startOfDay(day) + hour * 3_600_000

const FRIDAY = { price: '158.9289', lastUpdate: startOfDay('2025-09-12') }
const TUESDAY = { price: '160.4479', lastUpdate: startOfDay('2025-09-16') }

const seen = (more: Partial<Quote>, asOf: number): ObservedQuote => ({
  quote: quoteOf(FRIDAY.price, { lastUpdate: FRIDAY.lastUpdate, ...more }),
  asOf,
})

/** The copy after these answers of the rate API, in order. */
const copyAfter = (answers: readonly ObservedQuote[]): Quote =>
  answers.reduce<ObservedQuote | undefined>((known, answer) => withEffectivePeriod(answer, known), undefined)
    ?.quote as Quote
const priceAt = (quote: Quote, now: number): string => leadingPrice(quote, now).price

/** What a server says from Friday morning to the bank holiday Monday; ours says what is in force, others do not. */
const OURS = [
  seen({ effectiveDay: true }, at('2025-09-12', 9)),
  seen({ effectiveDay: true, ...TUESDAY, inForce: FRIDAY }, at('2025-09-12', 17)),
  seen({ effectiveDay: true, ...TUESDAY }, at('2025-09-13', 9)),
  seen({ effectiveDay: true, ...TUESDAY }, at('2025-09-15', 9)),
]
const OTHERS = OURS.map(({ quote: { effectiveDay: _, inForce: __, ...quote }, asOf }) => ({ quote, asOf }))

describe.each([
  ['a server that says what is in force', OURS],
  ['a server without publication times', OTHERS],
])('the price of %s', (_server, answers) => {
  test('comes into force on Saturday, before the next answer', () => {
    const evening = copyAfter(answers.slice(0, 2))
    expect(priceAt(evening, at('2025-09-12', 20))).toBe(FRIDAY.price)
    expect(priceAt(evening, at('2025-09-13', 0))).toBe(TUESDAY.price)
  })

  test('stands beside the other one, with what that is', () => {
    const [evening, weekend] = [copyAfter(answers.slice(0, 2)), copyAfter(answers)]
    expect(priceBeside(evening, at('2025-09-12', 20))).toMatchObject({ kind: 'to_come', price: TUESDAY })
    expect(priceBeside(weekend, at('2025-09-14', 9))).toEqual({ kind: 'before', price: FRIDAY })
    expect(priceBeside(weekend, at('2025-09-16', 9))).toBeUndefined()
  })
})

test.each([{ effectiveDay: true }, {}])('first seen at a weekend is in force at once: %j', (more) => {
  const quote = copyAfter([seen({ ...more, ...TUESDAY }, at('2025-09-13', 9))])
  expect(isNotYetInForce(quote, at('2025-09-13', 9))).toBe(false)
  expect(quote.holdsFrom).toBe(startOfDay('2025-09-13'))
})

test('first seen on a bank holiday is in force where the server says so', () => {
  const quote = copyAfter([seen({ effectiveDay: true, ...TUESDAY }, at('2025-09-15', 9))])
  expect(isNotYetInForce(quote, at('2025-09-15', 9))).toBe(false)
})

test('a correction leaves the price in force, and when the next one begins', () => {
  const corrected = seen({ ...TUESDAY, price: '161' }, at('2025-09-12', 19))
  const quote = copyAfter([...OTHERS.slice(0, 2), corrected])
  expect(priceAt(quote, at('2025-09-12', 20))).toBe('158.9289')
  expect(priceAt(quote, at('2025-09-13', 0))).toBe('161')
})

test.each([
  ['with a time of day', { lastUpdate: at('2025-09-12', 9) }],
  ['of its day', { effectiveDay: true }],
] as const)('a price %s is left as it is', (_kind, more) => {
  const observed = seen(more, at('2025-09-12', 9))
  expect(withEffectivePeriod(observed, undefined)).toBe(observed)
})
