import { gapBetween } from '../change.ts'
import { absolute, compare, type Decimal, multiply, round, subtract } from '../decimal.ts'

/** Who sells: somebody to the person who asks (`sold`), or that person (`bought`). */
export type OfferSide = 'sold' | 'bought'

/** An offer to sell or buy foreign money at a price in bolivares, of an amount if one was said. */
export interface Offer {
  readonly side: OfferSide
  readonly price: Decimal
  readonly amount?: Decimal
}

/** How an offer compares with a published price. */
export interface Comparison {
  /** How far the offer lies above that price in percent, to 2 decimals. */
  readonly percent: Decimal
  /** The same in bolivares for the amount. */
  readonly difference?: Decimal
  /** For the person who asks. */
  readonly verdict: 'better' | 'worse' | 'same'
}

/** Nobody changes dollars elsewhere for less (percent). */
const SAME_PERCENT = '0.5'
const PLACES = 2

/** Compares an offer with a published price above zero. */
export function compareOffer({ side, price, amount }: Offer, published: Decimal): Comparison {
  const percent = round(gapBetween(published, price), PLACES)
  const difference =
    amount === undefined ? undefined : round(multiply(subtract(price, published), amount), PLACES)
  return { percent, ...(difference !== undefined && { difference }), verdict: verdictOf(side, percent) }
}

/** More than double of a published price, or less than its half: it is no price of the same money. */
export const isFarFrom = (price: Decimal, published: Decimal): boolean =>
  compare(price, multiply(published, '2')) > 0 || compare(multiply(price, '2'), published) < 0

function verdictOf(side: OfferSide, percent: Decimal): Comparison['verdict'] {
  if (compare(absolute(percent), SAME_PERCENT) < 0) return 'same'
  const isHigher = compare(percent, '0') > 0
  return isHigher === (side === 'bought') ? 'better' : 'worse'
}
