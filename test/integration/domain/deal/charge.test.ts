import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Both,
  type Charge,
  ROUNDINGS,
  type Settlement,
  settle,
} from '../../../../src/domain/deal/charge.ts'
import { add, compare, type Decimal, divide, subtract } from '../../../../src/domain/decimal.ts'

const NOTHING = { foreign: '0', bolivares: '0' }

const cents = (max: number, min = 0) => fc.integer({ min, max }).map((count) => divide(String(count), '100'))
const chargesInOne = fc.record<Charge>({
  bill: fc.oneof(
    fc.record({ amount: cents(1_000_000, 1), in: fc.constant('foreign' as const) }),
    fc.record({ amount: cents(900_000_000, 100), in: fc.constant('bolivares' as const) }),
  ),
  paid: fc.record({
    foreign: fc.oneof(fc.constant('0'), cents(2_000), cents(1_100_000)),
    bolivares: fc.oneof(fc.constant('0'), cents(2_000_000), cents(900_000_000)),
  }),
  price: fc.integer({ min: 30_000, max: 200_000_000 }).map((one) => divide(String(one), '10000')),
  rounding: fc.constantFrom(...ROUNDINGS),
  isTaxed: fc.boolean(),
})

/** Bills in foreign money may be in another than what is paid. */
const charges = fc
  .tuple(chargesInOne, fc.constantFrom(undefined, '921.3', '12345.6789'))
  .map(([charge, billPrice]) => (charge.bill.in === 'foreign' ? { ...charge, billPrice } : charge))

const columns = ['foreign', 'bolivares'] as const
const balance = (one: Settlement, column: keyof Both): [Decimal, Decimal] => [
  [one.due, one.tax, one.change].map((part) => part[column]).reduce(add),
  [one.paidForeign, one.paidBolivares, one.left].map((part) => part[column]).reduce(add),
]

describe('every payment', () => {
  it('balances to the centimo and to the cent: due + tax + change = paid + left', () => {
    fc.assert(
      fc.property(charges, (charge) => {
        const settled = settle(charge)
        for (const column of columns) expect(balance(settled, column)[0]).toBe(balance(settled, column)[1])
      }),
      { numRuns: 500 },
    )
  })

  it('has no amount below zero, and never something left and change together', () => {
    fc.assert(
      fc.property(charges, (charge) => {
        const { leftInForeign, left, change, ...others } = settle(charge)
        const all = [left, change, ...Object.values(others)].flatMap((both) =>
          columns.map((one) => both[one]),
        )
        for (const amount of [leftInForeign, ...all]) expect(compare(amount, '0')).not.toBe(-1)
        for (const one of columns)
          for (const other of columns) expect([left[one], change[other]]).toContain('0')
      }),
      { numRuns: 500 },
    )
  })

  it('is taxed the same whatever bolivares are paid beside it, and at most 3 % of the bill and of what is paid', () => {
    fc.assert(
      fc.property(charges, cents(900_000_000), (charge, bolivares) => {
        const { tax, due } = settle(charge)
        const other = settle({ ...charge, paid: { ...charge.paid, bolivares } })
        expect(other.tax).toEqual(tax)
        const bound = divide(due.foreign, '33')
        expect(compare(tax.foreign, add(bound, '0.01'))).not.toBe(1)
        expect(compare(tax.foreign, add(divide(charge.paid.foreign, '34'), '0.01'))).not.toBe(1)
        if (!charge.isTaxed || charge.paid.foreign === '0') expect(tax).toEqual(NOTHING)
      }),
      { numRuns: 300 },
    )
  })

  it('is settled by what is left: in bolivares exactly, and in foreign money where no bolivares were paid', () => {
    fc.assert(
      fc.property(charges, (charge) => {
        const { left, leftInForeign, change } = settle(charge)
        const inBolivares = settle({
          ...charge,
          paid: { ...charge.paid, bolivares: add(charge.paid.bolivares, left.bolivares) },
        })
        expect([inBolivares.left.bolivares, inBolivares.change.bolivares]).toEqual(['0', change.bolivares])
        const alone = { ...charge, paid: { ...charge.paid, bolivares: '0' } }
        const rest = settle(alone).leftInForeign
        const settled = settle({ ...alone, paid: { ...alone.paid, foreign: add(charge.paid.foreign, rest) } })
        expect(settled.left).toEqual(NOTHING)
        if (rest !== '0') expect(settled.change.foreign).toBe('0')
        expect(compare(subtract(leftInForeign, left.foreign), '0')).not.toBe(-1)
      }),
      { numRuns: 300 },
    )
  })
})
