import { COUNTED, readCounted } from '../chats/delivery-ledger.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import { measureQueue, shareLook } from '../queue/parking.ts'
import type { Redis } from '../redis/connection.ts'
import type { Metrics } from '../runtime/metrics.ts'

/** Metrics of what waits, read from Redis when they are asked for; NaN where it cannot be read. */
export function measureBacklog(redis: Redis, queue: DueQueue, metrics: Metrics): void {
  measureQueue(redis, queue, metrics, [
    {
      name: 'chats_waiting',
      help: 'Chats that wait to be talked to, also those whose time has not come',
      of: 'waiting',
    },
    { name: 'chats_parked', help: 'Chats set aside for an operator', of: 'parked' },
    {
      name: 'oldest_waiting_seconds',
      help: 'For how long the first of the due chats has been due',
      of: 'oldest',
    },
  ])
  const law = shareLook(() => readCounted(redis, queue))
  for (const sendResult of COUNTED)
    metrics.measured(`law_${sendResult}`, `Chats × prices and alerts, ${sendResult}, of all processes`, () =>
      law().then(
        (counted) => counted[sendResult],
        () => Number.NaN,
      ),
    )
}
