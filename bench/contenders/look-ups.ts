import { createRatesClient } from '../../src/api/client.ts'
import { createBot } from '../../src/bot.ts'
import { createChats } from '../../src/chats/chats.ts'
import { TAGS } from '../../src/chats/keys.ts'
import type { Currency } from '../../src/domain/monitor.ts'
import { createPrices } from '../../src/prices/prices.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import { createLimiter } from '../../src/queue/limiter.ts'
import { connectRedis } from '../../src/redis/connection.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createUpdateStream } from '../../src/telegram/update-stream.ts'
import { quoteOf } from '../../test/support/push.ts'
import { silent } from '../../test/support/redis.ts'
import { type Setting, serveContender, TOKEN } from './contender.ts'

const PAGES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map((name) => `page_${name}`)
const RATE_PER_SECOND = 1_000

/** The prices of six pages, each answer with new ones. */
const rates = {
  async monitors(page: string, currency: Currency) {
    const now = Date.now()
    const monitor = { page, currency, key: currency === 'dollar' ? 'usd' : 'eur' }
    const price = String(800 + (now % 97))
    return { asOf: now, quotes: [quoteOf(price, { monitor, priceOld: '801', lastUpdate: now })] }
  },
}

/** Nothing listens there: look-ups of today's prices do not need it. */
const client = createRatesClient({ baseUrl: () => 'http://127.0.0.1:1', token: () => '' })

/** The bot with everything real but Telegram and the rate API, and nothing to push. */
async function prepare({ telegramUrl, redisUrl }: Setting): Promise<void> {
  const connect = (waits = false) => connectRedis({ urls: [redisUrl], log: silent, waits })
  const [redis, subscriber, waiting] = await Promise.all([connect(), connect(true), connect(true)])
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS, holder: '' })
  const prices = createPrices({
    redis,
    subscriber,
    client: rates,
    pages: PAGES,
    clock: Date.now,
    log: silent,
  })
  const limiter = createLimiter({
    redis,
    subscriber,
    name: '{limit}',
    ratePerSecond: RATE_PER_SECOND,
    metrics: createMetrics(),
  })
  await limiter.start()
  await prices.start()
  const bot = createBot({
    prices,
    limiter,
    chats: createChats({ redis, queue }),
    client,
    redis,
    updateStream: createUpdateStream({ redis, waiting, name: 'inbox' }),
    token: TOKEN,
    apiRoot: telegramUrl,
    defaultLanguage: 'es',
    webhook: undefined,
    clock: Date.now,
    log: silent,
    metrics: createMetrics(),
    onRefused: (failure) => {
      throw failure
    },
  })
  await bot.start()
}

serveContender({ prepare, run: async () => {} })
