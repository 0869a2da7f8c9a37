import type { Call, Methods } from '../../call.ts'
import { badRequest } from '../../errors.ts'
import type { State } from '../../state.ts'
import { findOpenRoom } from '../../world/access.ts'
import type { Room } from '../../world/world.ts'

/** Methods that pin and unpin messages; a chat may have several pins and shows the newest. */
export function pinMethods({ world }: State): Methods {
  function findPinnable(call: Call): Room {
    const room = findOpenRoom(world, call)
    if (room.chat.type !== 'private' && !world.isAdministrator(room, world.bot.id))
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
    world.feed.publish(room.chat.id, { type: 'chat' })
    const { reply_to_message: _, ...post } = entry.post
    if (isNew) world.add(room, world.bot, { pinned_message: post })
    return true
  }

  function unpinChatMessage(call: Call): true {
    const room = findPinnable(call)
    const id = call.number('message_id') ?? [...room.pinned].at(-1)
    if (id === undefined || !room.pinned.delete(id)) throw badRequest('message to unpin not found')
    world.feed.publish(room.chat.id, { type: 'chat' })
    return true
  }

  function unpinAllChatMessages(call: Call): true {
    const room = findPinnable(call)
    room.pinned.clear()
    world.feed.publish(room.chat.id, { type: 'chat' })
    return true
  }

  return { pinChatMessage, unpinChatMessage, unpinAllChatMessages }
}
