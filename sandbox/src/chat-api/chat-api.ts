import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createMembership } from '../people/membership.ts'
import { createInline, press } from '../people/press.ts'
import { say } from '../people/say.ts'
import type { State } from '../state.ts'
import { findSpot, PLACE, type Spot } from '../world/access.ts'
import type { Entry } from '../world/room.ts'
import { addChatReading, showEntry } from './chat-reading.ts'

const INTEGER = z.number().int()
const SPEAKER = { topic: INTEGER.optional(), anonymous: z.boolean().optional() }

/** The JSON API under `/chat/` by which people act; `addChatReading` adds what they read. */
export function addChatApi(app: FastifyInstance, state: State): void {
  const inline = createInline(state)
  const membership = createMembership(state)
  addChatReading(app, state)

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
  add('send', SEND, (spot, { text, reply_to, topic, anonymous }) =>
    shown(say(state, { ...spot, topic, anonymous, replyTo: reply_to }, text)),
  )
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
