import { loadScript, type Redis } from '../redis/connection.ts'

const MAKE_DUE = loadScript(new URL('./lua/make-due.lua', import.meta.url))
const RESERVE = loadScript(new URL('./lua/reserve.lua', import.meta.url))
const SETTLE = loadScript(new URL('./lua/settle.lua', import.meta.url))
const COUNT_ATTEMPT = loadScript(new URL('./lua/count-attempt.lua', import.meta.url))
const END_LEASES = loadScript(new URL('./lua/end-leases.lua', import.meta.url))
const LOOK = loadScript(new URL('./lua/look.lua', import.meta.url))

const PARTS = ['urgent', 'routine', 'leased', 'fences', 'failures', 'retries', 'parked'] as const

/** Longer reasons for parking are cut. */
const WHY_LENGTH_MAX = 200
const LISTED_PER_SHARD_MAX = 1_000

export type Lane = 'urgent' | 'routine'

/** One member leased to this worker, with how often it failed and was put off before. */
export interface Reservation {
  readonly member: string
  readonly token: string
  readonly shard: number
  readonly failures: number
  readonly retries: number
}

/**
 * How a reservation ends. done: the member rests for `ms`. retry: due again in `ms`, which is counted. wait: due again in
 * `ms`, not counted. fail: its handler threw; due again in `ms`, set aside the third time for an operator, who is shown `why`.
 */
export type Outcome =
  | { readonly kind: 'done' | 'retry' | 'wait'; readonly ms: number }
  | { readonly kind: 'fail'; readonly ms: number; readonly why?: string }

export interface Reserved {
  readonly reservations: readonly Reservation[]
  /** ms until another routine member is due or a lease ends; undefined where neither waits. */
  readonly nextInMs: number | undefined
  /** ms until an urgent member is due; urgent members are taken before those due in other shards. */
  readonly urgentInMs?: number
}

/** What waits in a queue. */
export interface Backlog {
  /** Members that wait, also those that are not due yet. */
  readonly waiting: number
  readonly parked: number
  /** For how long the first due member has been due, by Redis' clock; 0 where none is. */
  readonly oldestMs: number
}

/** The reply of `lua/look.lua`. */
type Look = [waiting: number, parked: number, oldestMs: number]

/** A member that was set aside, since when (ms by Redis' clock), how often it had failed, and why if that is known. */
export interface Parked {
  readonly member: string
  readonly since: number
  readonly failures: number
  readonly why: string
}

export interface DueQueueOptions {
  readonly redis: Redis
  /** What its keys begin with. */
  readonly name: string
  /** The hash tag of each shard: `['0', … '63']`, or one. */
  readonly tags: readonly string[]
  /** Names this process among those that share the queue; '' where it is the only one. */
  readonly holder?: string
}

/**
 * A queue in Redis with at most one entry a member, each due at a time. A worker leases due members; one whose worker dies is
 * leased again, so every member is handled at least once.
 */
