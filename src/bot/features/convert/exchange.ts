import { BOLIVARES } from '../../../messages/conversion/amounts.ts'
import type { ConvertedRow } from '../../../messages/conversion/conversion.ts'
import { moneyOf } from '../../../messages/format/quote.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { addDays, type Day, dayOf } from '../../../rates/caracas.ts'
import { type Decimal, divide, multiply } from '../../../rates/decimal.ts'
import {
  createPriceOfDay,
  isForDays,
  leadingPrice,
  NEXT_DAY_MAX,
  type PriceOfDay,
  priceBeside,
} from '../../../rates/in-force.ts'
import { currencyMeant, moneyNamed } from '../../../rates/money-named.ts'
import {
  CODE_OF,
  type Currency,
  isSameMonitor,
  type MonitorId,
  monitorRef,
  type Quote,
} from '../../../rates/monitor.ts'
import type { Past, PastDay } from '../history/past.ts'
import type { ConversionRequest } from './request.ts'

/** The monitors of a conversion: one, or two if it goes through bolivares. */
export type Way = readonly [ObservedQuote, ...ObservedQuote[]]

export interface Choice {
  /** Every monitor, in page order. */
  readonly all: readonly ObservedQuote[]
  /** Those that the chat prefers. */
  readonly defaults: readonly MonitorId[]
}

const WAYS_MAX = 12

/** The ways to convert, the preferred ones first; empty if no monitor fits. */
export function waysOf(request: ConversionRequest, choice: Choice): readonly Way[] {
  const { from, to } = request
  const ways =
    from === 'bolivares' || to === 'bolivares'
      ? candidates(from === 'bolivares' ? to : from, request, choice).map((one): Way => [one])
      : crossings(request, choice)
  return waysOnce(ways).slice(0, WAYS_MAX)
}

/** The same ways, each once. */
export const waysOnce = (ways: readonly Way[]): readonly Way[] => [
  ...new Map(ways.map((way) => [way.map(({ quote }) => monitorRef(quote.monitor)).join(' '), way])).values(),
]

/** The named monitors of a currency, else the chat's preferred ones, else those whose key is its code, else all quoted in it. */
function candidates(
  side: ConversionRequest['from'],
  { monitors }: ConversionRequest,
  { all, defaults }: Choice,
): readonly ObservedQuote[] {
  const quoted = all.filter(({ quote }) => moneyNamed(quote) === side)
  const code = side === 'bolivares' ? '' : CODE_OF[side as Currency].toLowerCase()
  const among = (ids: readonly MonitorId[], some: readonly ObservedQuote[]): ObservedQuote[] =>
    ids.flatMap((id) => some.filter(({ quote }) => isSameMonitor(quote.monitor, id)))
  const named = among(
    monitors,
    all.filter(({ quote }) => currencyMeant(quote) === side),
  )
  const choices = [named, among(defaults, quoted), quoted.filter(({ quote }) => quote.monitor.key === code)]
  return choices.find(({ length }) => length > 0) ?? quoted
}

/** Pairs each source with the first target of its own page, or all of them with a named target. */
function crossings(request: ConversionRequest, choice: Choice): readonly Way[] {
  const named = (side: ConversionRequest['from']): boolean =>
    choice.all.some(
      ({ quote }) =>
        currencyMeant(quote) === side && request.monitors.some((id) => isSameMonitor(id, quote.monitor)),
    )
  const sources = candidates(request.from, request, choice)
  const targets = candidates(request.to, request, choice)
  if (named(request.to) && !named(request.from))
    return targets.flatMap((target) => pair(partner(sources, target), target))
  return sources.flatMap((source) => pair(source, named(request.to) ? targets[0] : partner(targets, source)))
}

const pair = (source: ObservedQuote | undefined, target: ObservedQuote | undefined): Way[] =>
  source && target ? [[source, target]] : []

const partner = (among: readonly ObservedQuote[], { quote }: ObservedQuote): ObservedQuote | undefined =>
  among.find((other) => other.quote.monitor.page === quote.monitor.page)

/** How many days a price stays in force without a newer one, as for a source that is stale. */
const PRICE_AGE_DAYS_MAX = 90

export type Exchanged =
  | { readonly kind: 'rows'; readonly rows: readonly [ConvertedRow, ...ConvertedRow[]] }
  | { readonly kind: 'no_rate' | 'history_silent' | 'no_price_then' | 'no_price_yet' }

