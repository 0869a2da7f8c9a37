import fc from 'fast-check'
import { parseHtml } from 'telegram-sandbox'
import { expect, test } from 'vitest'
import type { Quote } from '../../../src/domain/monitor.ts'
import { movesMessage } from '../../../src/features/follow/moves-text.ts'
import { followAnswer } from '../../../src/features/follow/text.ts'
import { overview } from '../../../src/features/rate/text.ts'
import { BUTTON_BYTES_MAX } from '../../../src/telegram/button-data.ts'
import { LANGUAGES, wordsIn } from '../../../src/words/words.ts'
import { useChats } from '../../support/chats.ts'
import { everythingOf, plainOf } from '../../unit/features/every-text.ts'
import { NOW, quoteOf, shown } from '../../unit/features/samples.ts'
import {
  createMemoryPast,
  createMemoryPrices,
  monitor,
  NOON,
  QUOTES,
  quote as quoteAt,
} from '../bot/memory.ts'
import { PRIVATE, startRouter } from '../bot/router.ts'

const PLAIN_LENGTH_MAX = 256
/** Of 31 prices on average, each with a title and a key: more than 10,000 texts in all. */
const RUNS = 200
const WIDTH = 34

const text = fc.oneof(
  fc.string({ maxLength: 300, unit: 'grapheme' }),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.constantFrom(
    '<b>',
    '</pre>',
    '&amp;',
    '&#0;',
    '<',
    '\u202e',
    '\ud800',
    '   ',
    '\n\n',
    '</code><a href="tg://x">',
  ),
)
const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,31}$/)
const price = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.nat(9_999))
  .map(([whole, part]) => `${whole}.${part}1`)
const quote: fc.Arbitrary<Quote> = fc
  .record({
    title: text,
    monitor: fc.record({
      page: name,
      currency: fc.constantFrom('dollar', 'euro'),
      key: fc.oneof(name, text),
    }),
    price,
    priceOld: price,
    lastUpdate: fc.integer({ min: NOW - 1e11, max: NOW + 1e9 }),
    inForce: fc.record({ price, lastUpdate: fc.constant(NOW) }),
    simulated: fc.boolean(),
    stale: fc.boolean(),
  })
  .map((more) => quoteOf(more))
const language = fc.constantFrom(...LANGUAGES)

test('hostile titles, keys and questions never give HTML that Telegram refuses, nor too much of it', () => {
  fc.assert(
    fc.property(language, fc.array(quote, { minLength: 2, maxLength: 60 }), text, (spoken, quotes, asked) => {
      const words = wordsIn(spoken)
      const [first, second, ...rest] = quotes
      if (!first || !second) return
      for (const { html, max } of everythingOf(words, [first, second, ...rest], asked)) {
        expect(parseHtml(html).text.length).toBeGreaterThan(0)
        expect(shown(html).length).toBeLessThanOrEqual(max)
      }
      for (const plain of plainOf(words, first)) expect(plain.length).toBeLessThanOrEqual(PLAIN_LENGTH_MAX)
    }),
    { numRuns: RUNS },
  )
})

test('titles stay on one line in one direction, and names of any length are cut', () => {
  const wild = quoteOf({
    title: ` \u202eDólar\n\u0000${'o'.repeat(100)}`,
    monitor: { page: 'page_alpha', currency: 'dollar', key: 'k'.repeat(5_000) },
  })
  expect(followAnswer(wordsIn('es'), 'alreadyFollowing', wild)).toBe(
    `Ya sigues <b>el dólar ${'o'.repeat(53)}…</b>.`,
  )
})

test('lines in columns fit a phone', () => {
  const titles = fc.string({ maxLength: 80 })
  const modest = fc.record({ title: titles, price: fc.constantFrom('0.5', '812.4', '1410.2', '98765.43') })
  fc.assert(
    fc.property(language, fc.array(modest, { minLength: 2, maxLength: 10 }), (spoken, many) => {
      const quotes = many.map((more) => quoteOf({ ...more, lastUpdate: NOW + 3_600_000, stale: true }))
      const observedQuotes = quotes.map((one) => ({ quote: one, asOf: NOW }))
      const moves = quotes.map((one, index) => ({ quote: one, from: one.price, fromAt: NOW - index * 1e8 }))
      for (const html of [
        overview(wordsIn(spoken), { observedQuotes, now: NOW }),
        movesMessage(wordsIn(spoken), { moves, now: NOW }),
      ]) {
        const [, rows = ''] = /<pre>(.*)<\/pre>/s.exec(html) ?? []
        for (const row of shown(rows).split('\n')) expect([...row].length).toBeLessThanOrEqual(WIDTH)
      }
    }),
  )
})

const LONGEST = `${'p'.repeat(32)}.${'k'.repeat(32)}`
const HOSTILE = [
  ...QUOTES,
  quoteAt(monitor('page_gamma.usd'), '</pre><b>&amp;\u202e\ud800', '0.0001', {
    simulated: true,
    stale: true,
  }),
  quoteAt(monitor(LONGEST), '<a href="tg://x">'.repeat(20), '999999999.999999', {
    lastUpdate: NOON + 200_000_000,
    inForce: { price: '1', lastUpdate: NOON },
  }),
  quoteAt(monitor('page_gamma.eur', 'euro'), '\n\n', '1'),
]
const word = fc.constantFrom(
  ...'100 1.500 0,00001 99999999999999999999 usd eur bs $ € a en 15-01-2026 hoy mañana promedio'.split(' '),
  ...['page_gamma.usd', 'page_gamma.eur', LONGEST],
)
const line = fc.oneof(
  fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 250, unit: 'binary' }),
  fc.string({ maxLength: 60, unit: 'grapheme' }),
)

test('1,000 texts after /convert are each answered once, by HTML that Telegram takes and buttons that fit in a link', async () => {
  const client = createMemoryPast()
  for (const { monitor: id } of HOSTILE) client.set(id, { '2025-12-31': '7' })
  const said: { text: string; data: string[] }[] = []
  const { say } = startRouter({
    chat: PRIVATE,
    language: 'es',
    prices: createMemoryPrices(HOSTILE),
    client,
    chats: (await useChats()).chats,
    answer(_method, { text, reply_markup }) {
      const { inline_keyboard = [] } = (reply_markup ?? {}) as {
        inline_keyboard?: { callback_data?: string }[][]
      }
      const data = inline_keyboard.flat().map(({ callback_data = '' }) => callback_data)
      if (text !== undefined) said.push({ text: String(text), data })
    },
  })
  await fc.assert(
    fc.asyncProperty(line, async (asked) => {
      said.length = 0
      await say(`/convertir ${asked}`)
      expect(said).toHaveLength(1)
      for (const { text: html, data } of said) {
        expect(parseHtml(html).text.length).toBeLessThanOrEqual(4_096)
        for (const one of data) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
      }
    }),
    { numRuns: 1_000 },
  )
})
