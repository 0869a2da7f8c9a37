import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseChat } from '../../../../src/chats/chat.ts'
import { createCardPoster } from '../../../../src/features/card/post.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { refusal } from '../../telegram/refusal.ts'
import { quoteOf } from '../samples.ts'

const BEFORE = { price: '100', lastUpdate: 1_000 }
const published = quoteOf({ price: '101', lastUpdate: 2_000, effectiveDay: true })

const DELETED_TOPIC = 9
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A poster for one channel that was posted a card of the price before; `posts` are the chats that it sent one to. */
async function arrange(official: ObservedQuote['quote'], { isWhole = true, quiet = '', thread = '' } = {}) {
  const posts: string[] = []
  const fields: Record<string, string> = { card: `${BEFORE.price} ${BEFORE.lastUpdate}`, quiet, thread }
  async function sendAlone(_api: unknown, to: { chat: string; thread?: number }): Promise<boolean> {
    if (to.thread === DELETED_TOPIC)
      throw refusal(400, 'Bad Request: message thread not found', {}, { message_thread_id: to.thread })
    posts.push(to.thread === undefined ? to.chat : `${to.chat}/${to.thread}`)
    return true
  }
  type Options = Parameters<typeof createCardPoster>[0]
  const observed = { quote: official, asOf: 0 }
  const poster = createCardPoster({
    api: {},
    botName: () => 'tasa_bot',
    cards: { official: () => observed, cardOf: async () => ({ view: {}, isWhole }) },
    pictures: { sendAlone },
    chats: {
      read: async () => parseChat(fields),
      cards: {
        chats: async () => ['-100'],
        note: async (_chat: string, posted: typeof BEFORE) => {
          fields.card = `${posted.price} ${posted.lastUpdate}`
        },
        stop: async () => {},
      },
      presence: { retire: async () => {} },
      refusals: { clearThread: async () => void delete fields.thread },
    },
    lease: undefined,
    defaultLanguage: 'es',
    clock: () => Date.UTC(2026, 0, 21, 17),
    log: { warn: () => {} },
  } as unknown as Options)
  await poster.start()
  await vi.advanceTimersByTimeAsync(60_000)
  const stopped = poster.stop()
  await vi.advanceTimersByTimeAsync(2_000)
  await stopped
  return posts
}

test('a card is posted once for a new price, or for a correction of the day', async () => {
  expect(await arrange(published)).toEqual(['-100'])
  expect(await arrange({ ...published, lastUpdate: BEFORE.lastUpdate })).toEqual(['-100'])
})

test('a card is posted in the topic that follows are sent to, and without it once that was deleted', async () => {
  expect(await arrange(published, { thread: '3' })).toEqual(['-100/3'])
  expect(await arrange(published, { thread: String(DELETED_TOPIC) })).toEqual(['-100'])
})

test.each([
  ['stale', { ...published, stale: true }, {}],
  ['the same as before', { ...published, price: BEFORE.price }, {}],
  ['older', { ...published, lastUpdate: 500 }, {}],
  ['not for an effective day', { ...published, effectiveDay: false }, {}],
  ['part of an incomplete card', published, { isWhole: false }],
  ['published in quiet hours', published, { quiet: '12:00-14:00' }],
])('no card is posted for a price that is %s', async (_, quote, how) => {
  expect(await arrange(quote, how)).toEqual([])
})