/** Converts the amount of a request on each way: at the newest prices from memory, or at those of a day. */
export async function exchange(
  request: ConversionRequest,
  ways: readonly Way[],
  past: Past,
  now: number,
): Promise<Exchanged> {
  if (ways.length === 0) return { kind: 'no_rate' }
  const { date } = request
  if (date === undefined) return found(ways.map((way) => rowAt(request, way, now)))
  if (date >= dayOf(now)) return withoutHistory(request, date, ways, now)
  const prices = await Promise.all(ways.map((way) => pricesOn(way, date, past)))
  if (prices.every((one) => one === 'silent')) return { kind: 'history_silent' }
  const rows = ways.flatMap((way, at) => {
    const priced = prices[at]
    return Array.isArray(priced) ? [rowOn(request, way, priced)] : []
  })
  return rows.length > 0 ? found(rows) : { kind: 'no_price_then' }
}

function found(rows: readonly ConvertedRow[]): Exchanged {
  const [first, ...others] = rows
  return first ? { kind: 'rows', rows: [first, ...others] } : { kind: 'no_rate' }
}

/** Converts at the prices in force today, or at those already published for a day to come. */
function withoutHistory(request: ConversionRequest, date: Day, ways: readonly Way[], now: number): Exchanged {
  const isToday = date === dayOf(now)
  const usable = isToday ? ways : ways.filter((way) => way.every(({ quote }) => holdsBy(quote, date, now)))
  if (usable.length === 0) return { kind: 'no_price_yet' }
  return found(
    usable.map((way) => {
      const used = way.map((observed) => (isToday ? leadingPrice(observed.quote, now) : observed.quote))
      return rowOn(
        request,
        way,
        used.map(({ price, lastUpdate }) => ({ price: { day: dayOf(lastUpdate), price } })),
      )
    }),
  )
}

/** Whether the price of a day to come is out. */
function holdsBy({ lastUpdate, holdsFrom }: Quote, date: Day, now: number): boolean {
  const from = dayOf(holdsFrom ?? lastUpdate)
  const day = dayOf(lastUpdate)
  return day > dayOf(now) && from <= date && date <= day
}

type OfDay = PriceOfDay<PastDay>

/** The prices of a day on a way; undefined where a monitor of it has none so old. */
async function pricesOn(way: Way, date: Day, past: Past): Promise<OfDay[] | 'silent' | undefined> {
  const answers = await Promise.all(way.map(({ quote }) => readAround(past, quote, date)))
  if (answers.includes(undefined)) return 'silent'
  const days = way.map(({ quote }, at) => createPriceOfDay(answers[at] ?? [], isForDays(quote))(date))
  return days.every((day) => day !== undefined) ? days : undefined
}

const readAround = (past: Past, quote: Quote, date: Day): ReturnType<Past> =>
  past(
    quote.monitor,
    addDays(date, -PRICE_AGE_DAYS_MAX),
    isForDays(quote) ? addDays(date, NEXT_DAY_MAX) : date,
  )

/** At the prices in force, and at those beside them: to come, or of the last day before. */
function rowAt(request: ConversionRequest, way: Way, now: number): ConvertedRow {
  const row = baseOf(
    request,
    way,
    way.map(({ quote }) => leadingPrice(quote, now).price),
  )
  const others = way.map(({ quote }) => priceBeside(quote, now)?.price?.price)
  if (others.every((price) => price === undefined)) return row
  const beside = others.map((price, at) => price ?? row.prices[at] ?? '1')
  return { ...row, resultBeside: amountAt(request, beside) }
}

/** At the prices of a day; those of the day before stand beside them where a later day's were in force. */
function rowOn(request: ConversionRequest, way: Way, days: readonly OfDay[]): ConvertedRow {
  const row = baseOf(
    request,
    way,
    days.map(({ price }) => price.price),
  )
  const day = earliest(days.map(({ price }) => price.day))
  const before = days.flatMap((one) => one.before?.day ?? [])
  if (before.length === 0) return { ...row, day }
  const beside = days.map((one) => (one.before ?? one.price).price)
  return { ...row, day, resultBeside: amountAt(request, beside), dayBeside: earliest(before) }
}

const earliest = (days: readonly Day[]): Day => days.reduce((a, b) => (a < b ? a : b))

function baseOf(request: ConversionRequest, way: Way, prices: readonly Decimal[]): ConvertedRow {
  const [first, ...others] = way
  const source = moneyOf(first.quote)
  const target = moneyOf((others[0] ?? first).quote)
  return {
    quotes: [first.quote, ...others.map(({ quote }) => quote)],
    prices,
    from: request.from === 'bolivares' ? BOLIVARES : source,
    to: request.to === 'bolivares' ? BOLIVARES : target,
    result: amountAt(request, prices),
    asOf: Math.min(...way.map(({ asOf }) => asOf)),
  }
}

/** Converts into bolivares at the first price, and out of them at the last one. */
function amountAt({ amount, from, to }: ConversionRequest, prices: readonly Decimal[]): Decimal {
  const [first = '1'] = prices
  const inBolivares = from === 'bolivares' ? amount : multiply(amount, first)
  return to === 'bolivares' ? inBolivares : divide(inBolivares, prices.at(-1) ?? '1')
}
