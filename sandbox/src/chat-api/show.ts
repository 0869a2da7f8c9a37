import { type Entry, isShownTo, type Post } from '../post.ts'
import type { State } from '../state.ts'
import type { Person } from '../world/cast.ts'
import type { ChatEvent } from '../world/feed.ts'
import type { Room, World } from '../world/world.ts'

/** A message as people see it: a Bot API Message, plus its author, and `keyboard` where it asks for a reply. */
export type ShownMessage = Post & Pick<Entry, 'keyboard'> & { readonly author: number }

/** A message for people. */
export function showEntry({ post, authorId, keyboard }: Entry): ShownMessage {
  return { ...post, author: authorId, ...(keyboard && { keyboard }) }
}

/** An event of the live stream, as JSON. */
export function showEvent(change: ChatEvent): object {
  if (change.type !== 'message' && change.type !== 'edit') return change
  return { type: change.type, message: showEntry(change.entry) }
}

/** The bot as a person sees it in that person's language. */
export function showBot({ world, descriptions }: State, { language_code }: Person): object {
  const description = descriptions.long.get(language_code) ?? descriptions.long.get('') ?? ''
  return { ...world.bot, description }
}

/** A chat in the list of a person, with its newest message. */
export function showRoom({ world, menus }: State, person: Person, room: Room): object {
  const last = [...room.entries.values()].findLast(({ post }) => isShownTo(person.id, post))
  const isAdministrator = world.isAdministrator(room, person.id)
  const pinned = [...room.pinned].map((id) => room.entries.get(id)).findLast((entry) => entry !== undefined)
  return {
    ...room.chat,
    topics: room.topics,
    bot_status: world.statusOf(room, world.bot.id),
    members: membersOf(world, room),
    is_administrator: isAdministrator,
    commands: menus.forViewer({ chat: room.chat, language: person.language_code, isAdministrator }),
    ...(last && { last_message: showEntry(last) }),
    ...(pinned && { pinned: showEntry(pinned) }),
  }
}

/** The people of a chat and their ranks. */
function membersOf({ people }: World, { statuses }: Room): object[] {
  return [...statuses].flatMap(([id, status]) => {
    const person = people.get(id)
    return person ? [{ id, first_name: person.first_name, status }] : []
  })
}
