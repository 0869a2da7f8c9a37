import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareOffer, isFarFrom, type Offer } from '../../../../src/domain/deal/offer.ts'
import { absolute, compare, divide } from '../../../../src/domain/decimal.ts'

test.each<[Offer, string, ReturnType<typeof compareOffer>]>([
  [{ side: 'sold', price: '980' }, '1000', { percent: '-2', verdict: 'better' }],
  [
    { side: 'sold', price: '1020', amount: '100' },
    '1000',
    { percent: '2', difference: '2000', verdict: 'worse' },
  ],
  [
    { side: 'bought', price: '980', amount: '50' },
    '1000',
    { percent: '-2', difference: '-1000', verdict: 'worse' },
  ],
  [{ side: 'bought', price: '1010' }, '798.45', { percent: '26.5', verdict: 'better' }],
  [{ side: 'bought', price: '1004.9' }, '1000', { percent: '0.49', verdict: 'same' }],
  [{ side: 'sold', price: '1000' }, '1000', { percent: '0', verdict: 'same' }],
  [{ side: 'bought', price: '1005' }, '1000', { percent: '0.5', verdict: 'better' }],
  [{ side: 'bought', price: '995' }, '1000', { percent: '-0.5', verdict: 'worse' }],
])('%j against %s is %j', (offer, published, expected) => {
  expect(compareOffer(offer, published)).toEqual(expected)
})

test.each([
  ['20', '798.45', true],
  ['399.22', '798.45', true],
  ['399.225', '798.45', false],
  ['1596.9', '798.45', false],
  ['1596.91', '798.45', true],
])('a price of %s is far from %s: %s', (price, published, isFar) => {
  expect(isFarFrom(price, published)).toBe(isFar)
})

test('what is good for one side is bad for the other, and the difference has the sign of the percentage', () => {
  const prices = fc.integer({ min: 100, max: 100_000_000 }).map((one) => divide(String(one), '100'))
  const OPPOSITE = { better: 'worse', worse: 'better', same: 'same' } as const
  fc.assert(
    fc.property(prices, prices, prices, (price, published, amount) => {
      const sold = compareOffer({ side: 'sold', price, amount }, published)
      const bought = compareOffer({ side: 'bought', price, amount }, published)
      expect(bought.verdict).toBe(OPPOSITE[sold.verdict])
      expect(bought.percent).toBe(sold.percent)
      const { percent, difference = '0' } = sold
      if (compare(absolute(percent), '1') > 0) expect(compare(difference, '0')).toBe(compare(percent, '0'))
    }),
  )
})
