import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../domain/caracas.ts'
import type { Reservation, Reserved } from '../../queue/due-queue.ts'
import { createWorker } from '../../queue/worker.ts'
import { loadScript, type Resources } from '../../redis/connection.ts'
import { type Part, retryUntilAnswered } from '../../runtime/lifecycle.ts'
import { createWebhookQueue, KEYS } from '../keys.ts'
import {
  type Attempt,
  type DeliveryPayload,
  isAccepted,
  LOG_ENTRIES_MAX,
  type Notifier,
  TIMEOUT_MS,
  toDeliveryPayload,
  toLogEntry,
  unreadableLogEntry,
} from './notifier.ts'
import { parseWebhook, type WebhookStore } from './store.ts'

const SPREAD = 0.2

/** Waits after the first, second … failure in a row; the last one repeats. */
const RETRY_WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
]

/** A webhook is disabled after failing for so long. */
const FAILING_MS_MAX = 5 * DAY_MS

/** The waits, each changed by up to 20 %, so that webhooks that failed together are not all retried together. */
const spreadWaits = (random: () => number): number[] =>
  RETRY_WAITS_MS.map((wait) => Math.round(wait * (1 + SPREAD * (2 * random() - 1))))

const EVERY_MS = 250
const TRYING_MS_MAX = 10_000

/**
 * Repeats a step until it succeeds, for 10 s or until stopped; then throws its last error. While Redis is away, leases
 * would otherwise have to run out.
 */
const persist = <Value>(step: () => Promise<Value>, signal: AbortSignal): Promise<Value> =>
  retryUntilAnswered(step, { everyMs: EVERY_MS, deadline: performance.now() + TRYING_MS_MAX, signal })

const LOAD = loadScript(new URL('./lua/load-deliveries.lua', import.meta.url))
const SETTLE = loadScript(new URL('./lua/settle-delivery.lua', import.meta.url))
const TEXTS = z.array(z.string())
/** The lease of a reserved webhook until its attempt begins: the reservation may be lost when Redis falls silent. */
const RESERVED_LEASE_MS = 3_000
const ATTEMPT_LEASE_MS = TIMEOUT_MS + 5_000
const STOP_WAIT_MS = 2_000
const UNPARK_EVERY_MS = 30_000
const BATCH_MAX = 64
export const IN_FLIGHT_MAX = 512
const GONE = 410

interface DeliverOptions extends Resources {
  readonly random: () => number
  readonly notifier: Notifier
  readonly store: WebhookStore
  /** No other process delivers: leases found at the start are those of a dead process. */
  readonly isAlone: boolean
}

const VERDICTS = ['delivered', 'skipped', 'unreadable', 'failed', 'gone', 'broken'] as const
type Verdict = (typeof VERDICTS)[number]

