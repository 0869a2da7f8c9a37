import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../domain/caracas.ts'
import { createSubscription, type Redis } from '../redis/connection.ts'
import type { Part } from '../runtime/lifecycle.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import { type DueQueue, isUrgent, parseWake, type Reserved } from './due-queue.ts'

/** A wake that is lost costs at most this; a shard that cannot be read is tried again after a second. */
const POLL_MS = 30_000
const RETRY_MS = 1_000
/** Read at once, so that a few members in many shards need not wait for one reply after another. */
const SHARDS_WHEN_IDLE = 32
/**
 * While routine members are due, they have this share of the members in hand, however many urgent ones are due. All in hand wait
 * equally long for a place in the send rate, so they get the same share of the places.
 */
const ROUTINE_SHARE = 1 / 4
const LOG_AGAIN_MS = MINUTE_MS
const STOP_MS_MAX = 3_000

export interface WorkerOptions<Taken extends Reserved> {
  readonly queue: DueQueue
  /** A connection that subscribes. */
  readonly subscriber: Redis
  readonly log: Log
  readonly leaseMs: number
  /** Most members reserved at once, and most leased together. */
  readonly batchMax: number
  readonly inHandMax: number
  /** How many members may be in hand for now, if fewer than `inHandMax`; asked again within a second. */
  readonly inHandMaxNow?: () => number
  /** Whether no other process works on this queue: leases found at the start then belong to one that died. */
  readonly isAlone: boolean
  /** Reserves members of a shard, at most `urgentMax` of them urgent, with whatever `handle` needs. */
  readonly reserve: (shard: number, limit: number, leaseMs: number, urgentMax: number) => Promise<Taken>
  /**
   * Handles members of one shard and settles each. A member that it does not settle is due again when its lease ends, not
   * before `leaseEndsAt` (ms of `performance.now()`). Calls `survived` when nothing can kill the process any more.
   */
  readonly handle: (taken: Taken, leaseEndsAt: number, survived: () => void) => Promise<void>
  /** How long a stop waits for members in hand (ms); the rest is left to their leases. 3 s if not given. */
  readonly stopMsMax?: number
}

interface Batch<Taken> {
  readonly taken: Taken
  readonly leaseEndsAt: number
}

/** Whether it is one member that failed before, or whose worker died. */
const isSuspect = ({ taken }: Batch<Reserved>): boolean =>
  taken.reservations.some(({ failures }) => failures > 0)

