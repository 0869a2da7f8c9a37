import { findPerson } from '../../bot/administrators.ts'
import { showKept } from '../../bot/buttons.ts'
import { type BotContext, introduce } from '../../bot/context.ts'
import {
  type Alert,
  gapSignal,
  monitorsOf,
  type NewAlert,
  priceSignal,
  type Signal,
} from '../../chats/alert.ts'
import { ALERTS_PER_CHAT_MAX, ALERTS_PER_PERSON_MAX } from '../../chats/alerts.ts'
import type { Chats } from '../../chats/chats.ts'
import { ALERT_KINDS, type AlertKind, isAlertKind, isMovePercent } from '../../domain/alert-kinds.ts'
import { gapBetween } from '../../domain/change.ts'
import { compare, type Decimal, isPositive } from '../../domain/decimal.ts'
import { type MonitorId, monitorName } from '../../domain/monitor.ts'
import { type GapNames, usualGap } from '../../prices/gap-pair.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import type { Titled } from '../../words/quote.ts'
import { resumedToo } from '../start/resumed.ts'
import { cardButtons, createdButtons, otherMonitors } from './keyboards.ts'
import { alreadyThere, createdAlert } from './list-text.ts'
import type { AlertView, Subject } from './text.ts'

/** The part of `Chats` that alerts use. */
export type AlertChats = Pick<Chats, 'alerts' | 'settings' | 'channels'>

const DIGITS_MAX = 12

/** Whether an alert may have a value: a price above zero, a percentage from 0.1 to below 100, or any gap; at most 12 digits. */
export function isThreshold(kind: AlertKind, isGap: boolean, value: Decimal): boolean {
  if (value.replace(/\D/g, '').length > DIGITS_MAX) return false
  if (ALERT_KINDS[kind].isMove) return isMovePercent(value)
  return isGap || isPositive(value)
}

/** The active and paused alerts of a chat by number; removes those that expired. */
export async function currentAlerts(chats: AlertChats, chat: string, now: number): Promise<readonly Alert[]> {
  const all = await chats.alerts.list(chat)
  const isOver = ({ until, done }: Alert): boolean => !done && until !== undefined && until <= now
  await Promise.all(all.filter(isOver).map(({ id }) => chats.alerts.remove(chat, id)))
  return all.filter((alert) => !alert.done && !isOver(alert)).toSorted((a, b) => a.id - b.id)
}

/** The present value of a signal and the titles of its monitors; undefined if it names no monitor. */
export function subjectOf(prices: Pick<Prices, 'latest'>, signal: Signal): Subject | undefined {
  const monitors = monitorsOf(signal)
  const seen = monitors.map((monitor) => prices.latest(monitor))
  const [first, ...others] = monitors.map((monitor, index) => ({
    monitor,
    title: seen[index]?.quote.title ?? monitorName(monitor),
  }))
  const known = seen.filter((observed) => observed !== undefined)
  const quotes = known.map(({ quote }) => quote)
  const now = quotes.length === monitors.length ? signalNow(quotes) : undefined
  const asOf = known.length > 0 ? Math.min(...known.map((observed) => observed.asOf)) : undefined
  return first && { titles: [first, ...others], quotes, now, asOf }
}

/** The shown prices that a signal is computed from. */
export const seenBy = (prices: Pick<Prices, 'latest'>, signal: Signal): ObservedQuote[] =>
  monitorsOf(signal).flatMap((monitor) => prices.latest(monitor) ?? [])

function signalNow([first, second]: Subject['quotes']): Decimal | undefined {
  return first && second ? gapBetween(first.price, second.price) : first?.price
}

/** An alert as it is shown, with its subject; undefined if this program knows no such kind, or it names no monitor. */
export function viewOf(
  prices: Pick<Prices, 'latest'>,
  alert: Pick<Alert, 'kind' | 'signal' | 'value'> & Partial<Alert>,
): AlertView | undefined {
  const subject = subjectOf(prices, alert.signal)
  const { id = 0, kind, value, once = false, paused = false, cooldownSeconds, until, from } = alert
  if (!subject || !isAlertKind(kind)) return undefined
  return {
    id,
    subject,
    kind,
    value,
    once,
    paused,
    ...(cooldownSeconds !== undefined && { cooldownSeconds }),
    ...(until !== undefined && { until }),
    ...(from !== undefined && { from }),
  }
}

