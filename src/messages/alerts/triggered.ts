import { ALERT_KINDS, type AlertKind } from '../../rates/alert-kinds.ts'
import { changeBetween } from '../../rates/change.ts'
import { compare, type Decimal, round } from '../../rates/decimal.ts'
import type { Quote } from '../../rates/monitor.ts'
import { ARROW, boldTitle, signedPercent } from '../format/quote.ts'
import { escapeHtml, lines } from '../format/text.ts'
import { when } from '../format/times.ts'
import { effectiveDayNotices, lastingSilenceNotice, simulatedNotice, staleNotice } from '../prices/price.ts'
import type { Words } from '../words/words.ts'

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
  const { quotes, from, to, newest, at, now, asOf = now } = view
  const figure = figureOf(words, view)
  const isFurther = newest !== undefined && compare(newest, to) !== 0
  return lines(
    `🔔 ${headline(words, view)}`,
    words.fromTo(figure(from), figure(to), when(words, at, now)),
    isFurther && words.nowAt(`<b>${figure(newest)}</b>`),
    effectiveDayNotices(words, quotes, now),
    ...quotes.map((quote) => staleNotice(words, quote, now)),
    lastingSilenceNotice(words, asOf, now),
    simulatedNotice(words, quotes),
  )
}

const isGap = ({ quotes }: TriggeredView): boolean => quotes.length > 1

const figureOf =
  ({ numbers }: Words, view: TriggeredView) =>
  (value: Decimal): string =>
    isGap(view) ? `${numbers.decimal(round(value, 2))} %` : numbers.bolivares(value)

function headline(words: Words, view: TriggeredView): string {
  const { quotes, kind, value } = view
  const [first, second] = quotes
  const subject = second ? words.gapBetween(boldTitle(first), boldTitle(second)) : boldTitle(first)
  const threshold = `<b>${figureOf(words, view)(value)}</b>`
  return words.alerts.triggered[kind](subject, ALERT_KINDS[kind].isMove ? moveOf(words, view) : threshold)
}

/** `▲ <b>+2,10 %</b>`, as HTML. */
function moveOf(words: Words, { from, to }: TriggeredView): string {
  const change = changeBetween(from, to)
  return `${ARROW[change.direction]} <b>${escapeHtml(signedPercent(words, change))}</b>`.trim()
}
