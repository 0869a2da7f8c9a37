import type { Api } from 'grammy'
import type { Access, Audience } from '../../bot/feature.ts'
import { createBroadcasts } from '../../chats/broadcast.ts'
import type { Chats } from '../../chats/chats.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { monitorRef, type Quote } from '../../domain/monitor.ts'
import type { Prices } from '../../prices/prices.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import type { Redis } from '../../redis/connection.ts'
import { createLeaderRounds, type Lease } from '../../redis/leader.ts'
import type { Clock } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { type Language, languageOf, type Words, wordsIn } from '../../words/words.ts'
import { createBroadcast } from './broadcast.ts'
import { type Checks, createHealth, createStats, type HealthOptions, type StatsOptions } from './commands.ts'
import { createBroadcastDriver } from './drive-broadcast.ts'
import { createFigures } from './figures.ts'
import type { SourceTrouble } from './text.ts'
import { sourcesMessage } from './text.ts'
import { createSourceWatch } from './watch-sources.ts'

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
export const OPERATOR_LEASE_MS = 5 * ROUND_MS

/** What the service does not believe of a monitor, by its ref. */
interface SourceDoubt {
  readonly ref: string
  readonly isHeld: boolean
  readonly heldPrice: Decimal | undefined
  readonly still: readonly string[]
}

export interface OperatorOptions {
  readonly api: Api
  readonly prices: Pick<Prices, 'all'>
  readonly chatIds: readonly string[]
  readonly redis: Redis
  readonly queue: DueQueue
  readonly chats: Pick<Chats, 'broadcasts' | 'reach' | 'read'>
  readonly lease: Lease
  readonly checks: Checks
  readonly replacedWebhook: HealthOptions['replacedWebhook']
  readonly pastProgress: StatsOptions['pastProgress']
  /** Which of some prices the service holds back, and which of their sources it left out as they stand still. */
  readonly readDoubts: (refs: readonly string[]) => Promise<readonly SourceDoubt[]>
  readonly version: string
  readonly ratePerSecond: number
  /** How often sources are checked (ms); every 15 s, if not given. */
  readonly checkEveryMs?: number
  readonly defaultLanguage: Language
  readonly clock: Clock
  readonly log: Log
}

/** The commands of operators; one of all processes also drives broadcasts and watches sources for them. */
export function createOperator(options: OperatorOptions) {
  const { api, prices, chats, redis, queue, lease, chatIds, checks, replacedWebhook, pastProgress, version } =
    options
  const { readDoubts, ratePerSecond, checkEveryMs = CHECK_EVERY_MS, defaultLanguage, clock, log } = options
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
  const watch = createSourceWatch({
    redis,
    quotes,
    troublesOf,
    async tell(begun, over) {
      const told = await Promise.allSettled(
        chatIds.map(async (chat) => {
          const words = await wordsFor(chat)
          await api.sendMessage(chat, sourcesMessage(words, begun, over), { parse_mode: 'HTML' })
        }),
      )
      const refused = told.filter((one) => one.status === 'rejected')
      if (refused[0] && refused.length === told.length) throw refused[0].reason
    },
  })
  /** Throws if Redis does not answer. */
  async function isLeader(): Promise<boolean> {
    await leader.confirm(0)
    return leader.isLeader()
  }
  const drive = createBroadcastDriver({
    redis,
    api,
    broadcasts,
    chats,
    ratePerSecond,
    clock,
    wordsFor,
    isLeader,
  })

  async function serveOperators(): Promise<void> {
    if (!(await isLeader())) return
    await drive()
    if (performance.now() < checkAt) return
    checkAt = performance.now() + checkEveryMs
    await figures.beginDay()
    await watch()
  }

  const audience = operators(chatIds)

  return {
    features: (access: Access) => [
      createStats(access, audience, { figures, pastProgress }),
      createHealth(access, audience, {
        checks,
        troubles: () => troublesOf(quotes()),
        stale: () => staleAmong(quotes()),
        replacedWebhook,
        version,
      }),
      createBroadcast(access, broadcasters(chatIds), { broadcasts, reach: chats.reach }),
    ],
    start: async (): Promise<void> => {
      if (chatIds.length > 0) await start()
    },
    stop,
  }
}

const staleAmong = (quotes: readonly Quote[]): SourceTrouble[] =>
  quotes.filter(({ stale }) => stale).map((quote) => ({ kind: 'stale', quote }))

export type Operator = ReturnType<typeof createOperator>
