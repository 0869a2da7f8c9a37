import type { FastifyInstance } from 'fastify'
import type { RatesClient } from '../api/client.ts'
import { createBroadcasts } from '../chats/broadcast.ts'
import type { Chats } from '../chats/chats.ts'
import type { Language } from '../messages/words/words.ts'
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
import { createComposer } from './deliver/compose.ts'
import { createDeliverer } from './deliver/deliver.ts'
import { createLiveTicker } from './deliver/live.ts'
import { createLoader } from './deliver/load.ts'
import { createInFlight, createMessenger, type MessengerOptions } from './deliver/messenger.ts'
import { createOutcomeWriter } from './deliver/outcomes.ts'
import { createRefusalHandler } from './deliver/refusal.ts'
import { createConsumer, MATCH_LEASE_MS } from './match/consume.ts'
import { createMatcher } from './match/match.ts'
import { createPriceStream } from './match/price-stream.ts'
import { createMender, MEND_LEASE_MS } from './mender.ts'
import { createReceiver } from './receive/receive.ts'
import { createReconciler } from './register/reconcile.ts'
import { createRegistrar, LEASE_MS } from './register/register.ts'
import { createRegistration } from './register/registration.ts'
import { createReplacedWebhooks } from './register/replaced-webhook.ts'

/** How long Telegram may take to answer a send. */
export const SEND_MS_MAX = 15_000
/** Sends that Telegram accepts within it are still recorded at a stop, which has 10 s in all. */
const STOP_MS_MAX = 7_000
/** Longer than any send may take, so that no other process gets a chat in hand. */
const CHAT_LEASE_MS = SEND_MS_MAX + 5_000
const BATCH_MAX = 256
/** Leased together with the first chats, which then need not wait for places. */
const PLACES_AT_FIRST = 16
const IN_HAND_MAX = 2_048

export interface PushOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  /** A connection of its own, that waits for price updates. */
  readonly waiting: Redis
  readonly queue: DueQueue
  readonly limiter: Limiter
  readonly prices: PriceStore
  readonly chats: Chats
  readonly client: Pick<RatesClient, 'monitors' | 'setWebhook' | 'webhooks' | 'deleteWebhook'>
  readonly send: MessengerOptions['send']
  readonly edit: MessengerOptions['edit']
  readonly pinnedIn: MessengerOptions['pinnedIn']
  readonly ratePerSecond: number
  readonly receiverUrl: () => string
  readonly secret: string
  /** Names this process among those that share the work; undefined where it is the only one. */
  readonly processId: string | undefined
  readonly defaultLanguage: Language
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** The way of a price to the chats: receive → match → deliver; register keeps the notifications coming. */
export function createPush({
  redis,
  subscriber,
  waiting,
  queue,
  limiter,
  prices,
  chats,
  client,
  send,
  edit,
  pinnedIn,
  ratePerSecond,
  receiverUrl,
  secret,
  processId,
  defaultLanguage,
  clock,
  log,
  metrics,
}: PushOptions): Part & { readonly routes: (app: FastifyInstance) => void } {
  const isAlone = processId === undefined
  const holder = processId ?? 'only'
  const stopping = new AbortController()
  const liveness = createLiveness({ redis, name: '{alive}', queue, log })
  measureBacklog(redis, queue, metrics)

  const stream = createPriceStream(redis)
  const registrar = createRegistrar({
    redis,
    subscriber,
    lease: createLease(redis, '{registration}:holder', holder, LEASE_MS),
    registration: createRegistration({
      client,
      chats,
      receiverUrl,
      secret,
      replaced: createReplacedWebhooks(redis, clock),
      log,
    }),
    reconcile: createReconciler({ redis, client, chats, stream, clock }),
    log,
  })
  const { reconcileSoon } = registrar
  const receiver = createReceiver({
    redis,
    subscriber,
    secret,
    stream,
    chats,
    prices,
    reconcileSoon,
    clock,
    log,
    metrics,
  })

  // Not `prices`: what only the rate API said no shard may have yet.
  const matching = new Map<string, ObservedQuote>()
  const broadcasts = createBroadcasts(redis)
  const broadcastWatch = createBroadcastWatch({ broadcasts, subscriber, log })
  const messenger = createMessenger({
    prices,
    chats,
    broadcasts,
    broadcast: broadcastWatch.current,
    send,
    edit,
    pinnedIn,
    log,
  })
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
    handle: createDeliverer({
      composeBatch: createComposer({ messenger, defaultLanguage, log }),
      prices: { latest: (id) => matching.get(monitorRef(id)) },
      isSureOf: (leaseEndsAt) => isAlone || liveness.isSureOf(leaseEndsAt - CHAT_LEASE_MS),
      limiter,
      inFlight: createInFlight(limiter.ratePerSecond),
      messenger,
      handleRefusal: createRefusalHandler({ chats, limiter, makeDue: (chat) => queue.makeDue(chat), log }),
      outcomes: createOutcomeWriter({ redis, queue, log }),
      sendMsMax: SEND_MS_MAX,
      log,
      metrics,
      stopped: stopping.signal,
    }),
    stopMsMax: STOP_MS_MAX,
  })
  const matcher = createMatcher({
    redis,
    queue,
    prices,
    begin: (observed) => void matching.set(monitorRef(observed.quote.monitor), observed),
    giveUp: ({ quote }) => void matching.delete(monitorRef(quote.monitor)),
    lookAt: worker.lookAt,
  })
  const consumer = createConsumer({
    waiting,
    stream,
    consumer: holder,
    lease: isAlone ? undefined : createLease(redis, '{updates}:matcher', holder, MATCH_LEASE_MS),
    beginRound: matcher.beginRound,
    match: matcher.match,
    log,
    metrics,
  })
  const mender = createMender({
    redis,
    queue,
    lease: isAlone ? undefined : createLease(redis, '{mender}:holder', holder, MEND_LEASE_MS),
    log,
    metrics,
  })
  const parts = sideBySide('push', [
    ...(isAlone ? [] : [liveness]),
    broadcastWatch,
    createLiveTicker({ prices, chats, queue, clock, log }),
    receiver,
    consumer,
    worker,
    registrar,
    mender,
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
