import { COUNTED, readCounted } from '../chats/delivery-ledger.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import { readBacklog } from '../queue/parking.ts'
import type { Redis } from '../redis/connection.ts'
import type { Metrics } from '../runtime/metrics.ts'

/** Adds metrics of the due queue and of the delivery ledger, read from Redis when they are asked for; NaN where they cannot be read. */
export function measureBacklog(redis: Redis, queue: DueQueue, metrics: Metrics): void {
  metrics.measured(
    () => readBacklog(redis, queue),
    [
      [
        'chats_waiting',
        'Chats that wait for a message, also those that are not due yet',
        ({ waiting }) => waiting,
      ],
      ['chats_parked', 'Chats set aside for an operator', ({ parked }) => parked],
      [
        'oldest_waiting_seconds',
        'For how long the first due chat has been due',
        ({ oldestMs }) => oldestMs / 1000,
      ],
    ],
  )
  metrics.measured(
    () => readCounted(redis, queue),
    COUNTED.map((outcome) => [
      `law_${outcome}`,
      `Chats × prices and alerts, ${outcome}, of all processes`,
      (counted) => counted[outcome],
    ]),
  )
}