export function createDueQueue({ redis, name, tags, holder = '' }: DueQueueOptions) {
  const keys = tags.map((tag) => PARTS.map((part) => `${name}:{${tag}}:${part}`))
  const keysOf = (shard: number): readonly string[] => keys[shard] ?? []
  const shardOf = (member: string): number => hash(member) % tags.length
  const runMakeDue = (member: string, ...way: readonly (string | number)[]): Promise<unknown> =>
    MAKE_DUE.run(redis, keysOf(shardOf(member)), [member, ...way])

  async function parkedIn(shard: number): Promise<Parked[]> {
    const parked = keysOf(shard).at(-1) ?? ''
    const scored = await redis.zrange(parked, '0', String(LISTED_PER_SHARD_MAX - 1), 'WITHSCORES')
    const members = scored.filter((_, i) => i % 2 === 0)
    if (members.length === 0) return []
    const reasons = await redis.hmget(`${parked}:reasons`, ...members)
    return members.map((member, i) => ({
      member,
      since: Number(scored[2 * i + 1]),
      ...parseReason(reasons[i] ?? ''),
    }))
  }

  async function listParked(): Promise<Parked[]> {
    const shards = await Promise.all([...tags.keys()].map(parkedIn))
    return shards.flat().toSorted((a, b) => a.since - b.since)
  }

  return {
    name,
    holder,
    shards: tags.length,
    shardOf,
    /** KEYS[1..7] of every script that needs `lua/due.lua`. */
    keysOf,
    /** Channels on which scripts publish when a member is due; `parseWake` reads the messages. */
    channels: keys.map(([urgent = '']) => urgent),

    /** Makes a member due at a time (ms by Redis' clock; now if not given). */
    async makeDue(member: string, lane: Lane = 'routine', at = 0): Promise<void> {
      await runMakeDue(member, 'at', lane, Math.round(at))
    },

    /** Makes a member due now although it was put off; at most a second of its rest stays. */
    async hurry(member: string): Promise<void> {
      await runMakeDue(member, 'hurry')
    },

    /** Makes a parked member due now, as if it had never failed; false where it is not parked. */
    retry: async (member: string): Promise<boolean> => (await runMakeDue(member, 'retry')) === 1,

    /** Leases up to `limit` members of a shard that are due, urgent ones first but at most `urgentMax` of them. */
    async reserve(shard: number, limit: number, leaseMs: number, urgentMax = limit): Promise<Reserved> {
      const reply = await RESERVE.run(redis, keysOf(shard), [limit, leaseMs, holder, urgentMax])
      return parseReserved(reply, shard)
    },

    /** Ends reservations of one shard; one whose lease is over changes nothing. */
    async settle(shard: number, settled: readonly (readonly [Reservation, Outcome])[]): Promise<void> {
      if (settled.length > 0) await SETTLE.run(redis, keysOf(shard), settled.flatMap(settleArguments))
    },

    /** Counts an attempt at a suspect before it begins, so that it stays counted if the worker dies in it. */
    async beginAttempt({ member, token, shard }: Reservation): Promise<void> {
      await COUNT_ATTEMPT.run(redis, keysOf(shard), [member, token, 1])
    },

    /** Takes back the count of an attempt that the worker survived. */
    async endAttempt({ member, token, shard }: Reservation): Promise<void> {
      await COUNT_ATTEMPT.run(redis, keysOf(shard), [member, token, -1])
    },

    /** Ends all leases, as the only worker has died: each counts as a failure of its member. Returns how many were ended. */
    async endLeases(): Promise<number> {
      const ended = await Promise.all(keys.map((parts) => END_LEASES.run(redis, parts, [])))
      return ended.reduce<number>((sum, count) => sum + Number(count), 0)
    },

    /** Members set aside for an operator, the oldest first, at most 1,000 a shard. */
    listParked,
    parked: async (): Promise<string[]> => (await listParked()).map(({ member }) => member),

    /** What waits, summed over all shards, in one round trip a server. */
    async backlog(): Promise<Backlog> {
      const looks = (await Promise.all(keys.map((parts) => LOOK.run(redis, parts, [])))) as Look[]
      return looks.reduce<Backlog>(
        (sum, [waiting, parked, oldestMs]) => ({
          waiting: sum.waiting + waiting,
          parked: sum.parked + parked,
          oldestMs: Math.max(sum.oldestMs, oldestMs),
        }),
        { waiting: 0, parked: 0, oldestMs: 0 },
      )
    },
  }
}

export type DueQueue = ReturnType<typeof createDueQueue>

/** The arguments of `lua/settle.lua` for one reservation: member, token, outcome, ms, why. */
const settleArguments = ([{ member, token }, outcome]: readonly [Reservation, Outcome]): (
  | string
  | number
)[] => [
  member,
  token,
  outcome.kind,
  Math.round(outcome.ms),
  'why' in outcome ? (outcome.why ?? '').slice(0, WHY_LENGTH_MAX) : '',
]

/** Reads in how many ms a member of a shard is due, and an urgent one, if any is. */
export function parseWake(message: string): Pick<Reserved, 'nextInMs' | 'urgentInMs'> {
  const [nextInMs = 0, urgentInMs] = message.split(' ').map(Number)
  return urgentInMs === undefined ? { nextInMs } : { nextInMs, urgentInMs }
}

type Answer = [
  nextInMs: number,
  urgentInMs: number,
  token: string,
  urgent: number,
  members: string[],
  failures: number[],
  retries: number[],
]

/** Follows the token of a member that was taken from the urgent lane, as `lua/due.lua` writes it. */
const URGENT = '!'

/** Whether a member was taken from the urgent lane. */
export const isUrgent = ({ token }: Reservation): boolean => token.endsWith(URGENT)

/** Reads the reply of `lua/reserve.lua`; scripts that need it may add values after those. */
export function parseReserved(reply: unknown, shard: number): Reserved {
  if (!Array.isArray(reply)) throw new TypeError('a reservation has no reply')
  const [next, urgentNext, token, urgent, members, failures, retries] = reply as Answer
  return {
    reservations: members.map((member, index) => ({
      member,
      token: index < urgent ? token + URGENT : token,
      shard,
      failures: failures[index] ?? 0,
      retries: retries[index] ?? 0,
    })),
    nextInMs: next < 0 ? undefined : next,
    ...(urgentNext >= 0 && { urgentInMs: urgentNext }),
  }
}

/** FNV-1a: the shard of a member is the same in every process and version. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Reads what `park` in due.lua writes: the number, then the reason. */
function parseReason(text: string): Pick<Parked, 'failures' | 'why'> {
  const [failures = '', ...words] = text.split(' ')
  return { failures: Number(failures), why: words.join(' ') }
}
