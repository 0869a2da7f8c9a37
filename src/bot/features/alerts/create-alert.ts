import type { NewAlert } from '../../../chats/alert.ts'
import { ALERTS_PER_CHAT_MAX } from '../../../chats/alerts.ts'
import type { Titled } from '../../../messages/format/titles.ts'
import type { Prices } from '../../../prices/prices.ts'
import type { Decimal } from '../../../rates/decimal.ts'
import { type BotContext, withRest } from '../../context.ts'
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
  ctx: BotContext,
  wanted: NewAlert,
  { others = [], otherReading }: Extras = {},
): Promise<void> {
  const { chatKey, messages, thread, now } = ctx
  const alert = { ...wanted, ...(thread !== undefined && { thread }) }
  const from = viewOf(prices, alert)?.subject.now
  if (from === undefined) return ctx.replyOrEdit(messages.noPrices)
  if (!ctx.chatState?.language) await chats.setLanguage(chatKey, ctx.language)
  await currentAlerts(chats, chatKey, now)
  const added = await chats.addAlert(chatKey, alert, from, seenBy(prices, alert.signal))
  if (added === 'full') return ctx.replyOrEdit(messages.alerts.full(ALERTS_PER_CHAT_MAX))
  const view = viewOf(prices, { ...alert, id: added.id, from })
  if (!view) return ctx.replyOrEdit(messages.noPrices)
  const created = messages.alerts.created({
    alert: view,
    others,
    ...(otherReading !== undefined && { otherReading }),
    now,
  })
  const html = withRest(ctx, created)
  const keyboard = createdButtons(messages, added.id)
  await ctx.replyOrEdit(html, others.length > 0 ? otherMonitors(others, wanted).append(keyboard) : keyboard)
}
