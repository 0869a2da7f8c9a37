import type { Sighting } from '../../board/board.ts'
import type { Day } from '../../rates/caracas.ts'

import { CODE_OF, CURRENCIES, type Currency } from '../../rates/currency.ts'
import type { Decimal } from '../../rates/decimal.ts'
import type { Conversion } from '../../rates/grammar/conversion.ts'
import type { Unit } from '../../rates/grammar/units.ts'
import { currencyMeant } from '../../rates/money-named.ts'
import type { MonitorId } from '../../rates/monitor.ts'

/** One side of a conversion. */
export type Side = 'bolivares' | Currency

/** What somebody wants converted, in terms of the monitors there are. */
export interface Wish {
  readonly amount: Decimal
  readonly otherReading?: Decimal
  readonly from: Side
  readonly to: Side
  /** Monitors named; the preferred ones where there are none. */
  readonly monitors: readonly MonitorId[]
  readonly date?: Day
}

export type ReadWish =
  | { readonly kind: 'wish'; readonly wish: Wish; readonly others: readonly Sighting[] }
  | { readonly kind: 'unknown'; readonly name: string; readonly wish: Wish }
  | { readonly kind: 'same_money' }

type Find = (name: string) => readonly Sighting[]

/** A conversion with its names looked up; `others` share the key of the first one named. */
export function readWish(conversion: Conversion, find: Find): ReadWish {
  const { amount, otherReading, date, from, to } = conversion
  const names = [nameOf(from), nameOf(to), ...conversion.at].filter((name) => name !== undefined)
  const found = names.map((name) => find(name))
  const sightings = found.flatMap(([first]) => first ?? [])
  const monitors = sightings.map(({ quote }) => quote.monitor)
  const wish = {
    amount,
    ...(otherReading !== undefined && { otherReading }),
    ...sidesOf(
      conversion,
      find,
      sightings.map(({ quote }) => currencyMeant(quote)),
    ),
    monitors,
    ...(date !== undefined && { date }),
  }
  const missing = names.find((_, at) => found[at]?.length === 0)
  if (missing !== undefined) return { kind: 'unknown', name: missing, wish }
  if (wish.from === wish.to) return { kind: 'same_money' }
  return { kind: 'wish', wish, others: found[0]?.slice(1) ?? [] }
}

const nameOf = (unit: Unit | undefined): string | undefined => (unit?.kind === 'name' ? unit.name : undefined)

/** Where one side alone is said, bolivares are the other; from bolivares it is what the monitors named price, else dollars. */
function sidesOf(
  { from, to }: Conversion,
  find: Find,
  named: readonly Currency[],
): Pick<Wish, 'from' | 'to'> {
  const source = sideOf(from, find)
  const target = to && sideOf(to, find)
  if (source === 'bolivares') return { from: source, to: target ?? named[0] ?? 'dollar' }
  const isRate = to?.kind === 'name' && target === source
  const crossed = named.find((side) => side !== source)
  return { from: source, to: isRate ? 'bolivares' : (target ?? crossed ?? 'bolivares') }
}

export function sideOf(unit: Unit, find: Find): Side {
  if (unit.kind === 'bolivares') return 'bolivares'
  if (unit.kind === 'name') {
    const [first] = find(unit.name)
    return first ? currencyMeant(first.quote) : 'dollar'
  }
  return CURRENCIES.find((currency) => CODE_OF[currency] === unit.code) ?? 'dollar'
}
