import type { ChatMember, User } from 'grammy/types'
import { findOpenRoom, findRoom } from '../access.ts'
import { badRequest } from '../bot-api-error.ts'
import type { Call } from '../call.ts'
import { chatMember } from '../chat-member.ts'
import { banish } from '../people/membership.ts'
import type { State } from '../state.ts'
import type { Room } from '../world.ts'
import type { Methods } from './method.ts'

const GENERAL = { accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: {} }

/** What a bot asks about chats and their members. */
export function chatMethods(state: State): Methods {
  const { world, updates } = state
  const userOf = (id: number): User | undefined => (id === world.bot.id ? world.bot : world.people.get(id))

  function getChatMember(call: Call): ChatMember {
    const room = findOpenRoom(world, call)
    const user = userOf(call.number('user_id') ?? 0)
    if (!user) throw badRequest('invalid user_id specified')
    return chatMember(user, world.statusOf(room, user.id))
  }

  function members(room: Room): ChatMember[] {
    return [...room.statuses].flatMap(([id, status]) => {
      const user = userOf(id)
      return user ? [chatMember(user, status)] : []
    })
  }

  function getChatAdministrators(call: Call): ChatMember[] {
    const room = findOpenRoom(world, call)
    if (room.chat.type === 'private') throw badRequest('there are no administrators in the private chat')
    return members(room).filter(({ status }) => status === 'creator' || status === 'administrator')
  }

  function leaveChat(call: Call): true {
    const room = findOpenRoom(world, call)
    if (room.chat.type === 'private') throw badRequest("chat member status can't be changed in private chats")
    updates.push({ my_chat_member: banish(world, room, { by: world.bot, status: 'left' }) })
    return true
  }

  return {
    getChat: (call) => ({ ...findRoom(world, call).chat, ...GENERAL }),
    getChatMember,
    getChatAdministrators,
    getChatMemberCount: (call) => members(findOpenRoom(world, call)).length,
    leaveChat,
  }
}
