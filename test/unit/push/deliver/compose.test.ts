import { describe, expect, it } from 'vitest'
import type { Chat } from '../../../../src/chats/chat.ts'
import { parseLive } from '../../../../src/chats/chat.ts'
import { type MonitorId, monitorRef, type Quote } from '../../../../src/domain/monitor.ts'
import { daily } from '../../../../src/domain/schedule.ts'
import { createComposer } from '../../../../src/push/deliver/compose.ts'
import type { SequencedQuote } from '../../../../src/push/deliver/load.ts'
import { plainText } from '../../../../src/words/text.ts'
import { quoteOf, USD } from '../../../support/push.ts'
import { silent } from '../../../support/redis.ts'
import { alert, type Case, composeFor, HOUR_MS, messageFor, NOON, trigger } from './composing.ts'

const toldOf = (monitor: MonitorId, price: string, sequence: number, least?: string) => ({
  monitor,
  ref: monitorRef(monitor),
  told: { price, at: 1_000, sequence },
  ...(least !== undefined && { least }),
})
const chatThatFollows = (price: string, sequence: number, change: Partial<Chat> = {}): Chat => ({
  language: 'en',
  follows: [USD],
  told: [toldOf(USD, price, sequence)],
  defaults: [],
  alerts: [],
  ...change,
})
const numbered = (price: string, sequence: number, change: Partial<SequencedQuote> = {}): SequencedQuote => ({
  quote: quoteOf(price),
  asOf: 2_000,
  sequence,
  ...change,
})
/** A daily digest whose last one was sent a day ago, with this price. */
const digestAt = (time: string, price: string) => ({
  schedule: daily(time),
  last: NOON - 24 * HOUR_MS,
  prices: new Map([[monitorRef(USD), price]]),
})
/** Of the Monday after `NOON`. */
const TO_COME: Quote = {
  ...quoteOf('820'),
  effectiveDay: true,
  lastUpdate: Date.UTC(2026, 10, 23, 4),
  inForce: { price: '800', lastUpdate: Date.UTC(2026, 10, 20, 4) },
  holdsFrom: Date.UTC(2026, 10, 23, 4),
}
const textOf = (one: Case): string => messageFor(one).text.replace(/[\u202f\u00a0]/g, ' ')

it('the chats of a batch are composed though one of them cannot be, which fails with the reason', () => {
  const composeBatch = createComposer({
    prices: { all: () => [], seen: ({ quote }) => ({ quote, asOf: NOON }) },
    defaultLanguage: 'es',
    log: silent,
  })
  const state = () => ({ chat: chatThatFollows('800', 3), triggers: [] })
  const composedOf = composeBatch({
    shard: 0,
    now: NOON,
    prices: new Map([[monitorRef(USD), numbered('820', 7)]]),
    states: [
      () => {
        throw new Error('it cannot be read')
      },
      state,
    ],
    stateOf: [0, 1, 9],
    reservations: [],
    nextInMs: undefined,
  })
  expect([0, 1, 2].map((index) => composedOf(index).kind)).toEqual(['fail', 'message', 'fail'])
  expect(composedOf(0)).toEqual({ kind: 'fail', ms: 1_000, why: 'it cannot be read' })
})

