import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../rates/durations.ts'
import type { Redis } from '../redis/connection.ts'
import { createSubscription } from '../redis/subscription.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import { type DueQueue, parseWake, type Reservation, type Reserved } from './due-queue.ts'

/**
 * When each shard is looked at next, and which are next in turn: those where something urgent is due before all others.
 * Times are ms of `performance.now()`.
 */
export function createLooks(shards: number) {
  const nextAt = new Float64Array(shards)
  const urgentAt = new Float64Array(shards).fill(Number.POSITIVE_INFINITY)
  let turn = 0
  let urgentTurn = 0

  /** Up to so many shards whose time has come, beginning with a shard. */
  function find(times: Float64Array, now: number, { from, most }: { from: number; most: number }): number[] {
    const found: number[] = []
    for (let i = 0; i < shards && found.length < most; i++) {
      const shard = (from + i) % shards
      if ((times[shard] ?? 0) <= now) found.push(shard)
    }
    return found
  }

  return {
    /** Looks then, unless something is heard before. */
    postpone(shard: number, until: number): void {
      nextAt[shard] = until
      urgentAt[shard] = Number.POSITIVE_INFINITY
    },
    /** Looks then at the latest. */
    expect(shard: number, at: number): void {
      nextAt[shard] = Math.min(nextAt[shard] ?? 0, at)
    },
    /** The same, and before shards where nothing is urgent. */
    hurry(shard: number, at: number): void {
      urgentAt[shard] = Math.min(urgentAt[shard] ?? 0, at)
    },
    firstAt: (): number => Math.min(...nextAt, ...urgentAt),
    /** Up to so many shards that want a look, each in its turn. */
    next(now: number, most: number): number[] {
      const urgent = find(urgentAt, now, { from: urgentTurn, most })
      const others = find(nextAt, now, { from: turn, most })
        .filter((shard) => !urgent.includes(shard))
        .slice(0, most - urgent.length)
      urgentTurn = (urgent.at(-1) ?? urgentTurn - 1) + 1
      turn = (others.at(-1) ?? turn - 1) + 1
      return [...urgent, ...others]
    },
  }
}

const POLL_MS = 1_000
/** Asked in one go, so that few members spread over many shards need not wait for one answer after another. */
const SHARDS_WHEN_IDLE = 32
const SCARCE_MS = 20
const LOG_AGAIN_MS = MINUTE_MS
const STOP_MS_MAX = 3_000

export interface WorkerOptions<Taken extends Reserved> {
  readonly queue: DueQueue
  /** A connection of its own, that subscribes. */
  readonly subscriber: Redis
  readonly log: Log
  readonly leaseMs: number
  /** Most members taken at once, and most in hand together. */
  readonly batchMax: number
  readonly inHandMax: number
  /** Called when members are looked for while none is in hand. */
  readonly prepare?: () => void
  /** No other process works on this queue: what is in hand at the start was left by one that died. */
  readonly isAlone: boolean
  /** The handler ends when all is settled: whatever else this process holds came in an answer that it never got. */
  readonly settlesAll?: boolean
  /** Reserves members of a shard, and reads what is needed with them. */
  readonly reserve: (shard: number, limit: number, leaseMs: number) => Promise<Taken>
  /**
   * Works off members of one shard and settles each. What it leaves unsettled comes back when the lease ends, which is
   * not before `leaseEndsAt` (ms of `performance.now()`). It calls `survived` when what could take the process down is
   * over.
   */
  readonly handle: (taken: Taken, leaseEndsAt: number, survived: () => void) => Promise<void>
  /** What still hangs so long after a stop is left to its lease, so that others have time to stop; 3 s if not given. */
  readonly stopMsMax?: number
  /**
   * How long the next suspect waits for one that has neither ended nor called `survived` (ms); until it has, if not
   * given.
   */
  readonly aloneMsOf?: (suspect: Reservation) => number
}

interface Batch<Taken> {
  readonly taken: Taken
  readonly leaseEndsAt: number
}

/** It was in hand at a death, or failed, and comes alone. */
const isSuspect = ({ taken }: Batch<Reserved>): boolean =>
  taken.reservations.some(({ failures }) => failures > 0)

