import { absolute, compare, type Decimal, divide, multiply, subtract } from '../../domain/decimal.ts'
import { haveOneOrigin, type SourceReading } from './combine.ts'

/** A stand-in that moves by less than so many percent says nothing about a source that stands still. */
const MOVED_PERCENT_MIN = 0.5
/** In so many collections running. */
const COLLECTIONS_MIN = 3

type Given = Pick<SourceReading, 'source' | 'echoOf' | 'observation'>

interface Watched {
  readonly price: Decimal
  /** What the independent sources gave when this one moved last, or when they were first seen since. */
  readonly others: ReadonlyMap<string, Decimal>
  /** The collections running in which one of them had moved away since. */
  readonly collections: number
}

/** Finds the sources that stand still while independent ones move away from them. Kept in memory. */
export function createStillSources() {
  const watched = new Map<string, Watched>()

  /** Counts one collection of a monitor, whose least change is in percent. */
  function note(ref: string, given: readonly Given[], leastChange?: number): void {
    for (const one of given) {
      const name = `${ref} ${one.source}`
      const independent = given.filter((other) => !haveOneOrigin(other, one))
      watched.set(name, watchedNow(watched.get(name), one, { independent, leastChange }))
    }
  }

  /** Whether a source still gives the price at which it stood while others moved in three collections running. */
  function standsStill(ref: string, { source, observation }: Given): boolean {
    const seen = watched.get(`${ref} ${source}`)
    return seen?.price === observation.price && seen.collections >= COLLECTIONS_MIN
  }

  return { note, standsStill }
}

function watchedNow(
  last: Watched | undefined,
  { observation: { price } }: Given,
  {
    independent,
    leastChange = 0,
  }: { readonly independent: readonly Given[]; readonly leastChange: number | undefined },
): Watched {
  const now = independent.map(({ source, observation }) => [source, observation.price] as const)
  if (last?.price !== price) return { price, others: new Map(now), collections: 0 }
  const share = divide(String(Math.max(leastChange, MOVED_PERCENT_MIN)), '100')
  const isApart = (a: Decimal, b: Decimal): boolean =>
    compare(absolute(subtract(a, b)), multiply(a, share)) > 0
  const hasMoved = now.some(
    ([source, other]) => isApart(last.others.get(source) ?? other, other) && isApart(price, other),
  )
  return {
    price,
    others: new Map([...now, ...last.others]),
    collections: hasMoved ? last.collections + 1 : 0,
  }
}
