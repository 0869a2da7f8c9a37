import type { ConversationFlavor } from '@grammyjs/conversations'
import { type Context, GrammyError, type InlineKeyboard, type Keyboard, type MiddlewareFn } from 'grammy'
import type { ForceReply, MaybeInaccessibleMessage, Message, MessageEntity } from 'grammy/types'
import type { Chat } from '../chats/chat.ts'
import type { Chats } from '../chats/chats.ts'
import { isSameMonitor, type MonitorId } from '../domain/monitor.ts'
import type { Question } from '../language/request.ts'
import { answerWithin, type Clock } from '../runtime/clock.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import { sendResultOf } from '../telegram/send-result.ts'
import { escapeHtml, lines } from '../words/text.ts'
import { type Language, languageOf, type Words, wordsIn } from '../words/words.ts'

/** How a chat charges bills; to the centimo and without tax if it chose nothing. */
export const chargingOf = (chat: Pick<Chat, 'rounding' | 'isTaxed'> | undefined) => ({
  rounding: chat?.rounding ?? 'centimo',
  isTaxed: chat?.isTaxed ?? false,
})

const TIMEOUT_MS = 200

/** Reads what we keep of a chat; undefined if Redis does not answer within 200 ms, so that look-ups work without it. */
export const createChatReader =
  (chats: Pick<Chats, 'read'>, log: Log) =>
  (chat: string): Promise<Chat | undefined> => {
    const read = chats.read(chat).catch((error: unknown) => {
      log.warn({ chat, err: messageOf(error) }, 'a chat cannot be read')
      return undefined
    })
    return answerWithin(TIMEOUT_MS, read, () => undefined)
  }

/** A field in the session of a chat. */
export interface DialogPlace {
  readonly chat: string
  readonly field: string
}

/** State of an update that may begin, continue or end a dialog. */
interface DialogUpdate {
  /** Where it is stored; missing where the update can have none. */
  place?: DialogPlace
  /** It was begun in the name of the chat, and any member may have pressed the button. */
  isOfChat: boolean
  /** The stored dialog is of an older program and cannot be continued. */
  isOutdated: boolean
  /** The command, or the button that cancels, of this update left a dialog. */
  wasLeft: boolean
  /** A dialog took the update as an answer. */
  isTaken: boolean
  /** The update failed and will be handled again, so the stored dialog must not change. */
  isUndone: boolean
}

/** What `addFlavor` adds to the context of an update of a chat. */
interface ChatFlavor {
  /** The number as text, as Redis knows it, of the chat that is shown or changed: of the channel that a private message is about. */
  chatKey: string
  /** Answers are for the administrator of the channel alone, and not for its readers. */
  isConfidential: boolean
  /** A pressed button is answered by a message of its own, and not by a change of the one with the button. */
  isBelow: boolean
  isPrivate: boolean
  /** The topic that the update came from. */
  thread: number | undefined
  /** What we keep of the chat; undefined while Redis does not answer. */
  chatState: Chat | undefined
  /** The monitors that the chat prefers, in its order; none while Redis does not answer. */
  preferred: readonly MonitorId[]
  language: Language
  /** In the language and the number format of the chat. */
  words: Words
  /** When handling of the update began (ms). */
  now: number
  /** Replies to a command, and edits the message of a pressed button. */
  replyOrEdit(html: string, keyboard?: InlineKeyboard | Keyboard): Promise<void>
  /** Asks for a text, in a private chat with a keyboard, elsewhere by a message to reply to; returns the number of that message. */
  askForText(html: string, keyboard: InlineKeyboard): Promise<number>
  /** Replies to the sender; in a group nobody else sees it. */
  replyToSender(html: string, keyboard?: InlineKeyboard): Promise<void>
}

interface BotFlavor extends ChatFlavor {
  /** For updates that may concern a dialog. */
  dialog?: DialogUpdate
  /** What is asked for, where a later message may go on from it; another request ends what was asked before. */
  asked?: Asked
  /** The text of this update as it was read, where it put right the text before. */
  askedText?: string
}

/** What was asked last, with its text. */
export type Asked = (Question | { readonly kind: 'other' } | Unclear) & { readonly text?: string }

/** A text that was not understood, also as one that goes on from a question, which stays. */
export interface Unclear {
  readonly kind: 'unclear'
  readonly isAgain: boolean
  readonly after?: (Question & Pick<Asked, 'text'>) | undefined
}

/** The context of every handler; `conversation` is there for commands and buttons that have dialogs. */
export type BotContext = ConversationFlavor<Context & BotFlavor>

interface ChatReading {
  readonly readChat: (chat: string) => Promise<Chat | undefined>
  readonly answerPrivately: AnswerPrivately
  readonly defaultLanguage: Language
  readonly clock: Clock
}

