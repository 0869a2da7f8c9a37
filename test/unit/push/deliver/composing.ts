import type { Alert } from '../../../../src/chats/alert.ts'
import type { Chat } from '../../../../src/chats/chat.ts'
import { monitorRef } from '../../../../src/domain/monitor.ts'
import { compose } from '../../../../src/push/deliver/compose.ts'
import type { SequencedQuote, Trigger } from '../../../../src/push/deliver/load.ts'
import type { Composition } from '../../../../src/push/deliver/outcomes.ts'
import { USD } from '../../../support/push.ts'

export const NOON = Date.UTC(2026, 10, 21, 16)
export const HOUR_MS = 3_600_000

export const alert = (id: number, change: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'above',
  signal: monitorRef(USD),
  value: '900',
  once: false,
  paused: false,
  done: false,
  ...change,
})

export const trigger = (id: number, at = NOON, from = '890', to = '910'): Trigger => ({
  id,
  from,
  to,
  at,
  text: `${from} ${to} ${at}`,
})

export interface Case {
  readonly chat: Chat
  readonly prices?: readonly SequencedQuote[]
  /** What is known of all monitors; these prices if not given. */
  readonly known?: readonly SequencedQuote[]
  readonly triggers?: readonly Trigger[]
  readonly now?: number
  /** When the rate API was last heard. */
  readonly heardAt?: number
}

/** What a chat is sent of these prices and triggers, at noon unless told. */
export function composeFor({
  chat,
  prices = [],
  known = prices,
  triggers = [],
  now = NOON,
  heardAt = now,
}: Case): Composition {
  const observedQuotes = known.map((price) => ({ ...price, asOf: heardAt }))
  return compose({
    chat,
    triggers,
    prices: new Map(prices.map((price) => [monitorRef(price.quote.monitor), price])),
    observedQuotes: () => observedQuotes,
    seen: ({ quote }) => ({ quote, asOf: heardAt }),
    defaultLanguage: 'es',
    now,
  })
}

/** As `composeFor`. Throws where that is no message. */
export function messageFor(one: Case) {
  const composed = composeFor(one)
  if (composed.kind !== 'message') throw new Error(composed.kind)
  return composed
}
