import type { Api } from 'grammy'
import { type Access, type Audience, Feature } from '../../bot/feature.ts'
import { createBroadcasts } from '../../chats/broadcast.ts'
import { everyChatNumber, readTotals } from '../../chats/census.ts'
import type { Chats } from '../../chats/chats.ts'
import { dayOf, SECOND_MS } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { monitorRef, type Quote } from '../../domain/monitor.ts'
import type { Prices } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import { isGroup } from '../../queue/groups.ts'
import type { Resources } from '../../redis/connection.ts'
import { readHeartbeats } from '../../redis/heartbeat.ts'
import { createLeaderRounds, type Lease } from '../../redis/leader.ts'
import { answerWithin } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/log.ts'
import { type Language, languageOf, type Words, wordsIn } from '../../words/words.ts'
import { createBroadcast, createBroadcastDriver } from './broadcast.ts'
import {
  type HealthView,
  healthMessage,
  pricesMessage,
  type SourceTrouble,
  type StatsView,
  sourcesMessage,
  statsMessage,
} from './text.ts'
import { createPriceWatch, createSourceWatch, readUnpricedSince } from './watch.ts'

/** The chats of operators. In any other private chat the commands are unknown, and in a group they are ignored. */
export const operators = (chatIds: readonly string[]): Audience => ({
  isThere: ({ chatId }) => chatIds.includes(String(chatId)),
})

/** Those who write to everybody from there. */
export const broadcasters = (chatIds: readonly string[]): Audience => ({
  ...operators(chatIds),
  changes: true,
  isFinal: () => true,
})

const ROUND_MS = 1_000
const CHECK_EVERY_MS = 15_000
const CHECK_MS_MAX = 3_000
export const OPERATOR_LEASE_MS = 5 * ROUND_MS

/** What the service does not believe of a monitor, by its ref. */
interface SourceDoubt {
  readonly ref: string
  readonly isHeld: boolean
  readonly heldPrice: Decimal | undefined
  readonly still: readonly string[]
}

interface OperatorOptions extends Pick<Resources, 'redis' | 'log' | 'clock'> {
  readonly api: Api
  readonly prices: Pick<Prices, 'all'>
  readonly chatIds: readonly string[]
  readonly queue: DueQueue
  readonly chats: Pick<Chats, 'broadcasts' | 'reach' | 'read'>
  readonly lease: Lease
  /** Checks by name; each throws while what it checks cannot be used. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>
  /** The address of a webhook that ours replaced lately, and when (ms). */
  readonly replacedWebhook: () => Promise<{ readonly address: string; readonly at: number } | undefined>
  /** How far the rate service of this process has read the past of its monitors; undefined where there is nothing to read. */
  readonly pastProgress: () => StatsView['past']
  /** Which of some prices the service holds back, and which of their sources it left out as they stand still. */
  readonly readDoubts: (refs: readonly string[]) => Promise<readonly SourceDoubt[]>
  readonly version: string
  readonly ratePerSecond: number
  /** How often sources are checked (ms); every 15 s, if not given. */
  readonly checkEveryMs?: number
  readonly defaultLanguage: Language
}

