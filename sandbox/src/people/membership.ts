import type { User } from 'grammy/types'
import { PeopleError } from '../errors.ts'
import type { State } from '../state.ts'
import { chatMember } from '../world/access.ts'
import type { Person, Status } from '../world/cast.ts'
import type { Room } from '../world/world.ts'

/** Changes of membership by people; a change of the bot's own sends it an update. */
export function createMembership({ world, updates }: State) {
  const { bot } = world

  /** Gives someone a new status in a chat; a change of the bot's own sends it an update. */
  function change(by: Person, room: Room, status: Status, of: User = bot): void {
    if (world.statusOf(room, of.id) === status) throw new PeopleError(409, 'Ya es así.')
    const old_chat_member = chatMember(room, of)
    if (status === 'member') room.anonymous.delete(of.id)
    world.setStatus(room, of.id, status)
    const members = { old_chat_member, new_chat_member: chatMember(room, of) }
    if (of === bot)
      updates.push({ my_chat_member: { chat: room.chat, from: by, date: world.now(), ...members } })
  }

  function block(person: Person, room: Room): void {
    if (room.chat.type !== 'private') throw new PeopleError(400, 'Solo se bloquea en un chat privado.')
    change(person, room, 'kicked')
  }

  function unblock(person: Person, room: Room): void {
    if (world.statusOf(room, bot.id) !== 'kicked') throw new PeopleError(409, 'El bot no está bloqueado.')
    change(person, room, 'member')
  }

  /** Adds the bot; to a channel as an administrator, as channels have no other bots at first. */
  function add(person: Person, room: Room, asAdministrator: boolean): void {
    requireShared(room)
    const isChannel = room.chat.type === 'channel'
    if (isChannel) requireAdministrator(person, room)
    const wasAway = world.isAway(room, bot.id)
    const status = asAdministrator || (isChannel && wasAway) ? 'administrator' : 'member'
    change(person, room, status)
    if (wasAway && !isChannel)
      updates.push({ message: world.add(room, person, { new_chat_members: [bot] }).post })
  }

  function remove(person: Person, room: Room): void {
    requireShared(room)
    change(person, room, 'kicked')
    if (room.chat.type !== 'channel') world.add(room, person, { left_chat_member: bot })
  }

  /** Makes a member an administrator, or an administrator a member. */
  function rank(person: Person, room: Room, to: { member: number; administrator: boolean }): void {
    requireShared(room)
    requireAdministrator(person, room)
    const of = world.people.get(to.member)
    const isThere = of && ['administrator', 'member'].includes(world.statusOf(room, of.id))
    if (!isThere) throw new PeopleError(404, 'No se puede cambiar a esa persona.')
    change(person, room, to.administrator ? 'administrator' : 'member', of)
  }

  function requireAdministrator(person: Person, room: Room): void {
    if (!world.isAdministrator(room, person.id))
      throw new PeopleError(403, 'Solo un administrador puede hacer eso.')
  }

  /** Upgrades a basic group to a supergroup with a new id; both chats get a service message. */
  function upgrade(person: Person, room: Room): Room {
    const { chat } = room
    if (chat.type !== 'group') throw new PeopleError(400, 'Ya es un supergrupo.')
    const upgraded = world.open({ id: -1_000_000_000_000 + chat.id, type: 'supergroup', title: chat.title })
    for (const [id, status] of room.statuses) upgraded.statuses.set(id, status)
    updates.push({ message: world.add(room, person, { migrate_to_chat_id: upgraded.chat.id }).post })
    updates.push({ message: world.add(upgraded, person, { migrate_from_chat_id: chat.id }).post })
    room.movedTo = upgraded.chat.id
    world.publish(upgraded.chat.id, { type: 'chat' })
    return upgraded
  }

  return { block, unblock, add, remove, rank, upgrade }
}

function requireShared({ chat }: Room): void {
  if (chat.type === 'private') throw new PeopleError(400, 'Eso se hace en un grupo o canal.')
}
