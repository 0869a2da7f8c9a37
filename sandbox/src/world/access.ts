import type { ChatMember, User } from 'grammy/types'
import { z } from 'zod'
import type { Call } from '../call.ts'
import { badRequest, forbidden, Refusal } from '../errors.ts'
import type { Person } from './cast.ts'
import type { Room } from './room.ts'
import type { World } from './world.ts'

/** How a request names a person and a chat. */
export const PLACE = z.object({ user: z.coerce.number().int(), chat: z.coerce.number().int() })

/** A person and a chat of that person. */
export interface Spot {
  readonly person: Person
  readonly room: Room
}

/** Finds a person, or throws a Refusal 404. */
export function findPerson({ people }: World, id: number): Person {
  const person = people.get(id)
  if (!person) throw new Refusal(404, 'No existe esa persona.')
  return person
}

/** Finds both, or throws a Refusal 404. */
export function findSpot(world: World, { user, chat }: z.output<typeof PLACE>): Spot {
  const person = findPerson(world, user)
  const room = world.rooms.get(chat)
  if (!room?.statuses.has(person.id) || room.movedTo !== undefined)
    throw new Refusal(404, 'No existe ese chat.')
  return { person, room }
}

/** The chat that a call names by id. Throws the refusal of Telegram when there is none, it moved, or the bot is no member. */
export function findOpenRoom(world: World, call: Call): Room {
  const room = world.rooms.get(Number(call.text('chat_id')))
  if (!room) throw badRequest('chat not found')
  if (room.movedTo !== undefined)
    throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: room.movedTo })
  const { type } = room.chat
  const status = world.statusOf(room)
  if (status === 'left' && type === 'private') throw forbidden("bot can't initiate conversation with a user")
  if (status === 'kicked' && type === 'private') throw forbidden('bot was blocked by the user')
  if (status === 'left') throw forbidden(`bot is not a member of the ${type} chat`)
  if (status === 'kicked') throw forbidden(`bot was kicked from the ${type} chat`)
  return room
}

/** As findOpenRoom, for a chat where the bot may write: in a channel only administrators post. */
export function findWritableRoom(world: World, call: Call): Room {
  const room = findOpenRoom(world, call)
  if (room.chat.type === 'channel' && !world.isAdministrator(room))
    throw badRequest('need administrator rights in the channel chat')
  return room
}

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
/** Those that a kind of chat has beside them. */
const RIGHTS_IN_CHANNEL = { can_post_messages: true, can_edit_messages: true } as const
const RIGHTS_IN_GROUP = { can_pin_messages: true } as const

/** A member of a chat as the Bot API shows one. */
export function chatMember(room: Room, user: User): ChatMember {
  const status = room.statuses.get(user.id) ?? 'left'
  const is_anonymous = room.anonymous.has(user.id)
  if (status === 'creator') return { user, status, is_anonymous }
  if (status === 'administrator') {
    const more = room.chat.type === 'channel' ? RIGHTS_IN_CHANNEL : RIGHTS_IN_GROUP
    return { user, status, is_anonymous, ...RIGHTS, ...more }
  }
  if (status === 'kicked') return { user, status, until_date: 0 }
  return { user, status }
}
