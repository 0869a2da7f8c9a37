import { addDays, type Day, dayOf } from '../../domain/caracas.ts'
import { add, type Decimal, divide, multiply, round } from '../../domain/decimal.ts'
import {
  createPriceOfDay,
  HELD_DAYS_MAX,
  isForDays,
  leadingPrice,
  type PriceOfDay,
  priceBeside,
} from '../../domain/in-force.ts'
import {
  CODE_OF,
  type Currency,
  currencyMeant,
  isSameMonitor,
  type MonitorId,
  moneyNamed,
  monitorRef,
  type Quote,
} from '../../domain/monitor.ts'
import type { Past, PastDay } from '../../prices/past.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { BOLIVARES, type Money, moneyOf } from '../../words/price.ts'
import type { AmountOf, ConversionRequest, Side } from './request.ts'
import type { ConvertedPart, ConvertedRow } from './text.ts'

/** How many days a price stays in force without a newer one, as for a source that is stale. */
const PRICE_AGE_DAYS_MAX = 90

type Exchanged =
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

/** So much of the money of each monitor, in bolivares; or so many bolivares in its money. */
export const exchangeEach = (
  amount: Decimal,
  observedQuotes: readonly ObservedQuote[],
  now: number,
  isBack = false,
): readonly ConvertedRow[] =>
  observedQuotes.map((one) => {
    const money = currencyMeant(one.quote)
    const [from, to]: readonly [Side, Side] = isBack ? ['bolivares', money] : [money, 'bolivares']
    return rowAt({ amount, from, to, monitors: [] }, [one], now)
  })

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
      const days = used.map(({ price, lastUpdate }) => ({ price: { day: dayOf(lastUpdate), price } }))
      return rowOn(request, way, days)
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
  const days = way.map(({ quote }, at) => createPriceOfDay(answers[at]?.items ?? [], isForDays(quote))(date))
  return days.every((day) => day !== undefined) ? days : undefined
}

const readAround = (past: Past, quote: Quote, date: Day): ReturnType<Past['days']> =>
  past.days(
    quote.monitor,
    addDays(date, -PRICE_AGE_DAYS_MAX),
    isForDays(quote) ? addDays(date, HELD_DAYS_MAX) : date,
  )

/** At the prices in force, and at those beside them: to come, or of the last day before. */
function rowAt(request: ConversionRequest, way: Way, now: number): ConvertedRow {
  const prices = way.map(({ quote }) => leadingPrice(quote, now).price)
  const row = baseOf(request, way, prices)
  const others = way.map(({ quote }) => priceBeside(quote, now)?.price?.price)
  if (others.every((price) => price === undefined)) return row
  const beside = others.map((price, at) => price ?? prices[at] ?? '1')
  return { ...row, resultBeside: amountAt(request, beside) }
}

/** At the prices of a day; those of the day before stand beside them where a later day's were in force. */
function rowOn(request: ConversionRequest, way: Way, days: readonly OfDay[]): ConvertedRow {
  const prices = days.map(({ price }) => price.price)
  const row = baseOf(request, way, prices)
  const day = earliest(days.map(({ price }) => price.day))
  const before = days.flatMap((one) => one.before?.day ?? [])
  if (before.length === 0) return { ...row, day }
  const beside = days.map((one) => (one.before ?? one.price).price)
  return { ...row, day, resultBeside: amountAt(request, beside), dayBeside: earliest(before) }
}

const earliest = (days: readonly Day[]): Day => days.reduce((a, b) => (a < b ? a : b))

function baseOf(request: ConversionRequest, way: Way, prices: readonly Decimal[]): ConvertedRow {
  const [first, ...others] = way
  const { amount, from, plus, to } = request
  const moneyOfSide = (side: Side): Money => (side === 'bolivares' ? BOLIVARES : moneyOf(quoteOf(side).quote))
  const quoteOf = (side: Currency): ObservedQuote => way[foreignSides(request).indexOf(side)] ?? first
  const partOf = (part: AmountOf): ConvertedPart => ({
    ...(part.from !== 'bolivares' && { quote: quoteOf(part.from).quote }),
    money: moneyOfSide(part.from),
    amount: part.amount,
    result: convertAt(request, part, prices),
  })
  return {
    quotes: [first.quote, ...others.map(({ quote }) => quote)],
    prices,
    from: moneyOfSide(from),
    to: moneyOfSide(to),
    result: amountAt(request, prices),
    ...(plus && { parts: [{ amount, from }, ...plus].map(partOf) }),
    asOf: Math.min(...way.map(({ asOf }) => asOf)),
  }
}

