import { z } from 'zod'
import type { Call } from '../call.ts'
import { badRequest, forbidden, PeopleError } from '../errors.ts'
import type { Person } from './cast.ts'
import type { Room, World } from './world.ts'

/** How a request names a person and a chat. */
export const PLACE = z.object({ user: z.coerce.number().int(), chat: z.coerce.number().int() })

/** A person and a chat of that person. */
export interface Spot {
  readonly person: Person
  readonly room: Room
}

/** Finds both, or throws a PeopleError 404. */
export function findSpot(world: World, { user, chat }: z.output<typeof PLACE>): Spot {
  const person = world.people.get(user)
  const room = world.rooms.get(chat)
  if (!person) throw new PeopleError(404, 'No existe esa persona.')
  if (!room?.statuses.has(person.id) || room.movedTo !== undefined)
    throw new PeopleError(404, 'No existe ese chat.')
  return { person, room }
}

/** The chat that a call names by id or @username. Throws the 400 of Telegram when there is none, or it moved. */
export function findRoom(world: World, call: Call): Room {
  const name = call.text('chat_id') ?? ''
  if (name === '') throw badRequest('chat_id is empty')
  const room = name.startsWith('@') ? findByUsername(world, name.slice(1)) : world.rooms.get(Number(name))
  if (!room) throw badRequest('chat not found')
  if (room.movedTo !== undefined)
    throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: room.movedTo })
  return room
}

/** Only groups and channels are found by name. */
const findByUsername = ({ rooms }: World, username: string): Room | undefined =>
  rooms
    .values()
    .filter(({ chat }) => chat.type !== 'private')
    .find(({ chat }) => 'username' in chat && chat.username?.toLowerCase() === username.toLowerCase())

/** As findRoom, for a chat that the bot is a member of. */
export function findOpenRoom(world: World, call: Call): Room {
  const room = findRoom(world, call)
  const { type } = room.chat
  const status = world.statusOf(room, world.bot.id)
  if (status === 'left' && type === 'private') throw forbidden("bot can't initiate conversation with a user")
  if (status === 'kicked' && type === 'private') throw forbidden('bot was blocked by the user')
  if (status === 'left') throw forbidden(`bot is not a member of the ${type} chat`)
  if (status === 'kicked') throw forbidden(`bot was kicked from the ${type} chat`)
  return room
}

/** As findOpenRoom, for a chat where the bot may write: in a channel only administrators post. */
export function findWritableRoom(world: World, call: Call): Room {
  const room = findOpenRoom(world, call)
  if (room.chat.type === 'channel' && !world.isAdministrator(room, world.bot.id))
    throw badRequest('need administrator rights in the channel chat')
  return room
}
