import type { FastifyInstance, FastifyReply } from 'fastify'
import { type NamedRecord, type ReadNotification, readNotification } from '../../api/notification.ts'
import { asOfOrNow, toQuote } from '../../api/record.ts'
import { bearerOf } from '../../api/signature.ts'
import type { Chats } from '../../chats/chats.ts'
import { compare, multiply } from '../../domain/decimal.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { isSamePrice } from '../../prices/observed-quote.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../../redis/circuit-breaker.ts'
import type { Redis, Resources } from '../../redis/connection.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { messageOf } from '../../runtime/log.ts'
import type { PriceStream } from '../match/price-stream.ts'
import type { ReconcileReason } from '../register/register.ts'
import { createWebhookSecrets, type WebhookSecrets } from './webhook-secrets.ts'

const APPEND_MS_MAX = 900
const WAITING_MAX = 128

export const RECEIVER_PATH = '/webhooks/rates'
/** A hundred monitors, the most of a registration, with the longest picture addresses. */
const NOTIFICATION_BYTES_MAX = 512 * 1024
/** Of the id of another server's notification. */
const TRACE_LENGTH_MAX = 100

export interface ReceiverOptions extends Omit<ReceiveOptions, 'webhookSecrets' | 'breaker'> {
  readonly redis: Redis
  /** The secret that this process registers with. */
  readonly secret: string
}

/** HTTP endpoint that receives price notifications, with its cache of webhook secrets. */
export function createReceiver({
  redis,
  secret,
  ...receiving
}: ReceiverOptions): Part & { readonly routes: (app: FastifyInstance) => void } {
  const breaker = createCircuitBreaker({ ms: APPEND_MS_MAX, waitingMax: WAITING_MAX })
  const webhookSecrets = createWebhookSecrets({ redis, breaker, secret, log: receiving.log })
  return {
    ...webhookSecrets,
    name: 'receiver',
    routes: (app) => addReceiver(app, { ...receiving, webhookSecrets, breaker }),
  }
}

export interface ReceiveOptions extends Pick<Resources, 'log' | 'metrics' | 'clock'> {
  readonly webhookSecrets: Pick<WebhookSecrets, 'accepts'>
  readonly stream: Pick<PriceStream, 'append'>
  readonly breaker: CircuitBreaker
  /** The followed monitors are the registered ones: read for servers that name a monitor by its key alone. */
  readonly chats: { readonly wanted: Pick<Chats['wanted'], 'monitors'> }
  readonly prices: Pick<Prices, 'latest'>
  /** Called for a notification of which a monitor or a price cannot be read, that may repeat an earlier one, or is dated before what is known. */
  readonly reconcileSoon: (reason: ReconcileReason) => void
}

/**
 * Adds `POST /webhooks/rates`. Answers 200 once Redis has the notification, 401 to a wrong secret before the body is read,
 * 400 to anything that is not a notification, 503 within 1 s where Redis cannot keep it.
 */
export function addReceiver(app: FastifyInstance, options: ReceiveOptions): void {
  const { webhookSecrets, stream, breaker, chats, prices, reconcileSoon, clock, log, metrics } = options
  const countReceived = metrics.counterOf(
    'notifications_received_total',
    'Notifications by how they were answered',
    'outcome',
    Object.keys(ANSWERS),
  )

  function answer(reply: FastifyReply, status: Status): FastifyReply {
    countReceived(String(status))
    if (status === 503) reply.header('retry-after', '1')
    return reply.code(status).send({ message: ANSWERS[status] })
  }

  /** Whether a price is another one than a later one that is known: it comes late, or the server's clock was set back. */
  function isDatedBack({ quote, asOf }: ObservedQuote): boolean {
    const known = prices.latest(quote.monitor)
    return known !== undefined && asOf < known.asOf && !isSamePrice(known.quote.price, quote.price)
  }

  /** If Redis fails the sender still has the notification, and sends it again. */
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
   * Appends the prices to the stream. Records that cannot be read or identified are compared with the rate API instead, since
   * a refusal would bring the same notification again. So is a repetition without an id: a price that returned looks the
   * same.
   */
  async function keep(notification: ReadNotification): Promise<void> {
    const { id, createdAt, records, unreadable } = notification
    const asOf = asOfOrNow(createdAt, clock())
    const trace = id !== undefined && { trace: id.slice(0, TRACE_LENGTH_MAX) }
    const isNamed = records.every(({ page, currency }) => page && currency)
    const followed = isNamed ? [] : await chats.wanted.monitors()
    const observedQuotes = records.flatMap((record): ObservedQuote[] => {
      const monitor = identify(record, followed, prices.latest)
      return monitor ? [{ quote: toQuote(monitor, record), asOf, ...trace }] : []
    })
    if (unreadable > 0) log.warn({ records: unreadable }, 'notification cannot be read whole')
    const isRepeated =
      observedQuotes.length > 0 &&
      (await stream.append(observedQuotes, deduplicationKey(notification))) === 'repeated'
    if (observedQuotes.length < records.length + unreadable || (isRepeated && !id)) reconcileSoon('unread')
    if (!isRepeated && observedQuotes.some(isDatedBack)) reconcileSoon('dated back')
    const isSimulated = observedQuotes.every(({ quote }) => quote.simulated)
    const line = { ...trace, prices: observedQuotes.length, isRepeated }
    log[isSimulated ? 'debug' : 'info'](line, 'notification kept')
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

/** Whether it is a test: older servers send a greeting at registration, ours a test event when asked. */
const isProbe = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  (('message' in body && !('monitors' in body)) || ('event' in body && body.event === 'webhook.test'))

/** Returns one key for all deliveries of a notification. */
const deduplicationKey = ({ id, createdAt, records }: ReadNotification): string =>
  id === undefined ? JSON.stringify([createdAt, records]) : `id ${id}`

/** If a record does not name the previous price, the new one must be this near to the known one. */
const NEAR = { least: '0.98', most: '1.02' }

/**
 * Finds the monitor of a record: the one it names, else the only registered one with its key, else the only one of those
 * whose known price and time it continues. Undefined where none or several fit.
 */
export function identify(
  record: NamedRecord,
  registered: readonly MonitorId[],
  latest: Prices['latest'],
): MonitorId | undefined {
  const { page, currency, key } = record
  if (page && currency) return { page, currency, key }
  const named = registered.filter(
    (id) => id.key === key && (!page || id.page === page) && (!currency || id.currency === currency),
  )
  if (named.length < 2) return named[0]
  const [fitting, ...others] = named.filter((id) => continues(record, latest(id)))
  return others.length === 0 ? fitting : undefined
}

function continues(record: NamedRecord, known: ObservedQuote | undefined): boolean {
  if (!known || record.last_update < known.quote.lastUpdate) return false
  const { price } = known.quote
  if (price === record.price && known.quote.lastUpdate === record.last_update) return true // a repetition
  if (record.price_old) return isSamePrice(record.price_old, price)
  return (
    compare(record.price, multiply(price, NEAR.least)) >= 0 &&
    compare(record.price, multiply(price, NEAR.most)) <= 0
  )
}
