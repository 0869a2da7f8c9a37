import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  type Charge,
  compareOffer,
  isFarFrom,
  type Offer,
  type Settlement,
  settle,
} from '../../../../src/domain/deal/charge.ts'
import { absolute, compare, type Decimal, divide } from '../../../../src/domain/decimal.ts'

const NOTHING = { foreign: '0', bolivares: '0' }
const bs = (amount: Decimal) => ({ amount, in: 'bolivares' }) as const
const usd = (amount: Decimal) => ({ amount, in: 'foreign' }) as const

/** What a payment settles of a bill of 20, if not told otherwise. */
const paying = (foreign: Decimal, bolivares: Decimal = '0', more: Partial<Charge> = {}): Settlement =>
  settle({
    bill: usd('20'),
    paid: { foreign, bolivares },
    price: '800.36',
    rounding: 'centimo',
    isTaxed: false,
    ...more,
  })
const dueOf = (more: Partial<Charge>) => paying('0', '0', more).due

it('a bill comes to its bolivares at the price, to the centimo or to the whole bolivar', () => {
  const bill = usd('12.99')
  expect(dueOf({ bill })).toEqual({ foreign: '12.99', bolivares: '10396.68' })
  expect(dueOf({ bill, rounding: 'bolivar' })).toEqual({ foreign: '12.99', bolivares: '10397' })
})

it('a bill in bolivares is covered by the next whole cent', () => {
  const cents = ['16000', '16008', '5'].map((amount) => dueOf({ bill: bs(amount) }).foreign)
  expect([...cents, dueOf({ bill: bs('100'), price: '50' }).foreign]).toEqual(['20', '20.01', '0.01', '2'])
})

it('a bill below half a cent is settled by its bolivares, and no cent is left', () => {
  expect(paying('0', '1', { bill: bs('1') })).toMatchObject({
    paidBolivares: { foreign: '0.01', bolivares: '1' },
    left: NOTHING,
  })
})

it('a bill in another foreign money than what is paid is due in bolivares at its own price', () => {
  expect(paying('15', '0', { billPrice: '921.3', isTaxed: true })).toMatchObject({
    due: { foreign: '23.03', bolivares: '18426' },
    tax: { foreign: '0.44', bolivares: '352.16' },
    paidForeign: { foreign: '15', bolivares: '12005.4' },
    left: { foreign: '8.47', bolivares: '6772.76' },
  })
})

it('a bill paid too much gives change in both moneys', () => {
  expect(paying('15', '5000')).toMatchObject({
    left: NOTHING,
    change: { foreign: '1.25', bolivares: '998.2' },
  })
})

it('a bill is taxed on what pays it: not on what is given back, nor on bolivares', () => {
  const settled = paying('50', '0', { isTaxed: true })
  expect([settled.tax.foreign, settled.change.foreign]).toEqual(['0.6', '29.4'])
  const rest = { tax: NOTHING, left: NOTHING, change: NOTHING, leftInForeign: '0' }
  expect(paying('0', '16007.2', { isTaxed: true })).toMatchObject(rest)
})

it('a bill has a tax that makes the columns even where bolivares are rounded', () => {
  const taxed = { rounding: 'bolivar', isTaxed: true } as const
  expect(paying('2', '0', { bill: usd('1'), ...taxed })).toMatchObject({
    tax: { foreign: '0.03', bolivares: '24' },
    change: { foreign: '0.97', bolivares: '777' },
  })
  expect(paying('10', '0', { bill: usd('10'), ...taxed })).toMatchObject({
    due: { foreign: '10', bolivares: '8004' },
    tax: { foreign: '0.29', bolivares: '233' },
    left: { foreign: '0.29', bolivares: '233' },
  })
  const small = { foreign: '0.06', bolivares: '0' }
  expect(paying('2', '0', { bill: usd('2'), price: '0.5', ...taxed })).toMatchObject({
    tax: small,
    left: small,
  })
})

test.each<[Offer['side'], price: Decimal, amount: Decimal | undefined, ReturnType<typeof compareOffer>]>([
  ['sold', '980', undefined, { percent: '-2', verdict: 'better' }],
  ['sold', '1020', '100', { percent: '2', difference: '2000', verdict: 'worse' }],
  ['bought', '980', '50', { percent: '-2', difference: '-1000', verdict: 'worse' }],
  ['bought', '1004.9', undefined, { percent: '0.49', verdict: 'same' }],
  ['bought', '1005', undefined, { percent: '0.5', verdict: 'better' }],
  ['bought', '995', undefined, { percent: '-0.5', verdict: 'worse' }],
])('a dollar %s at %s, with the amount %s, against 1000 is %j', (side, price, amount, expected) => {
  expect(compareOffer({ side, price, ...(amount && { amount }) }, '1000')).toEqual(expected)
})

test('a price is far from another that is more than double or less than half of it', () => {
  const isFar = (price: string): boolean => isFarFrom(price, '798.45')
  expect(['20', '399.22', '1596.91'].map(isFar)).toEqual([true, true, true])
  expect(['399.225', '1596.9'].map(isFar)).toEqual([false, false])
})

test('what is good for one side is bad for the other, and the difference has the sign of the percentage', () => {
  const prices = fc.integer({ min: 100, max: 100_000_000 }).map((one) => divide(String(one), '100'))
  const OPPOSITE = { better: 'worse', worse: 'better', same: 'same' } as const
  fc.assert(
    fc.property(prices, prices, prices, (price, published, amount) => {
      const sold = compareOffer({ side: 'sold', price, amount }, published)
      const bought = compareOffer({ side: 'bought', price, amount }, published)
      expect(bought).toEqual({ ...sold, verdict: OPPOSITE[sold.verdict] })
      const { percent, difference = '0' } = sold
      if (compare(absolute(percent), '1') > 0) expect(compare(difference, '0')).toBe(compare(percent, '0'))
    }),
  )
})
