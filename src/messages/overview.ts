import { formatDecimal } from '../rates/amount.ts'
import { changeBetween } from '../rates/change.ts'
import type { Quote } from '../rates/monitor.ts'
import { ARROW } from './figures.ts'
import { isSilent, notesOf, simulatedMark } from './marks.ts'
import { block, spread, toTheRight, widest } from './table.ts'
import { clip, lines } from './text.ts'
import { ago } from './times.ts'
import { labelsOf } from './titles.ts'
import type { Words } from './words.ts'

const ROWS_MAX = 30

/** Every monitor, in page order; `asOf` is when the API last said so. Times in ms. */
export interface OverviewView {
  readonly sightings: readonly { readonly quote: Quote; readonly asOf: number }[]
  readonly now: number
}

/** One line a monitor, under the name of its page, prices below each other. */
export function overview(words: Words, { sightings, now }: OverviewView): string {
  if (sightings.length === 0) return words.noPrices
  const all = sightings.map(({ quote }) => quote)
  const shown = all.slice(0, ROWS_MAX)
  const asOf = Math.min(...sightings.map((sighting) => sighting.asOf))
  return lines(
    `<b>${words.rates}</b>${newest(words, all, now)}`,
    block(rowsOf(words, shown, now)),
    all.length > shown.length && words.more(all.length - shown.length),
    simulatedMark(words, all),
    isSilent(asOf, now) && `⚠ ${words.silent(ago(words, asOf, now))}`,
  )
}

function newest(words: Words, quotes: readonly Quote[], now: number): string {
  const past = quotes.map(({ lastUpdate }) => lastUpdate).filter((at) => at <= now)
  return past.length > 0 ? ` · ${words.lastChange(ago(words, Math.max(...past), now))}` : ''
}

function rowsOf(words: Words, quotes: readonly Quote[], now: number): string[] {
  const labels = labelsOf(quotes)
  const prices = quotes.map(({ price }) => formatDecimal(price))
  const width = widest(prices)
  return quotes.flatMap((quote, index) => [
    ...(quote.monitor.page === quotes[index - 1]?.monitor.page ? [] : [clip(quote.monitor.page, 32)]),
    spread(labels[index] ?? '', `${toTheRight(prices[index] ?? '', width)} ${arrowOf(quote) || ' '}`),
    ...notesOf(words, quote, now),
  ])
}

const arrowOf = ({ priceOld, price }: Quote): string => ARROW[changeBetween(priceOld, price).direction]
