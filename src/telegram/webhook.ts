import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Update } from 'grammy/types'
import { z } from 'zod'
import { isSameSecret } from '../api/signature.ts'
import { MINUTE_MS } from '../domain/caracas.ts'
import type { Resources } from '../redis/connection.ts'
import { messageOf } from '../runtime/log.ts'
import { type PollingOptions, retryCall } from './polling.ts'

export const WEBHOOK_PATH = '/webhooks/telegram'
const SECRET_HEADER = 'x-telegram-bot-api-secret-token'
/** An update with a message, the message it replies to and the entities of both is far smaller. */
const UPDATE_BYTES_MAX = 512 * 1024

export interface WebhookOptions extends Pick<Resources, 'log' | 'metrics'> {
  readonly secrets: readonly string[]
  /** Throws where the update cannot be kept. */
  readonly keep: (updates: readonly Update[]) => Promise<void>
}

const ANSWERS = { 200: 'ok', 400: 'not an update', 401: 'wrong secret', 503: 'try again later' } as const
type Status = keyof typeof ANSWERS

/**
 * `POST /webhooks/telegram`. Answers 200 once Redis has the update; 401 to a wrong secret, before the body is read; 503 within
 * 200 ms where Redis cannot keep the update, so that Telegram sends it again.
 */
export function addWebhook(app: FastifyInstance, { secrets, keep, log, metrics }: WebhookOptions): void {
  const countReceived = metrics.counterOf(
    'telegram_updates_received_total',
    'Updates by webhook',
    'outcome',
    Object.keys(ANSWERS),
  )
  const answer = (status: Status) => {
    countReceived(String(status))
    return { message: ANSWERS[status] }
  }

  async function receive(body: unknown): Promise<Status> {
    if (!UPDATE.safeParse(body).success) return 400
    const update = body as Update
    try {
      await keep([update])
      return 200
    } catch (error) {
      log.warn({ update: update.update_id, err: messageOf(error) }, 'update not kept')
      return 503
    }
  }

  /** Compares with every secret, so that the time taken reveals nothing. */
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

const UPDATE = z.looseObject({ update_id: z.int().nonnegative() })

const CHECK_EVERY_MS = MINUTE_MS

/** The address that Telegram is told to send updates to. */
export interface WebhookTarget {
  readonly url: string
  /** The first is given to Telegram; the one before a change is still accepted. */
  readonly secrets: readonly string[]
  /** How often the registration is compared with ours; once a minute, if not given. */
  readonly checkEveryMs?: number
}

export interface WebhookRegistrationOptions
  extends Pick<PollingOptions, 'api' | 'kinds' | 'prepare' | 'log'> {
  readonly webhook: WebhookTarget
  readonly stopping: AbortSignal
}

/**
 * Registers the webhook with Telegram, and again when it is gone, until we stop. Each process does so; all register the same.
 * Throws when the token is refused.
 */
export async function registerWebhook({
  api,
  webhook,
  kinds,
  prepare,
  stopping,
  log,
}: WebhookRegistrationOptions): Promise<void> {
  const retry = <Result>(call: () => Promise<Result>): Promise<Result | undefined> =>
    retryCall(call, { signal: stopping, failureText: 'the webhook is not set', log })

  const set = () =>
    retry(() =>
      api.setWebhook(webhook.url, { secret_token: webhook.secrets[0] ?? '', allowed_updates: kinds }),
    )

  /** Polling with our token, or registering another address, removes our webhook, and Telegram does not report that. */
  async function repair(): Promise<void> {
    const known = await retry(() => api.getWebhookInfo())
    if (known === undefined || known.url === webhook.url) return
    log.warn({ url: known.url }, 'the webhook at telegram was changed, and is set again')
    await set()
  }

  await retry(prepare)
  await set()
  while (!stopping.aborted) {
    await sleep(webhook.checkEveryMs ?? CHECK_EVERY_MS, undefined, { signal: stopping }).catch(
      () => undefined,
    )
    await repair()
  }
}
