import { setTimeout as sleep } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import type { DueQueue, Reservation } from '../queue/due-queue.ts'
import { measureQueue } from '../queue/parking.ts'
import { createWorker } from '../queue/worker.ts'
import { createCircuitBreaker } from '../redis/circuit-breaker.ts'
import type { Redis } from '../redis/connection.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { retryUntilAnswered } from '../runtime/retry.ts'
import { createSequencer, type SequencerOptions } from './sequencer.ts'
import { createUpdateStore } from './update-store.ts'

/** What a killed process had in hand goes on elsewhere after that time; it is renewed long before. */
const LEASE_MS = 4_000
const RENEW_EVERY_MS = 1_000
/** Whoever hangs must not keep a chat for ever: after that time it is left to its lease. */
const IN_HAND_MS_MAX = 120_000
const PLACES_MAX = 128
const BATCH_MAX = 32
const KEEP_MS_MAX = 200
const KEEPING_MAX = 500
const END_AGAIN_MS = 100
const END_MS_MAX = 5_000
const STOP_MS_MAX = 3_500
/** What was in hand at two deaths is ended before it is tried once more: a third death must not bring it back. */
const SUSPECT_FAILURES = 2
/** Those are tried one after another, so that the one that takes the process down again is known; each for so long. */
const ALONE_MS = 250

export interface UpdateRunnerOptions extends SequencerOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  /** The due queue of the inbox. */
  readonly queue: DueQueue
  readonly metrics: Metrics
}

/**
 * Takes updates as they come, by polling or webhook. An update is in Redis before it is begun, and until it is done;
 * those of one chat are worked off in order and never in two places.
 */
export function createUpdateRunner(options: UpdateRunnerOptions) {
  const { redis, subscriber, queue, stopping, log, metrics } = options
  const dropped = metrics.counter('telegram_updates_dropped_total', 'Updates of chats where too many wait')
  measureInbox(options)
  const sequencer = createSequencer(options)
  const updateStore = createUpdateStore({ redis, queue, leaseMs: LEASE_MS })
  const patiently = createCircuitBreaker({ ms: KEEP_MS_MAX, waitingMax: KEEPING_MAX })
  const inHand = new Map<Reservation, { readonly since: number; readonly work: Promise<void> }>()
  let renewing: NodeJS.Timeout | undefined
  const worker = createWorker({
    queue,
    subscriber,
    log,
    leaseMs: LEASE_MS,
    batchMax: BATCH_MAX,
    inHandMax: PLACES_MAX,
    isAlone: queue.holder === '',
    reserve: queue.reserve,
    // One death says nothing of those that were in hand: all go on at once.
    aloneMsOf: ({ failures }) => (failures < SUSPECT_FAILURES ? 0 : ALONE_MS),
    handle: async ({ reservations }) =>
      void (await Promise.all(reservations.map((reservation) => begin(reservation)))),
  })

  function begin(reservation: Reservation, first?: Update): Promise<void> {
    const work = workOff(reservation, first)
      .catch((error: unknown) =>
        log.warn({ place: reservation.member, err: messageOf(error) }, 'updates left to their lease'),
      )
      .finally(() => inHand.delete(reservation))
    inHand.set(reservation, { since: performance.now(), work })
    return work
  }

  /** One after another until none is left. */
  async function workOff(reservation: Reservation, first?: Update): Promise<void> {
    const isSuspect = reservation.failures >= SUSPECT_FAILURES
    let update = first ?? (await updateStore.next(reservation, false))
    if (isSuspect && update && !stopping.aborted) update = await tryOnceMore(reservation, update)
    while (update) {
      if (stopping.aborted || !(await sequencer.work(update))) return giveBack(reservation)
      update = await end(reservation)
    }
  }

  /** A stop is no death: the attempt at a suspect is not counted. */
  async function giveBack(reservation: Reservation): Promise<void> {
    if (reservation.failures > 0) await queue.absolve(reservation)
    await updateStore.giveBack(reservation)
  }

  async function tryOnceMore(reservation: Reservation, update: Update): Promise<Update | undefined> {
    log.error({ update: update.update_id }, 'update was in hand at two deaths, and is tried a last time')
    const next = await end(reservation)
    await sequencer.work(update)
    return next
  }

  /** Redis may be away for a moment: what was answered must not be answered again for that. */
  const end = (reservation: Reservation): Promise<Update | undefined> =>
    retryUntilAnswered(() => updateStore.next(reservation, true), {
      everyMs: END_AGAIN_MS,
      deadline: performance.now() + END_MS_MAX,
      signal: stopping,
    })

  function renew(): void {
    const youngest = performance.now() - IN_HAND_MS_MAX
    const held = [...inHand].filter(([, { since }]) => since > youngest)
    updateStore.hold(held.map(([reservation]) => reservation)).catch((error: unknown) => {
      log.warn({ err: messageOf(error) }, 'chats in hand cannot be held')
    })
  }

  /** Resolves when Redis has the updates, but for those that it answers: of chats where too many wait. */
  async function put(updates: readonly Update[]): Promise<readonly Update[]> {
    const { inHand: begun, full } = await patiently(() => updateStore.keep(updates, PLACES_MAX - inHand.size))
    for (const { reservation, update } of begun) void begin(reservation, update)
    return full
  }

  /** A chat that floods must not hold those behind it, as it would if Telegram sent these again. */
  function drop(updates: readonly Update[]): void {
    if (updates.length === 0) return
    dropped.inc(updates.length)
    log.warn({ updates: updates.length }, 'updates dropped: too many wait in their chats')
  }

  return {
    name: 'intake',
    /** Resolves when Redis has the updates, but for those of a flood; throws where it cannot be asked. */
    keep: async (updates: readonly Update[]): Promise<void> => drop(await put(updates)),
    /** Takes updates, without Redis too; answers how many of the first are in safe hands. */
    async take(updates: readonly Update[]): Promise<number> {
      try {
        if (updates.length > 0) drop(await put(updates))
        return updates.length
      } catch (error) {
        log.warn({ err: messageOf(error) }, 'updates are worked off without Redis')
        return sequencer.take(updates)
      }
    },
    async start(): Promise<void> {
      await updateStore.register()
      renewing = setInterval(renew, RENEW_EVERY_MS)
      await worker.start()
    },
    /** Waits for what is in hand, at most 3.5 s; the rest stays in Redis for whoever comes next. */
    async stop(): Promise<void> {
      const ended = Promise.all([worker.stop(), ...[...inHand.values()].map(({ work }) => work)])
      await Promise.race([ended, sleep(STOP_MS_MAX, undefined, { ref: false })])
      clearInterval(renewing)
    },
  }
}

const measureInbox = ({ redis, queue, metrics }: UpdateRunnerOptions): void =>
  measureQueue(redis, queue, metrics, [
    { name: 'inbox_chats_waiting', help: 'Chats whose updates wait or are in hand', of: 'waiting' },
    { name: 'inbox_chats_parked', help: 'Chats whose updates were set aside', of: 'parked' },
    { name: 'inbox_oldest_waiting_seconds', help: 'For how long the first update has waited', of: 'oldest' },
  ])
