import { COUNTED, readCounted } from '../chats/audit.ts'
import { type Backlog, readBacklog } from '../queue/backlog.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Redis } from '../runtime/redis.ts'

/** Metrics of what waits, read from Redis when they are asked for; NaN where it cannot be read. */
export function measureBacklog(redis: Redis, queue: DueQueue, metrics: Metrics): void {
  const read = shared(() => readBacklog(redis, queue))
  const measure = (name: string, help: string, figureOf: (backlog: Backlog) => number): void => {
    metrics.measured(name, help, () => read().then(figureOf, () => Number.NaN))
  }
  measure(
    'chats_waiting',
    'Chats that wait to be talked to, also those whose time has not come',
    (b) => b.waiting,
  )
  measure('chats_parked', 'Chats set aside for an operator', ({ parked }) => parked)
  measure(
    'oldest_waiting_seconds',
    'For how long the first of the due chats has been due',
    ({ oldestMs }) => oldestMs / 1000,
  )
  const law = shared(() => readCounted(redis, queue))
  for (const fate of COUNTED)
    metrics.measured(`law_${fate}`, `Chats × prices and alerts, ${fate}, of all processes`, () =>
      law().then(
        (counted) => counted[fate],
        () => Number.NaN,
      ),
    )
}

/** One look for all that ask at the same time. */
function shared<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined
  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}
