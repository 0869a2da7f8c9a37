import type { InlineKeyboard } from 'grammy'
import type { Turn } from '../turn.ts'
import type { Questions } from './questions.ts'

/** A question with buttons; `press` is the button that a typed answer stands for. */
export interface Offer {
  readonly html: string
  readonly keyboard: InlineKeyboard
  readonly press: string
}

/** Asks by buttons; in a private chat the answer may be typed as well. */
export async function offer(
  questions: Questions,
  turn: Turn,
  { html, keyboard, press }: Offer,
): Promise<void> {
  if (turn.isPrivate) await questions.put(turn.ctx, { press })
  await turn.answer(html, keyboard)
}

/** Asks for text: in a private chat by a plain message, in a group by one to reply to, since we see nothing else there. */
export async function askForText(
  questions: Questions,
  turn: Turn,
  html: string,
  press: string,
): Promise<void> {
  const { ctx, isPrivate } = turn
  const command = ctx.callbackQuery ? undefined : ctx.message?.message_id
  const sent = await ctx.reply(html, {
    parse_mode: 'HTML',
    ...(!isPrivate && { reply_markup: { force_reply: true } }),
    ...(!isPrivate &&
      command !== undefined && {
        reply_parameters: { message_id: command, allow_sending_without_reply: true },
      }),
  })
  await questions.put(ctx, { press, message: sent.message_id })
}
