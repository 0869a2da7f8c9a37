import type { FastifyInstance } from 'fastify'
import type { RatesClient } from '../api/client.ts'
import { createBroadcasts } from '../chats/broadcast.ts'
import type { Chats } from '../chats/chats.ts'
import type { Language } from '../messages/language.ts'
import type { ObservedQuote, PriceStore } from '../prices/prices.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Limiter } from '../queue/limiter.ts'
import { createLiveness } from '../queue/liveness.ts'
import { createWorker } from '../queue/worker.ts'
import { monitorRef } from '../rates/monitor.ts'
import type { Redis } from '../redis/connection.ts'
import { createLease } from '../redis/leader.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Part, sideBySide } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { measureBacklog } from './backlog.ts'
import { createBroadcastWatch } from './deliver/broadcast.ts'
import { createDeliverer } from './deliver/deliver.ts'
import { createLiveTicker } from './deliver/live.ts'
import { createLoader } from './deliver/load.ts'
import { createInFlight, createMessenger, type MessengerOptions } from './deliver/messenger.ts'
import { createSettler } from './deliver/settle.ts'
import { MATCH_LEASE_MS } from './match/consume.ts'
import { createMatcher } from './match/match.ts'
import { createMender, MEND_LEASE_MS } from './mender.ts'
import { createReceiver } from './receive/receive.ts'
import { createUpdates } from './receive/updates.ts'
import { createReconciler } from './register/reconcile.ts'
import { createRegistrar, LEASE_MS } from './register/register.ts'
import { createReplacedWebhooks } from './register/replaced-webhook.ts'

/** How long Telegram may take to answer a send. */
export const SEND_MS_MAX = 15_000
/** What Telegram takes while we stop is recorded until then; a stop has 10 s, and others need some of it. */
const STOP_MS_MAX = 7_000
/** Longer than any send may take, so that a chat in hand is nobody else's. */
const CHAT_LEASE_MS = SEND_MS_MAX + 5_000
const BATCH_MAX = 256
/** Asked for together with the first chats, so that they need not wait for them. */
const PLACES_AT_FIRST = 16
const IN_HAND_MAX = 2_048

export interface PushOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  /** A connection of its own, that waits for updates. */
  readonly waiting: Redis
  readonly queue: DueQueue
  readonly limiter: Limiter
  readonly prices: PriceStore
  readonly chats: Chats
  readonly client: Omit<RatesClient, 'history' | 'changes'>
  readonly send: MessengerOptions['send']
  readonly edit: MessengerOptions['edit']
  readonly pinnedIn: MessengerOptions['pinnedIn']
  readonly ratePerSecond: number
  readonly receiverUrl: () => string
  readonly secret: string
  /** Names this process among those that share the work; undefined where none does: the next one takes up what it leaves. */
  readonly processId: string | undefined
  readonly defaultLanguage: Language
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** The road of a price to the chats: receive → match → due → compose → send; and what keeps it complete. */
export function createPush(options: PushOptions): Part & { readonly routes: (app: FastifyInstance) => void } {
  const { redis, subscriber, queue, limiter, chats, client, ratePerSecond, clock, log, metrics } = options
  const isAlone = options.processId === undefined
  const processId = options.processId ?? 'only'
  const stopping = new AbortController()
  const updates = createUpdates(redis)
  measureBacklog(redis, queue, metrics)
  // Not the prices: what it was told by the rate API alone no shard may know yet.
  const begun = new Map<string, ObservedQuote>()
  const liveness = createLiveness({ redis, name: '{alive}', queue, log })
  const broadcasts = createBroadcasts(redis)
  const watch = createBroadcastWatch({ broadcasts, subscriber, log })
  const teller = createDeliverer({
    ...options,
    messenger: createMessenger({ ...options, broadcasts, broadcast: watch.current }),
    prices: { latest: (id) => begun.get(monitorRef(id)) },
    isSureOf: (leaseEndsAt) => isAlone || liveness.isSureOf(leaseEndsAt - CHAT_LEASE_MS),
    inFlight: createInFlight(limiter.ratePerSecond),
    settler: createSettler(options),
    makeDue: (chat) => queue.makeDue(chat),
    sendMsMax: SEND_MS_MAX,
    stopped: stopping.signal,
  })
  const registrar = createRegistrar({
    ...options,
    lease: createLease(redis, '{registration}:holder', processId, LEASE_MS),
    reconcile: createReconciler({ redis, client, chats, updates, clock }),
    replaced: createReplacedWebhooks(redis, clock),
  })
  const receiver = createReceiver({ ...options, updates, reconcileSoon: registrar.reconcileSoon })
  const worker = createWorker({
    queue,
    subscriber,
    log,
    leaseMs: CHAT_LEASE_MS,
    batchMax: between(1, Math.ceil(ratePerSecond / 10), BATCH_MAX),
    inHandMax: between(4, Math.ceil(ratePerSecond / 2), IN_HAND_MAX),
    prepare: () => limiter.prepare(PLACES_AT_FIRST),
    isAlone,
    settlesAll: true,
    reserve: createLoader(redis, queue),
    handle: teller,
    stopMsMax: STOP_MS_MAX,
  })
  const parts = sideBySide('push', [
    ...(isAlone ? [] : [liveness]),
    watch,
    createLiveTicker(options),
    receiver,
    createMatcher({
      ...options,
      updates,
      consumer: processId,
      lease: isAlone ? undefined : createLease(redis, '{updates}:matcher', processId, MATCH_LEASE_MS),
      begin: (observed) => void begun.set(monitorRef(observed.quote.monitor), observed),
      giveUp: ({ quote }) => void begun.delete(monitorRef(quote.monitor)),
      lookAt: worker.lookAt,
    }),
    worker,
    registrar,
    createMender({
      ...options,
      lease: isAlone ? undefined : createLease(redis, '{mender}:holder', processId, MEND_LEASE_MS),
    }),
  ])

  return {
    ...parts,
    routes: receiver.routes,
    async stop() {
      stopping.abort()
      await parts.stop()
    },
  }
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))