describe('the message to a chat', () => {
  const broadcast = NOON.toString(36)

  it('is no longer than Telegram accepts: what does not fit comes next', () => {
    const ids = Array.from({ length: 25 }, (_, i) => ({ ...USD, key: `usd${i}` }))
    const told = ids.map((monitor) => toldOf(monitor, '800', 3))
    const title = 'Dólar de un mercado con un nombre muy largo '.repeat(2)
    const prices = ids.map((monitor) => numbered('820', 7, { quote: { ...quoteOf('820'), monitor, title } }))
    const alerts = Array.from({ length: 40 }, (_, i) => alert(i + 1))
    const chat = { ...chatThatFollows('800', 3), told, alerts }
    const composed = messageFor({
      chat,
      prices: [...prices, numbered('820', 3)],
      triggers: alerts.map(({ id }) => trigger(id)),
    })
    expect(composed.text.length).toBeLessThanOrEqual(4_096)
    expect([composed.account.pending, composed.account.dueAt]).toEqual([[], NOON])
    const alone = messageFor({ chat: { ...chat, alerts: [] }, prices })
    expect(alone.text.length + composed.text.length).toBeGreaterThan(4_096)
    expect(alone.account.pending.length).toBeGreaterThan(0)
  })

  it('clears soft refusals where it is sent, and not where there is none, or a broadcast of unknown outcome', () => {
    const fieldsOf = (one: Case) => {
      const composed = composeFor(one)
      return composed.kind === 'later' ? undefined : composed.account.fields
    }
    const doubted = (sequence: number, change: Partial<Chat> = {}) =>
      chatThatFollows('800', sequence, { hasSoftRefusals: true, ...change })
    const prices = [numbered('820', 7)]
    expect(fieldsOf({ chat: doubted(3), prices })).toEqual({ doubts: '' })
    expect(fieldsOf({ chat: chatThatFollows('800', 3), prices })).toEqual({})
    expect(fieldsOf({ chat: doubted(7), prices })).toEqual({})
    expect(fieldsOf({ chat: doubted(7, { broadcast }), prices })).toEqual({})
  })

  it('goes before routine messages where triggered alerts are left', () => {
    const alerts = Array.from({ length: 60 }, (_, i) => alert(i + 1))
    const triggers = alerts.map(({ id }) => trigger(id))
    const chat = chatThatFollows('820', 7, { alerts })
    const prices = [numbered('820', 7)]
    const composed = messageFor({ chat, triggers, prices })
    expect(composed.text.length).toBeLessThanOrEqual(3_500)
    expect(composed.account.triggers.length).toBeLessThan(60)
    expect([composed.account.isUrgent, composed.account.dueAt]).toEqual([true, NOON])
    const few = messageFor({ chat, triggers: triggers.slice(0, 2), prices })
    expect([few.account.triggers.length, 'isUrgent' in few.account, few.account.dueAt]).toEqual([2, false, 0])
  })

  it('is the broadcast before any price, and at once what else is due', () => {
    const chat = chatThatFollows('800', 3, { broadcast })
    expect(composeFor({ chat, prices: [numbered('820', 7)] })).toMatchObject({
      broadcast,
      account: { pending: [], dueAt: NOON },
    })
  })

  it('says its own amount by a price to come, also after another chat was told of the same price', () => {
    const prices = [numbered('820', 7, { quote: TO_COME })]
    const said = (change: Partial<Chat>) => textOf({ chat: chatThatFollows('800', 3, change), prices })
    expect(said({})).toContain('Your $100 will be Bs. 82')
    expect(said({ ownAmount: '250' })).toContain('Your $250 will be Bs. 205')
    expect(said({})).toContain('Your $100 will be Bs. 82')
  })

  it('says since when the rate API is silent, in a push, a digest and an alert', () => {
    const heardAt = NOON - 200_000
    const silence = 'The rate service hasn’t answered since 11:56 AM: prices may have changed.'
    const digest = digestAt('08:00', '800')
    const chats = [
      { chat: chatThatFollows('800', 3) },
      { chat: chatThatFollows('820', 7, { digest }) },
      { chat: chatThatFollows('820', 7, { alerts: [alert(1)] }), triggers: [trigger(1)] },
    ]
    for (const one of chats) {
      expect(textOf({ ...one, prices: [numbered('820', 7)] })).not.toContain('hasn’t answered')
      expect(textOf({ ...one, prices: [numbered('820', 7)], heardAt })).toContain(silence)
    }
  })

  it('of a live message is composed again once the rate API is silent', () => {
    const chat = chatThatFollows('820', 7, { live: { message: 42, fingerprint: '-', at: 0 } })
    const prices = [numbered('820', 7)]
    const [fresh, silent] = [NOON, NOON - 200_000].map((heardAt) => messageFor({ chat, prices, heardAt }))
    expect(fresh).toMatchObject({ edits: 42, text: expect.not.stringContaining('hasn’t answered') })
    expect(silent).toMatchObject({ edits: 42, text: expect.stringContaining('hasn’t answered') })
    const shown = parseLive(fresh?.account.fields.live)
    const again = (heardAt: number) =>
      composeFor({ chat: { ...chat, ...(shown && { live: shown }) }, prices, heardAt })
    expect([again(NOON).kind, again(NOON - 200_000).kind]).toEqual(['silence', 'message'])
  })

  it('of a live message goes before prices once it is 15 s late, and after them until then', () => {
    const composedAt = (at: number) =>
      composeFor({
        chat: chatThatFollows('800', 3, { live: { message: 42, fingerprint: '-', at } }),
        prices: [numbered('820', 7)],
      })
    expect(composedAt(NOON - 15_001)).toMatchObject({ edits: 42, account: { pending: [], dueAt: NOON } })
    const inTime = composedAt(NOON - 15_000)
    expect(inTime).toMatchObject({ account: { pending: [{ outcome: 'delivered' }], dueAt: NOON } })
    expect(inTime).not.toHaveProperty('edits')
  })

  it.each([
    ['350', '350.0008', 'silence'],
    ['350', '350.004', 'silence'],
    ['350', '350.006', 'message'],
    ['0.2121', '0.2123', 'message'],
    ['6.5', '6.504', 'message'],
  ])('after %s and then %s is a %s: a move that rounds to nothing is not sent', (from, to, kind) => {
    expect(composeFor({ chat: chatThatFollows(from, 3), prices: [numbered(to, 7)] })).toMatchObject({ kind })
  })

  it('has the number style of the chat, also where another chat is sent the same at the same time', () => {
    const prices = [numbered('1820', 7)]
    const told = (change: Partial<Chat>) => textOf({ chat: chatThatFollows('1800', 3, change), prices })
    expect(told({})).toContain('1,820.00')
    expect(told({ numbers: 'es-VE' })).toContain('1.820,00')
    expect(told({ language: 'es' })).toContain('Antes: Bs. 1.800,00')
  })

  const wantsTwoPercent = chatThatFollows('800', 3, { told: [toldOf(USD, '800', 3, '2')] })

  it('shows a change of exactly the least that the chat wants', () => {
    expect(textOf({ chat: wantsTwoPercent, prices: [numbered('816', 5)] })).toContain('816.00')
  })

  it.each([
    ['the price is the one last told', chatThatFollows('800', 3), [numbered('800', 5)]],
    ['the price moved less than the chat wants', wantsTwoPercent, [numbered('815.9', 5)]],
  ])('is withheld where %s, and the next one is measured from the price last told', (_case, chat, prices) => {
    expect(composeFor({ chat, prices })).toMatchObject({
      kind: 'silence',
      account: { pending: [{ outcome: 'withheld', told: { price: '800', at: 1_000, sequence: 5 } }] },
    })
  })
})

