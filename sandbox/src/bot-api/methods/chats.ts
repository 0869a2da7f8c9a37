import type { ChatMember, User } from 'grammy/types'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import { removeBot } from '../../people/membership.ts'
import type { State } from '../../state.ts'
import { findOpenRoom, findRoom } from '../../world/access.ts'
import { GROUP_ANONYMOUS_BOT } from '../../world/cast.ts'
import { chatMember } from '../../world/chat-member.ts'
import type { Room } from '../../world/world.ts'

const GENERAL = {
  accent_color_id: 0,
  max_reaction_count: 11,
  accepted_gift_types: {
    unlimited_gifts: false,
    limited_gifts: false,
    unique_gifts: false,
    premium_subscription: false,
    gifts_from_channels: false,
  },
}
const ADMINISTRATORS: readonly string[] = ['creator', 'administrator']

/** Methods about chats and their members. */
export function chatMethods(state: State): Methods {
  const { world, updates } = state
  const userOf = (id: number): User | undefined => (id === world.bot.id ? world.bot : world.people.get(id))

  function getChat(call: Call): object {
    const room = findRoom(world, call)
    const newest = [...room.pinned].at(-1)
    const pinned = newest === undefined ? undefined : room.entries.get(newest)?.post
    return { ...room.chat, ...GENERAL, ...(pinned && { pinned_message: pinned }) }
  }

  /** Messages in the name of a group come from a user who is a member of no chat. */
  function getChatMember(call: Call): ChatMember {
    const room = findOpenRoom(world, call)
    const id = call.number('user_id') ?? 0
    if (id === GROUP_ANONYMOUS_BOT.id) return chatMember(room, GROUP_ANONYMOUS_BOT, 'left')
    if (id <= 0) throw badRequest('invalid user_id specified')
    const user = userOf(id)
    if (!user || !isKnownIn(room, user)) throw badRequest('member not found')
    if (room.chat.type === 'channel') requireMemberList(room)
    return chatMember(room, user, world.statusOf(room, user.id))
  }

  /** A group reports strangers as `left`; a private chat knows only its two members. */
  const isKnownIn = ({ chat }: Room, { id }: User): boolean =>
    chat.type !== 'private' || id === chat.id || id === world.bot.id

  function members(room: Room): ChatMember[] {
    return [...room.statuses].flatMap(([id, status]) => {
      const user = userOf(id)
      return user ? [chatMember(room, user, status)] : []
    })
  }

  /** The members of a channel are shown to its administrators only. */
  function requireMemberList(room: Room): void {
    if (!world.isAdministrator(room, world.bot.id)) throw badRequest('member list is inaccessible')
  }

  function getChatAdministrators(call: Call): ChatMember[] {
    const room = findOpenRoom(world, call)
    if (room.chat.type === 'private') throw badRequest('there are no administrators in the private chat')
    if (room.chat.type === 'channel') requireMemberList(room)
    return members(room).filter(({ status }) => ADMINISTRATORS.includes(status))
  }

  function leaveChat(call: Call): true {
    const room = findOpenRoom(world, call)
    if (room.chat.type === 'private') throw badRequest("chat member status can't be changed in private chats")
    updates.push({ my_chat_member: removeBot(world, room, { by: world.bot, status: 'left' }) })
    return true
  }

  return {
    getChat,
    getChatMember,
    getChatAdministrators,
    getChatMemberCount: (call) =>
      members(findOpenRoom(world, call)).filter(({ status }) => !['left', 'kicked'].includes(status)).length,
    leaveChat,
  }
}
