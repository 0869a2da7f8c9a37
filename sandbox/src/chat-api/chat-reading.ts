import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PeopleError } from '../errors.ts'
import { isShownTo } from '../post.ts'
import type { State } from '../state.ts'
import { findSpot, PLACE } from '../world/access.ts'
import type { Person } from '../world/cast.ts'
import { showBot, showEntry, showRoom } from './show.ts'

const MESSAGES_SHOWN_MAX = 100

const VIEWER = z.object({ user: z.coerce.number().int() })
const WINDOW = PLACE.extend({
  /** 0 is the general topic; all topics when absent. */
  topic: z.coerce.number().int().optional(),
  /** Only messages with a smaller id. */
  before: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(MESSAGES_SHOWN_MAX).default(MESSAGES_SHOWN_MAX),
})

/** The JSON API by which people read: people, their chats, messages, pictures and files. */
export function addChatReading(app: FastifyInstance, state: State): void {
  const { world, files } = state

  app.get('/chat/people', async () => ({ people: [...world.people.values()] }))

  app.get('/chat/chats', async ({ query }) => {
    const person = findPerson(VIEWER.parse(query).user)
    const rooms = world.rooms
      .values()
      .filter((room) => room.movedTo === undefined && room.statuses.has(person.id))
    return {
      cursor: world.feed.last(),
      bot: showBot(state, person),
      chats: [...rooms].map((room) => showRoom(state, person, room)),
    }
  })

  app.get('/chat/messages', async ({ query }) => {
    const { limit, topic, before = Infinity, ...place } = WINDOW.parse(query)
    const { person, room } = findSpot(world, place)
    const entries = room.entries
      .values()
      .filter(({ post }) => topic === undefined || (post.message_thread_id ?? 0) === topic)
      .filter(({ post }) => post.message_id < before && isShownTo(person.id, post))
    return { cursor: world.feed.last(), messages: [...entries].slice(-limit).map(showEntry) }
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

  function findPerson(id: number): Person {
    const person = world.people.get(id)
    if (!person) throw new PeopleError(404, 'No existe esa persona.')
    return person
  }
}
