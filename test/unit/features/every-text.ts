import { parseChat } from '../../../src/chats/chat.ts'
import { settle } from '../../../src/domain/deal/charge.ts'
import type { Quote } from '../../../src/domain/monitor.ts'
import { daily } from '../../../src/domain/schedule.ts'
import {
  type AlertView,
  alertFault,
  alertList,
  badAlertValue,
  createdAlert,
  howOftenQuestion,
  type Subject,
  whenQuestion,
} from '../../../src/features/alerts/text.ts'
import { triggeredAlert } from '../../../src/features/alerts/triggered-text.ts'
import { askProducts, productsRefusal, shopMessage } from '../../../src/features/card/text.ts'
import { changesMessage, changesOfAll, changesRefusal } from '../../../src/features/changes/text.ts'
import {
  type ChargeView,
  chargeCard,
  chargeRefusal,
  chargeResult,
} from '../../../src/features/charge/text.ts'
import {
  type ConversionView,
  conversionMessage,
  conversionRefusal,
} from '../../../src/features/convert/text.ts'
import { digestMessage, movesMessage } from '../../../src/features/follow/moves-text.ts'
import {
  askLeast,
  badLeast,
  followAnswer,
  followed,
  followedList,
  leastSet,
} from '../../../src/features/follow/text.ts'
import { gapMessage, gapNeedsTwo } from '../../../src/features/gap/text.ts'
import { gapCaption, historyCaption, historyRefusal, noHistory } from '../../../src/features/history/text.ts'
import { conversionResult, rateResult } from '../../../src/features/inline/text.ts'
import {
  broadcastDone,
  broadcastGoing,
  broadcastQuestion,
  healthMessage,
  pricesMessage,
  type SourceTrouble,
  sourcesMessage,
  statsMessage,
} from '../../../src/features/operator/text.ts'
import { mainRates, pinnedOverview } from '../../../src/features/rate/text.ts'
import { settingsMessage } from '../../../src/features/settings/table.ts'
import { badSetting } from '../../../src/features/settings/text.ts'
import { commandList, help, welcome } from '../../../src/features/start/text.ts'
import { type WorthView, worthCard, worthResult } from '../../../src/features/worth/text.ts'
import { BOLIVARES, rateCard, unknownMonitor } from '../../../src/words/price.ts'
import type { Words } from '../../../src/words/words.ts'
import { NOW } from './samples.ts'

const DAY = '2026-01-20'
const SPAN = { from: '2025-12-22', to: '2026-01-21', lastDays: 30 }

/** Limits of Telegram, in characters. */
const MESSAGE_MAX = 4_096
const CAPTION_MAX = 1_024

const summaryOf = ({ price, priceOld }: Quote) => ({
  mean: price,
  open: { day: SPAN.from, value: priceOld },
  close: { day: SPAN.to, value: price },
  high: { day: DAY, value: price },
  low: { day: DAY, value: priceOld },
})

const conversionOf = (quotes: readonly [Quote, ...Quote[]]): ConversionView => {
  const row = (quote: Quote) => ({
    quotes: [quote] as const,
    prices: [quote.price],
    from: '$' as const,
    to: BOLIVARES,
    result: quote.price,
    resultToday: quote.priceOld,
    asOf: NOW - 1e7,
  })
  const [first, ...rest] = quotes
  return { amount: '1500', otherReading: '1.5', rows: [row(first), ...rest.map(row)], now: NOW }
}

/** The same with half of it in euros, by the second monitor. */
const sumOf = ([first, second = first, ...rest]: readonly [Quote, ...Quote[]]): ConversionView => {
  const parts = [first, second].map((quote, at) => {
    return { quote, money: at === 0 ? '$' : '€', amount: '750', result: quote.price }
  })
  const [row, ...rows] = conversionOf([first, ...rest]).rows
  return { amount: '1500', rows: [{ ...row, quotes: [first, second], parts }, ...rows], now: NOW }
}

const chargeOf = (quote: Quote, sum: string): ChargeView => {
  const bill = { amount: '123456789.01', in: 'foreign' } as const
  const how = { rounding: 'bolivar', isTaxed: true } as const
  const paid = { foreign: '15', bolivares: '2000.5' }
  const settlement = settle({ bill, paid, price: quote.price, ...how })
  return { bill, ...how, settlement, sum, quote, asOf: NOW - 1e7, now: NOW }
}

