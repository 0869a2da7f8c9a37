import { type Alert, hasKnownKind, monitorsOf } from '../../../chats/alert.ts'
import type { Messages } from '../../../messages/messages.ts'
import type { ObservedQuote } from '../../../prices/prices.ts'
import { gapBetween } from '../../../rates/change.ts'
import { monitorRef } from '../../../rates/monitor.ts'
import { type DueChat, messagesFor, type NumberedQuote, type Trigger } from '../load.ts'
import type { Section } from '../outcomes.ts'
import { alertButtons } from './keyboards.ts'

/** Characters of HTML; alerts that do not fit come in the next message. */
const ALERTS_LENGTH_MAX = 3_500

interface Triggered {
  readonly alert: Alert
  readonly trigger: Trigger
}

/** Composes the triggered alerts of one topic, as many as fit and at least one; undefined where there are none. */
export function composeAlerts(due: DueChat): Section | undefined {
  const triggered = oldestTopic(due)
  const [first] = triggered
  if (!first) return undefined
  const messages = messagesFor(due)
  let text = ''
  const shown: Trigger[] = []
  const prices: NumberedQuote[] = []
  for (const one of triggered) {
    const newest = monitorsOf(one.alert.signal).flatMap((id) => due.prices.get(monitorRef(id)) ?? [])
    const next = writeAlert(messages, one, newest.map(due.seen), due.now)
    if (shown.length > 0 && text.length + next.length > ALERTS_LENGTH_MAX) break
    text += shown.length > 0 ? `\n\n${next}` : next
    shown.push(one.trigger)
    prices.push(...newest)
  }
  const isAll = shown.length === due.triggers.length
  const account = { triggers: shown, ...(!isAll && { dueAt: due.now }) }
  const keyboard = alertButtons(
    messages,
    triggered.slice(0, shown.length).map(({ alert }) => alert),
  )
  return { text, thread: first.alert.thread, keyboard, account, prices }
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
  messages: Messages,
  { alert, trigger: { from, to, at } }: Triggered,
  newest: readonly ObservedQuote[],
  now: number,
): string {
  if (!hasKnownKind(alert)) return messages.alerts.triggeredOfUnknownKind
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
