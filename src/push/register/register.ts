import { setTimeout as sleep } from 'node:timers/promises'
import { RatesError } from '../../api/client.ts'
import { FOLLOWED_CHANNEL } from '../../chats/scripts.ts'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { createSubscription, type Redis, type Resources } from '../../redis/connection.ts'
import { createLeader, type Lease } from '../../redis/leader.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { messageOf, warnOf } from '../../runtime/log.ts'
import type { Reconcile } from './reconcile.ts'
import type { Registrations } from './registration.ts'

/** With the 20 s that a new leader may take, a missed price is found within 70 s. */
const COMPARE_EVERY_MS = 45_000
/** Requests for a comparison that come sooner wait. */
const COMPARE_EVERY_MS_MIN = 1_000
/** After a notification that was dated before what is known, for so long prices are compared so often. */
const DOUBTED_MS = MINUTE_MS
const DOUBTED_EVERY_MS = 10_000
const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = MINUTE_MS
/** Requests within this time share one round. */
const GATHER_MS = 30
const STOP_MS_MAX = 1_000
/** Published, with the reason, to have the leader compare prices at once. */
const RECONCILE_CHANNEL = 'reconcile'
const HOLD_EVERY_MS = 5_000
export const LEASE_MS = 3 * HOLD_EVERY_MS

/** Why prices are to be compared: of a notification a record or a price was not read, or it was dated before what is known. */
export type ReconcileReason = 'unread' | 'dated back'

export interface RegistrarOptions extends Pick<Resources, 'subscriber' | 'log'> {
  readonly redis: Pick<Redis, 'publish'>
  readonly lease: Lease | undefined
  readonly registration: Registrations
  readonly reconcile: Reconcile
}

/** On the leader, keeps our webhook at the rate API registered for the followed monitors, and compares prices to find missed ones. */
export function createRegistrar({
  redis,
  subscriber,
  lease,
  registration,
  reconcile,
  log,
}: RegistrarOptions): Part & { reconcileSoon(reason: ReconcileReason): void } {
  const stopping = new AbortController()
  const leader = createLeader({
    lease,
    everyMs: HOLD_EVERY_MS,
    stopping: stopping.signal,
    onElected: beginAnew,
  })
  let timer: NodeJS.Timeout | undefined
  let plannedAt = 0
  let running: Promise<void> = Promise.resolve()
  let isWaiting = false
  let retryMs = RETRY_MS_MIN
  let reconcileAt = 0
  let reconciledAt = Number.NEGATIVE_INFINITY
  let doubtedUntil = Number.NEGATIVE_INFINITY

  /** Plans a round in `ms`, unless one is planned sooner. */
  function plan(ms: number): void {
    const at = performance.now() + ms
    if (stopping.signal.aborted || (timer && plannedAt <= at)) return
    clearTimeout(timer)
    plannedAt = at
    timer = setTimeout(begin, Math.max(ms, GATHER_MS))
  }

  /** Runs one round; queues at most one more. */
  function begin(): void {
    timer = undefined
    if (isWaiting) return
    isWaiting = true
    running = running.then(() => {
      isWaiting = false
      return round()
    })
  }

  const followedChanges = createSubscription(subscriber, [FOLLOWED_CHANNEL], () => plan(GATHER_MS))
  const reconcileRequests = createSubscription(subscriber, [RECONCILE_CHANNEL], (reason) => {
    const isDoubted = reason === ('dated back' satisfies ReconcileReason)
    if (isDoubted) doubtedUntil = performance.now() + DOUBTED_MS
    reconcileAt = Math.min(reconcileAt, reconciledAt + (isDoubted ? DOUBTED_EVERY_MS : COMPARE_EVERY_MS_MIN))
    plan(reconcileAt - performance.now())
  })

  /** Compares prices, and appends missed ones to the stream. Requests that come meanwhile lead to another round. */
  async function catchUp(): Promise<void> {
    reconciledAt = performance.now()
    const isDoubted = reconciledAt < doubtedUntil
    reconcileAt = reconciledAt + (isDoubted ? DOUBTED_EVERY_MS : COMPARE_EVERY_MS)
    const missed = await reconcile(isDoubted).catch((error: unknown) => {
      reconcileAt = performance.now() + retryMs
      throw error
    })
    if (missed > 0) log.info({ monitors: missed }, 'missed prices found')
  }

  /** Compares prices after each change of the registration and every 45 s, also if nothing can be registered. */
  async function work(): Promise<void> {
    const registering = registration.keep()
    const changed = await registering.catch(() => false)
    if (changed || performance.now() >= reconcileAt) await catchUp()
    await registering
  }

  async function round(): Promise<void> {
    if (!leader.isLeader()) return
    try {
      await leader.confirm(0)
      if (!leader.isLeader()) return
      await work()
      retryMs = RETRY_MS_MIN
      plan(reconcileAt - performance.now())
    } catch (error) {
      registration.forget()
      const status = error instanceof RatesError ? error.status : undefined
      log.warn({ err: messageOf(error), status }, 'rate API cannot be registered at')
      plan(Math.min(retryMs, Math.max(reconcileAt - performance.now(), RETRY_MS_MIN)))
      retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)
    }
  }

  /** A new leader does not know what another one registered. */
  function beginAnew(): void {
    registration.forget()
    reconcileAt = 0
    plan(GATHER_MS)
  }

  return {
    name: 'registrar',
    /** Has the leader compare prices. */
    reconcileSoon: (reason) =>
      void redis
        .publish(RECONCILE_CHANNEL, reason)
        .catch(warnOf(log, 'comparison of prices cannot be requested, it comes within a minute')),
    async start() {
      await Promise.all([followedChanges.start(), reconcileRequests.start()])
      await leader.start()
      if (!lease) beginAnew()
    },
    /** Does not wait long for the rate API: the next leader repeats the call. */
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      followedChanges.stop()
      reconcileRequests.stop()
      await Promise.race([running, sleep(STOP_MS_MAX, undefined, { ref: false })])
      await leader.resign()
    },
  }
}
