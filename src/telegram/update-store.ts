import type { Update } from 'grammy/types'
import { createDueQueue, type DueQueue, type Reservation } from '../queue/due-queue.ts'
import { type Backlog, createParking, type Parked, readBacklog } from '../queue/parking.ts'
import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import { sequenceKey } from './sequencer.ts'

const KEEP = loadScript(new URL('./lua/keep.lua', import.meta.url))
const NEXT_UPDATE = loadScript(new URL('./lua/next-update.lua', import.meta.url))
const HOLD_PLACES = loadScript(new URL('./lua/hold-places.lua', import.meta.url))

const SHARDS = 8

/** The hash tags of the shards of an inbox. */
export const UPDATE_STORE_TAGS: readonly string[] = Array.from({ length: SHARDS }, (_, shard) =>
  String(shard),
)

/** The set of the names of all inboxes: each bot has its own. */
export const INBOXES = 'inboxes'

/** A place of which this process has the first update in hand. */
export interface InHand {
  readonly reservation: Reservation
  readonly update: Update
}

/** What became of updates that were to be kept; those in neither list are kept, now or before. */
export interface Kept {
  /** With which this process may begin at once. */
  readonly inHand: readonly InHand[]
  /** Of places where too much waits: these are not kept. */
  readonly full: readonly Update[]
}

export interface UpdateStoreOptions {
  readonly redis: Redis
  /** Its members are places, with tags of INBOX_TAGS. */
  readonly queue: DueQueue
  readonly leaseMs: number
}

/**
 * Updates from Telegram that are not worked off yet, in Redis, each once: a list for each place, and the place in a due
 * queue, so that one process at a time has it and what a killed one had goes on elsewhere.
 */
export function createUpdateStore({ redis, queue, leaseMs }: UpdateStoreOptions) {
  async function keepIn(shard: number, updates: readonly Update[], room: number): Promise<Kept> {
    const told = updates.flatMap((update) => [sequenceKey(update), update.update_id, JSON.stringify(update)])
    const replies = await KEEP.run(redis, queue.keysOf(shard), [
      leaseMs,
      room,
      `kept-${queue.holder}`,
      ...told,
    ])
    if (!Array.isArray(replies)) throw new TypeError('keep.lua answered no list')
    return {
      inHand: updates.flatMap((update, index) => inHandOf(update, String(replies[index]), shard)),
      full: updates.filter((_, index) => replies[index] === 'full'),
    }
  }

  return {
    /** Makes it known to operators. */
    register: async (): Promise<void> => void (await redis.sadd(INBOXES, queue.name)),

    /**
     * Resolves when Redis has what it has room for: this process may begin with at most `room` places at once. What was
     * kept before, within a day, is passed over.
     */
    async keep(updates: readonly Update[], room: number): Promise<Kept> {
      const shards = Map.groupBy(updates, (update) => queue.shardOf(sequenceKey(update)))
      const each = Math.max(0, Math.ceil(room / Math.max(1, shards.size)))
      const kept = await Promise.all([...shards].map(([shard, some]) => keepIn(shard, some, each)))
      return { inHand: kept.flatMap(({ inHand }) => inHand), full: kept.flatMap(({ full }) => full) }
    },

    /** The first update of a place in hand, after its first one was ended where `ends`; undefined where none is left for us. */
    async next({ member, token, shard }: Reservation, ends: boolean): Promise<Update | undefined> {
      const reply = await NEXT_UPDATE.run(redis, queue.keysOf(shard), [member, token, ends ? 1 : 0])
      return typeof reply === 'string' && reply !== '' ? (JSON.parse(reply) as Update) : undefined
    },

    /** Keeps places in hand for another lease. */
    async hold(reservations: readonly Reservation[]): Promise<void> {
      const shards = Map.groupBy(reservations, ({ shard }) => shard)
      await Promise.all(
        [...shards].map(([shard, some]) => {
          const held = some.flatMap(({ member, token }) => [member, token])
          return HOLD_PLACES.run(redis, queue.keysOf(shard), [leaseMs, ...held])
        }),
      )
    },

    /** Gives a place in hand to whoever comes next. */
    giveBack: (reservation: Reservation): Promise<void> =>
      queue.settle(reservation.shard, [[reservation, { kind: 'wait', ms: 0 }]]),
  }
}

/** None where `keep.lua` answered a word and not a token. */
function inHandOf(update: Update, token: string, shard: number): InHand[] {
  if (!token.includes('.')) return []
  return [{ reservation: { member: sequenceKey(update), token, shard, failures: 0, retries: 0 }, update }]
}

const DROP_UPDATES = loadScript(new URL('./lua/drop-updates.lua', import.meta.url))

/**
 * What an operator does with the updates of chats that were set aside, in the inboxes of all bots that this Redis has
 * seen. A member is a chat, or a person who asks in inline mode (`inline` and a number).
 */
export async function openParkedUpdates(redis: Redis) {
  const names = await redis.smembers(INBOXES)
  const inboxes = names.toSorted().map((name) => {
    const queue = createDueQueue({ redis, name, tags: UPDATE_STORE_TAGS })
    return { queue, parking: createParking(redis, queue) }
  })

  /** Whether any inbox says yes. */
  async function inAny(act: (updateStore: (typeof inboxes)[number]) => Promise<boolean>): Promise<boolean> {
    return (await Promise.all(inboxes.map(act))).includes(true)
  }

  return {
    bots: inboxes.length,
    async list(): Promise<Parked[]> {
      const lists = await Promise.all(inboxes.map(({ parking }) => parking.list()))
      return lists.flat().toSorted((a, b) => a.since - b.since)
    },
    backlogs: (): Promise<Backlog[]> => Promise.all(inboxes.map(({ queue }) => readBacklog(redis, queue))),
    /** Works them off now, as if nothing had failed; false where none of this member are parked. */
    retry: (member: string): Promise<boolean> => inAny(({ parking }) => parking.retry(member)),
    /** Forgets them, unanswered; false where none of this member are parked. */
    drop: (member: string): Promise<boolean> =>
      inAny(
        async ({ queue }) =>
          (await DROP_UPDATES.run(redis, queue.keysOf(queue.shardOf(member)), [member])) === 1,
      ),
  }
}
