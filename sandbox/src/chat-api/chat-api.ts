import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { createMembership } from '../people/membership.ts'
import { createInline, press } from '../people/press.ts'
import { say } from '../people/say.ts'
import type { State } from '../state.ts'
import { findPerson, findSpot, PLACE, type Spot } from '../world/access.ts'
import type { Person } from '../world/cast.ts'
import { type Entry, isShownTo, type Room } from '../world/room.ts'

const MESSAGES_SHOWN_MAX = 100

/** 0 is the general topic; all topics when absent. */
const TOPIC = z.coerce.number().int().optional()

const INTEGER = z.number().int()
const SPEAKER = { topic: INTEGER.optional(), anonymous: z.boolean().optional() }

/** What people read: who there is, their chats, messages, pictures and files. */
function addReading(app: FastifyInstance, state: State): void {
  const { world, files, descriptions } = state

  app.get('/chat/people', async () => ({ people: [...world.people.values()] }))

  app.get('/chat/chats', async ({ query }) => {
    const person = findPerson(world, PLACE.pick({ user: true }).parse(query).user)
    const about = descriptions.description
    const description = about.get(person.language_code) ?? about.get('') ?? ''
    const chats = [...world.rooms.values()]
      .filter((room) => room.movedTo === undefined && room.statuses.has(person.id))
      .map((room) => showRoom(state, person, room))
    return { bot: { ...world.bot, description }, chats }
  })

  app.get('/chat/messages', async ({ query }) => {
    const { topic, ...place } = PLACE.extend({ topic: TOPIC }).parse(query)
    const { person, room } = findSpot(world, place)
    const entries = room.entries
      .values()
      .filter(({ post }) => topic === undefined || (post.message_thread_id ?? 0) === topic)
      .filter(({ post }) => isShownTo(person.id, post))
    return { messages: [...entries].slice(-MESSAGES_SHOWN_MAX).map(showEntry) }
  })

  app.get<{ Params: { id: string } }>('/chat/files/:id', async ({ params }, reply) => {
    const file = files.find(params.id)
    if (!file) throw new Refusal(404, 'No existe ese archivo.')
    reply.header('cache-control', 'private, max-age=86400, immutable')
    if (file.kind === 'photo') return reply.type('image/png').send(file.bytes)
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`
    return reply.type('application/octet-stream').header('content-disposition', disposition).send(file.bytes)
  })
}

/** The JSON API under `/chat/` by which people read and act. */
export function addChatApi(app: FastifyInstance, state: State): void {
  const inline = createInline(state)
  const membership = createMembership(state)
  addReading(app, state)

  /** Adds `POST /chat/NAME`, by which a person acts in a chat; answers with what the action returns. */
  function add<Fields extends z.ZodRawShape>(
    name: string,
    fields: Fields,
    action: (spot: Spot, body: z.output<z.ZodObject<Fields>>) => unknown,
  ): void {
    const schema = z.object(fields)
    app.post(`/chat/${name}`, async ({ body }) => {
      const spot = findSpot(state.world, PLACE.parse(body))
      return (await action(spot, schema.parse(body))) ?? { done: true }
    })
  }

  const shown = (entry: Entry) => ({ message: showEntry(entry) })
  const answered = (answer: object | undefined) => ({ answered: answer !== undefined, ...answer })

  const SEND = { ...SPEAKER, text: z.string(), reply_to: INTEGER.optional() }
  add('send', SEND, (spot, { text, ...as }) => shown(say(state, { ...spot, ...as }, text)))
  add('press', { message_id: INTEGER, data: z.string() }, async (spot, { message_id, data }) =>
    answered(await press(state, spot, message_id, data)),
  )
  add('inline', { query: z.string() }, async (spot, { query }) => answered(await inline.ask(spot, query)))
  const CHOOSE = { ...SPEAKER, query_id: z.string(), result_id: z.string() }
  add('choose', CHOOSE, (spot, { query_id, result_id, ...as }) =>
    shown(inline.choose({ ...spot, ...as }, query_id, result_id)),
  )
  add('block', {}, membership.block)
  add('unblock', {}, membership.unblock)
  add('remove', {}, membership.remove)
  add('add', { administrator: z.boolean().default(false) }, (spot, { administrator }) =>
    membership.add(spot, administrator),
  )
  add('rank', { member: INTEGER, administrator: z.boolean() }, (spot, { member, administrator }) =>
    membership.rank(spot, member, administrator),
  )
  add('upgrade', {}, (spot) => ({ chat: membership.upgrade(spot).chat }))
}

/** A message as people see it: a Bot API Message, plus its author, and `keyboard` where it asks for a reply. */
export const showEntry = ({ post, authorId, keyboard }: Entry) => ({ ...post, author: authorId, keyboard })

/** A chat in the list of a person, with its people and their ranks, and its newest message. */
function showRoom({ world, menus }: State, person: Person, room: Room): object {
  const { chat, topics, statuses, entries } = room
  const last = [...entries.values()].findLast(({ post }) => isShownTo(person.id, post))
  const isAdministrator = world.isAdministrator(room, person)
  const pinned = [...room.pinned].map((id) => entries.get(id)).findLast((entry) => entry !== undefined)
  return {
    ...chat,
    topics,
    bot_status: world.statusOf(room),
    members: [...statuses].flatMap(([id, status]) => {
      const someone = world.people.get(id)
      return someone ? [{ id, first_name: someone.first_name, status }] : []
    }),
    is_administrator: isAdministrator,
    commands:
      scopesOf(chat.type === 'private', isAdministrator)
        .map((scope) => menus.get(`${scope}|${person.language_code}`) ?? menus.get(`${scope}|`))
        .find((menu) => menu) ?? [],
    ...(last && { last_message: showEntry(last) }),
    ...(pinned && { pinned: showEntry(pinned) }),
  }
}

/** The scopes of command lists that hold in a chat, from the narrowest to the widest, in the order of Telegram. */
function scopesOf(isPrivate: boolean, isAdministrator: boolean): string[] {
  if (isPrivate) return ['all_private_chats', 'default']
  return [...(isAdministrator ? ['all_chat_administrators'] : []), 'all_group_chats', 'default']
}
