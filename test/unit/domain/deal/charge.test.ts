import { describe, expect, it } from 'vitest'
import { type Charge, type Settlement, settle } from '../../../../src/domain/deal/charge.ts'
import type { Decimal } from '../../../../src/domain/decimal.ts'

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
    const least = settle(chargeOf({ bill: { amount: '5', in: 'bolivares' } }))
    expect(least.due.foreign).toBe('0.01')
    const even = settle(chargeOf({ bill: { amount: '100', in: 'bolivares' }, price: '50' }))
    expect(even.due.foreign).toBe('2')
  })

  it('below half a cent is settled by its bolivares, and no cent is left', () => {
    const bill = { amount: '1', in: 'bolivares' } as const
    expect(paying('0', '1', { bill })).toMatchObject({
      paidBolivares: { foreign: '0.01', bolivares: '1' },
      left: NOTHING,
    })
  })

  it('in another foreign money than what is paid is due in bolivares at its own price', () => {
    const settled = paying('15', '0', { billPrice: '921.3', isTaxed: true })
    expect(settled).toMatchObject({
      due: { foreign: '23.03', bolivares: '18426' },
      tax: { foreign: '0.44', bolivares: '352.16' },
      paidForeign: { foreign: '15', bolivares: '12005.4' },
      left: { foreign: '8.47', bolivares: '6772.76' },
    })
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

  it('has a tax in whole bolivares too, and none of it on what is given back', () => {
    expect(
      paying('2', '0', { bill: { amount: '1', in: 'foreign' }, rounding: 'bolivar', isTaxed: true }),
    ).toMatchObject({
      tax: { foreign: '0.03', bolivares: '24' },
      change: { foreign: '0.97', bolivares: '777' },
    })
  })

  it('has a tax that makes the columns even where bolivares are rounded', () => {
    const bill = { amount: '10', in: 'foreign' } as const
    expect(paying('10', '0', { bill, rounding: 'bolivar', isTaxed: true })).toMatchObject({
      due: { foreign: '10', bolivares: '8004' },
      tax: { foreign: '0.29', bolivares: '233' },
      left: { foreign: '0.29', bolivares: '233' },
    })
  })

  it('whose tax is less than a bolivar has it left in foreign money', () => {
    const bill = { amount: '2', in: 'foreign' } as const
    expect(paying('2', '0', { bill, price: '0.5', rounding: 'bolivar', isTaxed: true })).toMatchObject({
      tax: { foreign: '0.06', bolivares: '0' },
      left: { foreign: '0.06', bolivares: '0' },
    })
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