/** The signal of a button: the price of its monitor, or the usual gap; undefined if there is no usual gap. */
export function signalOf(
  prices: Pick<Prices, 'all'>,
  monitor: MonitorId | undefined,
  gapNames?: GapNames,
): Signal | undefined {
  if (monitor) return priceSignal(monitor)
  const pair = usualGap(prices.all(), gapNames)
  return pair && gapOf(pair)
}

export const gapOf = ([first, second]: readonly [ObservedQuote, ObservedQuote]): Signal =>
  gapSignal(first.quote.monitor, second.quote.monitor)

/** How a subject gets to a value from where it is now: by rising, or by falling where it is above. */
export const directionTo = (subject: Subject | undefined, value: Decimal): 'above' | 'below' =>
  subject?.now !== undefined && compare(subject.now, value) > 0 ? 'below' : 'above'

/** What the answer to a new alert mentions besides it. */
export interface Extras {
  /** Monitors that share the key. */
  readonly others?: readonly Titled[]
  readonly otherReading?: Decimal | undefined
  /** Its direction was taken from the price: a button turns it round. */
  readonly canTurn?: boolean
}

/** Whether two alerts would tell the same at the same time in the same topic. */
const isSameAlert = (one: Alert, other: NewAlert): boolean =>
  one.signal === other.signal &&
  one.kind === other.kind &&
  compare(one.value, other.value) === 0 &&
  one.once === (other.once ?? false) &&
  one.cooldownSeconds === other.cooldownSeconds &&
  one.until === other.until &&
  one.thread === other.thread

/** Stores an alert, unless the chat has the same one, and answers with it; refuses the 51st of a chat, the 201st of a person, and one on a price that is not known. */
export async function createAlert(
  { prices, chats }: { readonly prices: Pick<Prices, 'latest'>; readonly chats: AlertChats },
  ctx: BotContext,
  wanted: NewAlert,
  { others = [], otherReading, canTurn }: Extras = {},
): Promise<void> {
  const { chatKey, words, thread, now } = ctx
  const alert = { ...wanted, ...(thread !== undefined && { thread }) }
  const from = viewOf(prices, alert)?.subject.now
  if (from === undefined) return ctx.replyOrEdit(words.noPrices)
  await introduce(ctx, chats)
  const same = (await currentAlerts(chats, chatKey, now)).find((one) => isSameAlert(one, alert))
  const known = same && viewOf(prices, same)
  if (known) return showKept(ctx, alreadyThere(words, known), cardButtons(words, known))
  const person = await findPerson(ctx)
  // Counted for the chat alone, a person with many such chats could make any number.
  if (person === undefined) return ctx.replyOrEdit(words.alerts.noName)
  const added = await chats.alerts.add(chatKey, alert, from, seenBy(prices, alert.signal), person)
  if (added === 'full') return ctx.replyOrEdit(words.alerts.full(ALERTS_PER_CHAT_MAX))
  if (added === 'person_full') return ctx.replyOrEdit(words.alerts.fullOfPerson(ALERTS_PER_PERSON_MAX))
  const view = viewOf(prices, { ...alert, id: added.id, from })
  if (!view) return ctx.replyOrEdit(words.noPrices)
  const html = createdAlert(words, {
    alert: view,
    others,
    also: resumedToo(ctx, prices),
    ...(otherReading !== undefined && { otherReading }),
    now,
  })
  const keyboard = createdButtons(words, view, canTurn)
  const alertOn = (monitor: MonitorId): NewAlert => {
    const signal = priceSignal(monitor)
    return canTurn
      ? { ...wanted, signal, kind: directionTo(subjectOf(prices, signal), wanted.value) }
      : wanted
  }
  await ctx.replyOrEdit(
    html,
    others.length > 0 ? otherMonitors(others, alertOn, canTurn).append(keyboard) : keyboard,
  )
}
