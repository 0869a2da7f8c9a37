import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import { convert, parseValue, toJsonNumber } from '../../../../src/service/http/price-routes.ts'

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
})
