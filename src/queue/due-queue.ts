import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'

const MAKE_DUE = loadScript(new URL('./lua/make-due.lua', import.meta.url))
const RESERVE = loadScript(new URL('./lua/reserve-only.lua', import.meta.url))
const SETTLE = loadScript(new URL('./lua/settle.lua', import.meta.url))
const HURRY = loadScript(new URL('./lua/hurry.lua', import.meta.url))
const BEGIN = loadScript(new URL('./lua/begin.lua', import.meta.url))
const ABSOLVE = loadScript(new URL('./lua/leases/absolve.lua', import.meta.url))
const END_LEASES = loadScript(new URL('./lua/leases/end-leases.lua', import.meta.url))

const PARTS = ['urgent', 'routine', 'leased', 'fences', 'failures', 'retries', 'parked'] as const

/** Of the reason that is kept of a parked member. */
const WHY_LENGTH_MAX = 200

export type Lane = 'urgent' | 'routine'

/** One member leased to this worker; `failures` and `retries` count what went wrong before. */
export interface Reservation {
  readonly member: string
  readonly token: string
  readonly shard: number
  readonly failures: number
  readonly retries: number
}

/**
 * What became of a reservation. done: it rests for `ms`. retry: again in `ms`, counted. wait: again in `ms`, not its
 * fault. fail: a throw, again in `ms`, parked the third time. park: set aside for an operator, who sees why.
 */
export type Outcome =
  | { readonly kind: 'done' | 'retry' | 'wait'; readonly ms: number }
  | { readonly kind: 'fail'; readonly ms: number; readonly why?: string }
  | { readonly kind: 'park'; readonly why?: string }

export interface Reserved {
  readonly reservations: readonly Reservation[]
  /** ms until something more is due or a lease ends; undefined when nothing waits. */
  readonly nextInMs: number | undefined
  /** The same of what is urgent: it is taken before what is due in other shards. */
  readonly urgentInMs?: number
}

/** Which leases are ended: of one process, or of all; in one shard, or in all; but for those of some tokens. */
export interface EndedLeases {
  readonly reason: 'died' | 'unanswered'
  readonly holder?: string
  readonly shard?: number
  readonly except?: readonly string[]
}

export interface DueQueueOptions {
  readonly redis: Redis
  /** What its keys begin with. */
  readonly name: string
  /** The hash tag of each shard: `['0', … '63']`, or one. */
  readonly tags: readonly string[]
  /** Names the process among those that share the queue; '' where none does. */
  readonly holder?: string
}

