import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Both,
  type Charge,
  ROUNDINGS,
  type Settlement,
  settle,
} from '../../../../src/rates/deal/charge.ts'
import { add, compare, type Decimal, divide, subtract } from '../../../../src/rates/decimal.ts'

const PRICE = '800.36'
const NOTHING = { foreign: '0', bolivares: '0' }

const chargeOf = (more: Partial<Charge> = {}): Charge => ({
  bill: { amount: '20', in: 'foreign' },
  paid: NOTHING,
  price: PRICE,
  rounding: 'centimo',
  isTaxed: false,
  ...more,
})
const paying = (foreign: Decimal, bolivares: Decimal = '0', more: Partial<Charge> = {}): Settlement =>
  settle(chargeOf({ paid: { foreign, bolivares }, ...more }))

const cents = (max: number) => fc.integer({ min: 0, max }).map((count) => divide(String(count), '100'))
const charges = fc.record<Charge>({
  bill: fc.oneof(
    fc.record({
      amount: cents(1_000_000).map((one) => add(one, '0.01')),
      in: fc.constant('foreign' as const),
    }),
    fc.record({
      amount: cents(900_000_000).map((one) => add(one, '1')),
      in: fc.constant('bolivares' as const),
    }),
  ),
  paid: fc.record({
    foreign: fc.oneof(fc.constant('0'), cents(2_000), cents(1_100_000)),
    bolivares: fc.oneof(fc.constant('0'), cents(2_000_000), cents(900_000_000)),
  }),
  price: fc.integer({ min: 30_000, max: 200_000_000 }).map((one) => divide(String(one), '10000')),
  rounding: fc.constantFrom(...ROUNDINGS),
  isTaxed: fc.boolean(),
})

const columns = ['foreign', 'bolivares'] as const
const balance = (one: Settlement, column: keyof Both): [Decimal, Decimal] => [
  [one.due, one.tax, one.change].map((part) => part[column]).reduce(add),
  [one.paidForeign, one.paidBolivares, one.left].map((part) => part[column]).reduce(add),
]

describe('a bill', () => {
  it('comes to its bolivares at the price, to the centimo or to the whole bolivar', () => {
    expect(settle(chargeOf({ bill: { amount: '12.99', in: 'foreign' } })).due).toEqual({
      foreign: '12.99',
      bolivares: '10396.68',
    })
    expect(settle(chargeOf({ bill: { amount: '12.99', in: 'foreign' }, rounding: 'bolivar' })).due).toEqual({
      foreign: '12.99',
      bolivares: '10397',
    })
  })

  it('in bolivares is covered by the next whole cent', () => {
    const { due } = settle(chargeOf({ bill: { amount: '16000', in: 'bolivares' } }))
    expect(due).toEqual({ foreign: '20', bolivares: '16000' })
    const next = settle(chargeOf({ bill: { amount: '16008', in: 'bolivares' } }))
    expect(next.due.foreign).toBe('20.01')
  })

  it('paid in part has the rest in both moneys', () => {
    expect(paying('15')).toMatchObject({
      left: { foreign: '5', bolivares: '4001.8' },
      change: NOTHING,
      tax: NOTHING,
      leftInForeign: '5',
    })
  })

  it('paid in both moneys has the rest in both', () => {
    expect(paying('15', '2000')).toMatchObject({
      paidBolivares: { foreign: '2.5', bolivares: '2000' },
      left: { foreign: '2.5', bolivares: '2001.8' },
    })
  })

  it('paid too much gives change in both moneys', () => {
    expect(paying('50')).toMatchObject({ left: NOTHING, change: { foreign: '30', bolivares: '24010.8' } })
    expect(paying('15', '5000')).toMatchObject({
      left: NOTHING,
      change: { foreign: '1.25', bolivares: '998.2' },
    })
  })

  it('of 20 with 15 handed over has 14,56 paid and 0,44 of tax', () => {
    const settled = paying('15', '0', { isTaxed: true })
    expect(settled).toMatchObject({
      tax: { foreign: '0.44', bolivares: '352.16' },
      left: { foreign: '5.44', bolivares: '4353.96' },
      leftInForeign: '5.6',
    })
  })

  it('is taxed on what pays it, not on what is given back', () => {
    const settled = paying('50', '0', { isTaxed: true })
    expect([settled.tax.foreign, settled.change.foreign]).toEqual(['0.6', '29.4'])
  })

  it('paid in bolivares alone has no tax', () => {
    expect(paying('0', '16007.2', { isTaxed: true })).toMatchObject({
      tax: NOTHING,
      left: NOTHING,
      change: NOTHING,
      leftInForeign: '0',
    })
  })
})

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
        const all = [left, change, ...Object.values(others)].flatMap(({ foreign, bolivares }) => [
          foreign,
          bolivares,
        ])
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
