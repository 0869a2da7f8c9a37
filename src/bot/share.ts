import { InlineKeyboard } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { monitorName, type Quote } from '../rates/monitor.ts'
import type { Turn } from './turn.ts'

/** Passes a price on: by the inline mode where the bot has it, since Telegram refuses the button else; as text to copy. */
export function shareButton(
  { ctx, messages, now }: Pick<Turn, 'ctx' | 'messages' | 'now'>,
  quote: Quote,
): InlineKeyboardButton {
  const { share } = messages.button
  return ctx.me.supports_inline_queries
    ? InlineKeyboard.switchInline(share, monitorName(quote.monitor))
    : InlineKeyboard.copyText(share, messages.passedOn(quote, now))
}

/** Passes all prices on; undefined without the inline mode, as there is no text short enough to copy. */
export const shareAllButton = ({
  ctx,
  messages,
}: Pick<Turn, 'ctx' | 'messages'>): InlineKeyboardButton | undefined =>
  ctx.me.supports_inline_queries ? InlineKeyboard.switchInline(messages.button.share, '') : undefined
