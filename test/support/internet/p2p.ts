import { createRandom } from '../random.ts'

export type Side = 'BUY' | 'SELL'

interface Row {
  readonly price: number
  readonly quantity: number
  readonly min: number
  readonly max: number
  readonly orders: number
  readonly finished: number
}

const HONEST_COUNT = 14
/** Half the width of the band of honest prices, a share of the price. */
const NOISE = 0.001
const WHOLESALE_EVERY = 5

/** Honest rows around a price: mostly for the amounts that people pay, some for wholesale. */
function honestRows(price: number, random: () => number): Row[] {
  const between = (low: number, high: number): number => low + random() * (high - low)
  return Array.from({ length: HONEST_COUNT }, (_, index) => {
    const isWholesale = index % WHOLESALE_EVERY === 0
    return {
      price: price * between(1 - NOISE, 1 + NOISE),
      quantity: between(400, isWholesale ? 100_000 : 5_000),
      min: Math.round(isWholesale ? 10_000_000 : between(1_000, 50_000)),
      max: Math.round(isWholesale ? 36_000_000 : between(400_000, 4_000_000)),
      orders: Math.round(between(120, 3_000)),
      finished: between(0.96, 1),
    }
  })
}

/** How much better than the price, quantity, least and greatest amount, orders, share of finished ones. */
type Bait = readonly [number, number, number, number, number, number]

/** Rows that nobody can trade at, as they stand at the top of the real lists; the last looks honest, with a price of the wrong side. */
const BAIT: readonly Bait[] = [
  [0.03, 100, 3_700, 3_701, 3_519, 0.997],
  [0.02, 250, 3_700, 3_701, 900, 0.99],
  [0.04, 1.39, 1_000, 134_330, 178, 0.95],
  [0.02, 0.29, 300, 124_083, 172, 0.978],
  [0.05, 5_000, 5_000, 900_000, 2, 1],
  [-0.1, 2_000, 5_000, 900_000, 500, 0.99],
]

/** `better` is the side's pull on the price. */
const baitRows = (price: number, better: number): Row[] =>
  BAIT.map(([share, quantity, min, max, orders, finished]) => ({
    price: price * (1 + share * better),
    quantity,
    min,
    max,
    orders,
    finished,
  }))

const toRow = ({ price, quantity, min, max, orders, finished }: Row, marked: Side, index: number) => ({
  adv: {
    tradeType: marked,
    asset: 'USDT',
    fiatUnit: 'VES',
    price: price.toFixed(3),
    tradableQuantity: quantity.toFixed(2),
    minSingleTransAmount: String(min),
    maxSingleTransAmount: String(max),
  },
  advertiser: {
    nickName: `n${index}`,
    monthOrderCount: orders,
    monthFinishRate: Number(finished.toFixed(3)),
  },
})

export interface P2pList {
  readonly side: Side
  readonly price: number
  readonly hasBait: boolean
}

/** The honest rows of a side, always the same ones for a price; the list's own order is best price first. */
const honestOf = ({ side, price }: Pick<P2pList, 'side' | 'price'>): Row[] =>
  honestRows(price, createRandom(side === 'BUY' ? 1 : 2))

/** The answer of the P2P search. Rows of a side are marked with the other one, as there. */
export function p2pList({ side, price, hasBait }: P2pList): object {
  const better = side === 'BUY' ? -1 : 1
  const rows = [...honestOf({ side, price }), ...(hasBait ? baitRows(price, better) : [])]
  const sorted = rows.toSorted((a, b) => (b.price - a.price) * better)
  const marked = side === 'BUY' ? 'SELL' : 'BUY'
  return {
    code: '000000',
    success: true,
    total: sorted.length,
    data: sorted.map((row, index) => toRow(row, marked, index)),
  }
}

/** The median of the honest rows alone, wholesale included. */
export function honestMedian(side: Side, price: number): number {
  const prices = honestOf({ side, price })
    .map((row) => row.price)
    .toSorted((a, b) => a - b)
  const middle = prices.slice(HONEST_COUNT / 2 - 1, HONEST_COUNT / 2 + 1)
  return middle.reduce((sum, one) => sum + one, 0) / middle.length
}
