import { Cron } from 'croner'

export const TIME_ZONE = 'America/Caracas'

/** When to collect: each `everyMs`, or at the times of a cron expression in Caracas. */
export type Timing = { readonly everyMs: number } | { readonly cron: string }

const createCron = (expression: string): Cron => new Cron(expression, { paused: true, timezone: TIME_ZONE })

/** Whether a text is a cron expression: not the dates and nicknames that the library also takes. */
export function isCron(text: string): boolean {
  if (!/\S\s+\S/.test(text)) return false
  try {
    createCron(text) // the only judge is the library that reads it, and it throws
    return true
  } catch {
    return false
  }
}

/** From the start of a run (ms): the first time after `now` to run again. What passed in a slow run is skipped. */
export function nextAfter(every: Timing, startedAt: number): (now: number) => number {
  if ('cron' in every) {
    const cron = createCron(every.cron)
    return (now) => cron.nextRun(new Date(now))?.getTime() ?? Number.POSITIVE_INFINITY
  }
  const { everyMs } = every
  return (now) => startedAt + Math.max(1, Math.ceil((now - startedAt) / everyMs)) * everyMs
}
