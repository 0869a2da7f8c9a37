import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Moment {
  readonly name: string
  /** On a wall in Caracas. */
  readonly at: string
  readonly zone: string
}

const CARACAS = 'America/Caracas'

/** Days and hours at which prices, weeks, months or years end or begin. */
export const MOMENTS: readonly Moment[] = [
  { name: 'monday', at: '2026-11-30T00:30', zone: CARACAS },
  { name: 'tuesday', at: '2026-12-01T10:00', zone: CARACAS },
  { name: 'friday', at: '2026-12-04T17:00', zone: CARACAS },
  { name: 'saturday', at: '2026-12-05T12:00', zone: CARACAS },
  { name: 'sunday', at: '2026-12-06T23:50', zone: CARACAS },
  { name: 'new-year', at: '2026-12-31T23:00', zone: CARACAS },
  { name: 'bank-holiday', at: '2027-02-08T10:00', zone: CARACAS },
  { name: 'leap-day', at: '2028-02-29T10:00', zone: CARACAS },
  // Saturday in Tokyo already.
  { name: 'tokyo', at: '2026-12-04T17:00', zone: 'Asia/Tokyo' },
  // Ten minutes before the clocks go forward there, at midnight.
  { name: 'santiago', at: '2027-09-04T23:50', zone: 'America/Santiago' },
]

const PRELOAD = pathToFileURL(join(import.meta.dirname, '../support/shifted-clock.ts')).href

/** The environment of processes whose clock is at a moment now, to the second, and goes on from there. */
export function environmentAt({ at, zone }: Moment) {
  const machineNow = Date.now() - Number(process.env.CLOCK_AHEAD_MS ?? 0)
  const seconds = Math.ceil((Date.parse(`${at}-04:00`) - machineNow) / 1_000)
  return { NODE_OPTIONS: `--import=${PRELOAD}`, CLOCK_AHEAD_MS: String(seconds * 1_000), TZ: zone }
}
