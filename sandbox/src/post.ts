import type {
  Chat,
  Document,
  ForceReply,
  InlineKeyboardMarkup,
  MessageEntity,
  PhotoSize,
  User,
} from 'grammy/types'

/** A chat as the Bot API names it. */
export type ChatName = Chat

/** Text with its entities; offsets in UTF-16 units. */
export interface FormattedText {
  readonly text: string
  readonly entities: readonly MessageEntity[]
}

/** The content of a message: text, a picture, a file, or a service message. */
export interface Content {
  readonly text?: string
  readonly entities?: readonly MessageEntity[]
  readonly caption?: string
  readonly caption_entities?: readonly MessageEntity[]
  readonly photo?: readonly PhotoSize[]
  readonly document?: Document
  readonly pinned_message?: Post
  readonly new_chat_members?: readonly User[]
  readonly left_chat_member?: User
  readonly migrate_to_chat_id?: number
  readonly migrate_from_chat_id?: number
}

/** A message as the Bot API shows it to the bot. */
export interface Post extends Content {
  readonly message_id: number
  readonly date: number
  readonly chat: ChatName
  /** Absent in a channel, where posts come from the channel itself. */
  readonly from?: User
  readonly sender_chat?: ChatName
  readonly message_thread_id?: number
  readonly is_topic_message?: true
  readonly reply_to_message?: Post
  readonly via_bot?: User
  /** The id of a query to a bot that is no member of the chat; its answer names the caller. */
  readonly guest_query_id?: string
  readonly guest_bot_caller_user?: User
  /** The only person who sees it, besides the bot. */
  readonly receiver_user?: User
  readonly edit_date?: number
  readonly reply_markup?: InlineKeyboardMarkup
}

/** Whether a person sees a message, which may be for one receiver alone. */
export const isShownTo = (userId: number, { receiver_user }: Post): boolean =>
  receiver_user === undefined || receiver_user.id === userId

/** The text, picture or file of a message: what an edit replaces. */
export function contentOf({ text, entities, caption, caption_entities, photo, document }: Post): Content {
  return {
    ...(text !== undefined && { text }),
    ...(entities && { entities }),
    ...(caption !== undefined && { caption }),
    ...(caption_entities && { caption_entities }),
    ...(photo && { photo }),
    ...(document && { document }),
  }
}

/** A message without its content and without its buttons. */
export function withoutContent(post: Post): Post {
  const { text, entities, caption, caption_entities, photo, document, reply_markup, ...frame } = post
  return frame
}

/** A message in a chat, with what the bot is not shown of it. */
export interface Entry {
  readonly post: Post
  /** Who wrote it, also where the message does not say. */
  readonly authorId: number
  /** Asks for a reply; the page then opens one. */
  readonly keyboard?: ForceReply
  readonly inlineMessageId?: string
}
