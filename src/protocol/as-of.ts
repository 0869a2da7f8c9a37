import { z } from 'zod'
import { parseDatetime, parseMoment } from '../rates/moment.ts'

/** A server whose clock is further ahead would have its price count as the newest for as long. */
const AHEAD_MS_MAX = 5 * 60_000

/** As of when (ms since 1970) something counts that a server dated so; now, where it did not, or its clock cannot be right. */
export const asOfOrNow = (dated: number | undefined, now: number): number =>
  dated !== undefined && dated >= 0 && dated <= now + AHEAD_MS_MAX ? Math.floor(dated) : now

/** When an answer was made, as servers of the family say it: an object or a text. */
export const wireDatetime = z
  .union([z.string(), z.object({ date: z.string(), time: z.string() })])
  .optional()
  .catch(undefined)

/** The instant (ms) of it, to the second where it is an object; undefined where it cannot be read. */
export const instantOf = (datetime: z.output<typeof wireDatetime>): number | undefined =>
  typeof datetime === 'object' ? parseDatetime(datetime) : parseMoment(datetime ?? '')
