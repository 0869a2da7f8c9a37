import { dayOf, HOUR_MS } from '../../domain/caracas.ts'
import { type Change, isForDays, leadingPrice, priceBeside } from '../../domain/in-force.ts'
import { moneyNamed, type Quote } from '../../domain/monitor.ts'
import {
  ageFrom,
  capitalized,
  changesSince,
  dayChange,
  effectiveDayNotice,
  gapFigure,
  labelsOf,
  narrowPercent,
  notesOn,
  plainTitle,
  rowNotices,
  simulatedNotice,
  sourceOf,
  staleNotice,
  trustNotices,
  underPage,
} from '../../words/price.ts'
import {
  alignedRight,
  block,
  clip,
  escapeHtml,
  lengthOf,
  lines,
  type Note,
  notesBelow,
  spread,
  toTheRight,
  WIDTH,
} from '../../words/text.ts'
import { shortestSince, shortFreshness, shortSince, when } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'

const ROWS_MAX = 16
/** Prices of one page come together: a row says its own age only where it is older than its page by this. */
const APART_MS = HOUR_MS

/** Every monitor, in page order; `asOf` is when the API last said so. Times in ms. */
interface OverviewView {
  readonly observedQuotes: readonly { readonly quote: Quote; readonly asOf: number }[]
  readonly now: number
  /** It stays in the chat unchanged until a price moves: times in it are those of the clock. */
  readonly isLasting?: boolean
}

/** The rates that matter most, without the names of their pages, and the gap between two of them. */
export interface MainRatesView extends OverviewView {
  readonly gap?: readonly [first: Quote, second: Quote] | undefined
}

/** The answer to `/rate`: one line a monitor, and the gap; it fits the screen of a phone. */
export function mainRates(words: Words, view: MainRatesView): string {
  return view.observedQuotes.length === 0
    ? words.noPrices
    : lines(headOf(words, view), mainBlock(words, view))
}

const headOf = (words: Words, { now }: OverviewView): string =>
  `<b>${words.rates}</b> · ${when(words, now, now)}`

/** The same without the head. */
export function mainBlock(words: Words, { observedQuotes, gap, now }: MainRatesView): string {
  const quotes = observedQuotes.map(({ quote }) => quote)
  const rowOf = createRows(words, quotes, now)
  const rows = labelsOf(quotes).map(rowOf)
  return lines(
    block(gap ? [...rows, spread(words.gapRow, gapFigure(words, gap, now))] : rows),
    ...notesBelow([...notesOn(words, quotes, now), ...agesOf(words, quotes, now)]),
    footOf(words, quotes, { observedQuotes, now }),
  )
}

/** Which prices are older than those beside them. */
function agesOf(words: Words, quotes: readonly Quote[], now: number): Note[] {
  const freshAt = newestOf(quotes, now)
  return quotes
    .filter((quote) => isOlder(quote, freshAt, now))
    .map((quote) => ({ note: agedBeside(words, quote, now), named: escapeHtml(plainTitle(quote)) }))
}

/** How old a price is, unless it is that of today. */
function agedBeside(words: Words, quote: Quote, now: number): string {
  const from = ageFrom(quote, now) ?? now
  return isForDays(quote) && dayOf(from) === dayOf(now) ? '' : shortFreshness(words, from, now)
}

/** How many prices the first line of a pinned message has: it is all that Telegram shows above a chat. */
const HEADLINE_MAX = 2

/** A pinned message that is kept up to date: its first line is the prices. */
export function pinnedOverview(words: Words, view: OverviewView): string {
  const quotes = view.observedQuotes.map(({ quote }) => quote)
  const dollars = quotes.filter((quote) => moneyNamed(quote) === 'dollar')
  const prices = (dollars.length > 0 ? dollars : quotes).slice(0, HEADLINE_MAX).map((quote) => {
    const { price } = leadingPrice(quote, view.now)
    return `${escapeHtml(plainTitle(quote))} ${words.numbers.price(price)}`
  })
  return lines(
    prices.length > 0 && `<b>📌 ${prices.join(' · ')}</b>`,
    words.live.live,
    overview(words, { ...view, isLasting: true }),
  )
}

/** One line a monitor, under its page and how fresh that is; prices and changes below each other. */
export function overview(words: Words, { observedQuotes, now, isLasting = false }: OverviewView): string {
  if (observedQuotes.length === 0) return words.noPrices
  const all = observedQuotes.map(({ quote }) => quote)
  const shown = all.slice(0, ROWS_MAX)
  return lines(
    headOf(words, { observedQuotes, now }),
    block(rowsOf(words, shown, { now, isLasting })),
    all.length > shown.length && words.more(all.length - shown.length),
    footOf(words, shown, { observedQuotes, now }),
  )
}

