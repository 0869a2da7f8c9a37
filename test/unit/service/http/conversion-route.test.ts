import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decimal } from '../../../../src/rates/decimal.ts'
import { convert, parseValue, toJsonNumber } from '../../../../src/service/http/conversion-route.ts'
import { Problem } from '../../../../src/service/problems.ts'

/** Decimals of up to `whole` and `fraction` digits, above zero. */
const decimals = (whole: number, fraction: number): fc.Arbitrary<Decimal> =>
  fc
    .tuple(
      fc.bigInt(0n, 10n ** BigInt(whole) - 1n),
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: fraction }),
    )
    .filter(([units, digits]) => units > 0n || /[1-9]/.test(digits))
    .map(([units, digits]) => parseValue(`${units}.${digits}`))

describe('conversion', () => {
  test('there and back is the same value, to 15 figures', () => {
    fc.assert(
      fc.property(decimals(9, 8), decimals(6, 8), (value, price) => {
        const there = convert('VES', value, 'dollar', price)
        const back = Number(convert('USD', there, 'dollar', price))
        expect(Math.abs(back - Number(value)) / Number(value)).toBeLessThan(1e-15)
      }),
      { numRuns: 2_000 },
    )
  })

  test('back and there is the same value, exactly as numbers', () => {
    fc.assert(
      fc.property(decimals(9, 8), decimals(6, 8), (value, price) => {
        const bolivares = convert('EUR', value, 'euro', price)
        expect(toJsonNumber(convert('VES', bolivares, 'euro', price))).toBe(toJsonNumber(value))
      }),
      { numRuns: 2_000 },
    )
  })

  test('the number is what JSON readers make of the exact result, in plain figures', () => {
    fc.assert(
      fc.property(
        decimals(28, 1),
        decimals(9, 10),
        fc.constantFrom('VES' as const, 'USD' as const),
        (value, price, type) => {
          const exact = convert(type, value, 'dollar', price)
          const text = toJsonNumber(exact)
          expect(text).toMatch(/^\d+(\.\d+)?$/)
          expect(JSON.parse(text)).toBe(Number(exact))
        },
      ),
    )
  })

  test('multiplies without the rounding of floats', () => {
    expect(convert('USD', '0.1', 'dollar', '0.2')).toBe('0.02')
    expect(toJsonNumber(convert('USD', '1.1', 'dollar', '1.1'))).toBe('1.21')
    expect(toJsonNumber(convert('VES', '0', 'dollar', '800'))).toBe('0')
  })

  test.each([
    'NaN',
    'Infinity',
    '-Infinity',
    '-1',
    '-0.1',
    '1e999',
    '1e-999',
    '',
    ' ',
    '1,5',
    '0x1f',
    '1_000',
    '1'.repeat(31),
  ])('a value of %j is a problem', (text) => expect(() => parseValue(text)).toThrow(Problem))

  test.each([
    ['1e3', '1000'],
    ['1.50', '1.5'],
    ['007', '7'],
    ['9'.repeat(30), '9'.repeat(30)],
  ])('a value of %j is %s', (text, value) => expect(parseValue(text)).toBe(value))
})
