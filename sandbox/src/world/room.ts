import type { Chat, ForceReply, Message, ReplyKeyboardMarkup, ReplyKeyboardRemove } from 'grammy/types'

/** Asks for a reply, or shows or removes the keys below the chat. */
export type Keyboard = ForceReply | ReplyKeyboardMarkup | ReplyKeyboardRemove

/** Text with its entities; offsets in UTF-16 units. */
export type FormattedText = Required<Pick<Message, 'text' | 'entities'>>

/** What an edit of a message replaces: its text, picture or file. */
export type Content = Pick<
  Message,
  'text' | 'entities' | 'caption' | 'caption_entities' | 'photo' | 'document'
>

/** A message in a chat, with what the bot is not shown of it. */
export interface Entry {
  readonly post: Message
  /** Who wrote it, also where the message does not say. */
  readonly authorId: number
  /** Asks for a reply; the page then opens one. */
  readonly keyboard?: Keyboard
  readonly inlineMessageId?: string
}

/** The status of a chat member, as Telegram names it. */
export type Status = 'creator' | 'administrator' | 'member' | 'left' | 'kicked'

/** A topic of a forum; its id is the message_thread_id. */
export interface Topic {
  readonly id: number
  readonly name: string
}

/** A chat with its people and messages. In a private chat the bot's status is `left` until the person starts it. */
export interface Room {
  readonly chat: Chat
  readonly topics: readonly Topic[]
  readonly statuses: Map<number, Status>
  readonly entries: Map<number, Entry>
  /** Administrators who last spoke as the group. */
  readonly anonymous: Set<number>
  /** Ids of pinned messages, the newest pin last. */
  readonly pinned: Set<number>
  movedTo?: number | undefined
}

/** A chat without messages. */
export const createRoom = (
  chat: Chat,
  statuses: Iterable<readonly [id: number, status: Status]>,
  topics: readonly Topic[] = [],
): Room => ({
  chat,
  topics,
  statuses: new Map(statuses),
  entries: new Map(),
  anonymous: new Set(),
  pinned: new Set(),
})

/** Whether a person sees a message, which may be for one receiver alone. */
export const isShownTo = (userId: number, { receiver_user }: Message): boolean =>
  receiver_user === undefined || receiver_user.id === userId
