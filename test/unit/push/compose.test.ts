import { describe, expect, it } from 'vitest'
import type { Sighting } from '../../../src/board/board.ts'
import type { Chat } from '../../../src/chats/chats.ts'
import { compose } from '../../../src/push/compose.ts'
import { isMissed } from '../../../src/push/reconcile.ts'
import { outcomeOfFate } from '../../../src/push/tell.ts'
import { monitorRef } from '../../../src/rates/monitor.ts'
import { EUR, quoteOf, USD } from '../../support/push.ts'

const chatThatFollows = (price: string, at: number): Chat => ({
  language: 'en',
  follows: [USD],
  told: [{ monitor: USD, told: { price, at } }],
})
const sight = (price: string, asOf: number): Sighting => ({ quote: quoteOf(price), asOf })
const composeFor = (chat: Chat, ...sightings: Sighting[]) =>
  compose({
    chat,
    prices: new Map(sightings.map((sighting) => [monitorRef(sighting.quote.monitor), sighting])),
    defaultLanguage: 'es',
    now: 10_000,
  })

describe('the message to a chat', () => {
  it('tells the newest price, and remembers that it did', () => {
    const composed = composeFor(chatThatFollows('800', 1_000), sight('820', 2_000))
    expect(composed?.text).toContain('820,00')
    expect(composed?.told).toEqual([{ monitor: USD, told: { price: '820', at: 2_000 } }])
  })

  it.each([
    ['the price is what it was told', chatThatFollows('800', 1_000), sight('800', 2_000)],
    ['the price only has more zeros', chatThatFollows('800', 1_000), sight('800.00', 2_000)],
    ['the price is older than what it was told', chatThatFollows('800', 3_000), sight('820', 2_000)],
    [
      'another monitor moved',
      chatThatFollows('800', 1_000),
      { quote: quoteOf('900', { monitor: EUR }), asOf: 2_000 },
    ],
    ['it follows nothing', { follows: [], told: [] }, sight('820', 2_000)],
  ])('is none where %s', (_case, chat, sighting) => {
    expect(composeFor(chat, sighting)).toBeUndefined()
  })
})

describe('a price that nobody told us of', () => {
  it.each([
    ['a new price is missed', sight('820', 2_000), sight('800', 1_000), true],
    ['the first price is missed', sight('820', 2_000), undefined, true],
    ['the same price is not', sight('800', 2_000), sight('800', 1_000), false],
    ['the known price rounded is not', sight('800.12', 2_000), sight('800.1234', 1_000), false],
    ['an older answer is not', sight('820', 1_000), sight('800', 1_000), false],
    [
      'one from a cache is not',
      { quote: quoteOf('820', { lastUpdate: 0 }), asOf: 2_000 },
      sight('800', 1_000),
      false,
    ],
  ])('%s', (_case, seen, known, missed) => {
    expect(isMissed(seen, known)).toBe(missed)
  })
})

describe('what the queue does with a refusal', () => {
  it('waits longer with every retry, up to five minutes, and at least as long as Telegram asks', () => {
    const waits = [0, 1, 5, 20].map((retries) => outcomeOfFate({ kind: 'retry', afterMs: 1_500 }, retries))
    expect(waits).toEqual([1_500, 2_000, 32_000, 300_000].map((ms) => ({ kind: 'retry', ms })))
  })

  it('drops a chat that is gone, and counts no fault where everybody waits', () => {
    expect(outcomeOfFate({ kind: 'unreachable', reason: '' }, 0)).toEqual({ kind: 'drop' })
    expect(outcomeOfFate({ kind: 'pause', afterMs: 3_000 }, 0)).toEqual({ kind: 'wait', ms: 3_000 })
  })
})
