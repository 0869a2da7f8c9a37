import type { FastifyInstance } from 'fastify'
import type { Update } from 'grammy/types'
import { isSameSecret } from '../protocol/signature.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'

export const WEBHOOK_PATH = '/webhooks/telegram'
const SECRET_HEADER = 'x-telegram-bot-api-secret-token'
/** A message with the one it answers, and the entities of both: far less than this in all. */
const UPDATE_BYTES_MAX = 512 * 1024

export interface WebhookOptions {
  readonly secrets: readonly string[]
  /** Throws where the update cannot be kept. */
  readonly keep: (updates: readonly Update[]) => Promise<void>
  readonly log: Log
  readonly metrics: Metrics
}

const ANSWERS = { 200: 'ok', 400: 'not an update', 401: 'wrong secret', 503: 'try again later' } as const
type Status = keyof typeof ANSWERS

/**
 * `POST /webhooks/telegram`: 200 once Redis has the update, 401 for strangers before their body is read, 503 within
 * 200 ms where Redis cannot keep it, so that Telegram sends it again.
 */
export function addWebhook(app: FastifyInstance, { secrets, keep, log, metrics }: WebhookOptions): void {
  const received = metrics.counter('telegram_updates_received_total', 'Updates by webhook', ['outcome'])
  const answer = (status: Status) => {
    received.inc({ outcome: String(status) })
    return { message: ANSWERS[status] }
  }

  async function receive(body: unknown): Promise<Status> {
    if (!isUpdate(body)) return 400
    try {
      await keep([body])
      return 200
    } catch (error) {
      log.warn({ update: body.update_id, err: messageOf(error) }, 'update not kept')
      return 503
    }
  }

  /** Looks at all of them, so that the time tells nothing. */
  const isKnown = (given: string): boolean =>
    secrets.filter((secret) => isSameSecret(given, secret)).length > 0

  app.route({
    method: 'POST',
    url: WEBHOOK_PATH,
    bodyLimit: UPDATE_BYTES_MAX,
    onRequest: async ({ headers }, reply) => {
      const given = headers[SECRET_HEADER]
      if (typeof given === 'string' && isKnown(given)) return
      return reply.code(401).send(answer(401))
    },
    handler: async ({ body }, reply) => {
      const status = await receive(body)
      return reply.code(status).send(answer(status))
    },
  })
}

const isUpdate = (body: unknown): body is Update =>
  typeof body === 'object' &&
  body !== null &&
  'update_id' in body &&
  Number.isSafeInteger(body.update_id) &&
  Number(body.update_id) >= 0
