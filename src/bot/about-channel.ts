import type { Context } from 'grammy'
import type { MessageEntity } from 'grammy/types'
import { escapeHtml, lines } from '../words/text.ts'

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
