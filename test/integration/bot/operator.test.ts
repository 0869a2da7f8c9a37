import { Api, Context } from 'grammy'
import type { Update, UserFromGetMe } from 'grammy/types'
import { expect, test } from 'vitest'
import type { BotContext } from '../../../src/bot/context.ts'
import { createBroadcasts } from '../../../src/chats/broadcast.ts'
import { createChats } from '../../../src/chats/chats.ts'
import { TAGS } from '../../../src/chats/keys.ts'
import type { Quote } from '../../../src/domain/monitor.ts'
import { createBroadcast } from '../../../src/features/operator/broadcast.ts'
import { createOperator } from '../../../src/features/operator/command.ts'
import type { SourceTrouble } from '../../../src/features/operator/text.ts'
import {
  createPriceWatch,
  createSourceWatch,
  readUnpricedSince,
} from '../../../src/features/operator/watch.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { silent, useEmptyRedis } from '../../support/redis.ts'
import { QUOTES } from './memory.ts'

const { redis } = await useEmptyRedis()
const OPERATOR = '1'
const NEWS = { html: 'hola', chat: OPERATOR, message: 1 }

/** What serves operators in one of several processes, under a lease that the test answers for. */
function arrangeOperator(hold: () => Promise<boolean>) {
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS, holder: 'a' })
  const edits: string[] = []
  const editMessageText = async (_chat: unknown, _message: unknown, html: string) => void edits.push(html)
  const operator = createOperator({
    redis,
    queue,
    chatIds: [OPERATOR],
    chats: createChats({ redis, queue }),
    lease: { hold, release: async () => {} },
    checks: {},
    replacedWebhook: async () => undefined,
    pastProgress: () => undefined,
    readDoubts: async () => [],
    version: '',
    ratePerSecond: 28,
    api: { editMessageText } as unknown as Api,
    prices: { all: () => [] },
    defaultLanguage: 'es',
    clock: Date.now,
    log: silent,
  })
  return { operator, broadcasts: createBroadcasts(redis), edits }
}

test('a process that was frozen checks that it still leads before it shows the progress of a broadcast', async () => {
  const answer = Promise.withResolvers<boolean>()
  let asked = 0
  const { operator, broadcasts, edits } = arrangeOperator(async () => {
    asked += 1
    return asked === 1 || answer.promise // it led; what came of that meanwhile it hears late
  })
  await operator.start()
  await broadcasts.begin({ ...NEWS, id: Date.now().toString(36) })
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(2)
  answer.resolve(false)
  await operator.stop()
  expect(edits).toEqual([])
})

test('a button that cancels an earlier broadcast does not cancel this one', async () => {
  const broadcasts = createBroadcasts(redis)
  const reach = async () => ({ people: 1, groups: 0, channels: 0 })
  const access = { mayUse: async () => true, monitors: () => [] }
  const feature = createBroadcast(access, {}, { broadcasts, reach })
  const answers: string[] = []
  const notices: (string | undefined)[] = []
  const words = wordsIn('es')
  async function press(data: string): Promise<void> {
    const callback_query = { id: '1', from: { id: 1 }, chat_instance: '', data }
    const update = { update_id: 1, callback_query } as Update
    const ctx = Object.assign(new Context(update, new Api('1:a'), {} as UserFromGetMe), {
      words,
      replyOrEdit: async (html: string) => void answers.push(html),
      answerCallbackQuery: async ({ text }: { text?: string }) => void notices.push(text),
    })
    await feature.middleware()(ctx as unknown as BotContext, async () => {})
  }
  await broadcasts.begin({ ...NEWS, id: 'b' })
  await press('bc|stop a')
  expect(notices).toEqual([words.operator.broadcastGone])
  expect((await broadcasts.current())?.id).toBe('b')
  await press('bc|stop b')
  expect(await broadcasts.current()).toBe(undefined)
  expect(answers).toEqual(['Cancelado: enviado a 0 chats.'])
})

test('a broadcast can begin after the start of another one was interrupted', async () => {
  const broadcasts = createBroadcasts(redis)
  await redis.hset('{broadcast}', 'id', 'a')
  expect(await broadcasts.begin({ ...NEWS, id: 'b' })).toBe(true)
  expect(await broadcasts.current()).toEqual({ ...NEWS, id: 'b' })
})

test('deliveries counted after the end of a broadcast do not count for a later one', async () => {
  const broadcasts = createBroadcasts(redis)
  await broadcasts.begin({ ...NEWS, id: 'a' })
  expect(await broadcasts.end('a')).toBe(true)
  await broadcasts.count('a', 'sent')
  await broadcasts.begin({ ...NEWS, id: 'b' })
  await broadcasts.count('a', 'failed')
  await broadcasts.foundAll('a')
  expect(await broadcasts.end('a')).toBe(false)
  expect(await broadcasts.progress('a')).toBe(undefined)
  expect(await broadcasts.progress('b')).toEqual({ found: 0, isWhole: false, sent: 0, failed: 0 })
})

