import { moneyNamed } from '../rates/money-named.ts'
import { isSameMonitor, type Quote } from '../rates/monitor.ts'
import type { Sighting } from './sighting.ts'

/** The same sightings, with a mark on each monitor whose title another one has too. */
export function markNamesakes(sightings: readonly Sighting[]): Sighting[] {
  const byTitle = Map.groupBy(sightings, ({ quote }) => plain(quote.title))
  return sightings.map((sighting) => {
    const namesake = namesakeOf(sighting.quote, byTitle.get(plain(sighting.quote.title)) ?? [])
    return namesake ? { ...sighting, quote: { ...sighting.quote, namesake } } : sighting
  })
}

const plain = (title: string): string => title.trim().toLowerCase()

function namesakeOf(quote: Quote, alike: readonly Sighting[]): Quote['namesake'] {
  const { monitor } = quote
  const others = alike.filter((one) => !isSameMonitor(one.quote.monitor, monitor))
  // The dollar and the euro of one page are told apart by their signs.
  const here = others.filter((one) => one.quote.monitor.page === monitor.page)
  if (here.some((one) => moneyNamed(one.quote) === moneyNamed(quote))) return 'here'
  return others.length > here.length ? 'elsewhere' : undefined
}
