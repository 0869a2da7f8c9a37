import { expect, test } from 'vitest'
import type { NumberStyle } from '../../../src/domain/number-format.ts'
import { parseConversion } from '../../../src/language/conversion.ts'

/** The amount of a conversion, and its other reading; or why there is none. */
function amountIn(line: string, numbers?: NumberStyle): string {
  const read = parseConversion(line, '2026-11-20', numbers ? { numbers } : {})
  if (read.kind === 'unreadable') return read.reason
  const { amount, otherReading } = read.conversion
  return otherReading === undefined ? amount : `${amount} or ${otherReading}`
}

test.each([
  ['1,500 usd', '1500'],
  ['1.500 usd', '1.5 or 1500'],
  ['1,500.50 usd', '1500.5'],
  ['1.500,50 usd', '1500.5'],
  ['12.5 usd', '12.5'],
  ['0.500 usd', '0.5'],
  ['12,500 usd', '12500'],
  ['12.500 usd', '12.5 or 12500'],
  ['1234,500 usd', '1234.5'],
])('«%s» of somebody who writes as in the United States is %s', (line, amount) => {
  expect(amountIn(line, 'en-US')).toBe(amount)
})
