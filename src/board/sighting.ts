import { isRoundedFrom } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'

/** A quote and when the rate API last said so (ms). */
export interface Sighting {
  readonly quote: Quote
  readonly asOf: number
}

/** Some servers round what they answer and not what they notify: a rounded copy of a known price is that price. */
export function withFullPrice(answered: Sighting, known: Sighting | undefined): Sighting {
  if (!known || !isRoundedFrom(answered.quote.price, known.quote.price)) return answered
  return { ...answered, quote: { ...answered.quote, price: known.quote.price } }
}