const worthOf = (quotes: readonly Quote[]): WorthView => ({
  offer: { side: 'sold', price: '123456789.01', amount: '987654321.99' },
  benchmarks: quotes.map((quote) => ({ kind: 'parallel', quote })) as unknown as WorthView['benchmarks'],
  asOf: NOW - 1e7,
  now: NOW,
})

/** Everything that the bot says of these prices, and of a text that somebody typed. */
export function everythingOf(
  words: Words,
  quotes: readonly [Quote, Quote, ...Quote[]],
  text: string,
): { html: string; max: number }[] {
  const [first, second] = quotes
  const pair = [first, second] as const
  const observedQuotes = quotes.map((quote) => ({ quote, asOf: NOW - 1e9 }))
  const moves = quotes.map((quote) => ({ quote, from: quote.priceOld, fromAt: quote.lastUpdate }))
  const day = { updates: [{ price: first.price, lastUpdate: NOW }], before: first.priceOld }
  const subject: Subject = { titles: [first], quotes: [first], now: first.price }
  const gapSubject: Subject = { titles: pair, quotes: pair, now: '80' }
  const alert = (more: Partial<AlertView>): AlertView => ({
    ...{ id: 7, subject, kind: 'above', value: first.price, once: true, paused: true },
    ...more,
  })
  const alerts = [
    alert({}),
    alert({ kind: 'percent', from: first.priceOld, value: '2' }),
    alert({ subject: gapSubject }),
  ]
  const triggered = { from: first.priceOld, to: first.price, at: NOW, newest: second.price, now: NOW }
  const captions = [
    historyCaption(words, {
      span: SPAN,
      series: [{ quote: first, summary: summaryOf(first) }],
      others: [second],
      now: NOW,
    }),
    historyCaption(words, {
      span: SPAN,
      series: quotes.slice(0, 4).map((quote) => ({ quote, summary: summaryOf(quote) })),
      now: NOW,
    }),
    gapCaption(words, { span: SPAN, quotes: pair, summary: summaryOf(first), now: NOW }),
  ]
  const others = [
    rateCard(words, { quote: first, asOf: NOW - 1e7, others: quotes, now: NOW }),
    welcome(words, { observedQuotes, now: NOW }),
    mainRates(words, { observedQuotes: observedQuotes.slice(0, 5), now: NOW }),
    pinnedOverview(words, { observedQuotes, now: NOW }),
    movesMessage(words, { moves, now: NOW }),
    movesMessage(words, { moves: moves.slice(0, 1), now: NOW }),
    digestMessage(words, { moves, now: NOW }),
    triggeredAlert(words, { quotes: [first], kind: 'above', value: first.price, ...triggered }),
    triggeredAlert(words, { quotes: pair, kind: 'below', value: '80', ...triggered }),
    conversionMessage(words, conversionOf([first])),
    conversionMessage(words, conversionOf([first, ...quotes.slice(1, 12)])),
    conversionMessage(words, sumOf([first])),
    conversionMessage(words, sumOf([first, ...quotes.slice(1, 12)])),
    chargeCard(words, chargeOf(first, text)),
    chargeCard(words, { ...chargeOf(first, text), billQuote: quotes[1] }),
    chargeRefusal(words, 'not_understood', text),
    worthCard(words, worthOf(quotes.slice(0, 3))),
    shopMessage(words, { shop: text, products: [{ name: text, price: '1.2' }] }),
    askProducts(words, [{ name: text, price: '1.2' }]),
    productsRefusal(words, { kind: 'no_price', line: text }),
    conversionRefusal(words, 'bad_number', text),
    conversionRefusal(words, 'strange_sign', text),
    gapMessage(words, { quotes: pair, range: 'silent', asOf: NOW - 1e7, now: NOW }),
    gapNeedsTwo(words),
    noHistory(words, pair, SPAN),
    historyRefusal(words, 'strange_sign', text),
    changesMessage(words, { quote: first, ...day, day: DAY, others: [second], now: NOW }),
    changesOfAll(words, {
      day: DAY,
      monitors: quotes.slice(0, 8).map((quote) => ({ ...day, quote })),
      now: NOW,
    }),
    changesRefusal(words, 'bad_date', text),
    alertList(words, { alerts, count: 3, max: 50, now: NOW }),
    ...alerts.flatMap((one) => [
      createdAlert(words, { alert: one, otherReading: '1.5', others: [second], now: NOW }),
      howOftenQuestion(words, one),
    ]),
    alertFault(words, { fault: 'no_signal', example: first }),
    alertFault(words, { fault: 'strange_sign', word: 'llega', example: first }),
    badAlertValue(words, text, 'above'),
    badAlertValue(words, text, 'fall'),
    whenQuestion(words, gapSubject),
    followed(words, { quote: first, others: quotes, now: NOW }),
    followAnswer(words, 'alreadyFollowing', first, { others: quotes }),
    unknownMonitor(words, text, { isNear: true, known: [] }),
    help(words),
    commandList(words),
    ...settingsSaid(words, quotes, text),
    ...saidToOperators(words, quotes, text),
  ]
  return [
    ...captions.map((html) => ({ html, max: CAPTION_MAX })),
    ...others.map((html) => ({ html, max: MESSAGE_MAX })),
  ]
}

