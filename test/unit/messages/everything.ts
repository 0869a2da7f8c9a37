import type { AlertView, Subject } from '../../../src/messages/alerts/alert.ts'
import type { ChargeView } from '../../../src/messages/charge.ts'
import { BOLIVARES } from '../../../src/messages/conversion/amounts.ts'
import type { ConversionView } from '../../../src/messages/conversion/rows.ts'
import type { Messages } from '../../../src/messages/messages.ts'
import type { SourceTrouble } from '../../../src/messages/operator.ts'
import type { WorthView } from '../../../src/messages/worth.ts'
import { settle } from '../../../src/rates/deal/charge.ts'
import type { Quote } from '../../../src/rates/monitor.ts'
import { NOW } from './samples.ts'

const DAY = '2026-01-20'
const SPAN = { from: '2025-12-22', to: '2026-01-21', lastDays: 30 }

/** Limits of Telegram, in characters. */
const MESSAGE_MAX = 4_096
const CAPTION_MAX = 1_024

interface Said {
  readonly html: string
  readonly max: number
}

const summaryOf = ({ price, priceOld }: Quote) => ({
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
  messages: Messages,
  quotes: readonly [Quote, Quote, ...Quote[]],
  text: string,
): Said[] {
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
    messages.history({
      span: SPAN,
      series: [{ quote: first, summary: summaryOf(first) }],
      others: [second],
      now: NOW,
    }),
    messages.history({
      span: SPAN,
      series: quotes.slice(0, 4).map((quote) => ({ quote, summary: summaryOf(quote) })),
      now: NOW,
    }),
    messages.gapHistory({ span: SPAN, quotes: pair, summary: summaryOf(first), now: NOW }),
  ]
  const others = [
    messages.rate({ quote: first, asOf: NOW - 1e7, others: quotes, now: NOW }),
    messages.welcome({ observedQuotes, now: NOW }),
    messages.mainRates({ observedQuotes: observedQuotes.slice(0, 5), now: NOW }),
    messages.live({ observedQuotes, now: NOW }),
    messages.moves({ moves, now: NOW }),
    messages.moves({ moves: moves.slice(0, 1), now: NOW }),
    messages.digest({ moves, now: NOW }),
    messages.triggered({ quotes: [first], kind: 'above', value: first.price, ...triggered }),
    messages.triggered({ quotes: pair, kind: 'below', value: '80', ...triggered }),
    messages.conversion(conversionOf([first])),
    messages.conversion(conversionOf([first, ...quotes.slice(1, 12)])),
    messages.conversion(sumOf([first])),
    messages.conversion(sumOf([first, ...quotes.slice(1, 12)])),
    messages.charge.card(chargeOf(first, text)),
    messages.charge.card({ ...chargeOf(first, text), billQuote: quotes[1] }),
    messages.charge.refusal('not_understood', text),
    messages.worth.card(worthOf(quotes.slice(0, 3))),
    messages.card.shop({ shop: text, products: [{ name: text, price: '1.2' }] }),
    messages.card.askProducts([{ name: text, price: '1.2' }]),
    messages.card.productsRefusal('no_price', text),
    messages.conversionRefusal('bad_number', text),
    messages.conversionRefusal('strange_sign', text),
    messages.gap({ quotes: pair, range: 'silent', asOf: NOW - 1e7, now: NOW }),
    messages.gapNeedsTwo,
    messages.noHistory(pair, SPAN),
    messages.historyRefusal('strange_sign', text),
    messages.changes({ quote: first, ...day, day: DAY, others: [second], now: NOW }),
    messages.changesOfAll({
      day: DAY,
      monitors: quotes.slice(0, 8).map((quote) => ({ ...day, quote })),
      now: NOW,
    }),
    messages.changesRefusal('bad_date', text),
    messages.alerts.list({ alerts, count: 3, max: 50, now: NOW }),
    ...alerts.flatMap((one) => [
      messages.alerts.created({ alert: one, otherReading: '1.5', others: [second], now: NOW }),
      messages.alerts.howOften(one),
    ]),
    messages.alerts.fault({ fault: 'no_signal', example: first }),
    messages.alerts.fault({ fault: 'strange_sign', word: 'llega', example: first }),
    messages.alerts.badValue(text, 'above'),
    messages.alerts.badValue(text, 'fall'),
    messages.alerts.when(gapSubject),
    messages.followed({ quote: first, others: quotes, now: NOW }),
    messages.alreadyFollowing(first, quotes),
    messages.unknownMonitor(text, true),
    messages.help(first),
    ...settingsSaid(messages, quotes, text),
    ...saidToOperators(messages, quotes, text),
  ]
  return [
    ...captions.map((html) => ({ html, max: CAPTION_MAX })),
    ...others.map((html) => ({ html, max: MESSAGE_MAX })),
  ]
}

/** What it says in plain text, of at most 256 characters. */
export const plainOf = (messages: Messages, first: Quote): string[] => [
  messages.shareText(first, NOW),
  ...Object.values(messages.rateResult(first, NOW)),
  ...Object.values(messages.charge.result(chargeOf(first, '1+'.repeat(99)))),
  ...Object.values(messages.worth.result(worthOf([first]))),
  ...Object.values(messages.conversionResult(conversionOf([first]))),
]

/** What is said of what a chat chose. */
function settingsSaid({ settings }: Messages, quotes: readonly Quote[], text: string): string[] {
  const [first] = quotes
  const followed = quotes.map((quote) => ({ ...quote, least: '1.5' }))
  const hours = { from: '22:00', to: '07:00' }
  return [
    settings.show({
      zone: 'America/New_York',
      quiet: hours,
      digest: '08:00',
      defaults: quotes.slice(0, 10),
      hasDarkCharts: true,
      isAuto: true,
      ownAmount: '1234567.5',
      charging: { rounding: 'bolivar', isTaxed: true },
    }),
    settings.followedList(followed.slice(0, 50)),
    ...(first ? [settings.least(first), settings.leastSet(first, '1.5')] : []),
    ...[
      settings.badZone,
      settings.badQuiet,
      settings.badDigest,
      settings.badLeast,
      settings.badOwnAmount,
    ].map((bad) => bad(text)),
  ]
}

/** What operators are told. */
function saidToOperators({ operator }: Messages, quotes: readonly Quote[], text: string): string[] {
  const figures = { chats: 12_345, groups: 1, follows: 2, alerts: 3, toldToday: 4, waiting: 5, parked: 6 }
  const checks = ['redis', 'telegram', 'rates'].map((name) => ({ name, ms: 1.2 }))
  const troubles = quotes.flatMap((quote): SourceTrouble[] => [
    { kind: 'stale', quote },
    { kind: 'held', quote, price: '9999.99' },
    { kind: 'held', quote },
    { kind: 'still', quote, source: text },
  ])
  const health = { troubles, version: '1.0.0', uptimeMs: 1e7 }
  const progress = { found: 2_000, isWhole: false, sent: 1_000, failed: 1 }
  return [
    operator.stats({ ...figures, oldestMs: 5_000 }),
    operator.stats({
      ...figures,
      oldestMs: 0,
      past: { done: 1, total: 3, problem: 'bcv.usd: the page answered 500' },
    }),
    operator.health({ checks, ...health, replaced: { address: text, agoMs: 0 } }),
    operator.health({
      checks: checks.map((check) => ({ ...check, problem: text })),
      ...health,
      troubles: [],
    }),
    operator.sources(troubles, troubles),
    operator.broadcastQuestion('x', { people: 1_000, groups: 1, channels: 2 }),
    operator.broadcastGoing(progress),
    operator.broadcastDone(progress),
  ]
}
