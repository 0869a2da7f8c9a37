import { setTimeout as sleep } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import type { DueQueue, Reservation } from '../queue/due-queue.ts'
import { measureQueue, readBacklog } from '../queue/parking.ts'
import { createWorker } from '../queue/worker.ts'
import { createCircuitBreaker } from '../redis/circuit-breaker.ts'
import type { Redis } from '../redis/connection.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { retryUntilAnswered } from '../runtime/retry.ts'
import { createHeadStart } from './head-start.ts'
import { createSequencer, sequenceKey } from './sequencer.ts'
import { createUpdateStore } from './update-store.ts'

/** Another process takes over the chats of a killed one after this time. */
const LEASE_MS = 4_000
const RENEW_EVERY_MS = 1_000
/** The lease of a chat whose handler hangs is renewed for this long only. */
const IN_HAND_MS_MAX = 120_000
const CHATS_MAX = 128
const BATCH_MAX = 32
const KEEP_MS_MAX = 200
const KEEPING_MAX = 500
const END_AGAIN_MS = 100
const END_MS_MAX = 5_000
/** A stop has 10 s; the parts below need some of them. */
const STOP_MS_MAX = 7_000
/** An update that was in hand when two processes died is removed before its last try, so that a third death cannot repeat it. */
const SUSPECT_FAILURES = 2
/** Such updates are tried one at a time, this far apart (ms), which shows which one kills the process. */
const ALONE_MS = 250

export interface UpdateRunnerOptions {
  /** Handles one update. One that throws while we stop is left to another process. */
  readonly handle: (update: Update) => Promise<void>
  readonly stopping: AbortSignal
  readonly log: Log
  readonly redis: Redis
  readonly subscriber: Redis
  /** The due queue whose members are chats with updates. */
  readonly queue: DueQueue
  readonly metrics: Metrics
}

/**
 * Takes updates from polling or the webhook and handles them. An update that is not done at once stays in Redis until it is;
 * those of one chat are handled in order, and by one process at a time.
 */
