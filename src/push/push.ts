import type { FastifyInstance } from 'fastify'
import type { RatesClient } from '../api/client.ts'
import { createBroadcasts } from '../chats/broadcast.ts'
import type { Chats } from '../chats/chats.ts'
import { measureBacklog } from '../chats/delivery-ledger.ts'
import type { PriceStore } from '../prices/prices.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Limiter } from '../queue/limiter.ts'
import { createWorker } from '../queue/worker.ts'
import type { Redis, Resources } from '../redis/connection.ts'
import { createLease, type Lease } from '../redis/leader.ts'
import { type Part, sideBySide } from '../runtime/lifecycle.ts'
import type { Edit, Send } from '../telegram/send.ts'
import type { Language } from '../words/words.ts'
import { createBroadcastSender } from './deliver/broadcast.ts'
import { createComposer } from './deliver/compose.ts'
import { createDeliverer, createInFlight, createTraceLog } from './deliver/deliver.ts'
import { createLiveEditor, createLiveTicker } from './deliver/live.ts'
import { createLoader } from './deliver/load.ts'
import { createOutcomeWriter } from './deliver/outcomes.ts'
import { createOutageWatch, createRefusalHandler } from './deliver/refusal.ts'
import { createLostChatSearch, SEARCH_LEASE_MS } from './lost-chats.ts'
import { createMatcher } from './match/match.ts'
import { createConsumer, createPriceStream, MATCH_LEASE_MS } from './match/price-stream.ts'
import { createReceiver } from './receive/receive.ts'
import { createReconciler } from './register/reconcile.ts'
import { createRegistrar, LEASE_MS } from './register/register.ts'
import { createRegistration, createReplacedWebhooks } from './register/registration.ts'

/** How long Telegram may take to answer a send (ms). */
export const SEND_MS_MAX = 15_000
/** How long a stop waits for sends in flight, which are then still recorded; a stop has 10 s in all. */
const STOP_MS_MAX = 7_000
/** Longer than any send may take, so that no other process gets a chat while it is sent a message. */
const CHAT_LEASE_MS = SEND_MS_MAX + 5_000
const BATCH_MAX = 256
const IN_HAND_MAX = 2_048

export interface PushOptions extends Resources {
  /** A connection for the consumer of the price stream alone, which waits for entries. */
  readonly waiting: Redis
  readonly queue: DueQueue
  readonly limiter: Limiter
  readonly prices: PriceStore
  readonly chats: Chats
  readonly client: Pick<RatesClient, 'monitors' | 'setWebhook' | 'webhooks' | 'deleteWebhook'>
  readonly send: Send
  readonly edit: Edit
  readonly ratePerSecond: number
  readonly receiverUrl: () => string
  readonly secret: string
  /** Names this process among those that share the work; undefined where it is the only one. */
  readonly processId: string | undefined
  readonly defaultLanguage: Language
}

/** Brings prices to chats: receive → match → deliver; register keeps the webhook at the rate API. */
export function createPush(options: PushOptions): Part & { readonly routes: (app: FastifyInstance) => void } {
  const { redis, queue, limiter, chats, send, edit, ratePerSecond, processId, log } = options
  const leaseOf = (key: string, ms: number): Lease | undefined =>
    processId === undefined ? undefined : createLease(redis, key, processId, ms)
  const stopping = new AbortController()
  measureBacklog(redis, queue, options.metrics)

  const stream = createPriceStream(redis)
  const registrar = createRegistrar({
    ...options,
    lease: leaseOf('{registration}:holder', LEASE_MS),
    registration: createRegistration({
      ...options,
      replaced: createReplacedWebhooks(redis, options.clock),
    }),
    reconcile: createReconciler({ ...options, stream }),
  })
  const receiver = createReceiver({ ...options, stream, reconcileSoon: registrar.reconcileSoon })

  const traceLog = createTraceLog(log)
  const outage = createOutageWatch()
  const watchedSend: Send = (chat, message) => send(chat, message).then(outage.judge)
  const watchedEdit: Edit = (chat, message, text) => edit(chat, message, text).then(outage.judge)
  const worker = createWorker({
    ...options,
    leaseMs: CHAT_LEASE_MS,
    batchMax: between(1, Math.ceil(ratePerSecond / 10), BATCH_MAX),
    inHandMax: between(4, Math.ceil(ratePerSecond / 2), IN_HAND_MAX),
    inHandMaxNow: outage.chatsMax,
    isAlone: processId === undefined,
    reserve: createLoader(redis, queue),
    handle: createDeliverer({
      ...options,
      composeBatch: createComposer(options),
      inFlight: createInFlight(limiter.ratePerSecond),
      outage,
      send: watchedSend,
      editLive: createLiveEditor({ chats, edit: watchedEdit }),
      sendBroadcast: createBroadcastSender({
        chats,
        broadcasts: createBroadcasts(redis),
        send: watchedSend,
      }),
      handleRefusal: createRefusalHandler({ ...options, makeDue: (chat) => queue.makeDue(chat) }),
      outcomes: createOutcomeWriter(options),
      traceLog,
      sendMsMax: SEND_MS_MAX,
      stopped: stopping.signal,
    }),
    stopMsMax: STOP_MS_MAX,
  })
  const consumer = createConsumer({
    ...options,
    ...createMatcher(options),
    stream,
    lease: leaseOf('{updates}:matcher', MATCH_LEASE_MS),
  })
  const parts = sideBySide('push', [
    createLiveTicker(options),
    receiver,
    consumer,
    worker,
    registrar,
    createLostChatSearch({ ...options, lease: leaseOf('{mender}:holder', SEARCH_LEASE_MS) }),
  ])

  return {
    ...parts,
    routes: receiver.routes,
    async stop() {
      stopping.abort()
      await parts.stop()
      traceLog.close()
    },
  }
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most))
