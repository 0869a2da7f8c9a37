import type { NewAlert } from '../../../chats/alert.ts'
import { ALERTS_PER_CHAT_MAX } from '../../../chats/alerts.ts'
import type { Titled } from '../../../messages/format/titles.ts'
import type { Prices } from '../../../prices/prices.ts'
import type { Decimal } from '../../../rates/decimal.ts'
import { type Turn, withRest } from '../../context.ts'
import { createdButtons, otherMonitors } from './keyboards.ts'
import { currentAlerts, type KeptAlerts, seenBy, viewOf } from './subjects.ts'

/** What else is said about a new alert. */
export interface Extras {
  /** Monitors that share the key. */
  readonly others?: readonly Titled[]
  readonly otherReading?: Decimal | undefined
}

/** Makes an alert and says what was made; refuses the 51st, and one on a price that is not known. */
export async function createAlert(
  { prices, chats }: { readonly prices: Pick<Prices, 'latest'>; readonly chats: KeptAlerts },
  turn: Turn,
  wanted: NewAlert,
  { others = [], otherReading }: Extras = {},
): Promise<void> {
  const { chat, messages, thread, now } = turn
  const alert = { ...wanted, ...(thread !== undefined && { thread }) }
  const from = viewOf(prices, alert)?.subject.now
  if (from === undefined) return turn.answer(messages.noPrices)
  if (!turn.chatState?.language) await chats.setLanguage(chat, turn.language)
  await currentAlerts(chats, chat, now)
  const added = await chats.addAlert(chat, alert, from, seenBy(prices, alert.signal))
  if (added === 'full') return turn.answer(messages.alerts.full(ALERTS_PER_CHAT_MAX))
  const view = viewOf(prices, { ...alert, id: added.id, from })
  if (!view) return turn.answer(messages.noPrices)
  const created = messages.alerts.created({
    alert: view,
    others,
    ...(otherReading !== undefined && { otherReading }),
    now,
  })
  const html = withRest(turn, created)
  const keyboard = createdButtons(messages, added.id)
  await turn.answer(html, others.length > 0 ? otherMonitors(others, wanted).append(keyboard) : keyboard)
}