/** A set of members, each due at a time, leased to workers with a fence: at least once, one entry a member. */
export function createDueQueue({ redis, name, tags, holder = '' }: DueQueueOptions) {
  const keys = tags.map((tag) => PARTS.map((part) => `${name}:{${tag}}:${part}`))
  const keysOf = (shard: number): readonly string[] => keys[shard] ?? []
  const shardOf = (member: string): number => hash(member) % tags.length

  return {
    name,
    holder,
    shards: tags.length,
    shardOf,
    /** KEYS[1..7] of every script that begins with PRELUDE. */
    keysOf,
    /** Pub/sub channels that tell of members made due, as `parseWake` reads it. */
    channels: keys.map(([urgent = '']) => urgent),

    /** Makes a member due at a time (ms by Redis' clock; now if not given). */
    async makeDue(member: string, lane: Lane = 'routine', at = 0): Promise<void> {
      await MAKE_DUE.run(redis, keysOf(shardOf(member)), [lane, Math.round(at), member])
    },

    /** Makes a member due now, whatever it was put off until; a short rest it still has. */
    async hurry(member: string): Promise<void> {
      await HURRY.run(redis, keysOf(shardOf(member)), [member])
    },

    /** Leases up to `limit` members of a shard whose time has come. */
    async reserve(shard: number, limit: number, leaseMs: number): Promise<Reserved> {
      const reply = await RESERVE.run(redis, keysOf(shard), [limit, leaseMs, holder])
      return parseReserved(reply, shard)
    },

    /** Settles reservations of one shard at once; those whose lease had ended change nothing. */
    async settle(shard: number, settled: readonly (readonly [Reservation, Outcome])[]): Promise<void> {
      if (settled.length > 0) await SETTLE.run(redis, keysOf(shard), settled.flatMap(settleArguments))
    },

    /** Counts an attempt at a suspect before it is made: if it takes the worker down, it is known next time. */
    async begin({ member, token, shard }: Reservation): Promise<void> {
      await BEGIN.run(redis, keysOf(shard), [member, token])
    },

    /** The attempt took nobody down. */
    async absolve({ member, token, shard }: Reservation): Promise<void> {
      await ABSOLVE.run(redis, keysOf(shard), [member, token])
    },

    /**
     * Ends leases that nobody works on. died: their holder counts as killed by them. unanswered: the reservation never
     * reached its holder, and nothing is counted. Returns how many were ended.
     */
    async endLeases({ reason, holder: of = '', shard, except = [] }: EndedLeases): Promise<number> {
      const shards = shard === undefined ? keys : [keysOf(shard)]
      const ended = await Promise.all(
        shards.map((parts) => END_LEASES.run(redis, parts, [of, reason, ...except])),
      )
      return ended.reduce<number>((sum, count) => sum + Number(count), 0)
    },

    /** Members set aside after killing their worker, oldest first, at most 1,000 a shard. */
    async parked(): Promise<string[]> {
      const lists = await Promise.all(keys.map((parts) => redis.zrange(parts.at(-1) ?? '', '0', '999')))
      return lists.flat()
    },

    /** How many members wait, each once; parked ones not counted. */
    async depth(): Promise<number> {
      const counts = await Promise.all(
        keys.map(async ([urgent = '', routine = '']) => {
          const [ofUrgent, ofRoutine, ofBoth] = await Promise.all([
            redis.zcard(urgent),
            redis.zcard(routine),
            redis.zintercard(2, urgent, routine),
          ])
          return ofUrgent + ofRoutine - ofBoth
        }),
      )
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}

export type DueQueue = ReturnType<typeof createDueQueue>

/** What a settling script takes for one reservation: member, token, outcome, ms, why. */
export const settleArguments = ([{ member, token }, outcome]: readonly [Reservation, Outcome]): (
  | string
  | number
)[] => [
  member,
  token,
  outcome.kind,
  'ms' in outcome ? Math.round(outcome.ms) : 0,
  'why' in outcome ? (outcome.why ?? '').slice(0, WHY_LENGTH_MAX) : '',
]

/** Reads in how many ms something is due in a shard, and something urgent, where there is any. */
export function parseWake(message: string): { readonly inMs: number; readonly urgentInMs?: number } {
  const [inMs = 0, urgentInMs] = message.split(' ').map(Number)
  return urgentInMs === undefined ? { inMs } : { inMs, urgentInMs }
}

type Answer = [
  nextInMs: number,
  taken: [token: string, urgent: number, urgentInMs: number],
  members: string[],
  troubled: string[],
]

/** Behind the token of one that was taken as urgent: `lua/due.lua` knows the lane by it. */
const URGENT = '!'

/** Reads what a script answers that reserves; what it adds to that comes after. */
export function parseReserved(reply: unknown, shard: number): Reserved {
  if (!Array.isArray(reply)) throw new TypeError('no reservation was answered')
  const [next, [token, urgent, urgentNext], members, troubled] = reply as Answer
  const troubles = new Map<string, readonly [failures: number, retries: number]>()
  for (let i = 0; i < troubled.length; i += 3)
    troubles.set(troubled[i] ?? '', [Number(troubled[i + 1]), Number(troubled[i + 2])])
  const reservations = members.map((member, index) => {
    const [failures = 0, retries = 0] = troubles.get(member) ?? []
    return { member, token: index < urgent ? `${token}${URGENT}` : token, shard, failures, retries }
  })
  return {
    reservations,
    nextInMs: next < 0 ? undefined : next,
    ...(urgentNext >= 0 && { urgentInMs: urgentNext }),
  }
}

/** FNV-1a: spreads members over shards, the same in every process and version. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}
