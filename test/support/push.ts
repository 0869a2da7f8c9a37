import { setTimeout as sleep } from 'node:timers/promises'
import { Redis as Server } from 'ioredis'
import { afterEach, beforeEach } from 'vitest'
import { RatesError, type Snapshot } from '../../src/api/client.ts'
import type { Registration } from '../../src/api/notification.ts'
import { createChats } from '../../src/chats/chats.ts'
import { TAGS } from '../../src/chats/keys.ts'
import type { MonitorId, Quote } from '../../src/domain/monitor.ts'
import { createPrices, type ObservedQuote } from '../../src/prices/prices.ts'
import { createPriceStream } from '../../src/push/match/price-stream.ts'
import { createPush } from '../../src/push/push.ts'
import { createDueQueue } from '../../src/queue/due-queue.ts'
import { createLimiter } from '../../src/queue/limiter.ts'
import { mastersOf, type Redis } from '../../src/redis/connection.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import type { Message, Send } from '../../src/telegram/send.ts'
import type { SendResult } from '../../src/telegram/send-result.ts'
import { canary } from './canary.ts'
import { silent, useRedis } from './redis.ts'

export const USD: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'usd' }
export const EUR: MonitorId = { page: 'page_alpha', currency: 'euro', key: 'eur' }

/** The secret that the receiver accepts. */
export const SECRET = canary('rates_webhook')

/** A monitor that the rate API has no more. */
export const GONE: MonitorId = { page: 'page_alpha', currency: 'dollar', key: 'gone' }

export const quoteOf = (price: string, change: Partial<Quote> = {}): Quote => ({
  monitor: USD,
  title: 'Dólar oficial',
  image: null,
  price,
  priceOld: price,
  lastUpdate: 1_700_000_000_000,
  simulated: false,
  stale: false,
  ...change,
})

/** At one instant: chats that are due or in hand; and those in hand alone. KEYS: urgent, routine, fences of each shard. */
const AT_WORK = `
local due, inHand = 0, 0
for at = 1, #KEYS, 3 do
  due = due + redis.call('ZCARD', KEYS[at]) + redis.call('ZCARD', KEYS[at + 1])
  inHand = inHand + redis.call('HLEN', KEYS[at + 2]) - redis.call('HEXISTS', KEYS[at + 2], '')
end
return { due + inHand, inHand }`

async function countShards(
  redis: Redis,
  tags: readonly string[],
): Promise<{ atWork: number; inHand: number }> {
  const keys = tags.flatMap((tag) => ['urgent', 'routine', 'fences'].map((part) => `due:{${tag}}:${part}`))
  const [atWork, inHand] = (await redis.eval(AT_WORK, keys.length, ...keys)) as [number, number]
  return { atWork, inHand }
}

/** The shards that one call may ask for: all of them, but on a Redis Cluster one. */
const shardsOf = (redis: Redis): readonly (readonly string[])[] =>
  redis instanceof Server ? [TAGS] : TAGS.map((tag) => [tag])

/** Stops at the first shards at work, as this is called again and again while figures are taken. */
async function isAtWork(redis: Redis): Promise<boolean> {
  if ((await redis.xlen('{updates}')) > 0) return true
  for (const tags of shardsOf(redis)) if ((await countShards(redis, tags)).atWork > 0) return true
  return false
}

export interface SentMessage {
  readonly chat: string
  readonly text: string
}

export interface PushSetting {
  readonly connect: (waits?: boolean) => Promise<Redis>
  readonly ratePerSecond?: number
  /** Sends the messages; to a list in memory, answered by `judgeBy`, if not given. */
  readonly send?: Send
  /** Our clock (ms); that of this machine, if not given. */
  readonly clock?: Clock
}

