import type { MessageEntity, User } from 'grammy/types'
import type { Post } from '../post.ts'

const SERVICE = [
  'new_chat_members',
  'left_chat_member',
  'migrate_to_chat_id',
  'migrate_from_chat_id',
] as const

/** The bot in a chat, and whether it is an administrator there. */
export interface BotInChat {
  readonly bot: User
  readonly isAdministrator: boolean
}

/** Privacy mode: whether the bot is sent a message of a person. In private chats it gets all of them. */
export function isSeenByBot(post: Post, { bot, isAdministrator }: BotInChat): boolean {
  if (post.chat.type === 'private' || post.chat.type === 'channel' || isAdministrator) return true
  const isService = SERVICE.some((field) => post[field] !== undefined)
  const isAboutBot = post.reply_to_message?.from?.id === bot.id || post.via_bot?.id === bot.id
  return isService || isAboutBot || isAddressed(post, bot.username ?? '')
}

function isAddressed(post: Post, username: string): boolean {
  const { text = '', entities = [] } = post
  const own = `@${username.toLowerCase()}`
  const isCommand = (entity: MessageEntity): boolean => {
    const word = wordOf(text, entity).toLowerCase()
    return entity.type === 'bot_command' && (!word.includes('@') || word.endsWith(own))
  }
  return isMentioned(post, username) || entities.some(isCommand)
}

/** Whether a message names the bot. */
export const isMentioned = ({ text = '', entities = [] }: Post, username: string): boolean =>
  entities.some(
    (entity) =>
      entity.type === 'mention' && wordOf(text, entity).toLowerCase() === `@${username.toLowerCase()}`,
  )

const wordOf = (text: string, { offset, length }: MessageEntity): string =>
  text.slice(offset, offset + length)