/** Sends the waiting deliveries: in order and one at a time for a webhook, for many webhooks at once. */
export function createDelivery(options: DeliverOptions): Part {
  const { redis, subscriber, log, metrics, clock, random, notifier, store } = options
  const queue = createWebhookQueue(redis)
  const inFlight = new Set<Promise<void>>()
  const stopping = new AbortController()
  const countAttempt = metrics.counterOf('webhook_attempts_total', 'Calls of receivers', 'verdict', VERDICTS)

  const worker = createWorker({
    queue,
    subscriber,
    log,
    leaseMs: RESERVED_LEASE_MS,
    batchMax: BATCH_MAX,
    inHandMax: BATCH_MAX,
    isAlone: options.isAlone,
    reserve: queue.reserve,
    handle: takeBatch,
  })

  /** Starts a batch and returns before it is delivered, so that a receiver that hangs delays no other. */
  async function takeBatch({ reservations: batch }: Reserved): Promise<void> {
    const loaded = await persist(() => load(batch), stopping.signal)
    for (const [i, reservation] of batch.entries()) {
      const { webhook, body } = loaded[i] ?? {}
      const work = deliver(reservation, webhook, body)
        .catch((error: unknown) => log.error({ webhook: reservation.member, err: error }, 'delivery failed'))
        .finally(() => inFlight.delete(work))
      inFlight.add(work)
    }
    while (inFlight.size > IN_FLIGHT_MAX - BATCH_MAX) await Promise.race(inFlight)
  }

  /** The reserved webhooks and their oldest deliveries; undefined where they are gone. */
  async function load(batch: readonly Reservation[]) {
    const keys = [...queue.keysOf(0), KEYS.webhooks]
    const held = batch.flatMap(({ member, token }) => [member, token])
    const found = TEXTS.parse(await LOAD.run(redis, keys, [ATTEMPT_LEASE_MS, KEYS.deliveries(''), ...held]))
    return batch.map(({ member }, i) => ({
      webhook: parseWebhook(Number(member), found[2 * i]),
      body: found[2 * i + 1] || undefined,
    }))
  }

  async function deliver(
    reservation: Reservation,
    webhook: ReturnType<typeof parseWebhook>,
    body: string | undefined,
  ): Promise<void> {
    if (!webhook || body === undefined) return settle(reservation, 'skipped', body)
    const payload = webhook === 'unreadable' ? webhook : toDeliveryPayload(webhook, body)
    if (webhook === 'unreadable' || payload === 'unreadable') return settle(reservation, 'unreadable', body)
    if (!payload) return settle(reservation, 'skipped', body)
    const attempt = await notifier.send(webhook, payload)
    if (attempt.isBrokenOff) return settle(reservation, 'broken', body)
    await settle(reservation, verdictOf(attempt), body, { payload, attempt })
  }

  async function settle(
    { member, token }: Reservation,
    verdict: Verdict,
    body = '',
    sent?: { readonly payload: DeliveryPayload; readonly attempt: Attempt },
  ): Promise<void> {
    const id = Number(member)
    const { deliveries, webhookState, webhookLog, webhookLogCounter, disabled, dropped } = KEYS
    const own = [deliveries(id), webhookState(id), webhookLog(id), webhookLogCounter, disabled, dropped]
    const keys = [...queue.keysOf(0), ...own]
    const unsent = verdict === 'unreadable' ? unreadableLogEntry(clock(), body) : ''
    const entry = sent ? toLogEntry(clock(), sent.payload, sent.attempt) : unsent
    const waits = [sent?.attempt.retryAfterMs ?? 0, FAILING_MS_MAX, ...spreadWaits(random)]
    const args = [member, token, verdict, body, entry, LOG_ENTRIES_MAX, ...waits]
    const result = await persist(() => SETTLE.run(redis, keys, args), stopping.signal)
    countAttempt(verdict)
    if (sent) {
      const line = { trace: sent.payload.id, webhook: id, status: sent.attempt.status, ms: sent.attempt.ms }
      log[verdict === 'delivered' ? 'debug' : 'info'](line, 'webhook called')
    }
    if (result === 'unreadable') log.warn({ webhook: id }, 'a delivery that cannot be read was skipped')
    if (result === 'disabled') log.warn({ webhook: id, status: sent?.attempt.status }, 'webhook disabled')
  }

  /** The queue parks a webhook whose leases ran out repeatedly. That is our failure, so it is resumed. */
  async function unpark(): Promise<void> {
    for (const id of await queue.parked()) await store.resume(Number(id))
  }

  let unparking: NodeJS.Timeout | undefined
  return {
    name: 'webhook delivery',
    async start() {
      await unpark()
      unparking = setInterval(() => {
        unpark().catch((error: unknown) => log.warn({ err: error }, 'webhooks cannot be unparked'))
      }, UNPARK_EVERY_MS)
      await worker.start()
    },
    /** Waits 2 s for the calls in flight, then aborts them and puts their deliveries back as not tried. */
    async stop() {
      clearInterval(unparking)
      stopping.abort()
      await worker.stop()
      const broken = setTimeout(() => void notifier.close(), STOP_WAIT_MS)
      await Promise.all(inFlight)
      clearTimeout(broken)
      await notifier.close()
    },
  }
}

function verdictOf(attempt: Attempt): Verdict {
  if (isAccepted(attempt)) return 'delivered'
  return attempt.status === GONE ? 'gone' : 'failed'
}
