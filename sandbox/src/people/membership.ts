import type { User } from 'grammy/types'
import { Refusal } from '../errors.ts'
import type { State } from '../state.ts'
import { chatMember, type Spot } from '../world/access.ts'
import { createRoom, type Room, type Status } from '../world/room.ts'

/** Changes of membership by people; a change of the bot's own sends it an update. */
export function createMembership({ world, updates }: State) {
  const { bot } = world

  /** Gives someone, the bot if nobody else, a new status in a chat. */
  function change({ person, room }: Spot, status: Status, of: User = bot): void {
    if (world.statusOf(room, of) === status) throw new Refusal(409, 'Ya es así.')
    const old_chat_member = chatMember(room, of)
    if (status === 'member') room.anonymous.delete(of.id)
    world.setStatus(room, of.id, status)
    const members = { old_chat_member, new_chat_member: chatMember(room, of) }
    if (of === bot)
      updates.push({ my_chat_member: { chat: room.chat, from: person, date: world.now(), ...members } })
  }

  function block(spot: Spot): void {
    if (spot.room.chat.type !== 'private') throw new Refusal(400, 'Solo se bloquea en un chat privado.')
    change(spot, 'kicked')
  }

  function unblock(spot: Spot): void {
    if (world.statusOf(spot.room) !== 'kicked') throw new Refusal(409, 'El bot no está bloqueado.')
    change(spot, 'member')
  }

  /** Adds the bot; to a channel as an administrator, as channels have no other bots at first. */
  function add(spot: Spot, asAdministrator: boolean): void {
    const { person, room } = spot
    requireShared(room)
    const isChannel = room.chat.type === 'channel'
    if (isChannel) requireAdministrator(spot)
    const wasAway = world.isAway(room)
    change(spot, asAdministrator || (isChannel && wasAway) ? 'administrator' : 'member')
    if (wasAway && !isChannel)
      updates.push({ message: world.add(room, person, { new_chat_members: [bot] }).post })
  }

  function remove(spot: Spot): void {
    const { person, room } = spot
    requireShared(room)
    change(spot, 'kicked')
    if (room.chat.type !== 'channel') world.add(room, person, { left_chat_member: bot })
  }

  /** Makes a member an administrator, or an administrator a member. */
  function rank(spot: Spot, member: number, administrator: boolean): void {
    requireShared(spot.room)
    requireAdministrator(spot)
    const of = world.people.get(member)
    if (!of || !['administrator', 'member'].includes(world.statusOf(spot.room, of)))
      throw new Refusal(404, 'No se puede cambiar a esa persona.')
    change(spot, administrator ? 'administrator' : 'member', of)
  }

  function requireAdministrator({ person, room }: Spot): void {
    if (!world.isAdministrator(room, person)) throw new Refusal(403, 'Solo un administrador puede hacer eso.')
  }

  /** Upgrades a basic group to a supergroup with a new id; both chats get a service message. */
  function upgrade({ person, room }: Spot): Room {
    const { chat, statuses } = room
    if (chat.type !== 'group') throw new Refusal(400, 'Ya es un supergrupo.')
    const id = -1_000_000_000_000 + chat.id
    const upgraded = createRoom({ id, type: 'supergroup', title: chat.title }, statuses)
    world.rooms.set(id, upgraded)
    updates.push({ message: world.add(room, person, { migrate_to_chat_id: id }).post })
    updates.push({ message: world.add(upgraded, person, { migrate_from_chat_id: chat.id }).post })
    room.movedTo = id
    world.publish(id, { type: 'chat' })
    return upgraded
  }

  return { block, unblock, add, remove, rank, upgrade }
}

function requireShared({ chat }: Room): void {
  if (chat.type === 'private') throw new Refusal(400, 'Eso se hace en un grupo o canal.')
}
