import { findPerson } from '../../bot/administrators.ts'
import { findOrSay, showKept } from '../../bot/buttons.ts'
import { type BotContext, introduce } from '../../bot/context.ts'
import type { FeatureParts } from '../../bot/feature.ts'
import {
  type Alert,
  gapSignal,
  monitorsOf,
  type NewAlert,
  priceSignal,
  type Signal,
} from '../../chats/alert.ts'
import { ALERTS_PER_CHAT_MAX, ALERTS_PER_PERSON_MAX } from '../../chats/alerts.ts'
import { ALERT_KINDS, type AlertKind, isAlertKind, isMovePercent } from '../../domain/alert-kinds.ts'
import { addDays, startOfDay } from '../../domain/caracas.ts'
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  isPositive,
  multiply,
  round,
  subtract,
} from '../../domain/decimal.ts'
import { gapBetween } from '../../domain/in-force.ts'
import { isSameMonitor, type MonitorId, moneyNamed } from '../../domain/monitor.ts'
import { currencyNamed } from '../../language/catalogue.ts'
import type { AlertRequest } from '../../language/request.ts'
import { usualGap } from '../../prices/benchmarks.ts'
import { lookUp, type ObservedQuote, type Prices, titledBy } from '../../prices/prices.ts'
import type { Titled } from '../../words/price.ts'
import { resumedToo } from '../start/resumed.ts'
import {
  aboutOf,
  againData,
  alertData,
  cardButtons,
  createdButtons,
  farButtons,
  otherMonitors,
} from './buttons.ts'
import {
  type AlertView,
  alertFault,
  alreadyThere,
  createdAlert,
  farAway,
  isGap,
  type ShownCondition,
  type Subject,
} from './text.ts'

export type AlertParts = Pick<FeatureParts, 'prices' | 'chats'>

const DIGITS_MAX = 12

/** Whether an alert may have a value: a price above zero, a percentage from 0.1 to below 100, or any gap; at most 12 digits. */
export function isThreshold(kind: AlertKind, isOfGap: boolean, value: Decimal): boolean {
  if (value.replace(/\D/g, '').length > DIGITS_MAX) return false
  if (ALERT_KINDS[kind].isMove) return isMovePercent(value)
  return isOfGap || isPositive(value)
}

/** The active and paused alerts of a chat by number; removes those that expired. */
export async function currentAlerts(
  chats: AlertParts['chats'],
  chat: string,
  now: number,
): Promise<readonly Alert[]> {
  const all = await chats.alerts.list(chat)
  const isOver = ({ until, done }: Alert): boolean => !done && until !== undefined && until <= now
  await Promise.all(all.filter(isOver).map(({ id }) => chats.alerts.remove(chat, id)))
  return all.filter((alert) => !alert.done && !isOver(alert)).toSorted((a, b) => a.id - b.id)
}

/** An alert of a chat by its number; undefined where it has none, or it expired. */
export const alertOf = async (
  chats: AlertParts['chats'],
  { chatKey, now }: Pick<BotContext, 'chatKey' | 'now'>,
  id: number,
): Promise<Alert | undefined> => (await currentAlerts(chats, chatKey, now)).find((alert) => alert.id === id)

/** The present value of a signal and the titles of its monitors; undefined if it names no monitor. */
export function subjectOf(prices: Pick<Prices, 'latest'>, signal: Signal): Subject | undefined {
  const monitors = monitorsOf(signal)
  const [first, ...others] = monitors.map((monitor) => titledBy(prices, monitor))
  const seen = seenBy(prices, signal)
  const quotes = seen.map(({ quote }) => quote)
  const [one, two] = quotes.length === monitors.length ? quotes : []
  return (
    first && {
      titles: [first, ...others],
      quotes,
      now: one && two ? gapBetween(one.price, two.price) : one?.price,
      asOf: seen.length > 0 ? Math.min(...seen.map(({ asOf }) => asOf)) : undefined,
    }
  )
}

/** The shown prices that a signal is computed from. */
const seenBy = (prices: Pick<Prices, 'latest'>, signal: Signal): ObservedQuote[] =>
  monitorsOf(signal).flatMap((monitor) => prices.latest(monitor) ?? [])

/** An alert as it is shown, with its subject; undefined if this program knows no such kind, or it names no monitor. */
export function viewOf(
  prices: Pick<Prices, 'latest'>,
  alert: Pick<Alert, 'kind' | 'signal' | 'value'> & Partial<Alert>,
): AlertView | undefined {
  const { kind } = alert
  const subject = subjectOf(prices, alert.signal)
  return subject && isAlertKind(kind)
    ? { id: 0, once: false, paused: false, ...alert, kind, subject }
    : undefined
}

/** The signal of a button: the price of its monitor, or the usual gap; undefined if there is no usual gap. */
export function signalOf(prices: Prices, monitor?: MonitorId): Signal | undefined {
  if (monitor) return priceSignal(monitor)
  const [first, second] = usualGap(prices) ?? []
  return first && second && gapSignal(first.quote.monitor, second.quote.monitor)
}

