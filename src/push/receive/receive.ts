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
import { createFollowed } from './followed.ts'
import { identify } from './identify.ts'
import type { Updates } from './updates.ts'
import { createWebhookSecrets, type WebhookSecrets } from './webhook-secrets.ts'

const APPEND_MS_MAX = 900
const WAITING_MAX = 128

export interface ReceiverOptions extends Omit<ReceiveOptions, 'webhookSecrets' | 'patiently'> {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly secret: string
}

/** The door for notifications of the rate API, with what it keeps in memory. */
export function createReceiver(
  options: ReceiverOptions,
): Part & { readonly routes: (app: FastifyInstance) => void } {
  const patiently = createCircuitBreaker({ ms: APPEND_MS_MAX, waitingMax: WAITING_MAX })
  const webhookSecrets = createWebhookSecrets({ ...options, patiently })
  const followed = createFollowed(options.chats, options.subscriber)
  return {
    name: 'receiver',
    routes: (app) => addReceiver(app, { ...options, webhookSecrets, patiently, chats: followed }),
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

export const RECEIVER_PATH = '/webhooks/rates'
/** A hundred monitors, the most of a registration, with the longest of pictures. */
const NOTIFICATION_BYTES_MAX = 512 * 1024

export interface ReceiveOptions {
  readonly webhookSecrets: Pick<WebhookSecrets, 'accepts'>
  readonly updates: Pick<Updates, 'append'>
  readonly patiently: CircuitBreaker
  /** What is registered is what is followed: asked for servers that name a monitor by its key alone. */
  readonly chats: Pick<Chats, 'followed'>
  readonly prices: Pick<Prices, 'latest'>
  /** Asked where a notification does not tell which monitor it means, or at what price, or perhaps not if it is new. */
  readonly reconcileSoon: () => void
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * `POST /webhooks/rates`: 2xx once Redis has the notification, 401 for strangers before their body is read, 400 for
 * nonsense, 503 within 1 s where Redis cannot keep it.
 */
export function addReceiver(app: FastifyInstance, options: ReceiveOptions): void {
  const received = options.metrics.counter(
    'notifications_received_total',
    'Notifications by what became of them',
    ['outcome'],
  )
  const answer = (reply: FastifyReply, status: Status): FastifyReply => {
    received.inc({ outcome: String(status) })
    if (status === 503) reply.header('retry-after', '1')
    return reply.code(status).send({ message: ANSWERS[status] })
  }
  app.route({
    method: 'POST',
    url: RECEIVER_PATH,
    bodyLimit: NOTIFICATION_BYTES_MAX,
    onRequest: async ({ headers }, reply) => {
      const status = await orLater(options, async () =>
        (await options.webhookSecrets.accepts(bearerOf(headers.authorization))) ? 200 : 401,
      )
      return status === 200 ? undefined : answer(reply, status)
    },
    handler: async ({ body }, reply) => answer(reply, await receive(body, options)),
  })
}

const ANSWERS = { 200: 'ok', 400: 'not a notification', 401: 'wrong secret', 503: 'try again later' } as const
type Status = keyof typeof ANSWERS

/** Whatever Redis says: the sender has it still, and comes again. */
async function orLater({ log }: ReceiveOptions, ask: () => Promise<Status>): Promise<Status> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ err: messageOf(error) }, 'notification not kept')
    return 503
  }
}

async function receive(body: unknown, options: ReceiveOptions): Promise<Status> {
  if (isProbe(body)) return 200
  const notification = readNotification(body)
  if (!notification) return 400
  return orLater(options, async () => {
    await options.patiently(() => keep(notification, options))
    return 200
  })
}

/** Older servers greet a webhook at its registration; ours sends a test when asked. */
const isProbe = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  (('message' in body && !('monitors' in body)) || ('event' in body && body.event === 'webhook.test'))

/**
 * What cannot be told apart or read is asked of the rate API: a refusal would only bring the same again. So is what came
 * before without an id, as a price that returned looks the same.
 */
async function keep(notification: ReadNotification, options: ReceiveOptions): Promise<void> {
  const { id, createdAt, records, unreadable } = notification
  const asOf = asOfOrNow(createdAt, options.clock())
  const isNamed = records.every(({ page, currency }) => page && currency)
  const followed = isNamed ? [] : await options.chats.followed()
  const observedQuotes = records.flatMap((record): ObservedQuote[] => {
    const monitor = identify(record, followed, options.prices.latest)
    return monitor ? [{ quote: toQuote(monitor, record), asOf }] : []
  })
  if (unreadable > 0) options.log.warn({ records: unreadable }, 'notification cannot be read whole')
  const isRepeated =
    observedQuotes.length > 0 &&
    (await options.updates.append(observedQuotes, onceOf(notification))) === 'repeated'
  if (observedQuotes.length < records.length + unreadable || (isRepeated && !id)) options.reconcileSoon()
}

/** What two deliveries of one notification have in common. */
const onceOf = ({ id, createdAt, records }: ReadNotification): string =>
  id === undefined ? JSON.stringify([createdAt, records]) : `id ${id}`
