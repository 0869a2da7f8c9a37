import { replyNotFound } from '../../bot/buttons.ts'
import { type BotContext, preferredBy } from '../../bot/context.ts'
import { gapSignal, type NewAlert, priceSignal, type Signal } from '../../chats/alert.ts'
import { ALERT_KINDS } from '../../domain/alert-kinds.ts'
import { addDays, startOfDay } from '../../domain/caracas.ts'
import { compare } from '../../domain/decimal.ts'
import { moneyNamed } from '../../domain/money-named.ts'
import { isSameMonitor } from '../../domain/monitor.ts'
import { currencyNamed } from '../../language/catalogue.ts'
import type { AlertRequest } from '../../language/request.ts'
import type { GapNames } from '../../prices/gap-pair.ts'
import { lookUp, notFound } from '../../prices/look-up.ts'
import type { ObservedQuote, Prices } from '../../prices/prices.ts'
import {
  type AlertChats,
  createAlert,
  directionTo,
  type Extras,
  isThreshold,
  signalOf,
  subjectOf,
} from './alert.ts'
import { askWhetherFar, isFar } from './far.ts'
import { alertFault } from './list-text.ts'
import { aboutOf, againData, alertData, formatStep } from './step.ts'

type Condition = Omit<NewAlert, 'signal' | 'kind'> & { readonly kind: NewAlert['kind'] | 'reaches' }

/** Makes the alert of one line: `usd > 900`, `gap > 30 once`. */
export function createTypedAlert(prices: Prices, chats: AlertChats, gapNames?: GapNames) {
  async function onMonitor(
    ctx: BotContext,
    name: string,
    condition: Condition,
    otherReading?: string,
  ): Promise<void> {
    const known = await lookUp(prices, name, preferredBy(ctx.chatState))
    const meant = known.kind === 'none' && monitorOfCurrency(name, prices.all())
    const found = meant ? ({ kind: 'one', observed: meant, others: [] } as const) : known
    if (found.kind === 'none') {
      const { kind, ...rest } = condition
      const argument = formatStep({ ...rest, kind: kind === 'reaches' ? 'above' : kind })
      return replyNotFound(ctx, prices, name, { near: found.near, action: 'alert', argument })
    }
    const all = [found.observed, ...found.others] as const
    const observed = notReachedYet(condition, all)
    const rest = all.filter((one) => one !== observed)
    const isUndirected = condition.kind === 'reaches'
    const others = (rest.length === 0 && isUndirected ? otherOf(name, observed) : rest).map(
      ({ quote }) => quote,
    )
    const signal = priceSignal(observed.quote.monitor)
    await make(ctx, condition, signal, { others, otherReading })
  }

  async function onGap(
    ctx: BotContext,
    names: readonly string[],
    condition: Condition,
    otherReading?: string,
  ): Promise<void> {
    const found: ObservedQuote[] = []
    for (const name of names) {
      const known = await lookUp(prices, name, preferredBy(ctx.chatState))
      if (known.kind === 'none') return ctx.replyOrEdit(notFound(ctx.words, prices, name, false))
      found.push(known.observed)
    }
    const [first, second] = found.map(({ quote }) => quote.monitor)
    if (first && second && isSameMonitor(first, second))
      return ctx.replyOrEdit(alertFault(ctx.words, { fault: 'gap_needs_two', example: found[0]?.quote }))
    const signal = first && second ? gapSignal(first, second) : signalOf(prices, undefined, gapNames)
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
    await createAlert({ prices, chats }, ctx, wanted, { ...extras, canTurn: condition.kind === 'reaches' })
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
    const condition = conditionOf(request)
    const isGap = request.signal.kind === 'gap'
    const kind = condition.kind === 'reaches' ? 'above' : condition.kind
    const fault = ALERT_KINDS[kind].isMove ? 'bad_percent' : 'bad_number'
    if (!isThreshold(kind, isGap, condition.value))
      return ctx.replyOrEdit(alertFault(ctx.words, { fault, example: prices.all()[0]?.quote }))
    await (request.signal.kind === 'gap'
      ? onGap(ctx, request.signal.names, condition, request.otherReading)
      : onMonitor(ctx, request.signal.name, condition, request.otherReading))
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