/** Plain texts of the bot, at most 256 characters each. */
export const plainOf = (words: Words, first: Quote): string[] => [
  ...Object.values(rateResult(words, first, NOW)),
  ...Object.values(chargeResult(words, chargeOf(first, '1+'.repeat(99)))),
  ...Object.values(worthResult(words, worthOf([first]))),
  ...Object.values(conversionResult(words, conversionOf([first]))),
]

/** What is said of what a chat chose. */
function settingsSaid(words: Words, quotes: readonly Quote[], text: string): string[] {
  const [first] = quotes
  const followed = quotes.map((quote) => ({ ...quote, least: '1.5' }))
  const hours = { from: '22:00', to: '07:00' }
  return [
    settingsMessage({
      words,
      language: 'es',
      chat: {
        ...parseChat({}),
        zone: 'America/New_York',
        quiet: hours,
        digest: { schedule: daily('08:00'), last: NOW, prices: new Map() },
        defaults: quotes.slice(0, 10).map(({ monitor }) => monitor),
        hasDarkCharts: true,
        posted: { price: '1', lastUpdate: NOW },
        ownAmount: '1234567.5',
        rounding: 'bolivar',
        isTaxed: true,
      },
      isPrivate: false,
      titled: (monitor) => quotes.find((quote) => quote.monitor === monitor) ?? { monitor, title: text },
      now: NOW,
    }),
    followedList(words, followed.slice(0, 50)),
    ...(first ? [askLeast(words, first), leastSet(words, first, '1.5')] : []),
    ...(['Zone', 'Quiet', 'Digest', 'OwnAmount'] as const).map((bad) => badSetting(words, bad, text)),
    badLeast(words, text),
  ]
}

/** What operators are told. */
function saidToOperators(words: Words, quotes: readonly Quote[], text: string): string[] {
  const figures = { chats: 12_345, groups: 1, follows: 2, alerts: 3, toldToday: 4, waiting: 5, parked: 6 }
  const checks = ['redis', 'telegram', 'rates'].map((name) => ({ name, ms: 1.2 }))
  const troubles = quotes.flatMap((quote): SourceTrouble[] => [
    { kind: 'stale', quote },
    { kind: 'held', quote, price: '9999.99' },
    { kind: 'held', quote },
    { kind: 'still', quote, source: text },
  ])
  const roles = [
    { role: 'service', at: NOW - 1e6, isSilent: true },
    { role: 'bot', at: NOW, isSilent: false },
    { role: 'push', at: undefined, isSilent: true },
  ] as const
  const health = { troubles, isPriced: true, roles, now: NOW, version: '1.0.0', uptimeMs: 1e7 }
  const progress = { found: 2_000, isWhole: false, sent: 1_000, failed: 1 }
  return [
    statsMessage(words, { ...figures, oldestMs: 5_000 }),
    statsMessage(words, {
      ...figures,
      oldestMs: 0,
      past: { done: 1, total: 3, problem: 'bcv.usd: the page answered 500' },
    }),
    healthMessage(words, { checks, ...health, replaced: { address: text, agoMs: 0 } }),
    healthMessage(words, {
      checks: checks.map((check) => ({ ...check, problem: text })),
      ...health,
      troubles: [],
    }),
    healthMessage(words, { checks, ...health, troubles: [], isPriced: false }),
    healthMessage(words, { checks, ...health, troubles: [], isPriced: false, unpricedSince: NOW - 1.44e6 }),
    pricesMessage(words, NOW - 1.44e6, NOW),
    pricesMessage(words, undefined, NOW),
    sourcesMessage(words, troubles, troubles),
    broadcastQuestion(words, 'x', { people: 1_000, groups: 1, channels: 2 }),
    broadcastGoing(words, progress),
    broadcastDone(words, progress),
  ]
}
