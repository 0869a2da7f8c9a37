import type { ChatMember, User } from 'grammy/types'
import type { Status } from './cast.ts'

const RIGHTS = {
  can_be_edited: false,
  is_anonymous: false,
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
  can_manage_tags: false,
  can_send_welcome_messages: false,
} as const

/** A member as the Bot API shows one. */
export function chatMember(user: User, status: Status): ChatMember {
  if (status === 'creator') return { user, status, is_anonymous: false }
  if (status === 'administrator') return { user, status, ...RIGHTS }
  if (status === 'kicked') return { user, status, until_date: 0 }
  return { user, status }
}
