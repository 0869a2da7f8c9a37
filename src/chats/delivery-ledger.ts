import type { DueQueue } from '../queue/due-queue.ts'
import type { Redis } from '../redis/connection.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { everyChatNumber, findLost } from './census.ts'
import { type ChatFields, parseChat } from './chat.ts'
import { keysOfShard } from './keys.ts'

/** What scripts count: what was made due, and its final outcomes. */
export const COUNTED = ['due', 'told', 'superseded', 'withheld', 'unreachable'] as const
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

export const isBalanced = ({
  due,
  told,
  superseded,
  withheld,
  unreachable,
  parked,
  waiting,
}: DeliveryLedger): boolean => due === told + superseded + withheld + unreachable + parked + waiting

/** Reads the ledger: final outcomes from the counters of the scripts, open ones from every chat. */
export async function audit(redis: Redis, queue: DueQueue): Promise<DeliveryLedger> {
  const shards = await Promise.all(
    Array.from({ length: queue.shards }, (_, shard) => readShard(redis, queue, shard)),
  )
  const open = { parked: 0, waiting: 0, lost: 0 }
  const lost = new Set<string>()
  const add = (chat: string, shard: Shard, count: number): void => {
    open[stateOf(chat, shard, lost)] += count
  }
  for await (const page of everyChat(redis, queue)) {
    const chats = page.map(([chat]) => chat)
    for (const chat of await findLost(redis, queue, { chats, makeDue: false })) lost.add(chat)
    for (const [chat, fields] of page) {
      const shard = shards[queue.shardOf(chat)]
      if (shard && !fields.gone) add(chat, shard, behind(fields, shard))
    }
  }
  for (const shard of shards)
    for (const field of shard.fired) add(field.slice(0, field.indexOf(':')), shard, 1)
  return { ...sumOf(shards.map(({ ledger }) => ledger)), ...open }
}

function stateOf(chat: string, { parked }: Shard, lost: ReadonlySet<string>): 'parked' | 'lost' | 'waiting' {
  if (parked.has(chat)) return 'parked'
  return lost.has(chat) ? 'lost' : 'waiting'
}

/** Reads the counters only, which is quick enough to be done often. */
export async function readCounted(redis: Redis, queue: DueQueue): Promise<Counted> {
  const ledgers = Array.from({ length: queue.shards }, (_, shard) => redis.hgetall(keysOfShard(shard).ledger))
  return sumOf(await Promise.all(ledgers))
}

function sumOf(ledgers: readonly Readonly<Record<string, string>>[]): Counted {
  const sum = (outcome: string): number =>
    ledgers.reduce((total, ledger) => total + Number(ledger[outcome] ?? 0), 0)
  return {
    due: sum('due'),
    told: sum('told'),
    superseded: sum('superseded'),
    withheld: sum('withheld'),
    unreachable: sum('unreachable'),
  }
}

interface Shard {
  readonly ledger: Readonly<Record<string, string>>
  /** Ref → the number of its newest price. */
  readonly sequences: ReadonlyMap<string, number>
  readonly fired: readonly string[]
  readonly parked: ReadonlySet<string>
}

async function readShard(redis: Redis, queue: DueQueue, shard: number): Promise<Shard> {
  const keys = keysOfShard(shard)
  const [ledger, prices, fired, parked] = await Promise.all([
    redis.hgetall(keys.ledger),
    redis.hgetall(keys.prices),
    redis.hkeys(keys.fired),
    redis.zrange(queue.keysOf(shard).at(-1) ?? '', '0', '-1'),
  ])
  const sequences = new Map(Object.entries(prices).map(([ref, value]) => [ref, Number.parseInt(value, 10)]))
  return { ledger, sequences, fired, parked: new Set(parked) }
}

const behind = (fields: ChatFields, { sequences }: Shard): number =>
  parseChat(fields).told.reduce((sum, { ref, told }) => sum + (sequences.get(ref) ?? 0) - told.sequence, 0)

/** Reads every chat once, page by page. */
async function* everyChat(redis: Redis, queue: DueQueue): AsyncGenerator<[string, ChatFields][]> {
  const seen = new Set<string>()
  for await (const numbers of everyChatNumber(redis)) {
    const chats = [...new Set(numbers)].filter((chat) => !seen.has(chat))
    for (const chat of chats) seen.add(chat)
    const keys = chats.map((chat) => keysOfShard(queue.shardOf(chat)).chat(chat))
    const hashes = await Promise.all(keys.map((key) => redis.hgetall(key)))
    yield chats.map((chat, index) => [chat, hashes[index] ?? {}])
  }
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