it('monitors beyond those of one message are recorded where they are withheld', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ ...USD, key: `m${index}` }))
  const [first, ...others] = many.map((monitor, index) =>
    numbered(String(800 + index), 4, { quote: quoteOf(String(800 + index), { monitor }) }),
  )
  const chat = chatThatFollows('800', 3, { told: many.map((monitor) => toldOf(monitor, '800', 3)) })
  const composed = messageFor({ chat, prices: [...others, ...(first ? [first] : [])] })
  const withheld = composed.account.pending.filter(({ outcome }) => outcome === 'withheld')
  expect(withheld.map(({ follow }) => follow.monitor.key)).toEqual(['m0'])
  expect(composed.account.pending.length).toBe(26)
})

const quiet = { from: '11:00', to: '13:30' }

it('quiet hours hold every message until they end', () => {
  const chat = chatThatFollows('800', 3, { quiet, alerts: [alert(1)] })
  expect(composeFor({ chat, prices: [numbered('820', 4)], triggers: [trigger(1)] })).toEqual({
    kind: 'later',
    at: NOON + 1.5 * HOUR_MS,
  })
})

it('quiet hours let a live message be edited, which makes no sound, and all else waits until they end', () => {
  const live = { message: 42, fingerprint: '-', at: NOON }
  const chat = chatThatFollows('800', 3, { quiet, live })
  const edited = composeFor({ chat, prices: [numbered('820', 4)] })
  expect(edited).toMatchObject({
    kind: 'message',
    edits: 42,
    account: { pending: [], dueAt: NOON + 1.5 * HOUR_MS },
  })
  const shown = edited.kind === 'message' ? parseLive(edited.account.fields.live) : undefined
  const again = composeFor({
    chat: { ...chat, ...(shown && { live: shown }) },
    prices: [numbered('820', 4)],
  })
  expect(again).toMatchObject({ kind: 'silence', account: { pending: [], dueAt: NOON + 1.5 * HOUR_MS } })
})