/** Answers the administrator of a channel alone; returns the number of the message. */
type AnswerPrivately = (ctx: BotContext, html: string, markup?: Markup) => Promise<number>
export type Markup = InlineKeyboard | Keyboard | ForceReply

/** Middleware that gives the context its flavor; an update that belongs to no chat passes without. */
export const addFlavor =
  ({ readChat, answerPrivately, defaultLanguage, clock }: ChatReading): MiddlewareFn<BotContext> =>
  async (ctx, next) => {
    const { chat, from, msg } = ctx
    if (!chat) return next()
    const channel = channelAbout(ctx)
    const chatKey = String(channel?.id ?? chat.id)
    const chatState = await readChat(chatKey)
    const language = languageOf(chatState?.language) ?? languageOf(from?.language_code) ?? defaultLanguage
    const flavor: ChatFlavor = {
      chatKey,
      isConfidential: false,
      isBelow: false,
      isPrivate: chat.type === 'private' && channel === undefined,
      thread: msg?.is_topic_message ? msg.message_thread_id : undefined,
      chatState,
      preferred: chatState?.defaults ?? [],
      language,
      words: wordsIn(language, chatState?.numbers),
      now: clock(),
      async replyOrEdit(html, keyboard) {
        await (ctx.isConfidential
          ? answerPrivately(ctx, html, keyboard)
          : replyOrEdit(ctx, html, keyboard, ctx.isBelow))
      },
      askForText: (html, keyboard) =>
        ctx.isConfidential ? answerPrivately(ctx, html, FORCE_REPLY) : askForText(ctx, html, keyboard),
      replyToSender: (html, keyboard) =>
        chat.type === 'channel' ? ctx.replyOrEdit(html, keyboard) : replyToSender(ctx, html, keyboard),
    }
    Object.assign(ctx, flavor)
    await next()
  }

/** Stores what a chat is that begins to want something: its language, and whether it is a channel. */
export async function introduce(ctx: BotContext, chats: Pick<Chats, 'settings'>): Promise<void> {
  const { chat, chatKey, chatState, language } = ctx
  const isChannel = chat?.type === 'channel' || channelAbout(ctx) !== undefined
  if (!chatState?.language) await chats.settings.setLanguage(chatKey, language)
  if (isChannel && !chatState?.isChannel) await chats.settings.noteChannel(chatKey)
}

export const follows = ({ chatState }: Pick<BotContext, 'chatState'>, id: MonitorId): boolean =>
  chatState?.follows.some((followed) => isSameMonitor(followed, id)) ?? false

/** How a text is sent: as HTML, and no link in it shows a page. */
export const AS_HTML = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const

/** grammY replies in the topic that the update came from. */
async function replyOrEdit(
  ctx: Context,
  html: string,
  keyboard: InlineKeyboard | Keyboard | undefined,
  isBelow = false,
): Promise<void> {
  const isInline = keyboard !== undefined && 'inline_keyboard' in keyboard
  const inline = isInline && keyboard.inline_keyboard.length > 0 ? { reply_markup: keyboard } : {}
  const keys = keyboard && !isInline ? { reply_markup: keyboard } : {}
  const text = withHeader(ctx, html)
  if (!isBelow && ctx.callbackQuery?.message && (await edit(ctx, text, inline))) return
  await ctx.reply(text, {
    ...AS_HTML,
    ...replyToAsker(ctx, isBelow ? ctx.callbackQuery?.message : undefined),
    ...inline,
    ...keys,
  })
}

const FORCE_REPLY = { force_reply: true } as const

async function askForText(ctx: BotContext, html: string, keyboard: InlineKeyboard): Promise<number> {
  const { isPrivate, message } = ctx
  const { message_id } = await ctx.reply(withHeader(ctx, html), {
    parse_mode: 'HTML',
    reply_markup: isPrivate ? keyboard : FORCE_REPLY,
    ...(!isPrivate && message && replyTo(message.message_id)),
  })
  return message_id
}

const GROUPS = ['group', 'supergroup']

/** Replies visibly to all if the sender is no person, or Telegram cannot show a message to one person only. */
async function replyToSender(ctx: Context, html: string, keyboard?: InlineKeyboard): Promise<void> {
  const { chat, from, message } = ctx
  const isPerson = message && from && !message.sender_chat && !from.is_bot
  if (!chat || !isPerson || !GROUPS.includes(chat.type)) return replyOrEdit(ctx, html, keyboard)
  try {
    await ctx.reply(html, {
      parse_mode: 'HTML',
      ephemeral_message_parameters: { receiver_user_id: from.id },
      ...(keyboard && { reply_markup: keyboard }),
    })
  } catch (error) {
    // Telegram allows messages for one person in some chats only.
    if (!isBadRequest(error)) throw error
    await replyOrEdit(ctx, html, keyboard)
  }
}

/** Makes a message a reply, which shows in a group whom it answers. */
const replyTo = (message_id: number) => ({
  reply_parameters: { message_id, allow_sending_without_reply: true },
})

