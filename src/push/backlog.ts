import { COUNTED, readCounted } from '../chats/delivery-ledger.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import { measureQueue, shareRead } from '../queue/parking.ts'
import type { Redis } from '../redis/connection.ts'
import type { Metrics } from '../runtime/metrics.ts'

/** Adds metrics of the due queue and of the delivery ledger, read from Redis when they are asked for; NaN where they cannot be read. */
export function measureBacklog(redis: Redis, queue: DueQueue, metrics: Metrics): void {
  measureQueue(redis, queue, metrics, [
    {
      name: 'chats_waiting',
      help: 'Chats that wait for a message, also those that are not due yet',
      of: 'waiting',
    },
    { name: 'chats_parked', help: 'Chats set aside for an operator', of: 'parked' },
    {
      name: 'oldest_waiting_seconds',
      help: 'For how long the first due chat has been due',
      of: 'oldest',
    },
  ])
  const ledger = shareRead(() => readCounted(redis, queue))
  for (const outcome of COUNTED)
    metrics.measured(`law_${outcome}`, `Chats × prices and alerts, ${outcome}, of all processes`, () =>
      ledger().then(
        (counted) => counted[outcome],
        () => Number.NaN,
      ),
    )
}
