import { type Change, changeBetween } from '../rates/change.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'
import { isOfTomorrow } from './marks.ts'
import type { Words } from './words.ts'

/** What the change beside a price counts from: the price in force until its day comes, else the one published before. */
const startOf = (quote: Quote, now: number): { readonly price: Decimal; readonly isOfToday: boolean } =>
  quote.inForce && isOfTomorrow(quote, now)
    ? { price: quote.inForce.price, isOfToday: true }
    : { price: quote.priceOld, isOfToday: false }

/** The change that is shown beside a price, so that it never contradicts another price shown with it. `now` in ms. */
export const lastChange = (quote: Quote, now: number): Change =>
  changeBetween(startOf(quote, now).price, quote.price)

/** `desde el anterior`, `desde el de hoy`: since when the changes of these prices count; nothing where none changed. */
export function changesSince({ change }: Words, quotes: readonly Quote[], now: number): string {
  const moved = quotes.filter((quote) => lastChange(quote, now).direction !== 'same')
  const [isOfToday, ...others] = new Set(moved.map((quote) => startOf(quote, now).isOfToday))
  if (isOfToday === undefined) return ''
  if (others.length > 0) return change.sinceEither
  return isOfToday ? change.sinceToday : change.sinceBefore
}
