export type Side = 'BUY' | 'SELL'

/** How much better than the price (a share of it), quantity, least and greatest amount, orders, share of finished ones. */
type Row = readonly [number, number, number, number, number, number]

const HONEST_COUNT = 14
/** Half the width of the band of honest prices, a share of the price. */
const NOISE = 0.001
const WHOLESALE_EVERY = 5

/** Honest rows from the worst to the best: mostly for the amounts that people pay, some for wholesale. */
const HONEST: readonly Row[] = Array.from({ length: HONEST_COUNT }, (_, at) => {
  const share = NOISE * ((2 * (at + 0.5)) / HONEST_COUNT - 1)
  const [orders, finished] = [120 + 200 * at, 0.96 + 0.003 * at]
  return at % WHOLESALE_EVERY === 0
    ? [share, 90_000, 10_000_000, 36_000_000, orders, finished]
    : [share, 400 + 300 * at, 1_000 + 3_000 * at, 400_000 + 250_000 * at, orders, finished]
})

/** Rows that nobody can trade at, as they stand at the top of the real lists; the last looks honest, with a price of the wrong side. */
const BAIT: readonly Row[] = [
  [0.03, 100, 3_700, 3_701, 3_519, 0.997],
  [0.02, 250, 3_700, 3_701, 900, 0.99],
  [0.04, 1.39, 1_000, 134_330, 178, 0.95],
  [0.02, 0.29, 300, 124_083, 172, 0.978],
  [0.05, 5_000, 5_000, 900_000, 2, 1],
  [-0.1, 2_000, 5_000, 900_000, 500, 0.99],
]

export interface P2pList {
  readonly side: Side
  readonly price: number
  readonly hasBait: boolean
}

/** The answer of the P2P search, best price first. Rows of a side are marked with the other one, as there. */
export function p2pList({ side, price, hasBait }: P2pList): object {
  const better = side === 'BUY' ? -1 : 1
  const sorted = [...HONEST, ...(hasBait ? BAIT : [])].toSorted(([a], [b]) => b - a)
  const data = sorted.map(([share, quantity, min, max, orders, finished], index) => ({
    adv: {
      tradeType: side === 'BUY' ? 'SELL' : 'BUY',
      asset: 'USDT',
      fiatUnit: 'VES',
      price: (price * (1 + share * better)).toFixed(3),
      tradableQuantity: quantity.toFixed(2),
      minSingleTransAmount: String(min),
      maxSingleTransAmount: String(max),
    },
    advertiser: {
      nickName: `n${index}`,
      monthOrderCount: orders,
      monthFinishRate: Number(finished.toFixed(3)),
    },
  }))
  return { code: '000000', success: true, total: data.length, data }
}
