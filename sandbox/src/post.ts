import type { ForceReply, Message, ReplyKeyboardMarkup, ReplyKeyboardRemove } from 'grammy/types'

/** Asks for a reply, or shows or removes the keys below the chat. */
export type Keyboard = ForceReply | ReplyKeyboardMarkup | ReplyKeyboardRemove

/** Text with its entities; offsets in UTF-16 units. */
export type FormattedText = Required<Pick<Message, 'text' | 'entities'>>

/** What an edit of a message replaces: its text, picture or file. */
export type Content = Pick<
  Message,
  'text' | 'entities' | 'caption' | 'caption_entities' | 'photo' | 'document'
>

/** Whether a person sees a message, which may be for one receiver alone. */
export const isShownTo = (userId: number, { receiver_user }: Message): boolean =>
  receiver_user === undefined || receiver_user.id === userId

/** A message in a chat, with what the bot is not shown of it. */
export interface Entry {
  readonly post: Message
  /** Who wrote it, also where the message does not say. */
  readonly authorId: number
  /** Asks for a reply; the page then opens one. */
  readonly keyboard?: Keyboard
  readonly inlineMessageId?: string
}
