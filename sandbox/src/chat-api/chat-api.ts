import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createMembership } from '../people/membership.ts'
import { createInline, press } from '../people/press.ts'
import { type Speaker, say } from '../people/say.ts'
import type { Entry } from '../post.ts'
import type { State } from '../state.ts'
import { findSpot, PLACE, type Spot } from '../world/access.ts'
import { addChatReading, showEntry } from './chat-reading.ts'

const SPOT = PLACE.extend({ topic: z.number().int().optional(), anonymous: z.boolean().optional() })
const SEND = SPOT.extend({ text: z.string(), reply_to: z.number().int().optional() })
const PRESS = PLACE.extend({ message_id: z.number().int(), data: z.string() })
const INLINE = PLACE.extend({ query: z.string() })
const CHOOSE = SPOT.extend({ query_id: z.string(), result_id: z.string() })
const RANK = PLACE.extend({ member: z.number().int(), administrator: z.boolean() })
const ADD = PLACE.extend({ administrator: z.boolean().default(false) })

/** The JSON API under `/chat/` by which people act; `addChatReading` adds what they read. */
export function addChatApi(app: FastifyInstance, state: State): void {
  const inline = createInline(state)
  const membership = createMembership(state)
  addChatReading(app, state)

  /** Adds `POST /chat/NAME`, by which a person acts in a chat; answers with what the action returns. */
  function add<Body extends z.output<typeof PLACE>>(
    name: string,
    schema: z.ZodType<Body>,
    action: (spot: Spot, body: Body) => unknown,
  ): void {
    app.post(`/chat/${name}`, async ({ body }) => {
      const read = schema.parse(body)
      return (await action(findSpot(state.world, read), read)) ?? { done: true }
    })
  }

  const speakerOf = (spot: Spot, body: z.output<typeof SPOT>, replyTo?: number): Speaker => ({
    ...spot,
    topic: body.topic,
    anonymous: body.anonymous,
    replyTo,
  })
  const shown = (entry: Entry) => ({ message: showEntry(entry) })
  const answered = (answer: object | undefined) => ({ answered: answer !== undefined, ...answer })

  add('send', SEND, (spot, body) => shown(say(state, speakerOf(spot, body, body.reply_to), body.text)))
  add('press', PRESS, async (spot, body) => answered(await press(state, spot, body.message_id, body.data)))
  add('inline', INLINE, async (spot, { query }) => answered(await inline.ask(spot, query)))
  add('choose', CHOOSE, (spot, body) =>
    shown(inline.choose(speakerOf(spot, body), body.query_id, body.result_id)),
  )
  add('block', PLACE, ({ person, room }) => membership.block(person, room))
  add('unblock', PLACE, ({ person, room }) => membership.unblock(person, room))
  add('remove', PLACE, ({ person, room }) => membership.remove(person, room))
  add('add', ADD, ({ person, room }, body) => membership.add(person, room, body.administrator))
  add('rank', RANK, ({ person, room }, body) => membership.rank(person, room, body))
  add('upgrade', PLACE, ({ person, room }) => ({ chat: membership.upgrade(person, room).chat }))
}
