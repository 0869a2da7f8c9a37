import { fastify } from 'fastify'
import { createRatesClient } from '../../src/api/client.ts'
import { createBot } from '../../src/bot.ts'
import type { Chats } from '../../src/chats/chats.ts'
import type { PriceStore } from '../../src/prices/prices.ts'
import type { Limiter } from '../../src/queue/limiter.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createUpdateStream } from '../../src/telegram/update-stream.ts'
import { WEBHOOK_PATH } from '../../src/telegram/webhook.ts'
import { silent } from '../../test/support/redis.ts'
import { type Setting, TOKEN } from './contender.ts'

export interface BotParts {
  readonly prices: PriceStore
  readonly chats: Chats
  readonly limiter: Limiter
}

/** Nothing listens there: look-ups of today's prices do not need it. */
const client = createRatesClient({ baseUrl: () => 'http://127.0.0.1:1', token: () => '' })

/** The real bot before the stand-in, which keeps updates in Redis as `npm start` does. */
export async function startBotSide(
  { telegramUrl, redisUrl, byWebhook = false }: Setting,
  parts: BotParts,
): Promise<void> {
  const connect = (waits = false) => connectRedis({ urls: [redisUrl], log: silent, waits })
  const [redis, waiting] = await Promise.all([connect(), connect(true)])
  const app = fastify()
  const webhook = { url: '', secrets: ['bench'] }
  const bot = createBot({
    ...parts,
    client,
    redis,
    updateStream: createUpdateStream({ redis, waiting, name: 'inbox' }),
    token: TOKEN,
    apiRoot: telegramUrl,
    defaultLanguage: 'es',
    webhook: byWebhook ? webhook : undefined,
    clock: Date.now,
    log: silent,
    metrics: createMetrics(),
    onRefused: (failure) => {
      throw failure
    },
  })
  if (byWebhook) {
    bot.routes(app)
    webhook.url = (await app.listen({ host: '127.0.0.1', port: 0 })) + WEBHOOK_PATH
  }
  await bot.start()
}
