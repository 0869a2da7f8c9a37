import { type Alert, hasKnownKind, monitorsOf } from '../../../chats/alert.ts'
import { gapBetween } from '../../../domain/change.ts'
import { isSameMonitor, type MonitorId, monitorRef } from '../../../domain/monitor.ts'
import { triggeredAlert, triggeredNotices } from '../../../features/alerts/triggered-text.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { lines } from '../../../words/text.ts'
import type { Words } from '../../../words/words.ts'
import type { DueChat, NumberedQuote, Trigger } from '../load.ts'
import { wordsFor } from '../load.ts'
import type { Section } from '../outcomes.ts'
import { alertButtons } from './keyboards.ts'

/** Characters of HTML; alerts that do not fit come in the next message. */
const ALERTS_LENGTH_MAX = 3_500

interface Triggered {
  readonly alert: Alert
  readonly trigger: Trigger
}

/** With the newest prices of its monitors. */
interface ShownAlert extends Triggered {
  readonly newest: readonly NumberedQuote[]
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
