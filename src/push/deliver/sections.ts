import { LRUCache } from 'lru-cache'
import { type Alert, monitorsOf } from '../../chats/alert.ts'
import type { Chat, Follow } from '../../chats/chat.ts'
import type { Messages } from '../../messages/messages.ts'
import { MOVES_PER_MESSAGE_MAX, type Move } from '../../messages/prices/moves.ts'
import { isSilent } from '../../messages/prices/price.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { changeBetween, gapBetween } from '../../rates/change.ts'
import { absolute, compare, type Decimal, multiply, subtract } from '../../rates/decimal.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import { monitorRef, type Quote } from '../../rates/monitor.ts'
import { nextTimeOfDay } from '../../rates/time-of-day.ts'
import { type Account, type ComposeOptions, messagesFor, type News } from './composition.ts'
import type { NewestPrices, NumberedQuote, Trigger } from './load.ts'

/** A part of a message, and what is recorded once it is sent. */
export interface Section {
  readonly text: string
  /** The topic that it belongs to. */
  readonly thread: number | undefined
  readonly account: Partial<Account>
  readonly prices: readonly NumberedQuote[]
}

/** Returns what there is to tell a chat: its triggered alerts, what it follows and has moved, its daily digest. */
export const sectionsOf = (options: ComposeOptions, news: readonly News[]): Section[] =>
  [alertsSection(options), movesSection(options, news), digestSection(options)].filter(
    (section) => section !== undefined,
  )

/** As HTML; alerts beyond it come in the next message. */
const ALERTS_LENGTH_MAX = 3_500

interface Triggered {
  readonly alert: Alert
  readonly trigger: Trigger
}

/** Shows as many triggered alerts of one topic as the message has room for, at least one. */
function alertsSection(options: ComposeOptions): Section | undefined {
  const triggered = oldestTopic(options)
  const [first] = triggered
  if (!first) return undefined
  const messages = messagesFor(options)
  let text = ''
  const shown: Trigger[] = []
  const prices: NumberedQuote[] = []
  for (const one of triggered) {
    const newest = monitorsOf(one.alert.signal).flatMap((id) => options.prices.get(monitorRef(id)) ?? [])
    const next = writeAlert(messages, one, newest.map(options.seen), options.now)
    if (shown.length > 0 && text.length + next.length > ALERTS_LENGTH_MAX) break
    text += shown.length > 0 ? `\n\n${next}` : next
    shown.push(one.trigger)
    prices.push(...newest)
  }
  const isAll = shown.length === options.triggers.length
  const account = { triggers: shown, ...(!isAll && { dueAt: options.now }) }
  return { text, thread: first.alert.thread, account, prices }
}

/** The triggered alerts of the topic whose alert was triggered first. */
function oldestTopic({ chat, triggers }: ComposeOptions): readonly Triggered[] {
  const triggered = triggers
    .toSorted((a, b) => a.at - b.at)
    .flatMap((trigger) => {
      const alert = chat.alerts.find(({ id }) => id === trigger.id)
      return alert ? [{ alert, trigger }] : []
    })
  return triggered.filter(({ alert }) => alert.thread === triggered[0]?.alert.thread)
}

function writeAlert(
  messages: Messages,
  { alert, trigger: { from, to, at } }: Triggered,
  newest: readonly ObservedQuote[],
  now: number,
): string {
  const [first, second] = newest.map(({ quote }) => quote)
  if (!first) throw new Error(`no price is known of ${alert.signal}`)
  return messages.triggered({
    quotes: second ? [first, second] : [first],
    kind: alert.kind,
    value: alert.value,
    from,
    to,
    at,
    newest: second ? gapBetween(first.price, second.price) : first.price,
    asOf: Math.min(...newest.map(({ asOf }) => asOf)),
    now,
  })
}

/** Returns the price updates that a chat is behind by. */
export function newsOf(follows: readonly Follow[], prices: NewestPrices): News[] {
  const news: News[] = []
  for (const follow of follows) {
    const newest = prices.get(follow.ref)
    if (newest && newest.sequence > follow.told.sequence) news.push(judge(follow, newest))
  }
  return news
}

/** A price that came back to the one told, or moved less than the chat wants to hear of, is withheld. */
function judge(follow: Follow, newest: NumberedQuote): News {
  const { quote, asOf: at, sequence } = newest
  const isWanted = isWorthDelivering(follow.told.price, quote.price, follow.least)
  return isWanted
    ? { follow, outcome: 'delivered', newest, told: { price: quote.price, at, sequence } }
    : { follow, outcome: 'withheld', newest, told: { ...follow.told, sequence } }
}

