import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareOffer, isFarFrom, type Offer } from '../../../../src/domain/deal/charge.ts'
import { absolute, compare, divide } from '../../../../src/domain/decimal.ts'

test.each<[Offer, ReturnType<typeof compareOffer>]>([
  [
    { side: 'sold', price: '980' },
    { percent: '-2', verdict: 'better' },
  ],
  [
    { side: 'sold', price: '1020', amount: '100' },
    { percent: '2', difference: '2000', verdict: 'worse' },
  ],
  [
    { side: 'bought', price: '980', amount: '50' },
    { percent: '-2', difference: '-1000', verdict: 'worse' },
  ],
  [
    { side: 'bought', price: '1004.9' },
    { percent: '0.49', verdict: 'same' },
  ],
  [
    { side: 'bought', price: '1005' },
    { percent: '0.5', verdict: 'better' },
  ],
  [
    { side: 'bought', price: '995' },
    { percent: '-0.5', verdict: 'worse' },
  ],
])('%j against 1000 is %j', (offer, expected) => {
  expect(compareOffer(offer, '1000')).toEqual(expected)
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
