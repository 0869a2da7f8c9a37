import type { Message, User } from 'grammy/types'
import { z } from 'zod'
import type { Call } from './call.ts'
import { badRequest } from './errors.ts'
import type { State } from './state.ts'
import { findOpenRoom, findWritableRoom } from './world/access.ts'
import { readMarkup } from './world/keyboard.ts'
import type { Content, Entry, Room } from './world/room.ts'
import type { World } from './world/world.ts'

const REPLY = z.looseObject({
  message_id: z.coerce.number(),
  allow_sending_without_reply: z.boolean().optional(),
})

const EPHEMERAL = z.looseObject({ receiver_user_id: z.coerce.number() })

/** Sends a message of the bot, as its call says, within the flood limits. */
export function send({ world, admit }: State, call: Call, content: Content): Message {
  const room = findWritableRoom(world, call)
  const { inline, keyboard } = readMarkup(call, room.chat.type === 'channel')
  const reply = findReply(room, call)
  const receiver = findReceiver(world, room, call)
  const thread = call.number('message_thread_id') ?? reply?.message_thread_id
  if (!hasTopic(room, thread)) throw badRequest('message thread not found')
  admit({ chat: room.chat, paid: call.flag('allow_paid_broadcast') })
  const message = {
    ...content,
    ...placeFields(thread, reply),
    ...(inline && { reply_markup: inline }),
    ...(receiver && { receiver_user: receiver }),
  }
  const { post } = world.add(room, world.bot, message, keyboard && { keyboard })
  // A message for one receiver has an id of its own kind.
  return receiver ? { ...post, message_id: 0, ephemeral_message_id: post.message_id } : post
}

/** The one member of a group who sees the message. */
function findReceiver(world: World, { chat, statuses }: Room, call: Call): User | undefined {
  const asked = call.json('ephemeral_message_parameters', EPHEMERAL)
  if (!asked) return undefined
  const person = world.people.get(asked.receiver_user_id)
  const isGroup = chat.type === 'group' || chat.type === 'supergroup'
  if (!isGroup || !person || !statuses.has(person.id)) throw badRequest('USER_ID_INVALID')
  return person
}

function findReply(room: Room, call: Call): Message | undefined {
  const asked = call.json('reply_parameters', REPLY)
  const found = asked && room.entries.get(asked.message_id)
  if (asked && !found && !asked.allow_sending_without_reply)
    throw badRequest('message to be replied not found')
  return found?.post
}

/** Whether a message may be sent into a topic; it may name none. */
export const hasTopic = ({ topics }: Room, thread: number | undefined): boolean =>
  thread === undefined || topics.some(({ id }) => id === thread)

/** The fields of a message that name its topic, and show what it replies to without the reply in that: Telegram nests one level. */
export function placeFields(thread: number | undefined, reply: Message | undefined): Partial<Message> {
  const { reply_to_message: _, ...shown } = reply ?? {}
  return {
    ...(thread !== undefined && { message_thread_id: thread, is_topic_message: true }),
    ...(reply && { reply_to_message: shown as NonNullable<Message['reply_to_message']> }),
  }
}

/** The bot's own message that a call changes. Throws the 400 of Telegram for any other. */
export function findOwn(world: World, call: Call): { room: Room; entry: Entry } {
  const inlineMessageId = call.text('inline_message_id')
  if (inlineMessageId !== undefined) return findInline(world, inlineMessageId)
  const room = findOpenRoom(world, call)
  const id = call.number('message_id')
  if (id === undefined) throw badRequest('message identifier is not specified')
  const entry = room.entries.get(id)
  if (!entry) throw badRequest('message to edit not found')
  if (entry.authorId !== world.bot.id) throw badRequest("message can't be edited")
  return { room, entry }
}

function findInline(world: World, inlineMessageId: string): { room: Room; entry: Entry } {
  for (const room of world.rooms.values())
    for (const entry of room.entries.values())
      if (entry.inlineMessageId === inlineMessageId) return { room, entry }
  throw badRequest('MESSAGE_ID_INVALID')
}
