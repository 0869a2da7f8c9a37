import { randomUUID } from 'node:crypto'
import { createRatesClient } from '../api/client.ts'
import { createChats } from '../chats/chats.ts'
import { TAGS } from '../chats/keys.ts'
import { createPrices } from '../prices/prices.ts'
import { createDueQueue } from '../queue/due-queue.ts'
import { createLimiter } from '../queue/limiter.ts'
import { DEMONSTRATION } from '../service/demo/demonstration.ts'
import type { AppContext } from './house.ts'

const SPEC_PAGES = ['page_alpha', 'page_beta', 'page_gamma', 'page_delta', 'page_epsilon', 'page_zeta']

/** What the bot and the push both use. */
export function createShared(context: AppContext) {
  const { config, redis, subscriber, metrics } = context
  const client = createRatesClient({
    baseUrl: () => context.ratesUrl,
    token: () => (config.RATES_API_URL && config.RATES_API_TOKEN) || context.ownToken,
  })
  const processId = config.REDIS_URL && randomUUID() // none where it is alone
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS, holder: processId ?? '' })
  return {
    ...context,
    client,
    processId,
    queue,
    chats: createChats({ redis, queue }),
    prices: createPrices({
      ...context,
      client,
      pages: pagesOf(context),
      pageTitles: pageTitlesOf(context),
      isNear: !config.RATES_API_URL,
    }),
    limiter: createLimiter({
      redis,
      subscriber,
      name: '{limit}',
      ratePerSecond: config.SEND_RATE_PER_SECOND,
      metrics,
    }),
    defaultLanguage: config.DEFAULT_LANGUAGE,
    ratePerSecond: config.SEND_RATE_PER_SECOND,
  }
}

export type Shared = ReturnType<typeof createShared>

const pagesOf = ({ config, sources }: AppContext): readonly string[] =>
  config.RATES_PAGES ?? (config.RATES_API_URL ? SPEC_PAGES : sources.map(({ page }) => page))

/** The titles of our own pages; a demonstration that is not served lends none. */
const pageTitlesOf = ({ config, sources }: AppContext): ReadonlyMap<string, string> =>
  config.RATES_API_URL && sources === DEMONSTRATION
    ? new Map()
    : new Map(sources.map(({ page, title }) => [page, title]))
