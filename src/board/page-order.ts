import { type MonitorId, monitorRef } from '../rates/monitor.ts'
import type { Sighting } from './sighting.ts'

/** Where monitors stand in lists: pages as they are configured, then dollars before euros, then as the API lists them. */
export function createPageOrder(pages: readonly string[]) {
  const places = new Map<string, number>()

  const pageOf = ({ quote: { monitor } }: Sighting): number => {
    const index = pages.indexOf(monitor.page)
    return index < 0 ? pages.length : index
  }
  const placeOf = ({ quote: { monitor } }: Sighting): number =>
    places.get(monitorRef(monitor)) ?? Number.MAX_SAFE_INTEGER

  return {
    /** Takes the monitors of one page, as the API lists them. */
    learn(listed: readonly MonitorId[]): void {
      for (const [place, monitor] of listed.entries()) places.set(monitorRef(monitor), place)
    },
    sort: (sightings: Iterable<Sighting>): Sighting[] =>
      [...sightings].sort((a, b) => pageOf(a) - pageOf(b) || placeOf(a) - placeOf(b)),
  }
}
