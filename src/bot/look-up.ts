import type { Sighting } from '../board/board.ts'
import type { MonitorId } from '../rates/monitor.ts'
import { nearest } from './nearest.ts'

/** The newest prices, as the commands need them. */
export interface Prices {
  find(name: string): readonly Sighting[]
  all(): readonly Sighting[]
  latest(id: MonitorId): Sighting | undefined
  refresh(ids?: readonly MonitorId[]): Promise<void>
}

const NAME_LENGTH_MAX = 70

export type Found =
  | { readonly kind: 'one'; readonly sighting: Sighting; readonly others: readonly Sighting[] }
  | { readonly kind: 'none'; readonly near: readonly Sighting[] }

/** A monitor's name as typed after a command: one spelling of case and spaces, at most 70 characters. */
export const parseName = (argument: string): string =>
  argument.toLowerCase().trim().replace(/\s+/g, ' ').slice(0, NAME_LENGTH_MAX)

/** The first monitor of that name in page order with its newest price, the others of the name, or what is near it. */
export async function lookUp(prices: Prices, name: string): Promise<Found> {
  const known = prices.find(name)
  await prices.refresh(known.length > 0 ? known.map(({ quote }) => quote.monitor) : undefined)
  const [sighting, ...others] = prices.find(name)
  return sighting ? { kind: 'one', sighting, others } : { kind: 'none', near: nearest(name, prices.all()) }
}

/** A monitor's newest price; undefined where we never saw it. */
export async function newest(prices: Prices, id: MonitorId | undefined): Promise<Sighting | undefined> {
  if (id) await prices.refresh([id])
  return id && prices.latest(id)
}

/** Every monitor with its newest price, in page order. */
export async function newestOfAll(prices: Prices): Promise<readonly Sighting[]> {
  await prices.refresh()
  return prices.all()
}
