import type { ChatMemberUpdated, User } from 'grammy/types'
import type { Person, Status } from '../cast.ts'
import { chatMember } from '../chat-member.ts'
import type { State } from '../state.ts'
import type { Room, World } from '../world.ts'
import { PeopleError } from './people-error.ts'

interface Change {
  readonly by: User
  readonly status: Status
}

/** Gives the bot a new status in a chat; returns what the bot is told about it. */
function changeStatus(world: World, room: Room, { by, status }: Change): ChatMemberUpdated {
  const before = world.statusOf(room, world.bot.id)
  if (before === status) throw new PeopleError(409, 'Ya es así.')
  world.setStatus(room, world.bot.id, status)
  return {
    chat: room.chat,
    from: by,
    date: world.now(),
    old_chat_member: chatMember(world.bot, before),
    new_chat_member: chatMember(world.bot, status),
  }
}

/** The bot goes, or is sent away, from a group. */
export function banish(world: World, room: Room, change: Change): ChatMemberUpdated {
  const told = changeStatus(world, room, change)
  world.add(room, change.by, { left_chat_member: world.bot })
  return told
}

/** What people do to the bot's membership; the bot is told each time. */
export function createMembership({ world, updates }: State) {
  function block(person: Person, room: Room): void {
    if (room.chat.type !== 'private') throw new PeopleError(400, 'Solo se bloquea en un chat privado.')
    updates.push({ my_chat_member: changeStatus(world, room, { by: person, status: 'kicked' }) })
  }

  function unblock(person: Person, room: Room): void {
    if (world.statusOf(room, world.bot.id) !== 'kicked')
      throw new PeopleError(409, 'El bot no está bloqueado.')
    updates.push({ my_chat_member: changeStatus(world, room, { by: person, status: 'member' }) })
  }

  function add(person: Person, room: Room, asAdministrator: boolean): void {
    demandGroup(room)
    const wasAway = ['left', 'kicked'].includes(world.statusOf(room, world.bot.id))
    const status = asAdministrator ? 'administrator' : 'member'
    updates.push({ my_chat_member: changeStatus(world, room, { by: person, status }) })
    if (wasAway) updates.push({ message: world.add(room, person, { new_chat_members: [world.bot] }).post })
  }

  function remove(person: Person, room: Room): void {
    demandGroup(room)
    updates.push({ my_chat_member: banish(world, room, { by: person, status: 'kicked' }) })
  }

  /** A basic group becomes a supergroup with a new id; both chats say so. */
  function upgrade(person: Person, room: Room): Room {
    const { chat } = room
    if (chat.type !== 'group') throw new PeopleError(400, 'Ya es un supergrupo.')
    const upgraded = world.open({ id: -1_000_000_000_000 + chat.id, type: 'supergroup', title: chat.title })
    for (const [id, status] of room.statuses) upgraded.statuses.set(id, status)
    updates.push({ message: world.add(room, person, { migrate_to_chat_id: upgraded.chat.id }).post })
    updates.push({ message: world.add(upgraded, person, { migrate_from_chat_id: chat.id }).post })
    room.movedTo = upgraded.chat.id
    world.feed.publish(upgraded.chat.id, { type: 'chat' })
    return upgraded
  }

  return { block, unblock, add, remove, upgrade }
}

function demandGroup({ chat }: Room): void {
  if (chat.type === 'private') throw new PeopleError(400, 'Eso se hace en un grupo.')
}
