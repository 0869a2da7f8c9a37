import { changeBetween } from '../rates/change.ts'
import type { Quote } from '../rates/monitor.ts'
import { ARROW, changeOf, equation } from './figures.ts'
import { effectiveMark, isOfTomorrow, isSilent, othersLine, simulatedMark, staleMark } from './marks.ts'
import { lines } from './text.ts'
import { ago, freshness } from './times.ts'
import { boldTitle, nameOf } from './titles.ts'
import type { Words } from './words.ts'

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
    `<b>${equation(quote, quote.price)}</b>`,
    effectiveMark(words, quote, now),
    changeLine(quote),
    staleMark(words, quote, now),
    lines(sourceLine(words, quote, now), simulatedMark(words, [quote])),
    isSilent(asOf, now) && `⚠ ${words.silent(ago(words, asOf, now))}`,
    othersLine(words, quote, others),
  )
}

function changeLine({ priceOld, price }: Quote): string {
  const change = changeBetween(priceOld, price)
  return change.direction === 'same' ? '' : `${ARROW[change.direction]} ${changeOf(change)}`
}

function sourceLine(words: Words, quote: Quote, now: number): string {
  const name = nameOf(quote)
  const says = quote.stale || isOfTomorrow(quote, now)
  return says ? name : `${freshness(words, quote.lastUpdate, now)} · ${name}`
}
