import { expect, test } from 'vitest'
import { parseConversion } from '../../../src/parse/conversion.ts'
import type { NumberStyle } from '../../../src/rates/number-format.ts'

/** The amount of a conversion, and its other reading; or why there is none. */
function amountIn(line: string, numbers?: NumberStyle): string {
  const read = parseConversion(line, '2026-11-20', numbers ? { numbers } : {})
  if (read.kind === 'unreadable') return read.reason
  const { amount, otherReading } = read.conversion
  return otherReading === undefined ? amount : `${amount} or ${otherReading}`
}

test.each([
  ['2 mil y medio bs', '2500'],
  ['3 y medio dólares', '3.5'],
  ['10 dólares y medio', '10.5'],
  ['1,500 y medio usd', '2 or 1500.5'],
  ['1,500 usd y medio', '2 or 1500.5'],
  ['un millón y medio usd', '1500000'],
  ['dos millones quinientos mil bs', '2500000'],
  ['2 mil millones 500 bs', '2000000500'],
  ['cien mil millones bs', '100000000000'],
  ['mil quinientos treinta y cinco bs', '1535'],
  ['5 mil 50 bs', '5050'],
  ['5 mil 1000 bs', 'two_amounts'],
  ['20 y cinco usd', 'two_amounts'],
  ['veinte y 5 usd', 'two_amounts'],
  ['veinte 5 usd', 'two_amounts'],
  ['20 cinco usd', 'two_amounts'],
  ['5 mil y cinco usd', 'two_amounts'],
  ['5 mil cinco usd', '5005'],
  ['12 500 bs', '12500'],
  ['1 500 000 bs', '1500000'],
  ['12,500 usd', '12.5 or 12500'],
  ['123,456 usd', '123.456 or 123456'],
  ['1e+5 usd', 'bad_number'],
  ['1e10 usd', 'bad_number'],
  ['u$d 5', '5'],
  ['dos palos', '2000000'],
  ['5 mil de dólares', '5000'],
  ['1.000.000.000.000 usd', '1000000000000'],
  ['1.000.000.000.000,01 usd', 'too_much'],
  ['0,01 usd', '0.01'],
  ['− 5 usd', 'not_positive'],
  ['– 5 usd', 'not_positive'],
])('«%s» is %s', (line, amount) => {
  expect(amountIn(line)).toBe(amount)
})

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