const CENT_PLACES = 2
/** To the cent, as it is shown; what is less than half of one stays as it is. */
const toCent = (value: Decimal): Decimal => {
  const rounded = round(value, CENT_PLACES)
  return rounded === '0' ? value : rounded
}

/** Parts are added as they are shown, so that everybody can check the sum. */
function amountAt(request: ConversionRequest, prices: readonly Decimal[]): Decimal {
  const { amount, from, plus } = request
  if (!plus) return convertAt(request, { amount, from }, prices)
  return [{ amount, from }, ...plus].map((part) => toCent(convertAt(request, part, prices))).reduce(add)
}

/** Converts an amount into bolivares at the price of its money, and out of them at that of the target. */
function convertAt(
  request: ConversionRequest,
  { amount, from }: AmountOf,
  prices: readonly Decimal[],
): Decimal {
  const sides = foreignSides(request)
  const priceOf = (side: Currency): Decimal => prices[sides.indexOf(side)] ?? '1'
  const inBolivares = from === 'bolivares' ? amount : multiply(amount, priceOf(from))
  return request.to === 'bolivares' ? inBolivares : divide(inBolivares, priceOf(request.to))
}

/** The monitors of a conversion, one for each of its foreign moneys in the order of `foreignSides`. */
type Way = readonly [ObservedQuote, ...ObservedQuote[]]

export interface Choice {
  /** Every monitor, in page order. */
  readonly all: readonly ObservedQuote[]
  /** Those that the chat prefers. */
  readonly defaults: readonly MonitorId[]
}

const WAYS_MAX = 12

/** The ways to convert, the preferred ones first; empty if no monitor fits. */
export function waysOf(request: ConversionRequest, choice: Choice): readonly Way[] {
  const { from, to, plus } = request
  if (plus) return waysOnce(totals(request, choice)).slice(0, WAYS_MAX)
  const ways =
    from === 'bolivares' || to === 'bolivares'
      ? candidates(from === 'bolivares' ? to : from, request, choice).map((one): Way => [one])
      : crossings(request, choice)
  return waysOnce(ways).slice(0, WAYS_MAX)
}

/** The foreign moneys of a conversion, each once: that of the amount, those of amounts added to it, the one converted to. */
const foreignSides = ({ from, plus = [], to }: ConversionRequest): readonly Currency[] =>
  [...new Set([from, ...plus.map((one) => one.from), to])].filter((side) => side !== 'bolivares')

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
  const meant = all.filter(({ quote }) => currencyMeant(quote) === side)
  const named = among(monitors, meant)
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
    return targets.flatMap((target) => pair(partner(sources, target) ?? sources[0], target))
  return sources.flatMap((source) => pair(source, named(request.to) ? targets[0] : partner(targets, source)))
}

const pair = (source: ObservedQuote | undefined, target: ObservedQuote | undefined): Way[] =>
  source && target ? [[source, target]] : []

const partner = (among: readonly ObservedQuote[], { quote }: ObservedQuote): ObservedQuote | undefined =>
  among.find((other) => other.quote.monitor.page === quote.monitor.page)

/** Each source of the first money with the others of its own page; only where no page has all of them, with the first ones that there are. */
function totals(request: ConversionRequest, choice: Choice): readonly Way[] {
  const [first, ...sides] = foreignSides(request)
  const others = sides.map((side) => candidates(side, request, choice))
  const sources = candidates(first ?? 'dollar', request, choice)
  const waysWith = (choose: typeof partner): readonly Way[] =>
    sources.flatMap((source) => {
      const chosen = others.flatMap((among) => choose(among, source) ?? [])
      return chosen.length === sides.length ? [[source, ...chosen] as const] : []
    })
  const ways = waysWith(partner)
  return ways.length > 0 ? ways : waysWith(([one]) => one)
}
