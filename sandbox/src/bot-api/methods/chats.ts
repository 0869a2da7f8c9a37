import type { ChatMember, User } from 'grammy/types'
import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import type { State } from '../../state.ts'
import { chatMember, findOpenRoom } from '../../world/access.ts'
import { GROUP_ANONYMOUS_BOT } from '../../world/cast.ts'
import type { Room } from '../../world/room.ts'

/** Methods about chats, their members and their pins; a chat may have several pins and shows the newest. */
export function chatMethods({ world }: State): Methods {
  const { bot } = world
  const users: readonly User[] = [...world.people.values(), bot, GROUP_ANONYMOUS_BOT]

  /** A group reports strangers as `left`; a private chat knows only its two members. */
  function getChatMember(call: Call): ChatMember {
    const room = findOpenRoom(world, call)
    const id = call.number('user_id') ?? 0
    if (id <= 0) throw badRequest('invalid user_id specified')
    const user = users.find((one) => one.id === id)
    const isKnown = room.chat.type !== 'private' || id === room.chat.id || id === bot.id
    if (!user || !isKnown) throw badRequest('member not found')
    requireMemberList(room)
    return chatMember(room, user)
  }

  function getChatAdministrators(call: Call) {
    const room = findOpenRoom(world, call)
    if (room.chat.type === 'private') throw badRequest('there are no administrators in the private chat')
    requireMemberList(room)
    return users
      .map((user) => chatMember(room, user))
      .filter((member) => member.status === 'creator' || member.status === 'administrator')
  }

  /** The members of a channel are shown to its administrators only. */
  function requireMemberList(room: Room): void {
    if (room.chat.type === 'channel' && !world.isAdministrator(room))
      throw badRequest('member list is inaccessible')
  }

  function findPinnable(call: Call): Room {
    const room = findOpenRoom(world, call)
    if (room.chat.type !== 'private' && !world.isAdministrator(room))
      throw badRequest('not enough rights to manage pinned messages in the chat')
    return room
  }

  function pinChatMessage(call: Call): true {
    const room = findPinnable(call)
    const id = call.number('message_id') ?? 0
    const entry = room.entries.get(id)
    if (!entry) throw badRequest('message to pin not found')
    const isNew = !room.pinned.delete(id)
    room.pinned.add(id)
    world.publish(room.chat.id, { type: 'chat' })
    const { reply_to_message: _, ...post } = entry.post
    if (isNew) world.add(room, bot, { pinned_message: post })
    return true
  }

  function unpinChatMessage(call: Call): true {
    const room = findPinnable(call)
    const id = call.number('message_id') ?? [...room.pinned].at(-1)
    if (id === undefined || !room.pinned.delete(id)) throw badRequest('message to unpin not found')
    world.publish(room.chat.id, { type: 'chat' })
    return true
  }

  return { getChatMember, getChatAdministrators, pinChatMessage, unpinChatMessage }
}
