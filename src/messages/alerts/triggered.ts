import { ALERT_KINDS, type AlertKind } from '../../rates/alert-kinds.ts'
import { changeBetween } from '../../rates/change.ts'
import { type Decimal, round } from '../../rates/decimal.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import type { Quote } from '../../rates/monitor.ts'
import { ARROW, inSentence, signedPercent } from '../format/quote.ts'
import { escapeHtml, lines, sentence } from '../format/text.ts'
import { when } from '../format/times.ts'
import { effectiveDayNotices, lastingSilenceNotice, simulatedNotice, staleNotice } from '../prices/price.ts'
import type { Words } from '../words/words.ts'
import { shortThreshold } from './alert.ts'

/** An alert that was triggered: its threshold was passed when its signal went from one value to another. */
export interface TriggeredView {
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
  /** When the rate API was last heard of them (ms). */
  readonly asOf?: number
  readonly now: number
}

/** The first line alone says it; then both values, and what it is now where it moved on. */
export function triggeredMessage(words: Words, view: TriggeredView): string {
  const { quotes, now, asOf = now } = view
  return lines(
    `🔔 ${sentence(headline(words, view))}`,
    valuesOf(words, view),
    effectiveDayNotices(words, quotes, now),
    ...quotes.map((quote) => staleNotice(words, quote, now)),
    lastingSilenceNotice(words, asOf, now),
    simulatedNotice(words, quotes),
  )
}

/** The value now and before; where it moved on since, also the one that it reached. */
function valuesOf(words: Words, view: TriggeredView): string {
  const { from, to, newest = to, at, now } = view
  const figure = figureOf(words, view)
  const { nowAndBefore, reachedAndBefore } = words.alerts
  const shown = `<b>${figure(newest)}</b>`
  if (newest === to) return `${nowAndBefore(shown, figure(from))}${agoOf(words, at, now)}`
  return lines(`${reachedAndBefore(figure(to), figure(from))}${agoOf(words, at, now)}`, words.nowAt(shown))
}

/** When it happened, where that was not just now. */
const agoOf = (words: Words, at: number, now: number): string =>
  now - at < MINUTE_MS ? '' : ` · ${when(words, at, now)}`

const isGap = ({ quotes }: TriggeredView): boolean => quotes.length > 1

const figureOf =
  ({ numbers }: Words, view: TriggeredView) =>
  (value: Decimal): string =>
    isGap(view) ? `${numbers.decimal(round(value, 2))} %` : numbers.price(value)

function headline(words: Words, view: TriggeredView): string {
  const { quotes, kind, value } = view
  const [first, second] = quotes
  const subject = second
    ? words.alerts.gapOf(inSentence(words, first), inSentence(words, second))
    : inSentence(words, first)
  const threshold = words.alerts.threshold(
    `<b>${shortThreshold(words, kind, isGap(view), value)}</b>`,
    isGap(view),
  )
  return words.alerts.triggered[kind](subject, ALERT_KINDS[kind].isMove ? moveOf(words, view) : threshold)
}

/** `▲ <b>+2,10 %</b>`, as HTML. */
function moveOf(words: Words, { from, to }: TriggeredView): string {
  const change = changeBetween(from, to)
  return `${ARROW[change.direction]} <b>${escapeHtml(signedPercent(words, change))}</b>`.trim()
}
