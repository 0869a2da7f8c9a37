import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PeopleError } from '../errors.ts'
import { type Entry, isShownTo } from '../post.ts'
import type { State } from '../state.ts'
import { findPerson, findSpot, PLACE } from '../world/access.ts'
import type { Person } from '../world/cast.ts'
import type { ChatEvent, Room, World } from '../world/world.ts'

const MESSAGES_SHOWN_MAX = 100

const VIEWER = z.object({ user: z.coerce.number().int() })
const WINDOW = PLACE.extend({
  /** 0 is the general topic; all topics when absent. */
  topic: z.coerce.number().int().optional(),
})

/** The JSON API by which people read: people, their chats, messages, pictures and files. */
export function addChatReading(app: FastifyInstance, state: State): void {
  const { world, files } = state

  app.get('/chat/people', async () => ({ people: [...world.people.values()] }))

  app.get('/chat/chats', async ({ query }) => {
    const person = findPerson(world, VIEWER.parse(query).user)
    const rooms = world.rooms
      .values()
      .filter((room) => room.movedTo === undefined && room.statuses.has(person.id))
    return {
      bot: showBot(state, person),
      chats: [...rooms].map((room) => showRoom(state, person, room)),
    }
  })

  app.get('/chat/messages', async ({ query }) => {
    const { topic, ...place } = WINDOW.parse(query)
    const { person, room } = findSpot(world, place)
    const entries = room.entries
      .values()
      .filter(({ post }) => topic === undefined || (post.message_thread_id ?? 0) === topic)
      .filter(({ post }) => isShownTo(person.id, post))
    return { messages: [...entries].slice(-MESSAGES_SHOWN_MAX).map(showEntry) }
  })

  app.get<{ Params: { id: string } }>('/chat/files/:id', async ({ params }, reply) => {
    const file = files.find(params.id)
    if (!file) throw new PeopleError(404, 'No existe ese archivo.')
    if (file.kind === 'document')
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    return reply
      .type(file.kind === 'document' ? 'application/octet-stream' : 'image/png')
      .header('cache-control', 'private, max-age=86400, immutable')
      .send(file.bytes)
  })
}

/** A message as people see it: a Bot API Message, plus its author, and `keyboard` where it asks for a reply. */
export const showEntry = ({ post, authorId, keyboard }: Entry): object => ({
  ...post,
  author: authorId,
  keyboard,
})

/** An event of the live stream, as JSON. */
export function showEvent(change: ChatEvent): object {
  if (change.type !== 'message' && change.type !== 'edit') return change
  return { type: change.type, message: showEntry(change.entry) }
}

/** The bot as a person sees it in that person's language. */
function showBot({ world, descriptions }: State, { language_code }: Person): object {
  const texts = descriptions.description
  return { ...world.bot, description: texts.get(language_code) ?? texts.get('') ?? '' }
}

/** A chat in the list of a person, with its newest message. */
function showRoom({ world, menus }: State, person: Person, room: Room): object {
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