/** Reserves members as soon as they are due and has them handled, shard by shard in rotation. */
export function createWorker<Taken extends Reserved>({
  queue,
  subscriber,
  log,
  leaseMs,
  batchMax,
  inHandMax,
  inHandMaxNow = () => inHandMax,
  isAlone,
  reserve,
  handle,
  stopMsMax = STOP_MS_MAX,
}: WorkerOptions<Taken>): Part {
  const schedule = createShardSchedule(queue.shards)
  const inHand = new Set<Promise<void>>()
  let count = 0
  let urgentCount = 0
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let warnAgainAt = 0
  let resume = (): void => {}
  let running: Promise<void> = Promise.resolve()

  const expectDue = (
    shard: number,
    { nextInMs, urgentInMs }: Pick<Reserved, 'nextInMs' | 'urgentInMs'>,
  ): void => {
    const now = performance.now()
    if (nextInMs !== undefined) schedule.expect(shard, now + nextInMs)
    if (urgentInMs !== undefined) schedule.hurry(shard, now + urgentInMs)
  }

  /** After a reconnect wakes may have been lost; by then the subscription is back. */
  const readAllSoon = (): void => {
    for (let shard = 0; shard < queue.shards; shard++) schedule.expect(shard, performance.now() + RETRY_MS)
    resume()
  }

  const wakes = createSubscription(subscriber, queue.channels, (message, channel) => {
    const shard = queue.channels.indexOf(channel)
    expectDue(shard, parseWake(message))
    resume()
  })

  /** How many more members may be in hand. */
  const room = (): number => Math.max(0, Math.min(inHandMax, inHandMaxNow()) - count)
  const isBusy = (): boolean => count >= inHandMax / 2

  /** How many more urgent members may be in hand. */
  function urgentRoom(now: number): number {
    const most = schedule.isDue(now) ? Math.floor(inHandMax * (1 - ROUTINE_SHARE)) : inHandMax
    return Math.max(0, Math.min(most - urgentCount, room()))
  }

  /**
   * How many shards to read: many while few members are in hand, otherwise as many as whole batches fit, since a small batch
   * costs as much as a full one. Beside urgent members the share of the others is filled all the same.
   */
  function shardsWanted(): number {
    if (!isBusy()) return Math.min(SHARDS_WHEN_IDLE, room())
    return Math.max(Math.floor(room() / batchMax), room() > 0 && urgentCount > 0 ? 1 : 0)
  }

  /**
   * The shards to read now. While many members are in hand, all shards with urgent ones share the room: a whole batch of each
   * would be mostly others, behind which the urgent ones of the last shard would wait for seconds.
   */
  function shardsToRead(now: number): number[] {
    const urgent = isBusy() ? schedule.urgent(now, urgentRoom(now)) : []
    return urgent.length > 0 ? urgent : schedule.next(now, shardsWanted(), urgentRoom(now))
  }

  /** How long to wait if nothing happens (ms). */
  const idleMs = (now: number): number =>
    shardsWanted() > 0 ? Math.max(0, schedule.firstAt(urgentRoom(now)) - now) : RETRY_MS

  /** Waits until a shard is to be read or a member in hand is done. */
  async function pause(delayMs: number): Promise<void> {
    await new Promise<void>((done) => {
      resume = done
      timer = setTimeout(done, delayMs)
    })
    clearTimeout(timer)
    resume = () => {}
  }

  async function reserveFrom(shard: number, limit: number, urgentMax: number): Promise<Batch<Taken>> {
    schedule.postpone(shard, performance.now() + POLL_MS)
    const leaseEndsAt = performance.now() + leaseMs
    const taken = await reserve(shard, limit, leaseMs, urgentMax).catch((error: unknown) => {
      schedule.expect(shard, performance.now() + RETRY_MS)
      throw error
    })
    expectDue(shard, taken)
    return { taken, leaseEndsAt }
  }

  /** Warns once a minute. The other shards go on; this one is read again in a second. */
  function warn(error: unknown): void {
    if (performance.now() < warnAgainAt) return
    warnAgainAt = performance.now() + LOG_AGAIN_MS
    log.warn({ queue: queue.name, err: messageOf(error) }, 'queue cannot be read')
  }

  async function takeFrom(shards: readonly number[]): Promise<void> {
    const limit = Math.min(batchMax, Math.floor(room() / shards.length))
    const urgent = urgentRoom(performance.now())
    const urgentMaxOf = (index: number): number =>
      Math.floor((urgent + shards.length - 1 - index) / shards.length)
    const reserved = await Promise.allSettled(
      shards.map((shard, index) => reserveFrom(shard, limit, urgentMaxOf(index))),
    )
    const batches = reserved.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    for (const batch of batches) if (!isSuspect(batch)) void keep(batch)
    for (const batch of batches) if (isSuspect(batch)) await trySuspect(batch).catch(warn) // its lease ends later
    for (const one of reserved) if (one.status === 'rejected') throw one.reason
  }

  /** Tries one suspect at a time: if the process dies, the attempt stays counted and shows which member it was. */
  async function trySuspect(batch: Batch<Taken>): Promise<void> {
    const [suspect] = batch.taken.reservations
    if (!suspect) return
    await queue.beginAttempt(suspect)
    const survival = Promise.withResolvers<void>()
    void keep(batch, survival.resolve).then(survival.resolve)
    await survival.promise
    await queue.endAttempt(suspect)
  }

  async function keep({ taken, leaseEndsAt }: Batch<Taken>, survived = (): void => {}): Promise<void> {
    const { reservations } = taken
    if (reservations.length === 0) return
    const urgent = reservations.filter(isUrgent).length
    count += reservations.length
    urgentCount += urgent
    const work = handle(taken, leaseEndsAt, survived)
      .catch((error: unknown) => log.error({ queue: queue.name, err: error }, 'batch failed'))
      .finally(() => {
        count -= reservations.length
        urgentCount -= urgent
        inHand.delete(work)
        resume()
      })
    inHand.add(work)
    await work
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const now = performance.now()
      const shards = shardsToRead(now)
      if (shards.length === 0) {
        await pause(idleMs(now))
        continue
      }
      await takeFrom(shards).catch(warn)
    }
    await Promise.all(inHand)
  }

  return {
    name: `${queue.name} worker`,
    async start() {
      if (isAlone) await queue.endLeases()
      await wakes.start()
      subscriber.on('ready', readAllSoon)
      running = run()
    },
    /** Reserves nothing more, and waits for members in hand. */
    async stop() {
      stopping = true
      subscriber.off('ready', readAllSoon)
      resume()
      await Promise.race([running, sleep(stopMsMax, undefined, { ref: false })])
      wakes.stop()
    },
  }
}

