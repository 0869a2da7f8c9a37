import { Cron } from 'croner'
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/durations.ts'

const UNITS_MS: ReadonlyMap<string, number> = new Map([
  ['s', SECOND_MS],
  ['m', MINUTE_MS],
  ['h', HOUR_MS],
  ['d', DAY_MS],
])
const PERIOD = /^(\d{1,9})([smhd])$/

/** Parses `90s`, `15m`, `36h`, `2d` as ms; undefined for anything else, and for less than a second. */
export function parsePeriod(text: string): number | undefined {
  const [, count = '', unit = ''] = PERIOD.exec(text) ?? []
  const ms = Number(count) * (UNITS_MS.get(unit) ?? Number.NaN)
  return ms >= SECOND_MS ? ms : undefined
}

const TIME_ZONE = 'America/Caracas'

/** The times to collect at: every `everyMs`, or whenever one of the cron expressions says so, in Caracas time. */
export type Timing = { readonly everyMs: number } | { readonly crons: readonly string[] }

const createCron = (expression: string): Cron => new Cron(expression, { paused: true, timezone: TIME_ZONE })

/** Whether a text is a cron expression, without the dates and nicknames that the library also accepts. */
export function isCron(text: string): boolean {
  if (!/\S\s+\S/.test(text)) return false
  try {
    // The library has no other check than to throw. One that never comes (31 February) would leave a page unread.
    return createCron(text).nextRun() !== null
  } catch {
    return false
  }
}

/** Returns the first time after `now` to run again after a run that started then (ms). Missed times are skipped. */
export function nextAfter(every: Timing, startedAt: number): (now: number) => number {
  if ('crons' in every) {
    const crons = every.crons.map(createCron)
    return (now) => Math.min(...crons.map((cron) => nextRun(cron, now)))
  }
  const { everyMs } = every
  return (now) => startedAt + Math.max(1, Math.ceil((now - startedAt) / everyMs)) * everyMs
}

const nextRun = (cron: Cron, now: number): number =>
  cron.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY

const CRONS_MAX = 20

/** The schema of a period such as `stale_after`, in ms. */
export const period = z.string().transform((value, context): number => {
  const ms = parsePeriod(value)
  if (ms !== undefined) return ms
  context.addIssue('must be a period from 1s up, such as 90s, 15m, 36h or 2d')
  return z.NEVER
})

/** How long a price may stay the same: so many ms, or a time of day (ms from midnight) for prices of effective days. */
export type StandsStillAfter = { readonly periodMs: number } | { readonly timeOfDayMs: number }

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/
const STANDS_STILL_EXPECTED =
  'must be a period such as 24h, or for prices with effective_day a time of day such as 22:00'

/** Parses `24h` or `22:00`; undefined for anything else. */
export function parseStandsStillAfter(text: string): StandsStillAfter | undefined {
  const [, hours, minutes] = TIME_OF_DAY.exec(text) ?? []
  if (hours !== undefined) return { timeOfDayMs: Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS }
  const periodMs = parsePeriod(text)
  return periodMs === undefined ? undefined : { periodMs }
}

/** The schema of `stands_still_after`. */
export const standsStillAfter = z
  .string(STANDS_STILL_EXPECTED)
  .transform((value, context): StandsStillAfter => {
    const read = parseStandsStillAfter(value)
    if (read !== undefined) return read
    context.addIssue(STANDS_STILL_EXPECTED)
    return z.NEVER
  })

/** The schema of `every`: a period, a cron expression, or a list of those. */
export const timing = z
  .union(
    [z.string(), z.array(z.string()).min(1).max(CRONS_MAX)],
    'must be a period, a cron expression or a list of cron expressions',
  )
  .transform((value, context): Timing => {
    const everyMs = typeof value === 'string' ? parsePeriod(value) : undefined
    if (everyMs !== undefined) return { everyMs }
    const crons = typeof value === 'string' ? [value] : value
    const wrong = crons.find((cron) => !isCron(cron))
    if (wrong === undefined) return { crons }
    context.addIssue(
      typeof value === 'string'
        ? 'must be a period from 1s up, such as 15m, or a cron expression'
        : `must be a list of cron expressions: ${JSON.stringify(wrong)} is none`,
    )
    return z.NEVER
  })
