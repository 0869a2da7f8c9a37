import { currencyMeant, moneyNamed } from '../../domain/money-named.ts'
import { CODE_OF, type Currency, isSameMonitor, type MonitorId, monitorRef } from '../../domain/monitor.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import type { ConversionRequest } from './request.ts'

/** The monitors of a conversion, one for each of its foreign moneys in the order of `foreignSides`. */
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
  const { from, to, plus } = request
  if (plus) return waysOnce(totals(request, choice)).slice(0, WAYS_MAX)
  const ways =
    from === 'bolivares' || to === 'bolivares'
      ? candidates(from === 'bolivares' ? to : from, request, choice).map((one): Way => [one])
      : crossings(request, choice)
  return waysOnce(ways).slice(0, WAYS_MAX)
}

/** The foreign moneys of a conversion, each once: that of the amount, those of amounts added to it, the one converted to. */
export const foreignSides = ({ from, plus = [], to }: ConversionRequest): readonly Currency[] =>
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
