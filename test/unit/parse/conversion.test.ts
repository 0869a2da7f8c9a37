import { describe, expect, it, test } from 'vitest'
import { parseForeignSum } from '../../../src/parse/amounts.ts'
import { type Conversion, parseConversion } from '../../../src/parse/conversion.ts'
import type { Unit } from '../../../src/parse/names.ts'
import { LINE_LENGTH_MAX } from '../../../src/parse/tokens.ts'

const TODAY = '2026-11-20'

const unitText = (unit: Unit): string =>
  unit.kind === 'bolivares' ? 'Bs' : unit.kind === 'currency' ? unit.code : `«${unit.name}»`

/** `1500.5 Bs → EUR @page.key on 2026-03-15, or 1.5`: a conversion on one line. */
function told({ amount, otherReading, from, to, at, date }: Conversion): string {
  const target = to ? ` → ${unitText(to)}` : ''
  const rates = at.map((name) => ` @${name}`).join('')
  return `${amount} ${unitText(from)}${target}${rates}${date ? ` on ${date}` : ''}${otherReading ? `, or ${otherReading}` : ''}`
}

function reading(line: string): string {
  const read = parseConversion(line, TODAY)
  return read.kind === 'conversion' ? told(read.conversion) : read.reason
}

describe('an amount and its unit', () => {
  it.each([
    ['100 usd', '100 USD'],
    ['100usd', '100 USD'],
    ['usd 100', '100 USD'],
    ['USD100', '100 USD'],
    ['$100', '100 USD'],
    ['100$', '100 USD'],
    ['$ 100', '100 USD'],
    ['US$ 20', '20 USD'],
    ['U$S 20', '20 USD'],
    ['Ref. 10', '10 USD'],
    ['100 dólares', '100 USD'],
    ['100 DOLARES', '100 USD'],
    ['1 dollar', '1 USD'],
    ['€20', '20 EUR'],
    ['20 euros', '20 EUR'],
    ['20€', '20 EUR'],
    ['Bs. 350', '350 Bs'],
    ['Bs.350', '350 Bs'],
    ['Bs350', '350 Bs'],
    ['350 bs', '350 Bs'],
    ['350 bolívares', '350 Bs'],
    ['350 VES', '350 Bs'],
    ['350 bs.s', '350 Bs'],
    ['100 usdt', '100 «usdt»'],
    ['100 lucas', '100000 Bs'],
    ['100 page_alpha.usd', '100 «page_alpha.usd»'],
    ['100 Page_Alpha.USD', '100 «page_alpha.usd»'],
  ])('%s is %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('numbers are read in any usual notation', () => {
  it.each([
    ['1500 usd', '1500 USD'],
    ['1.500,50 usd', '1500.5 USD'],
    ['1,500.50 usd', '1500.5 USD'],
    ['1 500,50 usd', '1500.5 USD'],
    ["1'500.50 usd", '1500.5 USD'],
    ['1.500.000 bs', '1500000 Bs'],
    ['1,500,000 bs', '1500000 Bs'],
    ['12,5 usd', '12.5 USD'],
    ['12.5 usd', '12.5 USD'],
    ['0,005 usd', '0.005 USD'],
    ['0.500 usd', '0.5 USD'],
    ['5 mil bs', '5000 Bs'],
    ['5mil bs', '5000 Bs'],
    ['5k usd', '5000 USD'],
    ['1,2 millones bs', '1200000 Bs'],
    ['1,2 millones de bolívares', '1200000 Bs'],
    ['2.5 million bs', '2500000 Bs'],
    ['medio millón de bs', '500000 Bs'],
    ['un millón y medio de bs', '1500000 Bs'],
    ['mil bolívares', '1000 Bs'],
    ['mil millones bs', '1000000000 Bs'],
    ['5 mil 500 bs', '5500 Bs'],
    ['dos mil quinientos bs', '2500 Bs'],
    ['un millón doscientos mil bs', '1200000 Bs'],
    ['treinta y cinco dólares', '35 USD'],
    ['cien dólares', '100 USD'],
    ['medio dólar', '0.5 USD'],
    ['ten dollars', '10 USD'],
  ])('%s is %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('a dot before three digits groups thousands, without a doubt', () => {
  it.each([
    ['1.500 usd', '1500 USD'],
    ['5.000 bs', '5000 Bs'],
    ['Bs. 5.000', '5000 Bs'],
    ['1.500 millones bs', '1500000000 Bs'],
  ])('%s is %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('a comma before three digits is read as Venezuelans write it, and keeps the other reading', () => {
  it.each([
    ['1,500 usd', '1.5 USD, or 1500'],
    ['1,500 millones bs', '1500000 Bs, or 1500000000'],
  ])('%s is %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('targets, monitors and days are read in any order', () => {
  it.each([
    ['1.500,50 bs a eur', '1500.5 Bs → EUR'],
    ['100 usd en bs', '100 USD → Bs'],
    ['en bs 100 usd', '100 USD → Bs'],
    ['100 usd to eur', '100 USD → EUR'],
    ['100 usd = bs', '100 USD → Bs'],
    ['100 usd -> bs', '100 USD → Bs'],
    ['usd 100 bs', '100 USD → Bs'],
    ['$100 bs', '100 USD → Bs'],
    ['100 usd eur', '100 USD → EUR'],
    ['a euros, 100 dólares', '100 USD → EUR'],
    ['100 usd page_beta.usd', '100 USD @page_beta.usd'],
    ['page_beta.usd 100 bs', '100 Bs @page_beta.usd'],
    ['100 usd a.b c.d e.f g.h', '100 USD @a.b @c.d @e.f @g.h'],
    ['dos palos usd', '2000000 USD'],
    ['dos palos page.usd', '2000000 Bs @page.usd'],
    ['10 usd y page.usd', '10 USD @page.usd'],
    ['bcv 10 dólares y medio', '10.5 USD @bcv'],
    ['en euros 10 dólares y medio', '10.5 USD → EUR'],
    ['100 usd page_alpha.usd page_beta.usd', '100 USD @page_alpha.usd @page_beta.usd'],
    ['100 usd a page_beta.usdt', '100 USD → «page_beta.usdt»'],
    ['100 usd 15-03-2026', '100 USD on 2026-03-15'],
    ['15-03-2026 100 usd', '100 USD on 2026-03-15'],
    ['100 15/3/2026 usd', '100 USD on 2026-03-15'],
    ['100 usd 2026-03-15', '100 USD on 2026-03-15'],
    ['100 usd 15/03/26', '100 USD on 2026-03-15'],
    ['100 usd 15/03', '100 USD on 2026-03-15'],
    ['100 usd 15/12', '100 USD on 2025-12-15'],
    ['100 usd 29/02', '100 USD on 2024-02-29'],
    ['100 usd ayer', '100 USD on 2026-11-19'],
    ['100 usd mañana', '100 USD on 2026-11-21'],
    ['100 usd el 15 de marzo', '100 USD on 2026-03-15'],
    ['100 usd 15 de marzo de 2025', '100 USD on 2025-03-15'],
    ['100 usd 15 march 2025', '100 USD on 2025-03-15'],
    ['¿cuánto son 100 dólares en bolívares?', '100 USD → Bs'],
    ['cuántos bs son 5 euros', '5 EUR → Bs'],
    ['how much is 100 usd in bs', '100 USD → Bs'],
    ['100 usd 🙏', '100 USD'],
  ])('%s is %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('a line that is no conversion has a reason', () => {
  it.each([
    ['', 'no_amount'],
    ['usd', 'no_amount'],
    ['100', 'no_unit'],
    ['5 mil', 'no_unit'],
    ['-5 usd', 'not_positive'],
    ['0 usd', 'not_positive'],
    ['1.2.3 usd', 'bad_number'],
    ['1e5 usd', 'bad_number'],
    [`${'9'.repeat(31)} usd`, 'too_much'],
    [`${'9'.repeat(28)} millones usd`, 'bad_number'],
    ['100 20 usd', 'two_amounts'],
    ['100 usd 200 eur', 'two_amounts'],
    ['5 mil mil bs', 'two_amounts'],
    ['2 millones millones bs', 'two_amounts'],
    ['100 usd bs eur', 'too_many_units'],
    ['100 usd b c g h j', 'too_many_units'],
    ['100 usd 31-02-2026', 'bad_date'],
    ['100 usd 31 de febrero', 'bad_date'],
    ['100 usd ayer hoy', 'two_dates'],
    ['100 % usd', 'strange_sign'],
    ['- usd 5', 'strange_sign'],
    ['10 usd a eur y medio', 'two_amounts'],
    ['100 usd >= bs', 'strange_sign'],
    [`100 usd${' '.repeat(LINE_LENGTH_MAX)}`, 'too_long'],
  ])('%s: %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

test.each([
  ['-5 usd', { word: '5' }],
  ['2 billones usd', { word: '2' }],
  ['1.2.3 usd', { word: '1.2.3' }],
  ['100 usd 31-02-2026', { word: '31-02-2026' }],
  ['100 % usd', { word: '%' }],
  ['100 usd bs eur', { amount: '100', from: { kind: 'currency', code: 'USD' } }],
])('what is wrong in «%s» is named, or what could be read is kept', (line, rest) => {
  expect(parseConversion(line, TODAY)).toMatchObject({ kind: 'unreadable', ...rest })
})

test('a line of just the length that is read is read', () => {
  expect(reading('100 usd'.padEnd(LINE_LENGTH_MAX))).toBe('100 USD')
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
