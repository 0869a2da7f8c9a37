import { InlineKeyboard } from 'grammy'
import { formatButtonData } from '../../telegram/button-data.ts'
import type { Words } from '../../words/words.ts'
import type { Markup } from '../context.ts'
import type { Feature } from '../feature.ts'
import type { Sessions } from '../session.ts'

/** Longer than the button stands in the channel. */
const KEPT_SECONDS = 5 * 60

/** An answer about a channel, as HTML with buttons. */
export interface PendingAnswer {
  readonly html: string
  readonly markup?: Markup | undefined
}

interface Kept {
  readonly html: string
  readonly buttons: InlineKeyboard['inline_keyboard']
}

const fieldOf = (message: number): string => `answer ${message}`

/** Keeps what is answered to a post of nobody knows whom, by the message that offers it. */
export function keepPending(
  sessions: Pick<Sessions, 'keep'>,
  { channel, message }: { readonly channel: number; readonly message: number },
  { html, markup }: PendingAnswer,
): void {
  const buttons = markup && 'inline_keyboard' in markup ? markup.inline_keyboard : []
  sessions.keep(String(channel), fieldOf(message), { html, buttons } satisfies Kept, KEPT_SECONDS)
}

/** The button that stands in a channel in place of such an answer. */
export const pendingButton = ({ channel }: Words): InlineKeyboard =>
  new InlineKeyboard().text(channel.seeAnswer, formatButtonData('answer'))

/** Adds to a feature for administrators that the button answers who presses it. */
export function answerPresser(feature: Feature, sessions: Pick<Sessions, 'find'>): void {
  feature.button('answer', async (ctx) => {
    const shown = ctx.callbackQuery?.message
    const found = shown && (await sessions.find<Kept>(String(shown.chat.id), fieldOf(shown.message_id)))
    if (!found) return ctx.words.oldButton
    await ctx.replyOrEdit(
      found.html,
      found.buttons.length > 0 ? InlineKeyboard.from(found.buttons) : undefined,
    )
    return undefined
  })
}
