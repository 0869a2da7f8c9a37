import type { Sighting } from '../board/board.ts'
import { monitorName } from '../rates/monitor.ts'

/** The two prices of a gap: the one it is measured from, and the one that lies above it. */
export type GapPair = readonly [first: Sighting, second: Sighting]

/** The two monitors of `GAP_MONITORS`, `page.key` each. */
export type GapNames = readonly string[]

/**
 * The usual gap among all sightings in page order: the monitors configured, else the first dollar monitor of the first
 * page that has one against the first of the next. Undefined where there is no such pair.
 */
export function usualGap(all: readonly Sighting[], configured?: GapNames): GapPair | undefined {
  const [first, second] = configured ? configured.map((name) => named(all, name)) : firstOfTwoPages(all)
  return first && second && [first, second]
}

const named = (all: readonly Sighting[], name: string): Sighting | undefined =>
  all.find(({ quote }) => monitorName(quote.monitor) === name)

function firstOfTwoPages(all: readonly Sighting[]): (Sighting | undefined)[] {
  const dollars = all.filter(({ quote }) => quote.monitor.currency === 'dollar')
  const [first] = dollars
  return [first, dollars.find(({ quote }) => quote.monitor.page !== first?.quote.monitor.page)]
}