/** The real push, with a Telegram that answers by `judgeBy` and a rate API whose answers are set. */
export async function startPush({ connect, ratePerSecond = 1_000, send, clock = Date.now }: PushSetting) {
  const [redis, subscriber, waiting] = await Promise.all([connect(), connect(true), connect(true)])
  for (const server of mastersOf(redis)) await server.flushall()
  const sent: SentMessage[] = []
  const api = {
    snapshots: new Map<string, Snapshot>(),
    registrations: [] as Registration[],
    listed: [] as { id: number; url: string; monitors: unknown[]; status: 'active' }[],
    deleted: [] as number[],
    /** Why a registration is refused, if it is. */
    refuse: ({ monitors }: Registration): RatesError | undefined =>
      monitors.some(({ monitor }) => monitor === GONE.key)
        ? new RatesError(422, 'There is no such monitor.')
        : undefined,
    /** What the list of webhooks waits for. */
    silence: async (): Promise<void> => {},
  }
  const client = {
    monitors: async (page: string, currency: string) =>
      api.snapshots.get(`${page} ${currency}`) ?? { asOf: undefined, quotes: [] },
    webhooks: async () => {
      await api.silence()
      return api.listed
    },
    deleteWebhook: async (id: number) => {
      api.deleted.push(id)
      api.listed = []
    },
    setWebhook: async (registration: Registration) => {
      const refusal = api.refuse(registration)
      if (refusal) throw refusal
      api.registrations.push(registration)
      api.listed = [{ id: 1, url: registration.url, monitors: registration.monitors, status: 'active' }]
    },
  }
  let judge = async (_message: SentMessage): Promise<SendResult> => ({ kind: 'sent' })
  async function sendToMemory(chat: string, { text }: Message): Promise<SendResult> {
    const sendResult = await judge({ chat, text })
    if (sendResult.kind === 'sent') sent.push({ chat, text })
    return sendResult
  }
  const metrics = createMetrics()
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS, holder: 'test' })
  const chats = createChats({ redis, queue })
  const limiter = createLimiter({ redis, subscriber, name: '{limit}', ratePerSecond, metrics })
  const prices = createPrices({ redis, subscriber, client, pages: [], clock, log: silent })
  const push = createPush({
    send: send ?? sendToMemory,
    edit: async (chat, message, text) => sendToMemory(chat, { text: `${message} becomes ${text}` }),
    receiverUrl: () => 'http://127.0.0.1:1/webhooks/rates',
    secret: SECRET,
    processId: 'test',
    defaultLanguage: 'es',
    clock,
    log: silent,
    metrics,
    chats,
    client,
    limiter,
    prices,
    queue,
    ratePerSecond,
    redis,
    subscriber,
    waiting,
  })
  await limiter.start()
  await prices.start()
  await push.start()
  const stream = createPriceStream(redis)
  /** Lets the push see prices, as if a notification had come. */
  const see = (...observedQuotes: readonly ObservedQuote[]) => stream.append(observedQuotes)
  /** Waits until every price is matched and every chat is handled. */
  async function rest(): Promise<void> {
    // A chat that moves between shards while they are counted is found the second time.
    for (let quiet = 0; quiet < 2; ) {
      const isBusy = await isAtWork(redis)
      quiet = isBusy ? 0 : quiet + 1
      if (isBusy) await sleep(5)
    }
  }
  return {
    redis,
    queue,
    chats,
    prices,
    limiter,
    sent,
    api,
    /** Adds the receiver of notifications to a server. */
    routes: push.routes,
    /** How many chats are leased to a worker. */
    inHand: async (): Promise<number> => {
      const counts = await Promise.all(shardsOf(redis).map((tags) => countShards(redis, tags)))
      return counts.reduce((sum, { inHand }) => sum + inHand, 0)
    },
    /** Breaks the connection, which is made again at once. */
    loseRedis: async (): Promise<void> => {
      if (redis instanceof Server) redis.disconnect(true)
    },
    judgeBy: (by: typeof judge): void => {
      judge = by
    },
    see,
    rest,
    tell: (...observedQuotes: readonly ObservedQuote[]) => see(...observedQuotes).then(rest),
    stop: async (): Promise<void> => {
      await push.stop()
      await prices.stop()
      await limiter.stop()
    },
  }
}

/** The push on a Redis of one test file, started anew before each test and stopped after it. */
export async function usePush(setting: Partial<PushSetting> = {}) {
  const server = await useRedis()
  const push = {} as Awaited<ReturnType<typeof startPush>>
  beforeEach(async () => void Object.assign(push, await startPush({ ...server, ...setting })))
  afterEach(() => push.stop())
  return push
}