function isWorthDelivering(from: Decimal, to: Decimal, least: Decimal | undefined): boolean {
  if (from === to || isRoundedToNothing(from, to)) return false
  if (least === undefined) return true
  return compare(multiply(absolute(subtract(to, from)), '100'), multiply(least, from)) >= 0
}

/** People would read the same price twice. */
function isRoundedToNothing(from: Decimal, to: Decimal): boolean {
  const { amount, percent } = changeBetween(from, to)
  return amount === '0' && percent === '0'
}

/** Shows as many moved monitors as a message has room for; the others are recorded with the next message, which shows them. */
function movesSection(options: ComposeOptions, news: readonly News[]): Section | undefined {
  const toShow = news.filter(({ outcome }) => outcome === 'delivered')
  if (toShow.length === 0) return undefined
  const shown = toShow.slice(0, MOVES_PER_MESSAGE_MAX)
  const moves = shown.map(({ follow: { told }, newest }) => ({
    ...options.seen(newest),
    from: told.price,
    fromAt: told.at,
  }))
  return {
    text: writeMoves(messagesFor(options), moves, options.now),
    thread: options.chat.thread,
    account:
      shown.length === toShow.length
        ? { news }
        : { news: without(news, toShow.slice(shown.length)), dueAt: options.now },
    prices: shown.map(({ newest }) => newest),
  }
}

function without(news: readonly News[], left: readonly News[]): News[] {
  const others = new Set(left)
  return news.filter((one) => !others.has(one))
}

const TEXTS_MAX = 500
const texts = new LRUCache<string, string>({ max: TEXTS_MAX })

/** Most chats of a fan-out were told the same before: their text is written once, and again when the minute turns. */
function writeMoves(messages: Messages, moves: readonly Move[], now: number): string {
  const key = `${numberOf(messages)} ${Math.floor(now / MINUTE_MS)} ${moves.map(keyOf(now)).join(' ')}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const text = messages.moves({ moves, now })
  texts.set(key, text)
  return text
}

/** The message says in minutes when the rate API last confirmed a price, and only once that is long ago. */
const keyOf =
  (now: number) =>
  ({ quote, from, fromAt, asOf = now }: Move): string =>
    `${numberOf(quote)} ${from} ${fromAt} ${isSilent(asOf, now) ? Math.floor(asOf / MINUTE_MS) : ''}`

let objectCount = 0
const numbers = new WeakMap<Messages | Quote, number>()

/** Numbers quotes and languages: the same objects come with every chat of a batch. */
function numberOf(object: Messages | Quote): number {
  const known = numbers.get(object)
  if (known !== undefined) return known
  objectCount += 1
  numbers.set(object, objectCount)
  return objectCount
}

/** Returns when the next digest of a chat is due (ms); 0 where it wants none. */
export const nextDigest = ({ digest, zone }: Chat, now: number): number =>
  digest ? nextTimeOfDay(digest.at, now, zone) : 0

const isDigestDue = ({ digest, zone }: Chat, now: number): boolean =>
  digest !== undefined && nextTimeOfDay(digest.at, digest.last, zone) <= now

function digestSection(options: ComposeOptions): Section | undefined {
  const { chat, now } = options
  if (!isDigestDue(chat, now)) return undefined
  const moves = digestMoves(options)
  if (moves.length === 0) return undefined
  const text = messagesFor(options).digest({ moves, now })
  return { text, thread: chat.thread, account: { fields: digestFields(moves, now) }, prices: [] }
}

/** Everything that a chat follows, with its price at the last digest; in the first digest, with the price last told. */
const digestMoves = ({ chat: { told, digest }, prices, seen }: ComposeOptions): Move[] =>
  told.flatMap(({ ref, told: { price, at } }) => {
    const newest = prices.get(ref)
    const before = digest?.prices.get(ref)
    if (!newest || !digest) return []
    return [{ ...seen(newest), from: before ?? price, fromAt: before ? digest.last : at }]
  })

/** The fields of a chat that remember a digest. */
const digestFields = (moves: readonly Move[], now: number): Record<string, string> => ({
  digested: String(now),
  digestPrices: moves.map(({ quote }) => `${monitorRef(quote.monitor)} ${quote.price}`).join(' '),
})

/** The fields that mark a digest with nothing to say as sent, at its hour: else the next news would bring it, at any hour. */
export function fieldsOfEmptyDigest(options: ComposeOptions): Record<string, string> | undefined {
  const isEmpty = isDigestDue(options.chat, options.now) && digestMoves(options).length === 0
  return isEmpty ? digestFields([], options.now) : undefined
}
