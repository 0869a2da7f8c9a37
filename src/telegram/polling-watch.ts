import { GrammyError } from 'grammy'
import { SECOND_MS } from '../domain/caracas.ts'
import type { Metrics } from '../runtime/metrics.ts'

const CONFLICT = 409
/** A restart meets one, where Telegram still holds the last poll of the process before. */
const CONFLICTS_OF_TWO_PROGRAMS = 3
const REASONS = ['conflict', 'refused', 'unreachable'] as const
type Reason = (typeof REASONS)[number]

/** Says whether polls for updates succeed, so that an operator learns of a bot that is deaf. `isPolling`: whether this process polls now. */
export function createPollingWatch(metrics: Metrics, isPolling: () => boolean) {
  const count = metrics.counterOf(
    'polling_failures_total',
    'Polls for updates that failed',
    'reason',
    REASONS,
  )
  let goodAt = performance.now()
  let conflicts = 0
  metrics.measured(
    async () => (isPolling() ? (performance.now() - goodAt) / SECOND_MS : 0),
    [
      [
        'last_good_poll_age_seconds',
        'Seconds since Telegram answered a poll for updates; 0 where this process does not poll',
        (seconds) => seconds,
      ],
    ],
  )
  return {
    succeeded(): void {
      goodAt = performance.now()
      conflicts = 0
    },
    failed(error: unknown): void {
      const reason = reasonOf(error)
      if (reason === 'conflict') conflicts++
      count(reason)
    },
    /** Throws where another program takes the updates. */
    check(): void {
      if (conflicts >= CONFLICTS_OF_TWO_PROGRAMS)
        throw new Error('another program polls with this BOT_TOKEN (409 Conflict): stop one of the two')
    },
  }
}

export type PollingWatch = ReturnType<typeof createPollingWatch>

function reasonOf(error: unknown): Reason {
  if (!(error instanceof GrammyError)) return 'unreachable'
  return error.error_code === CONFLICT ? 'conflict' : 'refused'
}
