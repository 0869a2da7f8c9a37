import { type Change, changeBetween } from '../../rates/change.ts'
import type { Decimal } from '../../rates/decimal.ts'
import type { Quote } from '../../rates/monitor.ts'
import { ARROW, changeOf, equation, signedPercent } from '../format/figures.ts'
import { clip, escapeHtml, lines } from '../format/text.ts'
import { freshness, onWeekday, when } from '../format/times.ts'
import { boldTitle, nameOf, plainTitle, sourceOf } from '../format/titles.ts'
import type { Words } from '../words/words.ts'
import { effectiveMark, isOfTomorrow, othersLine, silenceMark, simulatedMark, staleMark } from './marks.ts'

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

const PASSED_ON_MAX = 256
const PASSED_ON_TITLE_MAX = 80

/** One monitor as the API said it at `asOf`; `others` share its key on other pages. Times in ms. */
export interface RateView {
  readonly quote: Quote
  readonly asOf: number
  readonly others?: readonly Quote[]
  readonly now: number
}

/** The card of one monitor. */
export function rateCard(words: Words, { quote, asOf, others = [], now }: RateView): string {
  return lines(
    boldTitle(quote),
    `<b>${equation(words, quote, quote.price)}</b>`,
    effectiveMark(words, quote, now),
    changeLine(words, quote, now),
    ageOf(words, quote, now),
    staleMark(words, quote, now),
    lines(sourceLine(quote), simulatedMark(words, [quote])),
    silenceMark(words, asOf, now),
    othersLine(words, quote, others),
  )
}

function changeLine(words: Words, quote: Quote, now: number): string {
  const change = lastChange(quote, now)
  const since = changesSince(words, [quote], now)
  return change.direction === 'same' ? '' : `${ARROW[change.direction]} ${changeOf(words, change)} ${since}`
}

/** Nothing where another line says from when the price is. */
const ageOf = (words: Words, quote: Quote, now: number): string =>
  quote.stale || isOfTomorrow(quote, now) ? '' : freshness(words, quote.lastUpdate, now)

const sourceLine = (quote: Quote): string =>
  quote.source === undefined ? nameOf(quote) : `${escapeHtml(sourceOf(quote))} · ${nameOf(quote)}`

/** `Dólar paralelo: $1 = Bs. 812,40 ▲ +0,40 % · a la 1:05 p. m.` */
export function passedOn(words: Words, quote: Quote, now: number): string {
  const change = lastChange(quote, now)
  const moved =
    change.direction === 'same' ? '' : ` ${ARROW[change.direction]} ${signedPercent(words, change)}`
  const price = `${clip(plainTitle(quote), PASSED_ON_TITLE_MAX)}: ${equation(words, quote, quote.price)}${moved}`
  const day = isOfTomorrow(quote, now)
    ? words.inForceOn(onWeekday(words, quote.lastUpdate))
    : when(words, quote.lastUpdate, now)
  const text = [price, day, quote.simulated ? words.simulatedPrice : '']
    .filter((part) => part !== '')
    .join(' · ')
  return clip(text, PASSED_ON_MAX)
}
