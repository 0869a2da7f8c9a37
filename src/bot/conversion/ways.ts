import type { Sighting } from '../../board/board.ts'
import { CODE_OF, type Currency } from '../../rates/currency.ts'
import { currencyMeant, moneyNamed } from '../../rates/money-named.ts'
import { isSameMonitor, type MonitorId } from '../../rates/monitor.ts'
import type { Wish } from './wish.ts'

/** The monitors that lead from one money to another: one, or two with bolivares in between. */
export type Way = readonly [Sighting, ...Sighting[]]

export interface Choice {
  /** Every monitor, in page order. */
  readonly all: readonly Sighting[]
  /** Those that the chat prefers. */
  readonly defaults: readonly MonitorId[]
}

const WAYS_MAX = 12

/** The ways to convert, the most wanted one first; none where no monitor fits. */
export function waysOf(wish: Wish, choice: Choice): readonly Way[] {
  const { from, to } = wish
  const ways =
    from === 'bolivares' || to === 'bolivares'
      ? candidates(from === 'bolivares' ? to : from, wish, choice).map((one): Way => [one])
      : crossings(wish, choice)
  return ways.slice(0, WAYS_MAX)
}

/** Named monitors of a currency, else the chat's own, else those keyed by its code, else all that are quoted in it. */
function candidates(side: Wish['from'], { monitors }: Wish, { all, defaults }: Choice): readonly Sighting[] {
  const quoted = all.filter(({ quote }) => moneyNamed(quote) === side)
  const code = side === 'bolivares' ? '' : CODE_OF[side as Currency].toLowerCase()
  const among = (ids: readonly MonitorId[], some: readonly Sighting[]): Sighting[] =>
    ids.flatMap((id) => some.filter(({ quote }) => isSameMonitor(quote.monitor, id)))
  const named = among(
    monitors,
    all.filter(({ quote }) => currencyMeant(quote) === side),
  )
  const choices = [named, among(defaults, quoted), quoted.filter(({ quote }) => quote.monitor.key === code)]
  return choices.find(({ length }) => length > 0) ?? quoted
}

/** Each source with the first target of its own page; a target that was named serves all. */
function crossings(wish: Wish, choice: Choice): readonly Way[] {
  const named = (side: Wish['from']): boolean =>
    choice.all.some(
      ({ quote }) =>
        currencyMeant(quote) === side && wish.monitors.some((id) => isSameMonitor(id, quote.monitor)),
    )
  const sources = candidates(wish.from, wish, choice)
  const targets = candidates(wish.to, wish, choice)
  if (named(wish.to) && !named(wish.from))
    return targets.flatMap((target) => pair(partner(sources, target), target))
  return sources.flatMap((source) => pair(source, named(wish.to) ? targets[0] : partner(targets, source)))
}

const pair = (source: Sighting | undefined, target: Sighting | undefined): Way[] =>
  source && target ? [[source, target]] : []

const partner = (among: readonly Sighting[], { quote }: Sighting): Sighting | undefined =>
  among.find((other) => other.quote.monitor.page === quote.monitor.page)
