import { expect, test } from 'vitest'
import { parseAlert } from '../../../src/language/alert.ts'
import { parseForeignSum, parseValue } from '../../../src/language/amounts.ts'
import { parseCharge, unpaid } from '../../../src/language/charge.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { readRequest } from '../../../src/language/read.ts'
import { parseProductLines } from '../../../src/language/shop.ts'
import { isCancelling } from '../../../src/language/talk.ts'
import { parseHours, parseTime, parseZone } from '../../../src/language/times.ts'
import { LINE_LENGTH_MAX } from '../../../src/language/tokens.ts'
import { TODAY } from './monitors.ts'

test('a line of just the length that is read is read, a longer one is not', () => {
  const [fit, long] = [LINE_LENGTH_MAX, LINE_LENGTH_MAX + 1]
  expect(readRequest('hola'.padEnd(fit), { today: TODAY })?.kind).toBe('rate')
  expect(readRequest('hola'.padEnd(long), { today: TODAY })).toBeUndefined()
  expect(parseConversion('100 usd'.padEnd(fit), TODAY).kind).toBe('conversion')
  expect(parseConversion('100 usd'.padEnd(long), TODAY)).toMatchObject({ reason: 'too_long' })
  expect(parseCharge('1'.padEnd(fit)).kind).toBe('charge')
  expect(parseCharge('1'.padEnd(long))).toMatchObject({ reason: 'too_long' })
  for (const parse of [parseTime, parseHours, parseZone, parseValue, parseForeignSum])
    expect(parse('7'.repeat(300))).toBeUndefined()
  expect(isCancelling('no '.repeat(LINE_LENGTH_MAX))).toBe(false)
})

test('an unfinished conversion keeps the parts that could be read', () => {
  expect(parseConversion('1.500', TODAY)).toEqual({ kind: 'unreadable', reason: 'no_unit', amount: '1500' })
  expect(parseConversion('eur', TODAY)).toEqual({
    kind: 'unreadable',
    reason: 'no_amount',
    from: { kind: 'currency', code: 'EUR' },
  })
})

test('an alert without a name is about the rate that the chat prefers', () => {
  const subject = { kind: 'monitor', name: 'bcv.usd' } as const
  expect(parseAlert('> 900', TODAY, { subject })).toMatchObject({ request: { signal: subject } })
  expect(parseAlert('usd > 900', TODAY, { subject })).toMatchObject({ request: { signal: { name: 'usd' } } })
})

test('a shop has twelve products at most, with names of 32 characters and prices of a million dollars', () => {
  const line = `${'a'.repeat(32)} 1.000.000`
  expect(parseProductLines(Array<string>(12).fill(line).join('\n'))).toEqual({
    kind: 'products',
    products: Array(12).fill({ name: 'a'.repeat(32), price: '1000000' }),
  })
  expect(parseProductLines(Array<string>(13).fill(line).join('\n'))).toEqual({ kind: 'too_many' })
  expect(parseProductLines(`a${line}`)).toEqual({ kind: 'long_name', line: `a${line}` })
})

test('a bill without its payments is in its own money again', () => {
  const billOf = (line: string) => {
    const read = parseCharge(line)
    if (read.kind === 'unreadable') throw new Error(read.reason)
    return read.request
  }
  expect(unpaid(billOf('20 eur paga 15 usd y 100 bs'))).toEqual(billOf('20 eur'))
  expect(unpaid(billOf('20 usd paga 15 usd'))).toEqual(billOf('20 usd'))
})

test('after a past day the weekday of today is a week ago, and today stays today', () => {
  const [friday, thursday] = ['2026-11-27', '2026-11-26']
  const before = readRequest('a cuánto estaba el dólar ayer', { today: friday })
  expect(before).toMatchObject({ kind: 'rate', day: thursday })
  if (before?.kind !== 'rate') return
  expect(readRequest('y el viernes?', { today: friday, before })).toMatchObject({ day: '2026-11-20' })
  expect(readRequest('y hoy?', { today: friday, before })).not.toHaveProperty('day')
})
