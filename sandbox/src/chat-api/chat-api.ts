import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { createInline } from '../people/inline.ts'
import { createMembership } from '../people/membership.ts'
import { press } from '../people/press.ts'
import { editMessage, type Speaker, say } from '../people/say.ts'
import type { Entry } from '../post.ts'
import type { State } from '../state.ts'
import { findSpot, PLACE, type Spot } from '../world/access.ts'
import { addChatReading } from './chat-reading.ts'
import { showEntry } from './show.ts'

const SPOT = PLACE.extend({ topic: z.number().int().optional(), anonymous: z.boolean().optional() })
const SEND = SPOT.extend({ text: z.string(), reply_to: z.number().int().optional() })
const PRESS = PLACE.extend({ message_id: z.number().int(), data: z.string() })
const INLINE = PLACE.extend({ query: z.string(), offset: z.string().default('') })
const CHOOSE = SPOT.extend({ query_id: z.string(), result_id: z.string() })
const EDIT = SPOT.extend({ message_id: z.number().int(), text: z.string() })
const RANK = PLACE.extend({ member: z.number().int(), administrator: z.boolean() })
const ADD = PLACE.extend({ administrator: z.boolean().default(false) })

/** The JSON API under `/chat/` by which people act; `addChatReading` adds what they read. */
export function addChatApi(app: FastifyInstance, state: State): void {
  const { world } = state
  const inline = createInline(state)
  const membership = createMembership(state)
  addChatReading(app, state)

  function speakerOf(body: z.output<typeof SPOT> & { reply_to?: number | undefined }): Speaker {
    const { topic, anonymous, reply_to } = body
    return { ...findSpot(world, body), topic, anonymous, replyTo: reply_to }
  }
  const shown = (entry: Entry) => ({ message: showEntry(entry) })

  app.post('/chat/send', async ({ body }) => {
    const sent = SEND.parse(body)
    return shown(say(state, speakerOf(sent), sent.text))
  })
  app.post('/chat/edit', async ({ body }) => {
    const edited = EDIT.parse(body)
    return shown(editMessage(state, speakerOf(edited), edited.message_id, edited.text))
  })
  app.post('/chat/press', async ({ body }) => {
    const { message_id, data, ...place } = PRESS.parse(body)
    const answer = await press(state, { ...findSpot(world, place), messageId: message_id, data })
    return answer ? { answered: true, ...answer } : { answered: false }
  })
  app.post('/chat/inline', async ({ body }) => {
    const { query, offset, ...place } = INLINE.parse(body)
    const answer = await inline.ask({ ...findSpot(world, place), query, offset })
    return answer ? { answered: true, ...answer } : { answered: false }
  })
  app.post('/chat/choose', async ({ body }) => {
    const chosen = CHOOSE.parse(body)
    return shown(inline.choose(speakerOf(chosen), chosen.query_id, chosen.result_id))
  })
  app.post('/chat/block', async ({ body }) => act(body, ({ person, room }) => membership.block(person, room)))
  app.post('/chat/unblock', async ({ body }) =>
    act(body, ({ person, room }) => membership.unblock(person, room)),
  )
  app.post('/chat/remove', async ({ body }) =>
    act(body, ({ person, room }) => membership.remove(person, room)),
  )
  app.post('/chat/add', async ({ body }) => {
    const { administrator } = ADD.parse(body)
    return act(body, ({ person, room }) => membership.add(person, room, administrator))
  })
  app.post('/chat/rank', async ({ body }) => {
    const change = RANK.parse(body)
    return act(body, ({ person, room }) => membership.rank(person, room, change))
  })
  app.post('/chat/upgrade', async ({ body }) => {
    const { person, room } = findSpot(world, PLACE.parse(body))
    return { chat: membership.upgrade(person, room).chat }
  })

  function act(body: unknown, action: (spot: Spot) => void): { done: true } {
    action(findSpot(world, PLACE.parse(body)))
    return { done: true }
  }
}