/** Reserves what is due, as soon as it is, and hands it on, shard by shard in turn. */
export function createWorker<Taken extends Reserved>(
  options: WorkerOptions<Taken>,
): Part & { lookAt(shards: readonly number[]): void } {
  const { queue, subscriber, log, leaseMs, batchMax, inHandMax, reserve, handle, prepare } = options
  const { aloneMsOf } = options
  const looks = createLooks(queue.shards)
  const inHand = new Map<Promise<void>, readonly Reservation[]>()
  const unanswered = new Set<number>()
  let count = 0
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let warnAgainAt = 0
  let scarceSince = Number.POSITIVE_INFINITY
  let resume = (): void => {}
  let running: Promise<void> = Promise.resolve()

  const look = (shard: number, inMs: number, urgentInMs: number | undefined): void => {
    const now = performance.now()
    looks.expect(shard, now + inMs)
    if (urgentInMs !== undefined) looks.hurry(shard, now + urgentInMs)
  }

  const wakes = createSubscription(subscriber, queue.channels, (message, channel) => {
    const shard = queue.channels.indexOf(channel)
    const { inMs, urgentInMs } = parseWake(message)
    look(shard, inMs, urgentInMs)
    resume()
  })

  /**
   * Many where little is in hand, else as many as there is room for a whole batch of: a small one costs as much to ask for.
   * Room for less is waited with a moment, and no longer: what is in hand may last.
   */
  function shardsWanted(now: number): number {
    const room = inHandMax - count
    const batches = Math.floor(room / batchMax)
    if (count < inHandMax / 2) return Math.min(SHARDS_WHEN_IDLE, room)
    if (batches > 0 || room === 0) scarceSince = Number.POSITIVE_INFINITY
    else scarceSince = Math.min(scarceSince, now)
    return batches === 0 && now >= scarceSince + SCARCE_MS ? 1 : batches
  }

  /** How long nothing need be done, if nothing happens. */
  function idleMs(now: number, wanted: number): number {
    if (wanted > 0) return Math.max(0, looks.firstAt() - now)
    return count < inHandMax ? SCARCE_MS : POLL_MS
  }

  /** Waits until a shard wants a look or a place in hand is free. */
  async function pause(delayMs: number): Promise<void> {
    await new Promise<void>((done) => {
      resume = done
      timer = setTimeout(done, delayMs)
      if (stopping) done()
    })
    clearTimeout(timer)
    resume = () => {}
  }

  /** Where an answer never came, the reservation may have been made: it is given back before the next one. */
  async function reserveFrom(shard: number, limit: number): Promise<Batch<Taken>> {
    looks.postpone(shard, performance.now() + POLL_MS)
    const leaseEndsAt = performance.now() + leaseMs
    if (unanswered.has(shard) && options.settlesAll) await endUnanswered(shard)
    unanswered.add(shard)
    const taken = await reserve(shard, limit, leaseMs)
    const { nextInMs, urgentInMs } = taken
    unanswered.delete(shard)
    if (nextInMs !== undefined) look(shard, nextInMs, urgentInMs)
    return { taken, leaseEndsAt }
  }

  const endUnanswered = (shard: number): Promise<unknown> =>
    queue.endLeases({ reason: 'unanswered', holder: queue.holder, shard, except: tokensOf(shard) })

  const tokensOf = (wanted: number): string[] =>
    [...inHand.values()].flatMap((batch) => (batch[0]?.shard === wanted ? batch[0].token : []))

  /** Shards of other servers are asked on; one that cannot be is asked again in a second. */
  function warn(error: unknown): void {
    if (performance.now() < warnAgainAt) return
    warnAgainAt = performance.now() + LOG_AGAIN_MS
    log.warn({ queue: queue.name, err: messageOf(error) }, 'queue cannot be read')
  }

  async function takeFrom(shards: readonly number[]): Promise<void> {
    const limit = Math.min(batchMax, Math.floor((inHandMax - count) / shards.length))
    const reserved = await Promise.allSettled(shards.map((shard) => reserveFrom(shard, limit)))
    const batches = reserved.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    for (const batch of batches) if (!isSuspect(batch)) void keep(batch)
    for (const batch of batches) if (isSuspect(batch)) await trySuspect(batch).catch(leaveSuspect(batch))
    for (const one of reserved) if (one.status === 'rejected') throw one.reason
  }

  /** One suspect at a time: an attempt that the process does not survive stays counted, and says who it was. */
  async function trySuspect(batch: Batch<Taken>): Promise<void> {
    const [suspect] = batch.taken.reservations
    if (!suspect) return
    await queue.begin(suspect)
    const survival = Promise.withResolvers<void>()
    void keep(batch, survival.resolve).then(survival.resolve)
    const absolved = survival.promise.then(() => queue.absolve(suspect))
    const ms = aloneMsOf?.(suspect)
    if (ms === undefined) return absolved
    // Whoever hangs must not hold the others up.
    absolved.catch(leaveSuspect(batch))
    await Promise.race([survival.promise, sleep(ms, undefined, { ref: false })])
  }

  /** Redis was away for a moment: those after it are tried still, and what nobody has in hand is given back. */
  const leaveSuspect =
    ({ taken }: Batch<Taken>) =>
    (error: unknown): void => {
      for (const { shard } of taken.reservations) unanswered.add(shard)
      warn(error)
    }

  async function keep({ taken, leaseEndsAt }: Batch<Taken>, survived = (): void => {}): Promise<void> {
    const { reservations } = taken
    if (reservations.length === 0) return
    count += reservations.length
    const work = handle(taken, leaseEndsAt, survived)
      .catch((error: unknown) => log.error({ queue: queue.name, err: error }, 'batch failed'))
      .finally(() => {
        count -= reservations.length
        inHand.delete(work)
        resume()
      })
    inHand.set(work, reservations)
    await work
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const now = performance.now()
      const wanted = shardsWanted(now)
      const shards = looks.next(now, wanted)
      if (shards.length === 0) {
        await pause(idleMs(now, wanted))
        continue
      }
      if (count === 0) prepare?.()
      await takeFrom(shards).catch(warn)
    }
    await Promise.all(inHand.keys())
  }

  return {
    name: `${queue.name} worker`,
    /** Members of these shards are about to be due: they are asked for at once. */
    lookAt(shards) {
      for (const shard of shards) looks.expect(shard, 0)
      resume()
    },
    async start() {
      if (options.isAlone) await queue.endLeases({ reason: 'died' })
      await wakes.start()
      running = run()
    },
    /** Takes nothing more, and waits for what is in hand. */
    async stop() {
      stopping = true
      resume()
      await Promise.race([running, sleep(options.stopMsMax ?? STOP_MS_MAX, undefined, { ref: false })])
      wakes.stop()
    },
  }
}
