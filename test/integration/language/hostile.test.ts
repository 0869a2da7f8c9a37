import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIGITS_MAX, divide } from '../../../src/domain/decimal.ts'
import { formatDecimal } from '../../../src/domain/number-format.ts'
import { parseAlert } from '../../../src/language/alert.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { parseHistory } from '../../../src/language/history.ts'
import { readRequest } from '../../../src/language/read.ts'
import { LINE_LENGTH_MAX, tokensOf } from '../../../src/language/tokens.ts'

const TODAY = '2026-11-20'
const SCRAPS =
  '100|1.500|1,5|$|€|bs.|usd|dólares|mil|millones|medio|y|de|a|en|->|=|-|−|15-03-2026|31/02|15 de marzo|ayer|gap|>|<|%|±|una vez|cada 6h|hasta|page.key|a.b.c|..|,,|0x1f|1e9|İ|ﷺ|😀|\u202e|\u0000|١٢٣|９|constructor|__proto__|<b>|&amp;|{{|\n'
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 240 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.constantFrom(...SCRAPS.split('|')), { maxLength: 30 }).map((scraps) => scraps.join(' ')),
  fc.array(fc.constantFrom(...SCRAPS.split('|')), { maxLength: 30 }).map((scraps) => scraps.join('')),
)
const isExact = (value: string): boolean =>
  /^-?\d+(\.\d+)?$/.test(value) && value.replace(/\D/g, '').length <= DIGITS_MAX

test('10,000 hostile lines are read or refused without an exception', () => {
  fc.assert(
    fc.property(hostile, (line) => {
      const read = parseConversion(line, TODAY)
      if (read.kind === 'conversion') {
        const { amount, otherReading, at, date } = read.conversion
        expect([isExact(amount), isExact(otherReading ?? '0'), at.length <= 4]).toEqual([true, true, true])
        expect(date ?? TODAY).toMatch(/^\d{4}-\d\d-\d\d$/)
      }
      parseHistory(line, TODAY)
      parseAlert(line, TODAY)
    }),
    { numRuns: 10_000, seed: 5 },
  )
})

test('a line that is too long is not read', () => {
  const long = '9'.repeat(1_000_000)
  expect(tokensOf('9'.repeat(LINE_LENGTH_MAX + 1))).toBeUndefined()
  expect([parseConversion(long, TODAY), parseHistory(long, TODAY), parseAlert(long, TODAY)]).toEqual(
    Array(3).fill({ kind: 'unreadable', reason: 'too_long' }),
  )
  expect(readRequest(long, { today: TODAY })).toBeUndefined()
})

test('every amount that the bot writes can be read', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      fc.constantFrom('es-VE', 'en-US'),
      (cents, style) => {
        const value = divide(String(cents), '100')
        const line = `Bs. ${formatDecimal(value, 2, style)}`
        expect(parseConversion(line, TODAY)).toEqual({
          kind: 'conversion',
          conversion: { amount: value, from: { kind: 'bolivares' }, at: [] },
        })
      },
    ),
  )
})

test('the parts of a conversion may be in any order', () => {
  const parts = fc.shuffledSubarray(['1.500,50 bs', 'a eur', '15-03-2026', 'page_beta.usd'], { minLength: 4 })
  fc.assert(
    fc.property(parts, (shuffled) => {
      expect(parseConversion(shuffled.join(' '), TODAY)).toEqual({
        kind: 'conversion',
        conversion: {
          amount: '1500.5',
          from: { kind: 'bolivares' },
          to: { kind: 'currency', code: 'EUR' },
          at: ['page_beta.usd'],
          date: '2026-03-15',
        },
      })
    }),
  )
})