/** The text that the message of a pressed button answers. In a forum all others reply to the topic, which has no text. */
export function questionAbove({ callbackQuery }: Context): Message | undefined {
  const shown = callbackQuery?.message
  const asked = shown && 'reply_to_message' in shown ? shown.reply_to_message : undefined
  return asked?.text === undefined ? undefined : asked
}

/** Makes an answer outside a private chat a reply to what was asked, also behind a press: so its buttons are those of its asker. */
export function replyToAsker(ctx: Context, shown?: MaybeInaccessibleMessage) {
  const above = ctx.message ?? shown ?? questionAbove(ctx)
  return ctx.chat?.type !== 'private' && above ? replyTo(above.message_id) : {}
}

/** Edits the message of a pressed button; false if it is too old or was deleted. */
async function edit(ctx: Context, html: string, markup: { reply_markup?: InlineKeyboard }): Promise<boolean> {
  try {
    await ctx.editMessageText(html, { parse_mode: 'HTML', ...markup })
    return true
  } catch (error) {
    // Telegram answers 400 for a message that is unchanged and for one that cannot be edited.
    if (!isBadRequest(error)) throw error
    return sendResultOf(error).kind === 'sent'
  }
}

/** Text for the presser of a button, or a link to us that is opened: a refusal is shown until it is closed, a notice for a moment. */
interface PressAnswer {
  readonly refusal?: string
  readonly notice?: string
  readonly url?: string
}

/** Answers a callback query, with a text for the presser where there is one. A text of several lines is shown until it is closed. */
export async function answerPress(ctx: Context, { refusal, notice, url }: PressAnswer = {}): Promise<void> {
  const text = refusal ?? notice
  const answer = {
    ...(text !== undefined && { text, show_alert: refusal !== undefined || text.includes('\n') }),
    ...(url !== undefined && { url }),
  }
  // "query is too old": nobody waits for the answer any more.
  await ctx.answerCallbackQuery(answer).catch(ignoreBadRequest)
}

/** Whether Telegram accepts no more messages for the chat at the moment: this is no failure, and we cannot tell the chat. */
export const isFlood = (error: unknown): boolean => error instanceof GrammyError && error.error_code === 429

/** Whether Telegram refused a message to somebody who never wrote to us, blocked us, or is no more. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof GrammyError && sendResultOf(error).kind === 'unreachable'

/** Catches any refusal of Telegram's, where it changes nothing for us. */
export const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof GrammyError)) throw error
}

/** Catches the refusal of a call for its content. */
export const ignoreBadRequest = (error: unknown): undefined => {
  if (!isBadRequest(error)) throw error
}

/** Whether Telegram refused a call for its content, such as a message that was deleted or a query that is too old. */
export const isBadRequest = (error: unknown): error is GrammyError =>
  error instanceof GrammyError && error.error_code === 400

/** A channel that an administrator changes in the private chat with us. */
export interface Channel {
  readonly id: number
  readonly title: string
}

const MARK = '📣 '
/** Telegram's own link to a channel, which works for its members; the number after it is that of a message. */
const LINK = /^https:\/\/t\.me\/c\/(\d{1,15})\/1$/
/** Before the number of a channel in the Bot API. */
const PREFIX = '-100'

/** The first line of a private message about a channel; its link tells us which channel it is, so nothing is stored. */
export const headerOf = ({ id, title }: Channel): string =>
  `${MARK}<a href="https://t.me/c/${String(id).slice(PREFIX.length)}/1">${escapeHtml(title)}</a>`

interface PressOrMessage extends Pick<Context, 'callbackQuery' | 'message'> {
  readonly me: Pick<Context['me'], 'id'>
}

/** The channel that an update in a private chat is about: a button under such a message of ours, or a reply to it. */
export function channelAbout({ callbackQuery, message, me }: PressOrMessage): Channel | undefined {
  const shown = callbackQuery ? callbackQuery.message : message?.reply_to_message
  if (shown?.chat.type !== 'private' || !('from' in shown) || shown.from?.id !== me.id) return undefined
  const { text, entities, caption, caption_entities } = shown
  return channelIn(text ?? caption ?? '', entities ?? caption_entities ?? [])
}

function channelIn(text: string, [first]: readonly MessageEntity[]): Channel | undefined {
  if (first?.type !== 'text_link' || first.offset !== MARK.length || !text.startsWith(MARK)) return undefined
  const number = LINK.exec(first.url)?.[1]
  const title = text.slice(first.offset, first.offset + first.length)
  return number === undefined ? undefined : { id: Number(`${PREFIX}${number}`), title }
}

/** The text of an answer; in a private chat with the line that names the channel it is about. */
export function withHeader(ctx: Context, html: string): string {
  const channel = channelAbout(ctx)
  return channel ? lines(headerOf(channel), html) : html
}
