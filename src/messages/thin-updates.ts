import { wallClock } from '../rates/caracas.ts'
import type { PriceUpdate } from '../rates/past.ts'

const STEPS_MINUTES = [1, 2, 5, 10, 15, 30, 60]
const MINUTE_MS = 60_000

export interface Thinned {
  readonly updates: readonly PriceUpdate[]
  /** The last update of every so many minutes was taken; undefined where all are there. */
  readonly minutes?: number
}

/** At most `max` updates of a day, oldest first: all, or the last one of every few minutes up to an hour. */
export function thinUpdates(updates: readonly PriceUpdate[], max: number): Thinned {
  if (updates.length <= max) return { updates }
  for (const minutes of STEPS_MINUTES) {
    const last = new Map(updates.map((update) => [stepOf(update, minutes), update]))
    if (last.size <= max) return { updates: [...last.values()], minutes }
  }
  return latestOf(updates, max)
}

/** The last ones, where no times tell them apart. */
export const latestOf = (updates: readonly PriceUpdate[], max: number): Thinned => ({
  updates: updates.slice(-max),
})

const stepOf = ({ lastUpdate }: PriceUpdate, minutes: number): number =>
  Math.floor(wallClock(lastUpdate).getTime() / (minutes * MINUTE_MS))
