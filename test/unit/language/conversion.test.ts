import { expect, test } from 'vitest'
import { parseForeignSum } from '../../../src/language/amounts.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { LINE_LENGTH_MAX } from '../../../src/language/tokens.ts'

const TODAY = '2026-11-20'

test('a line of just the length that is read is read', () => {
  expect(parseConversion('100 usd'.padEnd(LINE_LENGTH_MAX), TODAY).kind).toBe('conversion')
  expect(parseConversion('100 usd'.padEnd(LINE_LENGTH_MAX + 1), TODAY)).toMatchObject({ reason: 'too_long' })
})

test('an unfinished line keeps the parts that could be read', () => {
  expect(parseConversion('1.500', TODAY)).toEqual({ kind: 'unreadable', reason: 'no_unit', amount: '1500' })
  expect(parseConversion('eur', TODAY)).toEqual({
    kind: 'unreadable',
    reason: 'no_amount',
    from: { kind: 'currency', code: 'EUR' },
  })
})

test.each([
  ['150', '150'],
  ['$1.250,505', '1250.51'],
  ['dos mil dólares', '2000'],
  ['20 €', '20'],
  ['100 bs', undefined],
  ['dos palos', undefined],
  ['-5', undefined],
  ['0', undefined],
  ['2 billones', undefined],
  ['1.000.000.000.000', '1000000000000'],
  [`20${' '.repeat(LINE_LENGTH_MAX)}`, undefined],
  ['100 usd a bs', undefined],
  ['mucho', undefined],
])('the sum of foreign money in %j is %s', (text, sum) => {
  expect(parseForeignSum(text)).toBe(sum)
})