/**
 * When each shard is read next, and which come next: first those with urgent members, as far as these have room, then the others,
 * each kind in rotation. Times are ms of `performance.now()`.
 */
function createShardSchedule(shards: number) {
  const nextAt = new Float64Array(shards)
  const urgentAt = new Float64Array(shards).fill(Number.POSITIVE_INFINITY)
  let nextShard = 0
  let nextUrgentShard = 0

  /** Finds up to `most` shards whose time has come, from one shard on. */
  function find(times: Float64Array, now: number, { from, most }: { from: number; most: number }): number[] {
    const found: number[] = []
    for (let i = 0; i < shards && found.length < most; i++) {
      const shard = (from + i) % shards
      if ((times[shard] ?? 0) <= now) found.push(shard)
    }
    return found
  }

  function urgent(now: number, most: number): number[] {
    const found = find(urgentAt, now, { from: nextUrgentShard, most })
    nextUrgentShard = (found.at(-1) ?? nextUrgentShard - 1) + 1
    return found
  }

  return {
    /** Reads the shard then, unless a member is due before. */
    postpone(shard: number, until: number): void {
      nextAt[shard] = until
      urgentAt[shard] = Number.POSITIVE_INFINITY
    },
    /** Reads the shard then at the latest. */
    expect(shard: number, at: number): void {
      nextAt[shard] = Math.min(nextAt[shard] ?? 0, at)
    },
    /** Reads the shard then at the latest, and before shards without urgent members. */
    hurry(shard: number, at: number): void {
      urgentAt[shard] = Math.min(urgentAt[shard] ?? 0, at)
    },
    /** When the first shard is read; only routine members are waited for where urgent ones have no room. */
    firstAt: (urgentRoom = 1): number => Math.min(...nextAt, ...(urgentRoom > 0 ? urgentAt : [])),
    /** Whether a shard may have routine members that are due. */
    isDue: (now: number): boolean => Math.min(...nextAt) <= now,
    /** Up to `most` shards with urgent members to read now. */
    urgent,
    /** Up to `most` shards to read now, `urgentRoom` of them for their urgent members. */
    next(now: number, most: number, urgentRoom = most): number[] {
      const first = urgent(now, Math.min(most, urgentRoom))
      const others = find(nextAt, now, { from: nextShard, most })
        .filter((shard) => !first.includes(shard))
        .slice(0, most - first.length)
      nextShard = (others.at(-1) ?? nextShard - 1) + 1
      return [...first, ...others]
    },
  }
}
