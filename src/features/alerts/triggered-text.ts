import { ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { type Decimal, round } from '../../domain/decimal.ts'
import { changeBetween, isNotYetInForce } from '../../domain/in-force.ts'
import { monitorRef, type Quote } from '../../domain/monitor.ts'
import {
  capitalized,
  effectiveDayNotices,
  forDaysToCome,
  isSilent,
  silenceNotice,
  simulatedNotice,
  staleNotice,
  unsignedPercent,
} from '../../words/price.ts'
import { escapeHtml, lines, sentence } from '../../words/text.ts'
import { when } from '../../words/times.ts'
import type { Words } from '../../words/words.ts'
import { shortThreshold, signalInForce, titleOf } from './text.ts'

/** An alert that was triggered: its threshold was passed when its signal went from one value to another. */
interface TriggeredView {
  /** The monitor, or the two of a gap, as they are now. */
  readonly quotes: readonly [Quote, ...Quote[]]
  readonly kind: AlertKind
  /** The threshold: a price, or percent. */
  readonly value: Decimal
  readonly from: Decimal
  readonly to: Decimal
  /** When (ms). */
  readonly at: number
  /** The signal now; undefined where it is not known. */
  readonly newest: Decimal | undefined
  readonly now: number
}

/**
 * A triggered alert in a push. The first line alone says it; then both values, and what it is now where it moved on. Where
 * the push goes on with the price (`isToldBelow`), only what that does not say. `triggeredNotices` stand below the last one.
 */
export function triggeredAlert(words: Words, view: TriggeredView, isToldBelow = false): string {
  const { quotes, at, now } = view
  // What was reached at the price of today is not said of the one to come.
  const isOfToday = quotes.some(({ inForce }) => inForce?.price === view.to)
  const days = isOfToday ? '' : forDaysToCome(words, quotes, now)
  const first = ['🔔', sentence(headline(words, view)), days].join(' ').trimEnd()
  if (isToldBelow)
    return isPassedOn(view) ? lines(first, reachedLine(words, view)) : `${first}${agoOf(words, at, now)}`
  return lines(
    first,
    valuesOf(words, view),
    ...(isToCome(view) ? [capitalized(stillLine(words, view))] : [effectiveDayNotices(words, quotes, now)]),
    ...quotes.map((quote) => staleNotice(words, quote, now)),
  )
}

/** A price and when the rate API was last heard of it (ms). */
interface Heard {
  readonly quote: Quote
  readonly asOf: number
}

/** The prices of triggered alerts, and those that the push goes on with. `now` in ms. */
interface PushedPrices {
  readonly prices: readonly Heard[]
  readonly below: readonly Heard[]
  readonly now: number
}

/** What is said once of the prices of all triggered alerts, unless it is said below them. */
export function triggeredNotices(words: Words, { prices, below, now }: PushedPrices): string {
  const asOf = Math.min(now, ...prices.map((price) => price.asOf))
  const isSilenceSaid = below.some((price) => isSilent(price.asOf, now))
  const quotes = new Map(prices.map(({ quote }) => [monitorRef(quote.monitor), quote]))
  return lines(
    !isSilenceSaid && silenceNotice(words, asOf, now),
    !below.some(({ quote }) => quote.simulated) && simulatedNotice(words, [...quotes.values()]),
  )
}

/** Whether the signal is one of a price that is to come. */
const isToCome = ({ quotes, now }: TriggeredView): boolean =>
  quotes.some((quote) => isNotYetInForce(quote, now))

/** `hoy sigue 798,45`: the price in force, or the gap with it; empty where that is not known. */
function stillLine(words: Words, view: TriggeredView): string {
  const held = signalInForce(view.quotes, view.now)
  return held === undefined ? '' : words.inForce.still(figureOf(words, view)(held))
}

/** Whether the signal moved on after it triggered the alert. */
const isPassedOn = ({ to, newest = to }: TriggeredView): boolean => newest !== to

/** The value now and before; where it moved on since, also the one that it reached. */
function valuesOf(words: Words, view: TriggeredView): string {
  const { from, to, newest = to, at, now } = view
  const figure = figureOf(words, view)
  const shown = `<b>${figure(newest)}</b>`
  const { willBe } = words.alerts
  if (isPassedOn(view))
    return lines(reachedLine(words, view), isToCome(view) ? willBe(shown) : words.nowAt(shown))
  if (isToCome(view)) return `${willBe(shown)}${agoOf(words, at, now)}`
  return `${words.alerts.nowAndBefore(shown, figure(from))}${agoOf(words, at, now)}`
}

/** The value that triggered it, and the one before. */
function reachedLine(words: Words, view: TriggeredView): string {
  const { from, to, at, now } = view
  const figure = figureOf(words, view)
  return `${words.alerts.reachedAndBefore(figure(to), figure(from))}${agoOf(words, at, now)}`
}

/** When it happened, where that was not just now. */
const agoOf = (words: Words, at: number, now: number): string =>
  now - at < MINUTE_MS ? '' : ` · ${when(words, at, now)}`

const figureOf =
  ({ numbers, percent }: Words, { quotes }: TriggeredView) =>
  (value: Decimal): string =>
    quotes.length > 1 ? percent(numbers.decimal(round(value, 2))) : numbers.price(value)

function headline(words: Words, view: TriggeredView): string {
  const { quotes, kind, value } = view
  const isGap = quotes.length > 1
  const subject = titleOf(words, { titles: quotes, quotes })
  const threshold = words.alerts.threshold(`<b>${shortThreshold(words, kind, isGap, value)}</b>`, isGap)
  if (!ALERT_KINDS[kind].isMove) return words.alerts.triggered[toldAs(view)](subject, threshold)
  const move = escapeHtml(unsignedPercent(words, changeBetween(view.from, view.to)))
  return words.alerts.triggered[toldAs(view)](subject, `<b>${move}</b>`)
}

/** A move that was awaited either way is told as the rise or the fall that it was. */
function toldAs({ kind, from, to }: TriggeredView): Exclude<AlertKind, 'percent'> {
  if (kind !== 'percent') return kind
  return changeBetween(from, to).direction === 'down' ? 'fall' : 'rise'
}
