import { asOfOrNow } from '../protocol/as-of.ts'
import type { Snapshot } from '../protocol/client.ts'
import { type Decimal, isRoundedFrom } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'

/** A quote and when the rate API last said so (ms). */
export interface Sighting {
  readonly quote: Quote
  readonly asOf: number
  /** It was an answer and no notification, with so few decimals that the server may have rounded it. */
  readonly mayBeRounded?: boolean
  /** Takes the place of what was dated so (ms), though that is later: the server's clock was ahead. */
  readonly corrects?: number
}

/** Whether an answered price is another one, in full or as servers round it. */
export const isSamePrice = (answered: Decimal, full: Decimal): boolean =>
  answered === full || isRoundedFrom(answered, full)

/** Some servers round what they answer and not what they notify: a rounded copy of a known price is that price. */
export function withFullPrice(seen: Sighting, known: Sighting | undefined): Sighting {
  if (!known || !isSamePrice(seen.quote.price, known.quote.price)) return seen
  const { mayBeRounded: _, ...others } = seen
  const price = { ...others, quote: { ...seen.quote, price: known.quote.price } }
  return known.mayBeRounded ? { ...price, mayBeRounded: true } : price
}

/** What an answer says: as of when it was made, or now. A price without a third decimal may have been rounded. */
export const sightingsOfAnswer = ({ asOf, quotes }: Snapshot, now: number): readonly Sighting[] =>
  quotes.map((quote) => {
    const answered = { quote, asOf: asOfOrNow(asOf, now) }
    return isRoundedFrom(quote.price, quote.price) ? { ...answered, mayBeRounded: true } : answered
  })
