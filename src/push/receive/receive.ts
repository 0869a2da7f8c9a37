import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ReadNotification, readNotification } from '../../api/notification.ts'
import { asOfOrNow, toQuote } from '../../api/record.ts'
import { bearerOf } from '../../api/signature.ts'
import type { Chats } from '../../chats/chats.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../../redis/circuit-breaker.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import type { PriceStream } from '../match/price-stream.ts'
import { createFollowed } from './followed.ts'
import { identify } from './identify.ts'
import { createWebhookSecrets, type WebhookSecrets } from './webhook-secrets.ts'

const APPEND_MS_MAX = 900
const WAITING_MAX = 128

export const RECEIVER_PATH = '/webhooks/rates'
/** A hundred monitors, the most of a registration, with the longest picture addresses. */
const NOTIFICATION_BYTES_MAX = 512 * 1024

export interface ReceiverOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  /** The secret that this process registers with. */
  readonly secret: string
  readonly stream: Pick<PriceStream, 'append'>
  readonly chats: { readonly wanted: Pick<Chats['wanted'], 'monitors'> }
  readonly prices: Pick<Prices, 'latest'>
  readonly reconcileSoon: () => void
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** The HTTP endpoint that receives price notifications, with the secrets and the follows that it keeps in memory. */
export function createReceiver({
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
}: ReceiverOptions): Part & { readonly routes: (app: FastifyInstance) => void } {
  const breaker = createCircuitBreaker({ ms: APPEND_MS_MAX, waitingMax: WAITING_MAX })
  const webhookSecrets = createWebhookSecrets({ redis, subscriber, breaker, secret, log })
  const followed = createFollowed(chats, subscriber)
  return {
    name: 'receiver',
    routes: (app) =>
      addReceiver(app, {
        webhookSecrets,
        stream,
        breaker,
        chats: followed,
        prices,
        reconcileSoon,
        clock,
        log,
        metrics,
      }),
    async start() {
      await webhookSecrets.start()
      await followed.start()
    },
    async stop() {
      await followed.stop()
      await webhookSecrets.stop()
    },
  }
}

export interface ReceiveOptions {
  readonly webhookSecrets: Pick<WebhookSecrets, 'accepts'>
  readonly stream: Pick<PriceStream, 'append'>
  readonly breaker: CircuitBreaker
  /** What is followed is what is registered: read for servers that name a monitor by its key alone. */
  readonly chats: { readonly wanted: Pick<Chats['wanted'], 'monitors'> }
  readonly prices: Pick<Prices, 'latest'>
  /** Called where a notification does not say which monitor it means, or at what price, or may repeat an earlier one. */
  readonly reconcileSoon: () => void
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * Adds `POST /webhooks/rates`: 200 once Redis has the notification, 401 for a wrong secret before the body is read, 400
 * for what is not a notification, 503 within 1 s where Redis cannot keep it.
 */
export function addReceiver(app: FastifyInstance, options: ReceiveOptions): void {
  const { webhookSecrets, stream, breaker, chats, prices, reconcileSoon, clock, log, metrics } = options
  const received = metrics.counter('notifications_received_total', 'Notifications by what became of them', [
    'outcome',
  ])

  function answer(reply: FastifyReply, status: Status): FastifyReply {
    received.inc({ outcome: String(status) })
    if (status === 503) reply.header('retry-after', '1')
    return reply.code(status).send({ message: ANSWERS[status] })
  }

  /** Where Redis fails the sender still has the notification, and repeats it. */
  async function orTryLater(work: () => Promise<Status>): Promise<Status> {
    try {
      return await work()
    } catch (error) {
      log.warn({ err: messageOf(error) }, 'notification not kept')
      return 503
    }
  }

  async function receive(body: unknown): Promise<Status> {
    if (isProbe(body)) return 200
    const notification = readNotification(body)
    if (!notification) return 400
    return orTryLater(async () => {
      await breaker(() => keep(notification))
      return 200
    })
  }

  /**
   * What cannot be identified or read is compared with the rate API instead: a refusal would bring the same notification
   * again. So is a repetition without an id, as a price that returned looks the same.
   */
  async function keep(notification: ReadNotification): Promise<void> {
    const { id, createdAt, records, unreadable } = notification
    const asOf = asOfOrNow(createdAt, clock())
    const isNamed = records.every(({ page, currency }) => page && currency)
    const followed = isNamed ? [] : await chats.wanted.monitors()
    const observedQuotes = records.flatMap((record): ObservedQuote[] => {
      const monitor = identify(record, followed, prices.latest)
      return monitor ? [{ quote: toQuote(monitor, record), asOf }] : []
    })
    if (unreadable > 0) log.warn({ records: unreadable }, 'notification cannot be read whole')
    const isRepeated =
      observedQuotes.length > 0 && (await stream.append(observedQuotes, onceOf(notification))) === 'repeated'
    if (observedQuotes.length < records.length + unreadable || (isRepeated && !id)) reconcileSoon()
  }

  app.route({
    method: 'POST',
    url: RECEIVER_PATH,
    bodyLimit: NOTIFICATION_BYTES_MAX,
    onRequest: async ({ headers }, reply) => {
      const status = await orTryLater(async () =>
        (await webhookSecrets.accepts(bearerOf(headers.authorization))) ? 200 : 401,
      )
      return status === 200 ? undefined : answer(reply, status)
    },
    handler: async ({ body }, reply) => answer(reply, await receive(body)),
  })
}

const ANSWERS = { 200: 'ok', 400: 'not a notification', 401: 'wrong secret', 503: 'try again later' } as const
type Status = keyof typeof ANSWERS

/** Older servers greet a webhook at its registration; ours sends a test when asked. */
const isProbe = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  (('message' in body && !('monitors' in body)) || ('event' in body && body.event === 'webhook.test'))

/** What two deliveries of one notification have in common. */
const onceOf = ({ id, createdAt, records }: ReadNotification): string =>
  id === undefined ? JSON.stringify([createdAt, records]) : `id ${id}`
