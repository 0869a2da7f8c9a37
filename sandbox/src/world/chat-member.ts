import type { ChatMember, User } from 'grammy/types'
import type { Status } from './cast.ts'
import type { Room } from './world.ts'

const RIGHTS = {
  can_be_edited: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: true,
  can_restrict_members: true,
  can_promote_members: false,
  can_change_info: true,
  can_invite_users: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_send_welcome_messages: false,
} as const

/** A member of a chat as the Bot API shows one. */
export function chatMember(room: Room, user: User, status: Status): ChatMember {
  const is_anonymous = room.anonymous.has(user.id)
  if (status === 'creator') return { user, status, is_anonymous }
  if (status === 'administrator') return { user, status, is_anonymous, ...RIGHTS, ...rightsByKind(room) }
  if (status === 'kicked') return { user, status, until_date: 0 }
  return { user, status }
}

function rightsByKind({ chat }: Room): object {
  if (chat.type === 'channel') return { can_post_messages: true, can_edit_messages: true }
  return {
    can_pin_messages: true,
    can_manage_tags: false,
    ...(chat.type === 'supergroup' && { can_manage_topics: chat.is_forum === true }),
  }
}
