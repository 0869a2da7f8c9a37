import { expect, test } from 'vitest'
import { parseAlert } from '../../../src/language/alert.ts'
import { parseForeignSum, parseValue } from '../../../src/language/amounts.ts'
import { parseCharge, unpaid } from '../../../src/language/bill.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { mayFollowUp } from '../../../src/language/follow-up.ts'
import { readRequest } from '../../../src/language/read.ts'
import { parseProductLines } from '../../../src/language/shop.ts'
import { isCancelling } from '../../../src/language/talk.ts'
import { parseHours, parseTime, parseZone, takeTime } from '../../../src/language/times.ts'
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
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])('%s is no time zone', (word) => {
  expect(parseZone(word)).toBeUndefined()
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
  const subject = 'bcv.usd'
  expect(parseAlert('> 900', TODAY, { subject })).toMatchObject({ request: { signal: { name: subject } } })
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

test.each([
  ['Avísame a las 7', '07:00', 'Avísame'],
  ['cada día a las 8 y media de la noche la tasa', '20:30', 'cada día la tasa'],
  ['bcv 3pm', '15:00', 'bcv'],
  ['a las 9 100 usd', '09:00', '100 usd'],
  ['100 usd', undefined, '100 usd'],
  ['12 m', undefined, '12 m'],
  ['sube 7%', undefined, 'sube 7%'],
  ['a las 30', undefined, 'a las 30'],
])('«%s» is at %s, and the rest is «%s»', (text, time, rest) => {
  const read = takeTime(text)
  expect([read.time, read.rest.replace(/\s+/g, ' ').trim()]).toEqual([time, rest])
})

test.each([
  ['y en euros?', true],
  ['¿y el paralelo?', true],
  ['a cuánto en euros', true],
  ['paga 15 usd', true],
  ['50', true],
  ['veinte', true],
  ['dólares', true],
  ['usdt', true],
  ['con igtf', true],
  ['son unos veinte dólares', true],
  ['creo que son unos veinte dólares', false],
  ['hola', false],
  ['dame el paralelo', false],
  ['¿cuánto es?', false],
  ['', false],
  ['y '.repeat(LINE_LENGTH_MAX), false],
])('«%s» may go on from the question before it: %s', (text, may) => {
  expect(mayFollowUp(text)).toBe(may)
})

test.each([
  ['olvídalo', true],
  ['no vale, déjalo así', true],
  ['¡cancela!', true],
  ['never mind', true],
  ['no', true],
  ['ok', false],
  ['cancela la alerta', false],
  ['', false],
  ['no '.repeat(LINE_LENGTH_MAX), false],
])('«%s» takes back what was begun: %s', (text, is) => {
  expect(isCancelling(text)).toBe(is)
})
