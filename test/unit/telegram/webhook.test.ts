import { fastify } from 'fastify'
import type { Update } from 'grammy/types'
import { expect, it } from 'vitest'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { addWebhook, WEBHOOK_PATH } from '../../../src/telegram/webhook.ts'
import { silent } from '../../support/redis.ts'

const SECRETS = ['the-secret-of-today', 'the-secret-of-yesterday']

function createEndpoint(keep: (updates: readonly Update[]) => Promise<void> = async () => {}) {
  const kept: Update[] = []
  const app = fastify()
  addWebhook(app, {
    secrets: SECRETS,
    keep: async (updates) => {
      await keep(updates)
      kept.push(...updates)
    },
    log: silent,
    metrics: createMetrics(),
  })
  const post = async (payload: unknown, secret?: string): Promise<number> => {
    const headers = {
      'content-type': 'application/json',
      ...(secret !== undefined && { 'x-telegram-bot-api-secret-token': secret }),
    }
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    return (await app.inject({ method: 'POST', url: WEBHOOK_PATH, headers, body })).statusCode
  }
  return { kept, post }
}

it.each(SECRETS)('the webhook of Telegram keeps an update that comes with %s', async (secret) => {
  const { kept, post } = createEndpoint()
  expect(await post({ update_id: 7 }, secret)).toBe(200)
  expect(kept).toEqual([{ update_id: 7 }])
})

it('the webhook of Telegram refuses what comes without a secret, with a part of one, or with both at once', async () => {
  const { kept, post } = createEndpoint()
  for (const secret of [undefined, '', 'the-secret-of-toda', SECRETS.join(',')])
    expect(await post({ update_id: 7 }, secret)).toBe(401)
  expect(kept).toEqual([])
})

const NUMBERED = ['7', 1.5, -1, 2 ** 60].map((update_id): [unknown] => [{ update_id }])

it.each<[unknown]>([[null], [[]], [7], [{}], ...NUMBERED])(
  'the webhook of Telegram refuses %j, which is no update',
  async (body) => {
    const { kept, post } = createEndpoint()
    expect([await post(body, SECRETS[0]), kept]).toEqual([400, []])
  },
)

it('the webhook of Telegram answers 503 where the update cannot be kept, so that it comes again', async () => {
  const { post } = createEndpoint(() => Promise.reject(new Error('Redis is silent')))
  expect(await post({ update_id: 7 }, SECRETS[0])).toBe(503)
})
