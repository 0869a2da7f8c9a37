import { isRoundedFrom } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'

/** A quote and when the rate API last said so (ms). */
export interface Sighting {
  readonly quote: Quote
  readonly asOf: number
  /** It was an answer and no notification, with so few decimals that the server may have rounded it. */
  readonly mayBeRounded?: boolean
}

/** Some servers round what they answer and not what they notify: a rounded copy of a known price is that price. */
export function withFullPrice(answered: Sighting, known: Sighting | undefined): Sighting {
  if (!known || !isRoundedFrom(answered.quote.price, known.quote.price)) return answered
  const price = { quote: { ...answered.quote, price: known.quote.price }, asOf: answered.asOf }
  return known.mayBeRounded ? { ...price, mayBeRounded: true } : price
}

/** Marks an answer that may be rounded: one without a third decimal. */
export const markRounded = (answered: Sighting): Sighting =>
  isRoundedFrom(answered.quote.price, answered.quote.price) ? { ...answered, mayBeRounded: true } : answered
