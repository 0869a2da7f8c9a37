import { absolute, compare, type Decimal, pricePlaces, round, subtract } from '../../domain/decimal.ts'
import { type DayFigure, gapBetween, leadingPrice, priceBeside, type Summary } from '../../domain/in-force.ts'
import type { Quote } from '../../domain/monitor.ts'
import {
  capitalized,
  gapFigure,
  labelsOf,
  notesOn,
  percentOf,
  plainTitle,
  signOf,
  trustNotices,
} from '../../words/price.ts'
import { alignedRight, block, escapeHtml, lines, notesBelow, spread } from '../../words/text.ts'
import { weekdayOf } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

/** So many days before today have a lowest and a highest gap. */
export const GAP_RANGE_DAYS = 30

/** How far the second price lies above the first; `asOf` is when the API last said so. Times in ms. */
export interface GapView {
  readonly quotes: readonly [first: Quote, second: Quote]
  /** The lowest and the highest gap of some days in percent, today included. */
  readonly range: Pick<Summary, 'low' | 'high'> | 'silent' | undefined
  readonly asOf: number
  readonly now: number
}

/** The answer to `/gap`. */
export function gapMessage(words: Words, { quotes, range, asOf, now }: GapView): string {
  return lines(
    `<b>${words.gap.title(gapFigure(words, quotes, now))}</b>`,
    gapSentence(words, quotes, now),
    gapBeside(words, quotes, now),
    block([...priceRows(words, quotes, now), ...rangeRows(words, range)]),
    ...notesBelow(notesOn(words, quotes, now)),
    range === undefined && words.gap.noHistory,
    range === 'silent' && `⚠ ${words.gap.historySilent}`,
    trustNotices(words, quotes, asOf, now),
  )
}

/** `El paralelo está 26,53 % más caro que el BCV` as HTML: nothing where that would be 0 %. */
export function gapSentence(words: Words, [first, second]: GapView['quotes'], now: number): string {
  const gap = round(gapBetween(leading(first, now), leading(second, now)), 2)
  if (compare(gap, '0') === 0) return ''
  const [from, to] = [first, second].map((quote) => escapeHtml(words.inSentence(plainTitle(quote))))
  const said = words.gap[compare(gap, '0') > 0 ? 'dearer' : 'cheaper']
  return capitalized(said(to ?? '', from ?? '', percentOf(words, absolute(gap))))
}

const leading = (quote: Quote, now: number): Decimal => leadingPrice(quote, now).price

/** A gap needs two different monitors. */
export const gapNeedsTwo = ({ gap }: Words): string => gap.needsTwo(`<code>${gap.example}</code>`)

function priceRows(words: Words, quotes: GapView['quotes'], now: number): string[] {
  const [first, second] = quotes
  const shown = ({ price }: { readonly price: Decimal }): Decimal => round(price, pricePlaces(price))
  // Of the prices as they are shown, so that everybody can check it.
  const difference = subtract(shown(leadingPrice(second, now)), shown(leadingPrice(first, now)))
  const figures = alignedRight([
    ...quotes.map((quote) => words.numbers.price(leading(quote, now))),
    `${signOf(difference)}${words.numbers.price(absolute(difference))}`,
  ])
  return [...labelsOf(quotes), words.gap.difference].map((label, at) => spread(label, figures[at] ?? ''))
}

/** `Con la tasa del lunes: 25,67 %`: the gap by the price beside the one in force. */
function gapBeside(words: Words, [first, second]: GapView['quotes'], now: number): string {
  const beside = [first, second].map((quote) => priceBeside(quote, now)?.price)
  const of = beside.find((price) => price !== undefined)
  if (!of) return ''
  const [under, over] = [beside[0]?.price ?? leading(first, now), beside[1]?.price ?? leading(second, now)]
  return words.gap.withRateOf(weekdayOf(words, of.lastUpdate), percentOf(words, gapBetween(under, over)))
}

function rangeRows(words: Words, range: GapView['range']): string[] {
  if (range === undefined || range === 'silent') return []
  const { gap, history, inForce } = words
  const row = (label: string, { value, day }: DayFigure): string =>
    spread(`${label} ${inForce.onDay(words.shortDate(day))}`, percentOf(words, value))
  return [
    '',
    capitalized(history.lastDays(GAP_RANGE_DAYS)),
    row(gap.lowest, range.low),
    row(gap.highest, range.high),
  ]
}
