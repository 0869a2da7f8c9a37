import { type Alert, hasKnownKind, monitorsOf } from '../../chats/alert.ts'
import type { Chat, Digest } from '../../chats/chat.ts'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { gapBetween, leadingPrice } from '../../domain/in-force.ts'
import { isSameMonitor, type MonitorId, monitorRef } from '../../domain/monitor.ts'
import { nextOfSchedule } from '../../domain/schedule.ts'
import { triggeredAlert, triggeredNotices } from '../../features/alerts/triggered-text.ts'
import {
  digestMessage,
  MOVES_PER_MESSAGE_MAX,
  type Move,
  movesMessage,
} from '../../features/follow/moves-text.ts'
import { mainRatesOf } from '../../prices/benchmarks.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { notLaterThan } from '../../runtime/clock.ts'
import { below, formatButtonData, shortHashesOf } from '../../telegram/button-data.ts'
import type { Keyboard } from '../../telegram/send.ts'
import { lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'
import { type DueChat, type SequencedQuote, type Trigger, wordsFor } from './load.ts'
import type { PendingPrice, Section } from './outcomes.ts'

/** Characters of HTML; alerts that do not fit come in the next message. */
const ALERTS_LENGTH_MAX = 3_500

interface Triggered {
  readonly alert: Alert
  readonly trigger: Trigger
}

/** With the newest prices of its monitors. */
interface ShownAlert extends Triggered {
  readonly newest: readonly SequencedQuote[]
  readonly seen: readonly ObservedQuote[]
}

/** Composes the triggered alerts of one topic, as many as fit and at least one; undefined where there are none. */
export function composeAlerts(due: DueChat): Section | undefined {
  const triggered = oldestTopic(due)
  const [first] = triggered
  if (!first) return undefined
  const words = wordsFor(due)
  let length = 0
  const shown: ShownAlert[] = []
  for (const one of triggered) {
    const newest = monitorsOf(one.alert.signal).flatMap((id) => due.prices.get(monitorRef(id)) ?? [])
    const alert = { ...one, newest, seen: newest.map(due.seen) }
    length += writeAlert(words, alert, due.now).length + 2
    if (shown.length > 0 && length > ALERTS_LENGTH_MAX) break
    shown.push(alert)
  }
  const write = (below: readonly ObservedQuote[]): string => writeAlerts(words, shown, below, due.now)
  const isAll = shown.length === due.triggers.length
  return {
    text: write([]),
    textAbove: write,
    about: aboutOf(shown.at(-1)),
    thread: first.alert.thread,
    keyboard: alertButtons(
      words,
      shown.map(({ alert }) => alert),
    ),
    account: { triggers: shown.map(({ trigger }) => trigger), ...(!isAll && { dueAt: due.now }) },
    prices: shown.flatMap(({ newest }) => newest),
  }
}

/** The one monitor of an alert; undefined for a gap. */
function aboutOf(last: ShownAlert | undefined): MonitorId | undefined {
  if (!last || !hasKnownKind(last.alert)) return undefined
  const [only, ...others] = last.seen
  return others.length === 0 ? only?.quote.monitor : undefined
}

/** Several alerts, and below them what is said of all their prices; without what is said `below` of the same prices. */
function writeAlerts(
  words: Words,
  shown: readonly ShownAlert[],
  below: readonly ObservedQuote[],
  now: number,
): string {
  const isBelow = ({ quote }: ObservedQuote): boolean =>
    below.some((told) => isSameMonitor(told.quote.monitor, quote.monitor))
  const texts = shown.map((one) => {
    const [only, ...others] = one.seen
    return writeAlert(words, one, now, only !== undefined && others.length === 0 && isBelow(only))
  })
  const prices = shown.filter(({ alert }) => hasKnownKind(alert)).flatMap(({ seen }) => seen)
  return lines(texts.join('\n\n'), triggeredNotices(words, { prices, below, now }))
}

/** The triggered alerts of the topic whose alert was triggered first. */
function oldestTopic({ chat, triggers }: DueChat): readonly Triggered[] {
  const triggered = triggers
    .toSorted((a, b) => a.at - b.at)
    .flatMap((trigger) => {
      const alert = chat.alerts.find(({ id }) => id === trigger.id)
      return alert ? [{ alert, trigger }] : []
    })
  return triggered.filter(({ alert }) => alert.thread === triggered[0]?.alert.thread)
}

function writeAlert(
  words: Words,
  { alert, trigger: { from, to, at }, seen }: ShownAlert,
  now: number,
  isToldBelow = false,
): string {
  if (!hasKnownKind(alert)) return words.alerts.triggeredOfUnknownKind
  const [first, second] = seen.map(({ quote }) => quote)
  if (!first) throw new Error(`no price is known of ${alert.signal}`)
  const view = {
    quotes: second ? ([first, second] as const) : ([first] as const),
    kind: alert.kind,
    value: alert.value,
    from,
    to,
    at,
    newest: second ? gapBetween(first.price, second.price) : first.price,
    now,
  }
  return triggeredAlert(words, view, isToldBelow)
}

/** Composes the prices to deliver, as many as one message shows; the others are shown and recorded with the next message. */
export function composeMoves(due: DueChat, pending: readonly PendingPrice[]): Section | undefined {
  const toShow = pending.filter(({ outcome }) => outcome === 'delivered')
  if (toShow.length === 0) return undefined
  const shown = toShow.slice(0, MOVES_PER_MESSAGE_MAX)
  const { ownAmount: amount, thread } = due.chat
  const moves = shown.map(({ follow: { told }, newest }) => ({
    ...due.seen(newest),
    from: told.price,
    fromAt: told.at,
  }))
  const words = wordsFor(due)
  const said = { moves, amount, now: due.now }
  return {
    text: movesMessage(words, said),
    keyboard: moveButtons(words, moves),
    told: moves,
    textBelow: (about) =>
      isOnly(moves, about) ? movesMessage(words, { ...said, isNamed: true }) : undefined,
    thread,
    account:
      shown.length === toShow.length
        ? { pending }
        : { pending: without(pending, toShow.slice(shown.length)), dueAt: due.now },
    prices: shown.map(({ newest }) => newest),
  }
}

const isOnly = ([only, ...others]: readonly Move[], about: MonitorId): boolean =>
  only !== undefined && others.length === 0 && isSameMonitor(only.quote.monitor, about)

function without(pending: readonly PendingPrice[], left: readonly PendingPrice[]): PendingPrice[] {
  const others = new Set(left)
  return pending.filter((one) => !others.has(one))
}

/** Returns when the next digest of a chat is due (ms); 0 where it wants none. */
export const nextDigest = ({ digest, zone }: Chat, now: number): number =>
  digest ? nextOfSchedule(digest.schedule, now, zone) : 0

/** When the last digest was delivered (ms), in the minute before if that is to come: then one whose hour is now is not lost. */
const lastOf = ({ last }: Digest, now: number): number => notLaterThan(now, last, now - MINUTE_MS)

const isDigestDue = ({ digest, zone }: Chat, now: number): boolean =>
  digest !== undefined && nextOfSchedule(digest.schedule, lastOf(digest, now), zone) <= now

/** Composes the daily digest of a chat; undefined where none is due. */
export function composeDigest(due: DueChat): Section | undefined {
  const { chat, now } = due
  if (!isDigestDue(chat, now)) return undefined
  const moves = digestMoves(due)
  if (moves.length === 0) return undefined
  const text = digestMessage(wordsFor(due), { moves, now })
  return { text, thread: chat.thread, account: { fields: digestFields(moves, now) }, prices: [], told: moves }
}

/**
 * All followed monitors, the main ones if none is followed, each compared with its price at the last digest; in the first
 * digest, with the price last told.
 */
function digestMoves({ chat: { told, digest, defaults }, prices, seen, observedQuotes, now }: DueChat) {
  if (!digest) return []
  const followed = told.flatMap(({ ref, told: { price, at } }) => {
    const newest = prices.get(ref)
    return newest ? [{ ...seen(newest), last: price, at }] : []
  })
  const main = (): typeof followed =>
    mainRatesOf({ all: observedQuotes }, defaults).main.map((observed) => ({
      ...observed,
      last: leadingPrice(observed.quote, now).price,
      at: now,
    }))
  return (told.length > 0 ? followed : main()).map(({ quote, asOf, last: lastTold, at }) => {
    const before = digest.prices.get(monitorRef(quote.monitor))
    const leading = leadingPrice(quote, now).price
    const last = before ?? lastTold
    // A price to come that was told before is not the one that today's moved from.
    const from = last === quote.price ? leading : last
    return { quote, asOf, from, fromAt: before ? lastOf(digest, now) : at }
  })
}

/** The fields of a chat that record a digest. */
const digestFields = (moves: readonly Move[], now: number): Record<string, string> => ({
  digested: String(now),
  digestPrices: moves
    .map(({ quote }) => `${monitorRef(quote.monitor)} ${leadingPrice(quote, now).price}`)
    .join(' '),
})

/**
 * The fields that record a digest without prices as sent, as it would come with the next price otherwise, at any hour; and those that
 * record one from a time to come as sent now.
 */
export function fieldsOfNoDigest(due: DueChat): Record<string, string> | undefined {
  const { chat, now } = due
  if (isDigestDue(chat, now)) return digestMoves(due).length === 0 ? digestFields([], now) : undefined
  return chat.digest && chat.digest.last > now ? { digested: String(now) } : undefined
}

type Button = Keyboard['inline_keyboard'][number][number]

/** A button whose message stays, as people read it again. */
const button = (text: string, data: string): Button => ({ text, callback_data: below(data) })

const oneRow = (...buttons: readonly Button[]): Keyboard => ({ inline_keyboard: [buttons] })

/** Buttons under a push: fewer of these, the chart, and none. Of several monitors they ask which one is meant. */
export function moveButtons({ pushButton, history }: Words, moves: readonly Move[]): Keyboard {
  const [first, ...others] = moves
  const monitor = others.length === 0 ? first?.quote.monitor : undefined
  return oneRow(
    button(pushButton.less, formatButtonData(monitor ? 'less' : 'least', monitor)),
    button(history.chart, formatButtonData('chart', monitor)),
    button(pushButton.leave, formatButtonData('unfollow', monitor)),
  )
}

/** Buttons under triggered alerts: of one, to pause it and to make another one of the same subject; of several, the list. */
export function alertButtons({ alerts, pushButton }: Words, triggered: readonly Alert[]): Keyboard {
  const [alert, ...others] = triggered
  if (!alert || others.length > 0 || !hasKnownKind(alert))
    return oneRow(button(alerts.button.list, formatButtonData('alerts')))
  const another = button(pushButton.anotherAlert, anotherOf(alert))
  // An alert for once is over.
  if (alert.once) return oneRow(another)
  return oneRow(
    button(pushButton.pauseAlert, formatButtonData('alerts', undefined, { act: 'pause', number: alert.id })),
    another,
  )
}

function anotherOf({ signal }: Alert): string {
  const [first, second] = monitorsOf(signal)
  return first && second
    ? formatButtonData('alert', undefined, { isGap: true, pair: shortHashesOf([first, second]) })
    : formatButtonData('alert', first)
}

/** Buttons under a message of several sections, two in a row. */
const JOINED_MAX = 4

/** The keyboard of a section, or of several the first button of an alert and those of prices; undefined where there are none. */
export function joinKeyboards(keyboards: readonly (Keyboard | undefined)[]): Keyboard | undefined {
  const [first, ...others] = keyboards.filter((keyboard) => keyboard !== undefined)
  if (!first || others.length === 0) return first
  const buttons = [
    ...first.inline_keyboard.flat().slice(0, 1),
    ...others.flatMap(({ inline_keyboard }) => inline_keyboard.flat()),
  ].slice(0, JOINED_MAX)
  return { inline_keyboard: [buttons.slice(0, 2), buttons.slice(2)].filter((row) => row.length > 0) }
}