/** Below the rows: `Cambio desde ayer`, and whether prices are simulated or the rate API is silent. */
function footOf(words: Words, shown: readonly Quote[], { observedQuotes, now }: OverviewView): string {
  const quotes = observedQuotes.map(({ quote }) => quote)
  const since = changesSince(words, shown, now)
  const asOf = Math.min(...observedQuotes.map((observed) => observed.asOf))
  return lines(since !== '' && words.change.counted(since), trustNotices(words, quotes, asOf, now))
}

type RowOptions = Required<Pick<OverviewView, 'now' | 'isLasting'>>

function rowsOf(words: Words, quotes: readonly Quote[], { now, isLasting }: RowOptions): string[] {
  const rowOf = createRows(words, quotes, now)
  const ageBeside = isLasting ? shortestSince : shortFreshness
  return groupsOf(quotes).flatMap((group) => {
    const freshAt = newestOf(group, now)
    const source = group[0] ? sourceOf(group[0]).toLocaleUpperCase('es') : ''
    const labels = labelsOf(underPage(group))
    return [
      spread(source, freshAt === undefined ? '' : ageBeside(words, freshAt, now)).trimEnd(),
      ...group.flatMap((quote, place) => [
        rowOf(labels[place] ?? '', quotes.indexOf(quote)),
        ...notesOf(words, quote, { now, isLasting, freshAt }),
      ]),
    ]
  })
}

/** Below the row of a price: its age where it is older than those beside it, and for which days it is. */
function notesOf(
  words: Words,
  quote: Quote,
  { now, isLasting, freshAt }: RowOptions & { readonly freshAt: number | undefined },
): string[] {
  const ageOf = isLasting ? shortSince : shortFreshness
  const age = isOlder(quote, freshAt, now) ? [`  ${ageOf(words, ageFrom(quote, now) ?? now, now)}`] : []
  return [...age, ...rowNotices(words, quote, now)]
}

/** Writes rows whose prices and changes stand below each other. */
function createRows(words: Words, quotes: readonly Quote[], now: number) {
  const prices = alignedRight(quotes.map((quote) => words.numbers.price(leadingPrice(quote, now).price)))
  const changes = alignedRight(quotes.map((quote) => narrowPercent(words, dayChange(quote, now))))
  return (label: string, at: number): string => {
    const figures = [prices[at], changes[at]].filter((cell) => cell).join(' ')
    return spread(fitted(label, WIDTH - lengthOf(figures) - 1), figures)
  }
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

/** How a price moved today and over each of `TREND_SPANS`; undefined where the past is not known. */
export interface Trend {
  readonly quote: Quote
  readonly changes: readonly (Change | undefined)[]
  /** The rate API did not give its past. */
  readonly isSilent: boolean
}

/** The days of a week and of a month, over which a move is shown beside that of today. */
export const TREND_SPANS = [7, 30] as const
const TREND_WIDTH = 12

/** How rates moved: a column for each, a line for today and for each span. */
export function trendMessage(words: Words, trends: readonly Trend[], now: number): string {
  const quotes = trends.map(({ quote }) => quote)
  const rowOf = (label: string, cells: readonly string[]): string =>
    spread(label, cells.map((cell) => toTheRight(cell, TREND_WIDTH)).join(''))
  const cellsAt = (at: number): string[] =>
    trends.map(({ changes }) => {
      const change = changes[at]
      return change ? narrowPercent(words, change) || words.percent(words.numbers.decimal('0')) : '–'
    })
  const heads = labelsOf(quotes).map((label) => clip(label, TREND_WIDTH - 1))
  return lines(
    `<b>${words.trend.title}</b>`,
    block([
      rowOf('', heads),
      ...[capitalized(words.today), ...TREND_SPANS.map(words.trend.lastDays)].map((label, at) =>
        rowOf(label, cellsAt(at)),
      ),
    ]),
    ...notesBelow(notesOn(words, quotes, now)),
    trends.some(({ isSilent }) => isSilent) && `⚠ ${words.trend.silent}`,
    words.trend.nobodyKnows,
    simulatedNotice(words, quotes),
  )
}

/** `Sí, ya salió.` with both prices, or `Todavía no.` with that of today and when the next one comes out. */
export function publishedMessage(words: Words, quote: Quote, now: number): string {
  const { published, numbers } = words
  const isOut = priceBeside(quote, now) !== undefined
  return lines(
    `<b>${isOut ? published.isOut : published.notYet}</b>`,
    isOut
      ? effectiveDayNotice(words, quote, now)
      : `${escapeHtml(plainTitle(quote))}: ${words.inForce.today(numbers.price(leadingPrice(quote, now).price))}`,
    published.usually,
    staleNotice(words, quote, now),
    simulatedNotice(words, [quote]),
  )
}