/** How a subject gets to a value from where it is today, also where a price is to come: by rising, or by falling where it is above. */
export function directionTo(subject: Subject | undefined, value: Decimal): 'above' | 'below' {
  const [only, ...others] = subject?.quotes ?? []
  const today = (others.length === 0 && only?.inForce?.price) || subject?.now
  return today !== undefined && compare(today, value) > 0 ? 'below' : 'above'
}

/** What the answer to a new alert mentions besides it. */
interface Extras {
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
  { prices, chats }: AlertParts,
  ctx: BotContext,
  wanted: NewAlert,
  { others = [], otherReading, canTurn }: Extras = {},
): Promise<void> {
  const { chatKey, words, thread, now } = ctx
  const alert = { ...wanted, ...(thread !== undefined && { thread }) }
  const view = viewOf(prices, alert)
  const from = view?.subject.now
  if (!view || from === undefined) return ctx.replyOrEdit(words.noPrices)
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
  const made = { ...view, id: added, from }
  const alertOn = (monitor: MonitorId): NewAlert => {
    const subject = subjectOf(prices, priceSignal(monitor))
    return canTurn ? { ...wanted, kind: directionTo(subject, wanted.value) } : wanted
  }
  await ctx.replyOrEdit(
    createdAlert(words, { alert: made, others, also: resumedToo(ctx, prices), otherReading, now }),
    otherMonitors(others, alertOn, canTurn).append(createdButtons(words, made, canTurn)),
  )
}

/** Gives an alert another value or direction, and answers with it. */
export async function editAlert(
  { prices, chats }: AlertParts,
  ctx: BotContext,
  { id, signal }: Alert,
  { value, kind, otherReading, canTurn }: Pick<Alert, 'value'> & { readonly kind?: AlertKind } & Extras,
): Promise<void> {
  const { chatKey, words, now } = ctx
  await chats.alerts.edit(chatKey, id, { value, ...(kind && { kind }) }, seenBy(prices, signal))
  const edited = await alertOf(chats, ctx, id)
  const alert = edited && viewOf(prices, edited)
  if (!alert) return ctx.replyOrEdit(words.alerts.gone)
  const also = resumedToo(ctx, prices, { alert: id })
  await ctx.replyOrEdit(
    createdAlert(words, { alert, isEdited: true, also, otherReading, now }),
    createdButtons(words, alert, canTurn),
  )
}

/** A threshold over so many times the price now, or below that part of it, is asked about before an alert is made of it. */
const FAR = '10'

/** A value that is asked for. */
export interface AskedValue extends ShownCondition {
  /** What the number would be to others than Venezuelans. */
  readonly otherReading?: Decimal | undefined
}

/** Whether a threshold is far from the value now. A gap is as far as the price that it asks of the second monitor. */
export function isFar({ subject, kind, value }: AskedValue): boolean {
  if (subject.now === undefined || ALERT_KINDS[kind].isMove) return false
  const [now, asked] = isGap(subject) ? [add(subject.now, '100'), add(value, '100')] : [subject.now, value]
  return compare(asked, multiply(now, FAR)) > 0 || compare(multiply(asked, FAR), now) < 0
}

/** `si sube más de 5 bs`: what is too little to be a price may be a step from the price now. */
function stepTo({ subject, kind, value }: AskedValue): Decimal | undefined {
  if (subject.now === undefined || isGap(subject) || compare(value, subject.now) >= 0) return undefined
  return decimalOf(round(kind === 'below' ? subtract(subject.now, value) : add(subject.now, value), 2))
}

/** Asks whether a threshold far from the value now is meant. `dataOf` returns the data of a button for a value; `?` is one to be typed. */
export function askWhetherFar(
  { words, replyOrEdit }: Pick<BotContext, 'words' | 'replyOrEdit'>,
  asked: AskedValue,
  dataOf: (value: Decimal | '?') => string,
): Promise<void> {
  const { subject, kind, value, otherReading } = asked
  const meant = [otherReading, stepTo(asked)].find(
    (one) => one !== undefined && !isFar({ subject, kind, value: one }),
  )
  const far = { kind, subject, value, meant }
  return replyOrEdit(farAway(words, subject, kind, value), farButtons(words, dataOf, far))
}

type Condition = Omit<NewAlert, 'signal' | 'kind'> & { readonly kind: NewAlert['kind'] | 'reaches' }