const [official, euro] = QUOTES as [Quote, Quote]

/** A watch over two monitors, and what operators were told: `- KEY` is stale, `+ KEY` is back; other troubles by their kind. */
function arrangeWatch() {
  const told: string[] = []
  const state = {
    quotes: [official, euro] as readonly Quote[],
    others: [] as readonly SourceTrouble[],
    isAway: false,
  }
  const nameOf = ({ kind, quote, source }: SourceTrouble): string =>
    [...(kind === 'stale' ? [] : [kind]), ...(source ? [source] : []), quote.monitor.key].join(' ')
  const startWatch = () =>
    createSourceWatch({
      redis,
      quotes: () => state.quotes,
      troublesOf: async (quotes) => [
        ...quotes.filter(({ stale }) => stale).map((quote) => ({ kind: 'stale', quote }) as const),
        ...state.others,
      ],
      async tell(begun, over) {
        if (state.isAway) throw new Error('nobody could be told')
        told.push(
          ...begun.map((trouble) => `- ${nameOf(trouble)}`),
          ...over.map((trouble) => `+ ${nameOf(trouble)}`),
        )
      },
    })
  const setStale = (stale: boolean): void => {
    state.quotes = [{ ...official, stale }, euro]
  }
  return { state, told, startWatch, setStale }
}

test('operators are told once that a source is stale and once that it updates again, even by another process', async () => {
  const { told, startWatch, setStale } = arrangeWatch()
  const look = startWatch()
  await look()
  setStale(true)
  for (let i = 0; i < 4; i++) await look()
  expect(told).toEqual(['- usd'])
  const next = startWatch()
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- usd'])
  setStale(false)
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- usd', '+ usd'])
})

test('operators are told of a step that is held back and of a source that gave way, each once, and when it is over', async () => {
  const { state, told, startWatch } = arrangeWatch()
  const look = startWatch()
  state.others = [
    { kind: 'held', quote: official, price: '3499.27' },
    { kind: 'still', quote: euro, source: 'El Dólar Hoy' },
  ]
  for (let i = 0; i < 4; i++) await look()
  const next = startWatch()
  state.others = [{ kind: 'held', quote: official, price: '3500' }]
  for (let i = 0; i < 3; i++) await next()
  expect(told).toEqual(['- held usd', '- still El Dólar Hoy eur', '+ still El Dólar Hoy eur'])
  state.others = []
  state.quotes = []
  for (let i = 0; i < 3; i++) await next()
  expect(told).toHaveLength(3)
  state.quotes = [official]
  for (let i = 0; i < 3; i++) await next()
  expect(told.slice(3)).toEqual(['+ held usd'])
})

test('a source that is stale at one check only is not reported', async () => {
  const { told, startWatch, setStale } = arrangeWatch()
  const look = startWatch()
  for (const stale of [false, true, false, true, false]) {
    setStale(stale)
    await look()
  }
  expect(told).toEqual([])
})

test('a report that could not be sent is sent at a later check', async () => {
  const { state, told, startWatch, setStale } = arrangeWatch()
  const look = startWatch()
  setStale(true)
  state.isAway = true
  await look()
  await expect(look()).rejects.toThrow('nobody could be told')
  state.isAway = false
  await look()
  expect(told).toEqual(['- usd'])
})

test('operators are told once that there is no price at all and since when, and once that there is one, even by another process', async () => {
  const told: unknown[] = []
  const state = { isPriced: true, isAway: false, now: 1_000 }
  const startWatch = () =>
    createPriceWatch({
      redis,
      isPriced: () => state.isPriced,
      clock: () => state.now,
      async tell(since) {
        if (state.isAway) throw new Error('nobody could be told')
        told.push(since)
      },
    })
  const look = startWatch()
  await look()
  state.isPriced = false
  await look()
  state.isPriced = true
  await look()
  expect(told).toEqual([])
  state.isPriced = false
  state.isAway = true
  await look()
  state.now = 60_000
  await expect(look()).rejects.toThrow('nobody could be told')
  state.isAway = false
  const next = startWatch()
  for (let i = 0; i < 3; i++) await next()
  expect([told, await readUnpricedSince(redis)]).toEqual([[1_000], 1_000])
  state.isPriced = true
  for (let i = 0; i < 3; i++) await next()
  expect([told, await readUnpricedSince(redis)]).toEqual([[1_000, undefined], undefined])
})