const simulated = (price: string, change: Partial<Quote> = {}) =>
  numbered(price, 4, { quote: quoteOf(price, { simulated: true, ...change }) })

it('an alert and a follow that fire together name the rate, tell its price and say that it is simulated once', () => {
  const chat = chatThatFollows('800', 3, { alerts: [alert(1)] })
  const text = textOf({ chat, prices: [simulated('910')], triggers: [trigger(1)] })
  expect(plainText(text).split('\n')).toEqual([
    '🔔 Dólar oficial rose above Bs. 900',
    '▲ $1 = Bs. 910.00',
    'Before: Bs. 800.00 · +110.00 (13.75%)',
    'Simulated price',
  ])
})

it('an alert and a follow that fire together also say what the alert reached where the price moved on', () => {
  const chat = chatThatFollows('800', 3, { alerts: [alert(1)] })
  const text = textOf({ chat, prices: [simulated('905')], triggers: [trigger(1)] })
  expect(plainText(text).split('\n').slice(0, 3)).toEqual([
    '🔔 Dólar oficial rose above Bs. 900',
    'Reached 910.00, before 890.00',
    '▲ $1 = Bs. 905.00',
  ])
})

it('an alert and a follow that fire together say above a digest what happened, and leave the price to it', () => {
  const digest = digestAt('11:30', '800')
  const chat = chatThatFollows('910', 4, { digest, alerts: [alert(1)] })
  const text = plainText(textOf({ chat, prices: [simulated('910')], triggers: [trigger(1)] }))
  expect(text).toMatch(/^🔔 Dólar oficial rose above Bs\.\s900\n\nDigest of [\s\S]*910\.00/)
  expect(text.match(/Simulated/g)).toHaveLength(1)
})

it('a triggered alert is sent to its topic, and messages for other topics are due at once', () => {
  const chat = chatThatFollows('800', 3, { thread: 5, alerts: [alert(1, { thread: 7 }), alert(2)] })
  const composed = composeFor({
    chat,
    prices: [numbered('910', 4)],
    triggers: [trigger(2, NOON + 1), trigger(1)],
  })
  expect(composed).toMatchObject({
    kind: 'message',
    thread: 7,
    account: { pending: [], triggers: [{ id: 1 }], dueAt: NOON },
  })
})

it('a daily digest counts from the price in force, and keeps that for the next one', () => {
  const digestAfter = (last: string) =>
    composeFor({
      chat: chatThatFollows('820', 4, { digest: digestAt('11:30', last) }),
      prices: [numbered('820', 4, { quote: TO_COME })],
    })
  expect(digestAfter('790')).toMatchObject({
    text: expect.stringMatching(/800\.00 {2}▲ 10\.00[\s\S]*from Mon 23: 820\.00/),
    account: { fields: { digestPrices: `${monitorRef(USD)} 800` } },
  })
  expect(digestAfter('820')).toMatchObject({ text: expect.stringMatching(/800\.00 +=/) })
})
