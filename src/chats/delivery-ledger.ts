import type { DueQueue } from '../queue/due-queue.ts'
import type { Redis } from '../redis/connection.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { everyChatNumber, findUndelivered } from './census.ts'
import { keysOfShard } from './keys.ts'

/** What scripts count: what was made due, and its final outcomes. */
const COUNTED = ['due', 'told', 'superseded', 'withheld', 'unreachable'] as const
export type Counted = Readonly<Record<(typeof COUNTED)[number], number>>

/**
 * Counts what was made due, and its outcomes, in chats × price updates and chats × triggered alerts. While nothing is being sent,
 * due = told + superseded + withheld + unreachable + parked + waiting.
 */
export interface DeliveryLedger extends Counted {
  readonly parked: number
  readonly waiting: number
  /** Those of chats that are not in the queue: they are not delivered, and the ledger does not balance, until they are found (`push/lost-chats.ts`). */
  readonly lost: number
}

export const isBalanced = ({ due, lost: _, ...outcomes }: DeliveryLedger): boolean =>
  due === Object.values(outcomes).reduce((sum, count) => sum + count, 0)

/** Reads the ledger: final outcomes from the counters of the scripts, open ones from every chat, each looked at once. */
export async function audit(redis: Redis, queue: DueQueue): Promise<DeliveryLedger> {
  const counted = await readCounted(redis, queue)
  const open = { parked: 0, waiting: 0, lost: 0 }
  const seen = new Set<string>()
  for await (const numbers of everyChatNumber(redis)) {
    const chats = numbers.filter((chat) => !seen.has(chat))
    for (const chat of chats) seen.add(chat)
    const { parked, waiting, lost } = await findUndelivered(redis, queue, { chats, makeDue: false })
    open.parked += parked
    open.waiting += waiting
    open.lost += lost
  }
  return { ...counted, ...open }
}

/** Reads the counters only, which is quick enough to be done often. */
export async function readCounted(redis: Redis, queue: DueQueue): Promise<Counted> {
  const ledgers = await Promise.all(
    Array.from({ length: queue.shards }, (_, shard) => redis.hgetall(keysOfShard(shard).ledger)),
  )
  const sum = (outcome: string): number =>
    ledgers.reduce((total, ledger) => total + Number(ledger[outcome] ?? 0), 0)
  return Object.fromEntries(COUNTED.map((outcome) => [outcome, sum(outcome)])) as Counted
}

/** Adds metrics of the due queue and of the delivery ledger, read from Redis when they are asked for; NaN where they cannot be read. */
export function measureBacklog(redis: Redis, queue: DueQueue, metrics: Metrics): void {
  metrics.measured(
    () => queue.backlog(),
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
      `ledger_${outcome}`,
      `Chats × prices and alerts, ${outcome}, of all processes`,
      (counted) => counted[outcome],
    ]),
  )
}
