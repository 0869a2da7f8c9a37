import { HOUR_MS } from '../../rates/durations.ts'
import { leadingPrice } from '../../rates/in-force.ts'
import type { Quote } from '../../rates/monitor.ts'
import { labelsOf, narrowPercent, sourceOf, underPage } from '../format/quote.ts'
import { block, lengthOf, lines, spread, toTheRight, WIDTH, widest } from '../format/text.ts'
import { shortFreshness, shortSince, when } from '../format/times.ts'
import type { Words } from '../words/words.ts'
import {
  ageFrom,
  changesSince,
  lastChange,
  lastingSilenceNotice,
  rowNotices,
  silenceNotice,
  simulatedNotice,
} from './price.ts'

const ROWS_MAX = 24
/** Prices of one page come together: a row says its own age only where it is older than its page by this. */
const APART_MS = HOUR_MS

/** Every monitor, in page order; `asOf` is when the API last said so. Times in ms. */
export interface OverviewView {
  readonly observedQuotes: readonly { readonly quote: Quote; readonly asOf: number }[]
  readonly now: number
  /** It stays in the chat unchanged until a price moves: times in it are those of the clock. */
  readonly isLasting?: boolean
}

/** One line a monitor, under its page and how fresh that is; prices and changes below each other. */
export function overview(words: Words, { observedQuotes, now, isLasting = false }: OverviewView): string {
  if (observedQuotes.length === 0) return words.noPrices
  const all = observedQuotes.map(({ quote }) => quote)
  const shown = all.slice(0, ROWS_MAX)
  const asOf = Math.min(...observedQuotes.map((observed) => observed.asOf))
  return lines(
    `<b>${words.rates}</b> · ${when(words, now, now)}`,
    block(rowsOf(words, shown, { now, isLasting })),
    all.length > shown.length && words.more(all.length - shown.length),
    sinceLine(words, shown, now),
    simulatedNotice(words, all),
    isLasting ? lastingSilenceNotice(words, asOf, now) : silenceNotice(words, asOf, now),
  )
}

/** `▲▼ % desde el anterior`: what the column of changes is in, and counts from. */
function sinceLine(words: Words, quotes: readonly Quote[], now: number): string {
  const since = changesSince(words, quotes, now)
  return since === '' ? '' : `▲▼ % ${since}`
}

interface RowOptions {
  readonly now: number
  readonly isLasting: boolean
}

function rowsOf(words: Words, quotes: readonly Quote[], { now, isLasting }: RowOptions): string[] {
  const age = isLasting ? shortSince : shortFreshness
  const prices = quotes.map((quote) => words.numbers.price(leadingPrice(quote, now).price))
  const changes = quotes.map((quote) => narrowPercent(words, lastChange(quote, now)))
  const [width, room] = [widest(prices), widest(changes)]
  return groupsOf(quotes).flatMap((group) => {
    const freshAt = newestOf(group, now)
    const source = group[0] ? sourceOf(group[0]).toLocaleUpperCase('es') : ''
    const labels = labelsOf(underPage(group))
    return [
      spread(source, freshAt === undefined ? '' : age(words, freshAt, now)).trimEnd(),
      ...group.flatMap((quote, place) => {
        const index = quotes.indexOf(quote)
        const price = toTheRight(prices[index] ?? '', width)
        const figures = room > 0 ? `${price} ${toTheRight(changes[index] ?? '', room)}` : price
        return [
          spread(fitted(labels[place] ?? '', WIDTH - lengthOf(figures) - 1), figures),
          ...(isOlder(quote, freshAt, now) ? [`  ${age(words, ageFrom(quote, now) ?? now, now)}`] : []),
          ...rowNotices(words, quote, now),
        ]
      }),
    ]
  })
}

/** A whole title is worth more than the sign before it, where there is no room for both. */
function fitted(label: string, room: number): string {
  const bare = label.replace(/^\S+ /, '')
  return lengthOf(label) > room && lengthOf(bare) <= room ? bare : label
}

/** Neighbours of one page. */
function groupsOf(quotes: readonly Quote[]): Quote[][] {
  const groups: Quote[][] = []
  for (const quote of quotes) {
    const last = groups.at(-1)
    if (last?.[0]?.monitor.page === quote.monitor.page) last.push(quote)
    else groups.push([quote])
  }
  return groups
}

function newestOf(group: readonly Quote[], now: number): number | undefined {
  const times = group.flatMap((quote) => ageFrom(quote, now) ?? [])
  return times.length > 0 ? Math.max(...times) : undefined
}

/** A price that is older than its page says so itself. */
function isOlder(quote: Quote, freshAt: number | undefined, now: number): boolean {
  const from = ageFrom(quote, now)
  return freshAt !== undefined && from !== undefined && freshAt - from >= APART_MS
}
