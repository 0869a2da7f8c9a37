import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCharge } from '../../../../src/parse/charge/charge-line.ts'
import { add, multiply } from '../../../../src/rates/decimal.ts'
import { CODE_OF } from '../../../../src/rates/monitor.ts'

/** `20 USD paid 15 USD 5000 VES taxed`, or the reason and the word that is not read. */
function read(line: string, numbers: 'es-VE' | 'en-US' = 'es-VE'): string {
  const charge = parseCharge(line, { numbers })
  if (charge.kind === 'unreadable')
    return [charge.reason, charge.word].filter((one) => one !== undefined).join(' ')
  const { bill, currency, billedIn = currency, paid, isTaxed } = charge.request
  return [
    `${bill.amount} ${bill.in === 'bolivares' ? 'VES' : CODE_OF[billedIn]}`,
    ...(paid.foreign === '0' ? [] : [`paid ${paid.foreign} ${CODE_OF[currency]}`]),
    ...(paid.bolivares === '0' ? [] : [`paid ${paid.bolivares} VES`]),
    ...(isTaxed === undefined ? [] : [isTaxed ? 'taxed' : 'untaxed']),
  ].join(' ')
}

describe('a bill as it is typed', () => {
  it.each([
    ['20', '20 USD'],
    ['$20', '20 USD'],
    ['20 usd', '20 USD'],
    ['20 ref', '20 USD'],
    ['12,50', '12.5 USD'],
    ['12.50', '12.5 USD'],
    ['1.250', '1250 USD'],
    ['20 euros', '20 EUR'],
    ['16.000 bs', '16000 VES'],
    ['Bs. 16.000,50', '16000.5 VES'],
    ['Bs.5000', '5000 VES'],
    ['5 mil bs', '5000 VES'],
    ['US$ 20', '20 USD'],
    ['por favor 20 dólares', '20 USD'],
    ['0,01', '0.01 USD'],
    ['1.000.000.000.000', '1000000000000 USD'],
  ])('%s is %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['12x25+8', '308 USD'],
    ['12 x 25 + 8', '308 USD'],
    ['8+12*25', '308 USD'],
    ['2×3,50+1,25', '8.25 USD'],
    ['100/3', '33.33333333333333333333 USD'],
    ['120-10%', '108 USD'],
    ['100+16%', '116 USD'],
    ['50+50-10%', '90 USD'],
    ['200x15%', '30 USD'],
    ['10 − 2,5', '7.5 USD'],
    ['3x1.500 bs', '4500 VES'],
    ['12/5', '2.4 USD'],
    ['(2+3)x4', '20 USD'],
    ['12 por 25 más 8', '308 USD'],
    ['20$ más 5$', '25 USD'],
    ['20 y 15', '35 USD'],
    ['100 entre 4', '25 USD'],
    ['100 menos 10%', '90 USD'],
    ['100 con 10% de descuento', '90 USD'],
    ['100 con descuento del 10 %', '90 USD'],
    ['100 más 16% de IVA', '116 USD'],
    ['100 con 16% de iva paga 50', '116 USD paid 50 USD'],
    ['3 times 4 plus 1', '13 USD'],
    ['5x0+3', '3 USD'],
    ['10-0', '10 USD'],
    ['2 palos', '2000000 VES'],
    ['2 palos usd', '2000000 USD'],
    ['u$d 20', '20 USD'],
  ])('the sum %s is %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['20 paga 15 usd', '20 USD paid 15 USD'],
    ['20 paga 5000 bs', '20 USD paid 5000 VES'],
    ['20 pagan 15 usd y 2.000 bs', '20 USD paid 15 USD paid 2000 VES'],
    ['20 paga $15 + Bs 2000', '20 USD paid 15 USD paid 2000 VES'],
    ['20 pagó 10$ 5$ 2000bs', '20 USD paid 15 USD paid 2000 VES'],
    ['20 paga con 50', '20 USD paid 50 USD'],
    ['20 con 50', '20 USD paid 50 USD'],
    ['20 paga 15', '20 USD paid 15 USD'],
    ['veinte paga treinta y cinco', '20 USD paid 35 USD'],
    ['20 paga 16.000', '20 USD paid 16000 VES'],
    ['20 paga 15 zelle', '20 USD paid 15 USD'],
    ['20 paga 15 usd por zelle', '20 USD paid 15 USD'],
    ['20 paga 15 usd por zelle y bs 2000', '20 USD paid 15 USD paid 2000 VES'],
    ['20 paga 15 usd $5', '20 USD paid 20 USD'],
    ['20 eur paga 15 usd $5', '20 EUR paid 20 USD'],
    ['20 eur paga 0,01 usd', '20 EUR paid 0.01 USD'],
    ['20 paga 15 usdt', '20 USD paid 15 USD'],
    ['20 eur paga 15', '20 EUR paid 15 EUR'],
    ['16.000 bs paga 10', '16000 VES paid 10 USD'],
    ['16.000 bs paga 10.000', '16000 VES paid 10000 VES'],
    ['20 paga 5 mil bs', '20 USD paid 5000 VES'],
    ['20 pays 15 usd', '20 USD paid 15 USD'],
    ['20 usd paga 15 eur', '20 USD paid 15 EUR'],
    ['20 euros paga $15 y 2000 bs', '20 EUR paid 15 USD paid 2000 VES'],
    ['20 paga 15 eur', '20 EUR paid 15 EUR'],
    ['20 paga 15$ y el resto en bolívares', '20 USD paid 15 USD'],
    ['20 paga 15$, ¿cuánto es la diferencia?', '20 USD paid 15 USD'],
    ['cuánto doy de vuelto si me pagan 50 por 20', '20 USD paid 50 USD'],
    ['me pagan 50 usd y 1000 bs por 12x3', '36 USD paid 50 USD paid 1000 VES'],
    ['20 paga 50, cuánto doy de vuelto', '20 USD paid 50 USD'],
    ['vuelto de 20 si son 13,40', '13.4 USD paid 20 USD'],
    ['vuelto de 20 eur si son 1.000 bs', '1000 VES paid 20 EUR'],
    ['si son 13,40', '13.4 USD'],
    ['paga 50 por 20', '20 USD paid 50 USD'],
    ['por 20 paga 50', '20 USD paid 50 USD'],
    ['20 paga 1.000', '20 USD paid 1000 VES'],
    ['20 paga 400', '20 USD paid 400 USD'],
    ['20 paga 400,01', '20 USD paid 400.01 VES'],
    ['16.000 bs paga 800', '16000 VES paid 800 VES'],
    ['16.000 bs paga 799', '16000 VES paid 799 USD'],
  ])('the payment %s is %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it.each([
    ['20 con igtf', '20 USD taxed'],
    ['20 sin igtf paga 15 usd', '20 USD paid 15 USD untaxed'],
    ['20 paga 15 usd con igtf', '20 USD paid 15 USD taxed'],
    ['20 + igtf', '20 USD taxed'],
    ['igtf 20', '20 USD taxed'],
    ['20 igtf', '20 USD taxed'],
  ])('%s says whether it is taxed', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it('is read in the notation of its writer', () => {
    expect([read('1,250', 'en-US'), read('1,250.50', 'en-US')]).toEqual(['1250 USD', '1250.5 USD'])
  })

  it('keeps the sum as it was typed, and none for a number alone', () => {
    const sumOf = (line: string) => {
      const charge = parseCharge(line)
      return charge.kind === 'charge' ? charge.request.sum : undefined
    }
    expect(['12 × 25 + 8', '20', '20 usd'].map(sumOf)).toEqual(['12x25+8', undefined, undefined])
  })

  it.each([
    ['', 'no_amount'],
    ['paga 15 usd', 'no_amount'],
    ['20 paga', 'no_amount'],
    ['20 paga usd', 'no_amount'],
    ['0', 'not_positive'],
    ['0,001', 'not_positive'],
    ['5-8', 'not_positive'],
    ['20 paga 0 bs', 'not_positive'],
    ['10/0', 'bad_sum 10 / 0'],
    ['12x', 'bad_sum 12 x'],
    ['12+', 'bad_sum 12 +'],
    ['()x5', 'bad_sum ( ) x 5'],
    ['12 25', 'bad_sum 12 25'],
    ['(2+3', 'bad_sum ( 2 + 3'],
    ['-5', 'bad_sum - 5'],
    ['10%', 'bad_sum 10 %'],
    ['2000000000000', 'too_much'],
    ['1000000000000,01', 'too_much'],
    ['20 usd eur', 'two_moneys'],
    ['20 usd paga 15 eur y 5', 'two_moneys'],
    ['20 usd paga 15 eur y 5 usd', 'two_moneys'],
    ['20 manzanas', 'not_understood manzanas'],
    ['20 paga -5 usd', 'not_understood -'],
    [`${'1+'.repeat(99)}1${' '.repeat(9)}`, 'too_long'],
    [`${'1+'.repeat(99)}1`, `bad_sum ${'1 + '.repeat(99)}1`],
  ])('%s cannot be used: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it('is calculated exactly, whatever is added and multiplied', () => {
    const amounts = fc
      .integer({ min: 1, max: 99_999 })
      .map((one) => `${Math.floor(one / 100)},${String(one % 100).padStart(2, '0')}`)
    const decimal = (text: string) => text.replace(',', '.')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(amounts, fc.integer({ min: 1, max: 99 })), { minLength: 1, maxLength: 8 }),
        (items) => {
          const line = items.map(([price, count]) => `${count}x${price}`).join('+')
          const total = items.map(([price, count]) => multiply(decimal(price), String(count))).reduce(add)
          const charge = parseCharge(line)
          expect(charge.kind === 'charge' ? charge.request.bill.amount : charge).toBe(total)
        },
      ),
    )
  })

  it('is never an exception, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (line) => {
        expect(['charge', 'unreadable']).toContain(parseCharge(line).kind)
      }),
    )
  })
})