/** The commands of operators; one of all processes also drives broadcasts and watches sources for them. */
export function createOperator(options: OperatorOptions) {
  const { api, prices, chats, redis, queue, lease, chatIds, version } = options
  const { readDoubts, checkEveryMs = CHECK_EVERY_MS, defaultLanguage, clock, log } = options
  const broadcasts = createBroadcasts(redis)
  const figures = createFigures({ redis, queue, clock })
  const quotes = (): readonly Quote[] => prices.all().map(({ quote }) => quote)
  const { leader, start, stop } = createLeaderRounds({
    lease,
    everyMs: ROUND_MS,
    round: serveOperators,
    onError: (error) => log.warn({ err: messageOf(error) }, 'operators are not served'),
  })
  let checkAt = 0

  async function wordsFor(chat: string): Promise<Words> {
    const { language, numbers } = await chats.read(chat)
    return wordsIn(languageOf(language) ?? defaultLanguage, numbers)
  }
  async function troublesOf(some: readonly Quote[]): Promise<SourceTrouble[]> {
    const doubts = await readDoubts(some.map(({ monitor }) => monitorRef(monitor)))
    return some.flatMap((quote, i) => {
      const { isHeld = false, heldPrice: price, still = [] } = doubts[i] ?? {}
      return [
        ...staleAmong([quote]),
        ...(isHeld ? [{ kind: 'held', quote, price } as const] : []),
        ...still.map((source) => ({ kind: 'still', quote, source }) as const),
      ]
    })
  }
  /** Throws if no operator could be told. */
  async function tell(textIn: (words: Words) => string): Promise<void> {
    const told = await Promise.allSettled(
      chatIds.map(async (chat) =>
        api.sendMessage(chat, textIn(await wordsFor(chat)), { parse_mode: 'HTML' }),
      ),
    )
    const refused = told.filter((one) => one.status === 'rejected')
    if (refused[0] && refused.length === told.length) throw refused[0].reason
  }
  const watchSources = createSourceWatch({
    redis,
    quotes,
    troublesOf,
    tell: (begun, over) => tell((words) => sourcesMessage(words, begun, over)),
  })
  const watchPrices = createPriceWatch({
    redis,
    isPriced: () => quotes().length > 0,
    tell: (since) => tell((words) => pricesMessage(words, since, clock())),
    clock,
  })
  /** Throws if Redis does not answer. */
  async function isLeader(): Promise<boolean> {
    await leader.confirm(0)
    return leader.isLeader()
  }
  const drive = createBroadcastDriver({ ...options, broadcasts, wordsFor, isLeader })

  /** What can be reached, and what is wrong with sources. What Redis knows is left out while it cannot be reached, as its check says so. */
  async function readHealth(now: number): Promise<HealthView> {
    const [replaced, roles, unpricedSince] = await Promise.all([
      within(options.replacedWebhook()).catch(() => undefined),
      within(readHeartbeats(redis, clock)).catch(() => []),
      within(readUnpricedSince(redis)).catch(() => undefined),
    ])
    return {
      now,
      roles,
      checks: await Promise.all(Object.entries(options.checks).map(runCheck)),
      ...(replaced && { replaced: { address: replaced.address, agoMs: now - replaced.at } }),
      troubles: await within(troublesOf(quotes())).catch(() => staleAmong(quotes())),
      isPriced: quotes().length > 0,
      ...(unpricedSince !== undefined && { unpricedSince }),
      version,
      uptimeMs: process.uptime() * SECOND_MS,
    }
  }

  async function serveOperators(): Promise<void> {
    if (!(await isLeader())) return
    await drive()
    if (performance.now() < checkAt) return
    checkAt = performance.now() + checkEveryMs
    await figures.beginDay()
    await watchPrices()
    await watchSources()
  }

  const audience = operators(chatIds)

  return {
    features(access: Access): readonly Feature[] {
      const feature = new Feature(access, audience)
      feature.command('stats', async (ctx) => {
        const past = options.pastProgress()
        const view = { ...(await figures.read()), ...(past && { past }) }
        await ctx.replyOrEdit(statsMessage(ctx.words, view))
      })
      feature.command('health', async (ctx) =>
        ctx.replyOrEdit(healthMessage(ctx.words, await readHealth(ctx.now))),
      )
      return [feature, createBroadcast(access, broadcasters(chatIds), { broadcasts, reach: chats.reach })]
    },
    start: async (): Promise<void> => {
      if (chatIds.length > 0) await start()
    },
    stop,
  }
}

const staleAmong = (quotes: readonly Quote[]): SourceTrouble[] =>
  quotes.filter(({ stale }) => stale).map((quote) => ({ kind: 'stale', quote }))

export type Operator = ReturnType<typeof createOperator>

/** Waits 3 s for an answer; fails then. */
const within = <T>(answer: Promise<T>): Promise<T> =>
  answerWithin(CHECK_MS_MAX, answer, () => {
    throw new Error(`> ${CHECK_MS_MAX / SECOND_MS}\u00a0s`)
  })

async function runCheck([name, check]: [string, () => Promise<void>]): Promise<HealthView['checks'][number]> {
  const startedAt = performance.now()
  const problem = await within(check()).then(() => undefined, messageOf)
  return { name, ms: performance.now() - startedAt, ...(problem !== undefined && { problem }) }
}

const TOLD = '{operator}:told'

/** Totals over all chats. */
function createFigures({ redis, queue, clock }: Pick<OperatorOptions, 'redis' | 'queue' | 'clock'>) {
  async function countChats(): Promise<{ chats: number; groups: number }> {
    const counted = { chats: 0, groups: 0 }
    for await (const chats of everyChatNumber(redis))
      for (const chat of chats) counted[isGroup(chat) ? 'groups' : 'chats'] += 1
    return counted
  }

  return {
    async read(): Promise<StatsView> {
      const [counted, totals, before] = await Promise.all([
        countChats(),
        readTotals(redis, queue),
        redis.hget(TOLD, dayOf(clock())),
      ])
      return { ...counted, ...totals, toldToday: totals.told - Number(before ?? totals.told) }
    },
    /** Stores, once a day in Caracas, how many messages had been sent before that day. */
    async beginDay(): Promise<void> {
      const day = dayOf(clock())
      if ((await redis.hexists(TOLD, day)) === 1) return
      const { told } = await readTotals(redis, queue)
      await redis.multi().del(TOLD).hsetnx(TOLD, day, told).exec()
    },
  }
}
