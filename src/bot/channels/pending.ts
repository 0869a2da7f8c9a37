import { InlineKeyboard } from 'grammy'
import { z } from 'zod'
import type { Messages } from '../../messages/messages.ts'
import { storedJson } from '../../redis/script.ts'
import type { Log } from '../../runtime/log.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import type { Markup } from '../context.ts'
import { createExpiringTexts, type TextStore } from '../expiring-texts.ts'
import type { Feature } from '../feature.ts'

/** Longer than the button stands in the channel. */
const KEPT_SECONDS = 5 * 60

const BUTTONS = z.array(z.array(z.custom<InlineKeyboard['inline_keyboard'][number][number]>()))
const ANSWER_JSON = storedJson.pipe(z.object({ html: z.string(), buttons: BUTTONS }))

/** An answer about a channel, as HTML with buttons. */
interface PendingAnswer {
  readonly html: string
  readonly markup?: Markup | undefined
}

/** Keeps for five minutes what is answered to a post of nobody knows whom: `answer:CHANNEL:MESSAGE`, by the message that offers it. */
export function createPendingAnswers(store: TextStore, log: Log) {
  const texts = createExpiringTexts(store, KEPT_SECONDS, log)
  const keyOf = (channel: number, message: number): string => `answer:${channel}:${message}`

  return {
    keep(channel: number, message: number, { html, markup }: PendingAnswer): void {
      const buttons = markup && 'inline_keyboard' in markup ? markup.inline_keyboard : []
      texts.keep(keyOf(channel, message), JSON.stringify({ html, buttons }))
    },
    async find(channel: number, message: number): Promise<z.infer<typeof ANSWER_JSON> | undefined> {
      const text = await texts.find(keyOf(channel, message))
      return text === undefined ? undefined : ANSWER_JSON.safeParse(text).data
    },
  }
}

export type PendingAnswers = ReturnType<typeof createPendingAnswers>

/** The button that stands in a channel in place of such an answer. */
export const pendingButton = ({ channel }: Messages): InlineKeyboard =>
  new InlineKeyboard().text(channel.seeAnswer, formatButtonData('answer'))

/** Adds to a feature for administrators that the button answers who presses it. */
export function answerPresser(feature: Feature, pending: Pick<PendingAnswers, 'find'>): void {
  feature.button('answer', async (ctx) => {
    const shown = ctx.callbackQuery?.message
    const found = shown && (await pending.find(shown.chat.id, shown.message_id))
    if (!found) return ctx.messages.oldButton
    await ctx.replyOrEdit(
      found.html,
      found.buttons.length > 0 ? InlineKeyboard.from(found.buttons) : undefined,
    )
    return undefined
  })
}
