import { type Context, GrammyError, type InlineKeyboard } from 'grammy'
import type { Chat } from '../chats/chats.ts'
import { type Language, languageOf } from '../messages/language.ts'
import { type Messages, messagesIn } from '../messages/messages.ts'
import { isSameMonitor, type MonitorId } from '../rates/monitor.ts'
import type { BotContext } from './context.ts'

/** One thing that a person asked of the bot, by a command or a button, and the way to answer. */
export interface Turn {
  readonly ctx: BotContext
  /** The chat's number as text. */
  readonly chat: string
  readonly isPrivate: boolean
  /** The topic it was asked in. */
  readonly thread?: number
  /** What we keep of the chat; undefined while Redis is silent. */
  readonly kept: Chat | undefined
  readonly language: Language
  readonly messages: Messages
  /** ms. */
  readonly now: number
  /** Answers a command by a message, and a button by changing the message that it stands under. */
  answer(html: string, keyboard?: InlineKeyboard): Promise<void>
  /** Says no to the one who asked, in a group seen by nobody else. */
  refuse(html: string): Promise<void>
}

export interface TurnOptions {
  readonly ctx: BotContext
  readonly kept: Chat | undefined
  readonly defaultLanguage: Language
  readonly now: number
}

/** The turn of an update; undefined where it belongs to no chat. */
export function createTurn({ ctx, kept, defaultLanguage, now }: TurnOptions): Turn | undefined {
  const { chat, msg } = ctx
  if (!chat) return undefined
  const language = languageOf(kept?.language) ?? languageOf(ctx.from?.language_code) ?? defaultLanguage
  const thread = msg?.is_topic_message ? msg.message_thread_id : undefined
  return {
    ctx,
    chat: String(chat.id),
    isPrivate: chat.type === 'private',
    ...(thread !== undefined && { thread }),
    kept,
    language,
    messages: messagesIn(language, kept?.numbers),
    now,
    answer: (html, keyboard) => answer(ctx, html, keyboard),
    refuse: (html) => refuse(ctx, html),
  }
}

export const follows = ({ kept }: Turn, id: MonitorId): boolean =>
  kept?.follows.some((followed) => isSameMonitor(followed, id)) ?? false

/** What is said of something new; in a chat that hears again by it, that the rest is back too. */
export function withRest({ kept, messages }: Turn, html: string): string {
  const hasMore = kept !== undefined && kept.told.length + kept.alerts.length > 0
  return kept?.isGone && hasMore ? `${html}\n\n${messages.settings.restIsBack}` : html
}

/** grammY sends into the topic that the update came from. */
async function answer(ctx: Context, html: string, keyboard: InlineKeyboard | undefined): Promise<void> {
  const markup = keyboard ? { reply_markup: keyboard } : {}
  if (ctx.callbackQuery?.message && (await edit(ctx, html, markup))) return
  await ctx.reply(html, {
    parse_mode: 'HTML',
    link_preview_options: { is_disabled: true },
    ...(ctx.chat?.type !== 'private' && ctx.message && replyTo(ctx.message.message_id)),
    ...markup,
  })
}

const GROUPS = ['group', 'supergroup']

/** A plain reply where Telegram does not show a message to one person alone, or nobody is known to ask. */
async function refuse(ctx: Context, html: string): Promise<void> {
  const { chat, from, message } = ctx
  const isPerson = message && from && !message.sender_chat && !from.is_bot
  if (!chat || !isPerson || !GROUPS.includes(chat.type)) return answer(ctx, html, undefined)
  try {
    await ctx.reply(html, {
      parse_mode: 'HTML',
      ephemeral_message_parameters: { receiver_user_id: from.id },
    })
  } catch (error) {
    // Telegram says whether it can, chat by chat.
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    await answer(ctx, html, undefined)
  }
}

/** In a group it shows whom the answer is for. */
export const replyTo = (message_id: number) => ({
  reply_parameters: { message_id, allow_sending_without_reply: true },
})

const SAME = /message is not modified/i

/** False where the message can no longer be changed: it is too old, or was deleted. */
async function edit(ctx: Context, html: string, markup: { reply_markup?: InlineKeyboard }): Promise<boolean> {
  try {
    await ctx.editMessageText(html, { parse_mode: 'HTML', ...markup })
    return true
  } catch (error) {
    // Both are answers of Telegram about the message, not failures of the call.
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    return SAME.test(error.description)
  }
}
