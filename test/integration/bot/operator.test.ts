import type { Api } from 'grammy'
import { beforeEach, expect, test } from 'vitest'
import { createBroadcasts } from '../../../src/chats/broadcast.ts'
import { createChats } from '../../../src/chats/chats.ts'
import { TAGS } from '../../../src/chats/keys.ts'
import type { Quote } from '../../../src/domain/monitor.ts'
import { createBroadcast } from '../../../src/features/operator/broadcast.ts'
import { broadcasters, createOperator } from '../../../src/features/operator/command.ts'
import type { SourceTrouble } from '../../../src/features/operator/text.ts'
import {
  createPriceWatch,
  createSourceWatch,
  readUnpricedSince,
} from '../../../src/features/operator/watch.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { silent } from '../../support/redis.ts'
import { ana, CHAT, useBot } from './harness.ts'
import { QUOTES } from './memory.ts'

const { ask, buttonData, chatRedis: redis, post, restart } = await useBot()
const broadcasts = createBroadcasts(redis)
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
  return { operator, edits }
}

test('a process that was frozen checks that it still leads before it shows the progress of a broadcast', async () => {
  const answer = Promise.withResolvers<boolean>()
  let asked = 0
  const { operator, edits } = arrangeOperator(async () => {
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
  const reach = async () => ({ people: 1, groups: 0, channels: 0 })
  await restart({
    operatorFeatures: (access) => [createBroadcast(access, broadcasters([CHAT]), { broadcasts, reach })],
  })
  await ask(ana, '/start')
  await broadcasts.begin({ ...NEWS, id: 'b' })
  const press = async (id: string) => {
    const button = { text: 'Cancelar', callback_data: `bc|stop ${id}` }
    return buttonData(ana, await post(ana, { inline_keyboard: [[button]] }), 'Cancelar')
  }
  expect((await press('a')).answer.text).toBe(wordsIn('es').operator.broadcastGone)
  expect((await broadcasts.current())?.id).toBe('b')
  expect((await press('b')).message.text).toBe('Cancelado: enviado a 0 chats.')
  expect(await broadcasts.current()).toBe(undefined)
})

test('a broadcast can begin after the start of another one was interrupted', async () => {
  await redis.hset('{broadcast}', 'id', 'a')
  expect(await broadcasts.begin({ ...NEWS, id: 'b' })).toBe(true)
  expect(await broadcasts.current()).toEqual({ ...NEWS, id: 'b' })
})

test('deliveries counted after the end of a broadcast do not count for a later one', async () => {
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

/** What operators were told: `- KEY` is stale, `+ KEY` is back; other troubles by their kind. */
let told: unknown[] = []
const initial = {
  quotes: [official, euro] as readonly Quote[],
  others: [] as readonly SourceTrouble[],
  isPriced: true,
  isAway: false,
  now: 1_000,
}
let state = initial

const nameOf = ({ kind, quote, source }: SourceTrouble): string =>
  [...(kind === 'stale' ? [] : [kind]), ...(source ? [source] : []), quote.monitor.key].join(' ')
function tell(...news: readonly unknown[]): void {
  if (state.isAway) throw new Error('nobody could be told')
  told.push(...news)
}
/** A watch over two monitors, as one process has it. */
const startWatch = () =>
  createSourceWatch({
    redis,
    quotes: () => state.quotes,
    troublesOf: async (quotes) => [
      ...quotes.filter(({ stale }) => stale).map((quote) => ({ kind: 'stale', quote }) as const),
      ...state.others,
    ],
    tell: async (begun, over) =>
      tell(
        ...begun.map((trouble) => `- ${nameOf(trouble)}`),
        ...over.map((trouble) => `+ ${nameOf(trouble)}`),
      ),
  })
const setStale = (stale: boolean): void => {
  state.quotes = [{ ...official, stale }, euro]
}
let look = startWatch()
beforeEach(() => {
  told = []
  state = { ...initial }
  look = startWatch()
})

test('operators are told once that a source is stale and once that it updates again, even by another process', async () => {
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
  for (const stale of [false, true, false, true, false]) {
    setStale(stale)
    await look()
  }
  expect(told).toEqual([])
})

test('a report that could not be sent is sent at a later check', async () => {
  setStale(true)
  state.isAway = true
  await look()
  await expect(look()).rejects.toThrow('nobody could be told')
  state.isAway = false
  await look()
  expect(told).toEqual(['- usd'])
})

test('operators are told once that there is no price at all and since when, and once that there is one, even by another process', async () => {
  const startPriceWatch = () =>
    createPriceWatch({
      redis,
      isPriced: () => state.isPriced,
      clock: () => state.now,
      tell: async (since) => tell(since),
    })
  look = startPriceWatch()
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
  const next = startPriceWatch()
  for (let i = 0; i < 3; i++) await next()
  expect([told, await readUnpricedSince(redis)]).toEqual([[1_000], 1_000])
  state.isPriced = true
  for (let i = 0; i < 3; i++) await next()
  expect([told, await readUnpricedSince(redis)]).toEqual([[1_000, undefined], undefined])
})
