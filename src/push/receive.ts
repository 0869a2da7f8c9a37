import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sighting } from '../board/board.ts'
import type { Chats } from '../chats/chats.ts'
import { asOfOrNow } from '../protocol/as-of.ts'
import { type NamedRecord, readNotification } from '../protocol/notification.ts'
import { toQuote } from '../protocol/record.ts'
import { bearerOf, isSameSecret } from '../protocol/signature.ts'
import type { MonitorId } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Updates } from './updates.ts'

export const RECEIVER_PATH = '/webhooks/rates'
const APPEND_TIMEOUT_MS = 900
/** A hundred monitors, the most of a registration, with the longest of pictures. */
const NOTIFICATION_BYTES_MAX = 512 * 1024

export interface ReceiverOptions {
  readonly secret: string
  readonly updates: Pick<Updates, 'append'>
  /** What is registered is what is followed: asked for servers that name a monitor by its key alone. */
  readonly chats: Pick<Chats, 'followed'>
  /** Asked where a notification does not tell which monitor it means, or at what price. */
  readonly reconcileSoon: () => void
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * `POST /webhooks/rates`: 2xx once Redis has the notification, 401 for strangers before their body is read, 400 for
 * nonsense, 503 within 1 s where Redis cannot keep it.
 */
export function addReceiver(app: FastifyInstance, options: ReceiverOptions): void {
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
    onRequest: async (request, reply) => (isOurs(request, options.secret) ? undefined : answer(reply, 401)),
    handler: async (request, reply) => answer(reply, await receive(request.body, options)),
  })
}

const ANSWERS = { 200: 'ok', 400: 'not a notification', 401: 'wrong secret', 503: 'try again later' } as const
type Status = keyof typeof ANSWERS

const isOurs = ({ headers }: FastifyRequest, secret: string): boolean =>
  isSameSecret(bearerOf(headers.authorization) ?? '', secret)

async function receive(body: unknown, options: ReceiverOptions): Promise<Status> {
  if (isProbe(body)) return 200
  const notification = readNotification(body)
  if (!notification) return 400
  try {
    await inTime(keep(notification, options))
    return 200
  } catch (error) {
    // Whatever Redis says: the sender has it still, and comes again.
    options.log.warn({ err: messageOf(error) }, 'notification not kept')
    return 503
  }
}

/** Older servers greet a webhook at its registration; ours sends a test when asked. */
const isProbe = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  (('message' in body && !('monitors' in body)) || ('event' in body && body.event === 'webhook.test'))

async function inTime(work: Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('Redis is silent')), APPEND_TIMEOUT_MS).unref(),
  )
  await Promise.race([work, late])
}

type Notification = NonNullable<ReturnType<typeof readNotification>>

/** What cannot be told apart or read is asked of the rate API: a refusal would only bring the same again. */
async function keep(
  { createdAt, records, unreadable }: Notification,
  options: ReceiverOptions,
): Promise<void> {
  const asOf = asOfOrNow(createdAt, options.clock())
  const isNamed = records.every(({ page, currency }) => page && currency)
  const followed = isNamed ? [] : await options.chats.followed()
  const sightings = records.flatMap((record): Sighting[] => {
    const monitor = identify(record, followed)
    return monitor ? [{ quote: toQuote(monitor, record), asOf }] : []
  })
  if (unreadable > 0) options.log.warn({ records: unreadable }, 'notification cannot be read whole')
  if (sightings.length > 0) await options.updates.append(sightings)
  if (sightings.length < records.length + unreadable) options.reconcileSoon()
}

function identify(
  { page, currency, key }: NamedRecord,
  followed: readonly MonitorId[],
): MonitorId | undefined {
  if (page && currency) return { page, currency, key }
  const [known, ...others] = followed.filter(
    (id) => id.key === key && (!page || id.page === page) && (!currency || id.currency === currency),
  )
  return others.length === 0 ? known : undefined
}
