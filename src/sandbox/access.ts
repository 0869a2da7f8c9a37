import { badRequest, forbidden } from './bot-api-error.ts'
import type { Call } from './call.ts'
import type { Room, World } from './world.ts'

/** The chat that a call names. Throws what Telegram says when there is none, or it moved. */
export function findRoom(world: World, call: Call): Room {
  const name = call.text('chat_id') ?? ''
  if (name === '') throw badRequest('chat_id is empty')
  const room = world.rooms.get(Number(name))
  if (!room) throw badRequest('chat not found')
  if (room.movedTo !== undefined)
    throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: room.movedTo })
  return room
}

/** As findRoom, and the bot may write there. */
export function findOpenRoom(world: World, call: Call): Room {
  const room = findRoom(world, call)
  const status = world.statusOf(room, world.bot.id)
  if (status === 'left' || status === 'kicked') throw refusal(room, status)
  return room
}

function refusal({ chat }: Room, status: 'left' | 'kicked'): Error {
  if (chat.type === 'private')
    return forbidden(
      status === 'kicked' ? 'bot was blocked by the user' : "bot can't initiate conversation with a user",
    )
  const kind = chat.type === 'group' ? 'group' : 'supergroup'
  return forbidden(
    status === 'kicked' ? `bot was kicked from the ${kind} chat` : `bot is not a member of the ${kind} chat`,
  )
}
