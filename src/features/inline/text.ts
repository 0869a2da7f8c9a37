import { leadingPrice } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import {
  arrowPercent,
  besideText,
  dayChange,
  equation,
  gapFigure,
  plainTitle,
  result,
} from '../../words/price.ts'
import { joined, type Listed, plainText } from '../../words/text.ts'
import { freshness } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'
import { amountAsked, type ConversionView } from '../convert/text.ts'
import { type GapView, gapSentence } from '../gap/text.ts'

/** `Dólar oficial: Bs. 349,93`, and below its last change and how fresh it is. */
export function rateResult(words: Words, quote: Quote, now: number): Listed {
  const change = dayChange(quote, now)
  const moved = change.direction !== 'same' && arrowPercent(words, change)
  return {
    title: `${plainTitle(quote)}: ${words.numbers.bolivares(leadingPrice(quote, now).price)}`,
    description: joined(moved, dayOrAge(words, quote, now), simulated(words, [quote])),
  }
}

/** What stands beside the price in force, else how fresh it is. */
const dayOrAge = (words: Words, quote: Quote, now: number): string =>
  besideText(words, quote, now) || freshness(words, leadingPrice(quote, now).lastUpdate, now)

export const overviewResult = ({ button, inline }: Words, count: number): Listed => ({
  title: button.rates,
  description: inline.inOneMessage(count),
})

/** `$100 = Bs. 34.992,72`, and below by which monitor. */
export function conversionResult(words: Words, view: ConversionView): Listed {
  const [row] = view.rows
  const { quotes, to, parts } = row
  const price =
    quotes.length === 1 &&
    row.day === undefined &&
    equation(words, quotes[0], row.prices[0] ?? quotes[0].price)
  return {
    title: `${amountAsked(words, view)} = ${result(words, to, row.result)}`,
    description: joined(quotes.map(plainTitle).join(parts ? ' + ' : ' → '), simulated(words, quotes), price),
  }
}

/** `Brecha: 26,53 %`, and below the sentence that says it. */
export function gapResult(words: Words, { quotes, now }: Pick<GapView, 'quotes' | 'now'>): Listed {
  const sentence = plainText(gapSentence(words, quotes, now))
  return {
    title: words.gap.title(gapFigure(words, quotes, now)),
    description: joined(sentence, simulated(words, quotes)),
  }
}

const simulated = (words: Words, quotes: readonly Quote[]): string | false =>
  quotes.some((quote) => quote.simulated) && words.inline.simulated