/** Makes the alert of one line: `usd > 900`, `gap > 30 once`. */
export function createTypedAlert(parts: AlertParts) {
  const { prices } = parts

  async function onMonitor(ctx: BotContext, name: string, condition: Condition, otherReading?: string) {
    const known = await lookUp(prices, name, ctx.preferred)
    const meant = known.kind === 'none' && monitorOfCurrency(name, prices.all())
    const { kind, ...rest } = condition
    const fields = { once: false, ...rest, kind: kind === 'reaches' ? 'above' : kind } as const
    const found = meant
      ? { observed: meant, others: [] }
      : await findOrSay(ctx, prices, name, { action: 'alert', fields })
    if (!found) return
    const all = [found.observed, ...found.others] as const
    const observed = notReachedYet(condition, all)
    const more = all.filter((one) => one !== observed)
    const shown = more.length === 0 && kind === 'reaches' ? otherOf(name, observed) : more
    const others = shown.map(({ quote }) => quote)
    await make(ctx, condition, priceSignal(observed.quote.monitor), { others, otherReading })
  }

  async function onGap(
    ctx: BotContext,
    names: readonly string[],
    condition: Condition,
    otherReading?: string,
  ): Promise<void> {
    const found: ObservedQuote[] = []
    for (const name of names) {
      const known = await findOrSay(ctx, prices, name)
      if (!known) return
      found.push(known.observed)
    }
    const [first, second] = found.map(({ quote }) => quote.monitor)
    if (first && second && isSameMonitor(first, second))
      return ctx.replyOrEdit(alertFault(ctx.words, { fault: 'gap_needs_two', example: found[0]?.quote }))
    const signal = first && second ? gapSignal(first, second) : signalOf(prices)
    if (signal === undefined) return ctx.replyOrEdit(ctx.words.gap.noPair)
    await make(ctx, condition, signal, { otherReading })
  }

  async function make(ctx: BotContext, condition: Condition, signal: Signal, extras: Extras): Promise<void> {
    const wanted = directed(condition, signal)
    const { kind, value } = wanted
    const subject = subjectOf(prices, signal)
    const asked = subject && { subject, kind, value, otherReading: extras.otherReading }
    if (asked && isFar(asked))
      return askWhetherFar(ctx, asked, (one) =>
        one === '?'
          ? alertData(aboutOf(signal), { kind, value: one })
          : againData(directed({ ...condition, value: one }, signal)),
      )
    await createAlert(parts, ctx, wanted, { ...extras, canTurn: condition.kind === 'reaches' })
  }

  /** A value without a direction is one to rise to, or to fall to where the signal is above it now. */
  const directed = ({ kind, ...condition }: Condition, signal: Signal): NewAlert => ({
    ...condition,
    kind: kind === 'reaches' ? directionTo(subjectOf(prices, signal), condition.value) : kind,
    signal,
  })

  /** The first of the other monitors that a bare `dólar` means where the chat prefers none. */
  function otherOf(name: string, { quote: preferred }: ObservedQuote): readonly ObservedQuote[] {
    if (currencyNamed(name) === undefined) return []
    return prices
      .find(name)
      .filter(({ quote }) => !isSameMonitor(quote.monitor, preferred.monitor))
      .slice(0, 1)
  }

  return async (ctx: BotContext, request: AlertRequest): Promise<void> => {
    const { signal, otherReading } = request
    const condition = conditionOf(request)
    const kind = condition.kind === 'reaches' ? 'above' : condition.kind
    const fault = ALERT_KINDS[kind].isMove ? 'bad_percent' : 'bad_number'
    if (!isThreshold(kind, signal.kind === 'gap', condition.value))
      return ctx.replyOrEdit(alertFault(ctx.words, { fault, example: prices.all()[0]?.quote }))
    await (signal.kind === 'gap'
      ? onGap(ctx, signal.names, condition, otherReading)
      : onMonitor(ctx, signal.name, condition, otherReading))
  }
}

/** The condition of a request. It expires when its last day in Caracas is over. */
function conditionOf({ condition, isOnce, cooldownMs, until }: AlertRequest): Condition {
  return {
    kind: condition.kind,
    value: 'percent' in condition ? condition.percent : condition.threshold,
    once: isOnce,
    ...(cooldownMs !== undefined && { cooldownSeconds: cooldownMs / 1000 }),
    ...(until !== undefined && { until: startOfDay(addDays(until, 1)) }),
  }
}

/** Of the monitors that a name means, the one meant first; where its price is beyond the threshold already, the next of the same money whose price is not. */
function notReachedYet(
  { kind, value }: Condition,
  all: readonly [ObservedQuote, ...ObservedQuote[]],
): ObservedQuote {
  const [first] = all
  if (kind !== 'above' && kind !== 'below') return first
  const beyond = kind === 'above' ? 1 : -1
  const waiting = all.find(
    ({ quote }) => moneyNamed(quote) === moneyNamed(first.quote) && compare(quote.price, value) !== beyond,
  )
  return waiting ?? first
}

/** The monitor that a currency (`usd`, `euro`) means if no monitor has that key and the chat prefers none: the first. */
function monitorOfCurrency(name: string, all: readonly ObservedQuote[]): ObservedQuote | undefined {
  const currency = currencyNamed(name)
  return currency && all.find(({ quote }) => moneyNamed(quote) === currency)
}
