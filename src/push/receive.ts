import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sighting } from '../board/board.ts'
import { type TolerantNotification, tolerantNotification } from '../protocol/notification.ts'
import { toQuote } from '../protocol/record.ts'
import { bearerOf, isSameSecret } from '../protocol/signature.ts'
import type { MonitorId, Quote } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Updates } from './updates.ts'

export const RECEIVER_PATH = '/webhooks/rates'
const APPEND_TIMEOUT_MS = 900

export interface ReceiverOptions {
  readonly secret: string
  readonly updates: Pick<Updates, 'append'>
  /** The monitors of a key among those registered, for servers that name nothing else. */
  readonly registered: (key: string) => readonly MonitorId[]
  /** Asked where a notification does not tell which monitor it means. */
  readonly reconcileSoon: () => void
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** `POST /webhooks/rates`: 2xx once Redis has the notification, 401 for strangers, 400 for nonsense, 503 otherwise. */
export function addReceiver(app: FastifyInstance, options: ReceiverOptions): void {
  const received = options.metrics.counter(
    'notifications_received_total',
    'Notifications by what became of them',
    ['outcome'],
  )
  app.post(RECEIVER_PATH, async (request, reply) => {
    const status = await receive(request, options)
    received.inc({ outcome: String(status) })
    return answer(reply, status)
  })
}

const ANSWERS = { 200: 'ok', 400: 'not a notification', 401: 'wrong secret', 503: 'try again later' } as const
type Status = keyof typeof ANSWERS

const answer = (reply: FastifyReply, status: Status): FastifyReply => {
  if (status === 503) reply.header('retry-after', '1')
  return reply.code(status).send({ message: ANSWERS[status] })
}

async function receive(request: FastifyRequest, options: ReceiverOptions): Promise<Status> {
  if (!isSameSecret(bearerOf(request.headers.authorization) ?? '', options.secret)) return 401
  if (isProbe(request.body)) return 200
  const notification = tolerantNotification.safeParse(request.body)
  if (!notification.success) return 400
  const sightings = toSightings(notification.data, options)
  if (sightings.length === 0) return 200
  return Promise.race([options.updates.append(sightings), expire()]).then(
    () => 200 as const,
    (error: unknown) => {
      options.log.warn({ err: messageOf(error) }, 'notification not kept')
      return 503 as const
    },
  )
}

const expire = (): Promise<never> =>
  new Promise((_, reject) =>
    setTimeout(() => reject(new Error('Redis is silent')), APPEND_TIMEOUT_MS).unref(),
  )

/** Older servers greet a webhook at its registration; ours sends a test when asked. */
const isProbe = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  (('message' in body && !('monitors' in body)) || ('event' in body && body.event === 'webhook.test'))

function toSightings(notification: TolerantNotification, options: ReceiverOptions): Sighting[] {
  const created = Date.parse(notification.created_at ?? '')
  const asOf = Number.isNaN(created) ? options.clock() : created
  return notification.monitors.flatMap((record) => {
    const monitor = identify(record, options)
    return monitor ? [{ quote: toQuote(monitor, record) satisfies Quote, asOf }] : []
  })
}

type NamedRecord = TolerantNotification['monitors'][number]

function identify(
  { page, currency, key }: NamedRecord,
  { registered, reconcileSoon }: ReceiverOptions,
): MonitorId | undefined {
  if (page && currency) return { page, currency, key }
  const known = registered(key).filter(
    (id) => (!page || id.page === page) && (!currency || id.currency === currency),
  )
  if (known.length === 1) return known[0]
  reconcileSoon()
  return undefined
}