export function createUpdateRunner({
  redis,
  subscriber,
  queue,
  handle,
  stopping,
  log,
  metrics,
}: UpdateRunnerOptions) {
  const dropped = metrics.counter('telegram_updates_dropped_total', 'Updates of chats where too many wait')
  measureUpdates(redis, queue, metrics)
  const sequencer = createSequencer({ handle, stopping, log })
  const updateStore = createUpdateStore({ redis, queue, leaseMs: LEASE_MS })
  const breaker = createCircuitBreaker({ ms: KEEP_MS_MAX, waitingMax: KEEPING_MAX })
  const inHand = new Map<Reservation, { readonly since: number; readonly work: Promise<void> }>()
  const chatsInHand = (): string[] => [...inHand.keys()].map(({ member }) => member)
  const isAlone = queue.holder === ''
  const headStart = createHeadStart({
    run: sequencer.run,
    chatsInHand,
    chatsMax: CHATS_MAX,
    backlog: isAlone ? () => readBacklog(redis, queue) : undefined,
  })
  let renewing: NodeJS.Timeout | undefined
  const worker = createWorker({
    queue,
    subscriber,
    log,
    leaseMs: LEASE_MS,
    batchMax: BATCH_MAX,
    inHandMax: CHATS_MAX,
    isAlone,
    reserve: queue.reserve,
    // One death does not show which chat caused it, so all go on at once.
    aloneMsOf: ({ failures }) => (failures < SUSPECT_FAILURES ? 0 : ALONE_MS),
    handle: async ({ reservations }) =>
      void (await Promise.all(reservations.map((reservation) => begin(reservation)))),
  })

  function begin(reservation: Reservation, first?: Update): Promise<void> {
    const work = handleAll(reservation, first)
      .catch((error: unknown) => {
        headStart.fallBehind()
        log.warn({ chat: reservation.member, err: messageOf(error) }, 'updates left to their lease')
      })
      .finally(() => inHand.delete(reservation))
    inHand.set(reservation, { since: performance.now(), work })
    return work
  }

  /** Handles the updates of a chat until none is left. */
  async function handleAll(reservation: Reservation, first?: Update): Promise<void> {
    const isSuspect = reservation.failures >= SUSPECT_FAILURES
    let update = first ?? (await updateStore.next(reservation))
    if (isSuspect && update && !stopping.aborted) update = await tryOnceMore(reservation, update)
    while (update) {
      if (stopping.aborted || !(await sequencer.run(update))) return giveBack(reservation)
      update = await end(reservation, update)
    }
  }

  /** Gives a chat back at a stop, which does not count as a failure. */
  async function giveBack(reservation: Reservation): Promise<void> {
    if (reservation.failures > 0) await queue.endAttempt(reservation)
    await updateStore.giveBack(reservation)
  }

  async function tryOnceMore(reservation: Reservation, update: Update): Promise<Update | undefined> {
    log.error(
      { update: update.update_id },
      'update was in hand when two processes died, and is tried a last time',
    )
    const next = await end(reservation, update)
    await sequencer.run(update)
    return next
  }

  /** Removes an update and returns the next. Retried while Redis is away, so that nothing is answered twice. */
  const end = (reservation: Reservation, done: Update): Promise<Update | undefined> =>
    retryUntilAnswered(() => updateStore.next(reservation, done), {
      everyMs: END_AGAIN_MS,
      deadline: performance.now() + END_MS_MAX,
      signal: stopping,
    })

  function look(): void {
    headStart.check().catch((error: unknown) => {
      log.debug({ err: messageOf(error) }, 'what waits in Redis is not known')
    })
  }

  function renew(): void {
    const youngest = performance.now() - IN_HAND_MS_MAX
    const held = [...inHand].filter(([, { since }]) => since > youngest)
    updateStore.renew(held.map(([reservation]) => reservation)).catch((error: unknown) => {
      log.warn({ err: messageOf(error) }, 'leases of chats in hand cannot be renewed')
    })
  }

  /** Stores updates in Redis; resolves with those that were not stored, as too many of their chat wait. */
  async function store(updates: readonly Update[]): Promise<readonly Update[]> {
    const { inHand: begun, full } = await breaker(() => updateStore.keep(updates, CHATS_MAX - inHand.size))
    for (const { reservation, update } of begun) void begin(reservation, update)
    const held = new Set(chatsInHand())
    if (!updates.every((update) => held.has(sequenceKey(update)))) headStart.fallBehind()
    return full
  }

  /** Counts updates of a flood as dropped. If Telegram sent them again, they would hold up the updates behind them. */
  function drop(updates: readonly Update[]): void {
    if (updates.length === 0) return
    dropped.inc(updates.length)
    log.warn({ updates: updates.length }, 'updates dropped: too many wait in their chats')
  }

  return {
    name: 'update runner',
    /** Resolves once Redis has the updates, except those of a flood; throws where Redis cannot be asked. */
    keep: async (updates: readonly Update[]): Promise<void> => drop(await store(updates)),
    /** Resolves with how many of the first updates are kept, or done where Redis cannot be asked. */
    async take(updates: readonly Update[]): Promise<number> {
      const undone = await headStart.take(updates)
      try {
        if (undone.length > 0) drop(await store(undone))
        return updates.length
      } catch (error) {
        headStart.fallBehind()
        log.warn({ err: messageOf(error) }, 'updates are handled without Redis')
        return sequencer.take(updates)
      }
    },
    async start(): Promise<void> {
      await updateStore.register()
      renewing = setInterval(() => {
        renew()
        look()
      }, RENEW_EVERY_MS)
      await worker.start()
    },
    /** Waits up to 7 s for updates in hand; the rest stays in Redis for another process. */
    async stop(): Promise<void> {
      const ended = Promise.all([worker.stop(), ...[...inHand.values()].map(({ work }) => work)])
      await Promise.race([ended, sleep(STOP_MS_MAX, undefined, { ref: false })])
      clearInterval(renewing)
    },
  }
}

const measureUpdates = (redis: Redis, queue: DueQueue, metrics: Metrics): void =>
  measureQueue(redis, queue, metrics, [
    { name: 'inbox_chats_waiting', help: 'Chats whose updates wait or are in hand', of: 'waiting' },
    { name: 'inbox_chats_parked', help: 'Chats whose updates were set aside', of: 'parked' },
    { name: 'inbox_oldest_waiting_seconds', help: 'For how long the first update has waited', of: 'oldest' },
  ])
