import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, DIGITS_MAX, divide, formatDecimal, multiply } from '../../../src/domain/decimal.ts'
import { parseAlert } from '../../../src/language/alert.ts'
import { createCatalogue } from '../../../src/language/catalogue.ts'
import { parseCharge } from '../../../src/language/charge.ts'
import { parseConversion } from '../../../src/language/conversion.ts'
import { parseHistory } from '../../../src/language/history.ts'
import { readRequest } from '../../../src/language/read.ts'
import { isQuestion, type Question } from '../../../src/language/request.ts'
import { LINE_LENGTH_MAX } from '../../../src/language/tokens.ts'
import { lineOf, MONITORS, TODAY } from '../../unit/language/monitors.ts'

const SCRAPS = (
  'el|la|de|a|en|y|,|dólar|euro|usd|$|€|bs|bcv|paralelo|binance|compra|usdt|banco|central|tasa|brecha|gráfico|cambios|' +
  'avísame|si|cuando|pasa de|baja de|llegue a|seguir|dejar|parar|ya no quiero|me venden|me compran|me ofrecen|cobrar|paga|' +
  'hace|días|semana|mes pasado|este año|enero|2025|lunes|mañana|31 de febrero|ayer|100|1.500|1,5|-5|0|2%|12x25|un|una|' +
  'medio|mil|palos|lucas|millones|billón|999999999999999999999999999999999|hola|gracias|ayuda|cuánto|cómo|q|k|🙌|\n|<b>|' +
  'bs.|y|->|=|-|−|15-03-2026|31/02|15 de marzo|gap|una vez|cada 6h|hasta|page.key|a.b.c|,,|0x1f|ﷺ|😀|９|&amp;|{{|' +
  '__proto__|constructor|1e9|İ|\u202e|\u0000|١٢٣|bcv.usd|dollar:bcv.usd|..|::|>|<|=|±|"|\''
).split('|')
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 240 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.array(fc.constantFrom(...SCRAPS), { maxLength: 40 }).map((scraps) => scraps.join(' ')),
  fc.array(fc.constantFrom(...SCRAPS), { maxLength: 40 }).map((scraps) => scraps.join('')),
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
      parseCharge(line)
    }),
    { numRuns: 10_000, seed: 5 },
  )
})

test('every amount that the bot writes can be read', () => {
  const [amounts, styles] = [fc.bigInt({ min: 1n, max: 10n ** 14n }), fc.constantFrom('es-VE', 'en-US')]
  fc.assert(
    fc.property(amounts, styles, (cents, style) => {
      const value = divide(String(cents), '100')
      expect(parseConversion(`Bs. ${formatDecimal(value, 2, style)}`, TODAY)).toEqual({
        kind: 'conversion',
        conversion: { amount: value, from: { kind: 'bolivares' }, at: [] },
      })
    }),
  )
})

test('a bill is calculated exactly, whatever is added and multiplied', () => {
  const cents = fc.integer({ min: 1, max: 99_999 })
  const items = fc.array(fc.tuple(cents, fc.integer({ min: 1, max: 99 })), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(items, (billed) => {
      const priced = billed.map(([price, count]) => [divide(String(price), '100'), String(count)] as const)
      const line = priced.map(([price, count]) => `${count}x${price.replace('.', ',')}`).join('+')
      const charge = parseCharge(line)
      const total = priced.map(([price, count]) => multiply(price, count)).reduce(add)
      expect(charge.kind === 'charge' ? charge.request.bill.amount : charge).toBe(total)
    }),
  )
})

test('the parts of a conversion may be in any order', () => {
  const parts = fc.shuffledSubarray(['1.500,50 bs', 'a eur', '15-03-2026', 'page_beta.usd'], { minLength: 4 })
  fc.assert(
    fc.property(parts, (shuffled) => {
      const [from, to] = [{ kind: 'bolivares' }, { kind: 'currency', code: 'EUR' }]
      const conversion = { amount: '1500.5', from, to, at: ['page_beta.usd'], date: '2026-03-15' }
      expect(parseConversion(shuffled.join(' '), TODAY)).toEqual({ kind: 'conversion', conversion })
    }),
  )
})

const { markNames } = createCatalogue(MONITORS)
const read = (text: string, before?: Question): string =>
  lineOf(readRequest(text, { today: TODAY, markNames, ...(before && { before }) }))

/** What texts go on from. */
const QUESTIONS = [
  'cobrar',
  'cobrar 12x25+8 con igtf',
  'cobrar 20 euros paga 15 usd y 2000 bs',
  '20',
  'bcv y paralelo',
  '5000 bs',
  '20$ y 5€',
].flatMap((text) => {
  const request = readRequest(text, { today: TODAY, markNames })
  return request && isQuestion(request) ? request : []
})

test('1,000 hostile texts are read or not understood without an exception, and names are always known ones', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const reading = read(text)
      expect(reading).not.toMatch(/NaN|undefined|Infinity/)
      if (!/^(?:convert|refuse|worth|charge)/.test(reading)) expect(reading).not.toContain('?')
    }),
    { numRuns: 1_000, seed: 14 },
  )
})

test('1,000 hostile texts go on from a question without an exception', () => {
  expect(QUESTIONS).toHaveLength(7)
  const [questions, beginnings] = [fc.constantFrom(...QUESTIONS), fc.constantFrom('', 'y ', 'paga ')]
  fc.assert(
    fc.property(hostile, questions, beginnings, (text, before, begin) => {
      expect(read(begin + text, before)).not.toMatch(/NaN|undefined|Infinity|(?:charge|paid|amount) -/)
    }),
    { numRuns: 1_000, seed: 15 },
  )
})

const READ_MS_MAX = 20
const TRIES = 50

/** The time of the processor that this thread has used, in ms: waiting for a busy machine is none of it. */
const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Whether a text is read quickly in one of some tries, as other work on the machine disturbs a few of them. */
const isReadSoon = (text: string): boolean =>
  Array.from({ length: TRIES }).some(() => {
    const begun = usedMs()
    read(text)
    return usedMs() - begun < READ_MS_MAX
  })

test('the longest text of any scrap is read in time that does not grow faster than its length', () => {
  for (const scrap of SCRAPS) {
    const text = `${scrap} `.repeat(LINE_LENGTH_MAX).slice(0, LINE_LENGTH_MAX)
    expect(isReadSoon(text), scrap).toBe(true)
  }
  expect(isReadSoon('a'.repeat(1_000_000))).toBe(true)
})
