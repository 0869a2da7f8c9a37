import type { Update } from 'grammy/types'
import { createDueQueue, type DueQueue, type Reservation } from '../queue/due-queue.ts'
import { type Backlog, createParking, type Parked, readBacklog } from '../queue/parking.ts'
import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import { joinCalls } from '../runtime/clock.ts'
import { sequenceKey } from './sequencer.ts'

const KEEP = loadScript(new URL('./lua/keep-updates.lua', import.meta.url))
const NEXT_UPDATE = loadScript(new URL('./lua/next-update.lua', import.meta.url))
const RENEW = loadScript(new URL('./lua/renew.lua', import.meta.url))

const SHARDS = 8

/** The hash tags of the shards of an update store. */
export const UPDATE_STORE_TAGS: readonly string[] = Array.from({ length: SHARDS }, (_, shard) =>
  String(shard),
)

/** Redis set of the names of all update stores: each bot has its own. */
export const STORE_NAMES = 'inboxes'

/** The first update of a chat that this process has leased. */
export interface InHand {
  readonly reservation: Reservation
  readonly update: Update
}

/** The outcome of storing updates; those in neither list are stored, now or before. */
export interface Kept {
  /** This process may handle these at once. */
  readonly inHand: readonly InHand[]
  /** Not stored: too many updates of their chats wait. */
  readonly full: readonly Update[]
}

export interface UpdateStoreOptions {
  readonly redis: Redis
  /** Its members are sequence keys, its tags UPDATE_STORE_TAGS. */
  readonly queue: DueQueue
  readonly leaseMs: number
}

/**
 * Updates from Telegram that are not done yet, in Redis, each once: a list for each chat, and the chat in a due queue, so that
 * one process at a time has it, and another one takes it up after a kill.
 */
export function createUpdateStore({ redis, queue, leaseMs }: UpdateStoreOptions) {
  async function keepIn(shard: number, updates: readonly Update[], room: number): Promise<Kept> {
    const args = updates.flatMap((update) => [sequenceKey(update), update.update_id, JSON.stringify(update)])
    const replies = await KEEP.run(redis, queue.keysOf(shard), [
      leaseMs,
      room,
      `kept-${queue.holder}`,
      ...args,
    ])
    if (!Array.isArray(replies)) throw new TypeError('keep-updates.lua returned no list')
    return {
      inHand: updates.flatMap((update, index) => inHandOf(update, String(replies[index]), shard)),
      full: updates.filter((_, index) => replies[index] === 'full'),
    }
  }

  /** Chats of a shard that end an update in one turn of the event loop do so in one call. */
  const next = joinCalls(
    async (asked: readonly NextAsked[]) => {
      const shard = asked[0]?.reservation.shard ?? 0
      const args = asked.flatMap(({ reservation: { member, token }, done }) => [
        member,
        token,
        done?.update_id ?? '',
      ])
      const replies = await NEXT_UPDATE.run(redis, queue.keysOf(shard), args)
      if (!Array.isArray(replies)) throw new TypeError('next-update.lua returned no list')
      return replies.map(updateOf)
    },
    ({ reservation }) => reservation.shard,
  )

  return {
    /** Makes the store visible to the operator's `due` command. */
    register: async (): Promise<void> => void (await redis.sadd(STORE_NAMES, queue.name)),

    /**
     * Stores updates and leases up to `room` of their chats to this process. Updates that were stored within the last day are
     * passed over.
     */
    async keep(updates: readonly Update[], room: number): Promise<Kept> {
      const shards = Map.groupBy(updates, (update) => queue.shardOf(sequenceKey(update)))
      const each = Math.max(0, Math.ceil(room / Math.max(1, shards.size)))
      const kept = await Promise.all([...shards].map(([shard, some]) => keepIn(shard, some, each)))
      return { inHand: kept.flatMap(({ inHand }) => inHand), full: kept.flatMap(({ full }) => full) }
    },

    /** The first update of a leased chat, once the one that is done was removed, if given; undefined where none is left for us. */
    next: (reservation: Reservation, done?: Update): Promise<Update | undefined> =>
      next({ reservation, done }),

    /** Renews the leases of chats in hand. */
    async renew(reservations: readonly Reservation[]): Promise<void> {
      const shards = Map.groupBy(reservations, ({ shard }) => shard)
      await Promise.all(
        [...shards].map(([shard, some]) => {
          const held = some.flatMap(({ member, token }) => [member, token])
          return RENEW.run(redis, queue.keysOf(shard), [leaseMs, ...held])
        }),
      )
    },

    /** Ends the lease of a chat, so that another process can take it. */
    giveBack: (reservation: Reservation): Promise<void> =>
      queue.settle(reservation.shard, [[reservation, { kind: 'wait', ms: 0 }]]),
  }
}

/** A leased chat, and its first update where that is done. */
interface NextAsked {
  readonly reservation: Reservation
  readonly done: Update | undefined
}

/** Undefined where `next-update.lua` returned no update. */
const updateOf = (reply: unknown): Update | undefined =>
  typeof reply === 'string' && reply !== '' ? (JSON.parse(reply) as Update) : undefined

/** Empty where `keep-updates.lua` returned a word instead of a token. */
function inHandOf(update: Update, token: string, shard: number): InHand[] {
  if (!token.includes('.')) return []
  return [{ reservation: { member: sequenceKey(update), token, shard, failures: 0, retries: 0 }, update }]
}

const DROP_UPDATES = loadScript(new URL('./lua/drop-updates.lua', import.meta.url))

/**
 * The operator's view of parked updates, in the stores of all bots that used this Redis. A member is a chat, or a person in
 * inline mode (`inline` and a number).
 */
export async function openParkedUpdates(redis: Redis) {
  const names = await redis.smembers(STORE_NAMES)
  const stores = names.toSorted().map((name) => {
    const queue = createDueQueue({ redis, name, tags: UPDATE_STORE_TAGS })
    return { queue, parking: createParking(redis, queue) }
  })

  /** Whether the action succeeded in any store. */
  async function inAny(act: (store: (typeof stores)[number]) => Promise<boolean>): Promise<boolean> {
    return (await Promise.all(stores.map(act))).includes(true)
  }

  return {
    bots: stores.length,
    async list(): Promise<Parked[]> {
      const lists = await Promise.all(stores.map(({ parking }) => parking.list()))
      return lists.flat().toSorted((a, b) => a.since - b.since)
    },
    backlogs: (): Promise<Backlog[]> => Promise.all(stores.map(({ queue }) => readBacklog(redis, queue))),
    /** Makes the updates of a member due now, as if nothing had failed; false where none are parked. */
    retry: (member: string): Promise<boolean> => inAny(({ parking }) => parking.retry(member)),
    /** Deletes the updates of a member, unanswered; false where none are parked. */
    drop: (member: string): Promise<boolean> =>
      inAny(
        async ({ queue }) =>
          (await DROP_UPDATES.run(redis, queue.keysOf(queue.shardOf(member)), [member])) === 1,
      ),
  }
}
