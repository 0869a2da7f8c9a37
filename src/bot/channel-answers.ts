import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, type Context, GrammyError, InlineKeyboard } from 'grammy'
import type { Chat } from 'grammy/types'
import { SECOND_MS } from '../domain/caracas.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import { plainText } from '../words/text.ts'
import type { Words } from '../words/words.ts'
import type { FindPoster } from './administrators.ts'
import { act, keyboardOf } from './buttons.ts'
import { AS_HTML, answerPress, type BotContext, headerOf, isUnreachable, type Markup } from './context.ts'
import { type Feature, startLink } from './feature.ts'
import type { Sessions } from './session.ts'

/** How long an answer, or the button for it, stands in a channel. */
const SHOWN_MS = 30 * SECOND_MS
/** The longest text that Telegram shows over the chat of who pressed a button. */
const ALERT_LENGTH_MAX = 200

interface ChannelAnswersOptions {
  readonly findPoster: FindPoster
  readonly sessions: Pick<Sessions, 'keep'>
  /** How long an answer stands in a channel (ms); half a minute, if not given. */
  readonly shownMs?: number | undefined
  /** Aborted once we stop: then such answers are deleted at once. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/** An answer about a channel, HTML with buttons or a request to reply. */
interface Answer {
  readonly channel: Chat.ChannelChat
  readonly html: string
  readonly markup?: Markup | undefined
}

/** Answers whoever changes something in a channel in the private chat with that person, so that readers see none of it. */
export function createChannelAnswers(options: ChannelAnswersOptions) {
  const { findPoster, sessions, shownMs = SHOWN_MS, stopping, log } = options

  /** Returns the number of the message; undefined where the person never wrote to us, or blocked us. */
  async function sendPrivately(
    api: Api,
    person: number | undefined,
    { channel, html, markup }: Answer,
  ): Promise<number | undefined> {
    if (person === undefined) return undefined
    const options = { ...AS_HTML, ...(markup && { reply_markup: markup }) }
    const sent = await api
      .sendMessage(person, `${headerOf(channel)}\n${html}`, options)
      .catch((error: unknown): undefined => {
        if (!isUnreachable(error)) throw error
      })
    return sent?.message_id
  }

  /** Shows an answer in the channel, without buttons as its readers would see them, and deletes it later. */
  async function showForAWhile(
    ctx: Context,
    { channel: words }: Words,
    { channel, html }: Answer,
  ): Promise<number> {
    const { api } = ctx
    const { message_id } = await api.sendMessage(channel.id, `${html}\n\n${words.shownForAWhile}`, {
      ...AS_HTML,
      reply_markup: new InlineKeyboard().url(words.openPrivate, startLink(ctx, 'channel')),
    })
    removeLater(api, channel.id, message_id)
    return message_id
  }

  /** Offers an answer by a button, as a press names its person and a post does not. */
  async function offer({ api }: Context, words: Words, answer: Answer): Promise<number> {
    const { channel, html, markup } = answer
    const { message_id } = await api.sendMessage(channel.id, words.channel.forAdministrators, {
      reply_markup: pendingButton(words),
    })
    const buttons = markup && 'inline_keyboard' in markup ? markup.inline_keyboard : []
    const pending: Pending = { html, buttons }
    sessions.keep(String(channel.id), fieldOf(message_id), pending, PENDING_SECONDS)
    removeLater(api, channel.id, message_id)
    return message_id
  }

  const removeLater = (api: Api, chat: number, message: number): void =>
    void sleep(shownMs, undefined, { signal: stopping, ref: false })
      .catch(() => undefined)
      .then(() => remove(api, chat, message))

  /** We may delete posts of others only where an administrator gave us that right. */
  async function remove(api: Api, chat: number, message: number): Promise<void> {
    await api.deleteMessage(chat, message).catch((error: unknown) => {
      if (!(error instanceof GrammyError)) log.warn({ chat, err: messageOf(error) }, 'a post is not deleted')
    })
  }

  /** Shows a short answer over the chat, for the presser alone; else opens the private chat, where it can be asked for. */
  async function showPresser(ctx: BotContext, { html, markup }: Answer): Promise<void> {
    const refusal = plainText(html)
    if (!markup && refusal.length <= ALERT_LENGTH_MAX) return answerPress(ctx, { refusal })
    await answerPress(ctx, { url: startLink(ctx, 'channel') })
  }

  return {
    /** Answers who posted in a channel or pressed a button there; returns the number of the message, 0 where there is none. */
    async answer(ctx: BotContext, html: string, markup?: Markup): Promise<number> {
      const { api, callbackQuery, channelPost, chat, words } = ctx
      if (chat?.type !== 'channel') throw new Error('an answer about a channel belongs to no channel')
      const answer = { channel: chat, html, markup }
      const person = await findPoster(ctx)
      const sent = await sendPrivately(api, person, answer)
      if (callbackQuery) {
        const notice = { notice: words.channel.seePrivate }
        await (sent === undefined ? showPresser(ctx, answer) : answerPress(ctx, notice))
        return sent ?? 0
      }
      const show = person === undefined ? offer : showForAWhile
      const shown = sent ?? (await show(ctx, words, answer))
      if (channelPost) await remove(api, chat.id, channelPost.message_id)
      return shown
    },

    /** Tells a person about a channel, in the channel for a while if they never wrote to us. */
    async tell(ctx: Context, person: number, words: Words, answer: Answer): Promise<void> {
      const sent = await sendPrivately(ctx.api, person, answer)
      if (sent === undefined) await showForAWhile(ctx, words, answer)
    },
  }
}

export type ChannelAnswers = ReturnType<typeof createChannelAnswers>

/** Longer than the button stands in the channel. */
const PENDING_SECONDS = 5 * 60

/** What is answered to a post of nobody knows whom, kept by the message that offers it. */
interface Pending {
  readonly html: string
  readonly buttons: InlineKeyboard['inline_keyboard']
}

const fieldOf = (message: number): string => `answer ${message}`

/** The button that stands in a channel in place of such an answer. */
export const pendingButton = ({ channel }: Words): InlineKeyboard =>
  keyboardOf([act(channel.seeAnswer, 'answer')])

/** Adds to a feature for administrators that the button answers who presses it. */
export function answerPresser(feature: Feature, sessions: Pick<Sessions, 'find'>): void {
  feature.button('answer', async (ctx) => {
    const shown = ctx.callbackQuery?.message
    const found = shown && (await sessions.find<Pending>(String(shown.chat.id), fieldOf(shown.message_id)))
    if (!found) return ctx.words.oldButton
    const { html, buttons } = found
    await ctx.replyOrEdit(html, buttons.length > 0 ? InlineKeyboard.from(buttons) : undefined)
    return undefined
  })
}
