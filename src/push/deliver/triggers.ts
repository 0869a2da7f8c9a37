import type { Alert } from '../../chats/alert.ts'
import { monitorsOf } from '../../chats/alert.ts'
import type { Chat } from '../../chats/chat.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ObservedQuote } from '../../prices/prices.ts'
import { gapBetween } from '../../rates/change.ts'
import { monitorRef, type Quote } from '../../rates/monitor.ts'
import type { ComposeOptions } from './composition.ts'
import type { Numbered, Trigger } from './load.ts'

/** As HTML; what is longer comes in the next message. */
const TEXT_MAX = 3_500

interface Triggered {
  readonly alert: Alert
  readonly trigger: Trigger
}

/** The triggered alerts of one topic, that of the oldest one; undefined where there are none. */
export function nextTriggers(
  chat: Chat,
  triggers: readonly Trigger[],
): { readonly thread: number | undefined; readonly triggers: readonly Triggered[] } | undefined {
  const triggered = triggers
    .toSorted((a, b) => a.at - b.at)
    .flatMap((trigger) => {
      const alert = chat.alerts.find(({ id }) => id === trigger.id)
      return alert ? [{ alert, trigger }] : []
    })
  const [first] = triggered
  if (!first) return undefined
  const { thread } = first.alert
  return { thread, triggers: triggered.filter(({ alert }) => alert.thread === thread) }
}

/** As many of them as one message has room for, at least one. */
export function writeTriggered(
  messages: Messages,
  triggered: readonly Triggered[],
  { prices, seen, now }: Pick<ComposeOptions, 'prices' | 'seen' | 'now'>,
): { readonly text: string; readonly told: readonly Trigger[]; readonly used: readonly Numbered[] } {
  let text = ''
  const told: Trigger[] = []
  const used: Numbered[] = []
  for (const one of triggered) {
    const newest = monitorsOf(one.alert.signal).flatMap((id) => prices.get(monitorRef(id)) ?? [])
    const next = writeOne(messages, one, newest.map(seen), now)
    if (told.length > 0 && text.length + next.length > TEXT_MAX) break
    text += told.length > 0 ? `\n\n${next}` : next
    told.push(one.trigger)
    used.push(...newest)
  }
  return { text, told, used }
}

function writeOne(
  messages: Messages,
  { alert, trigger: { from, to, at } }: Triggered,
  newest: readonly ObservedQuote[],
  now: number,
): string {
  const [first, second] = newest.map(({ quote }) => quote)
  if (!first) throw new Error(`nothing is known of ${alert.signal}`)
  return messages.triggered({
    quotes: second ? [first, second] : [first],
    kind: alert.kind,
    value: alert.value,
    from,
    to,
    at,
    newest: signalNow(first, second),
    asOf: Math.min(...newest.map(({ asOf }) => asOf)),
    now,
  })
}

const signalNow = (first: Quote, second: Quote | undefined): string =>
  second ? gapBetween(first.price, second.price) : first.price
