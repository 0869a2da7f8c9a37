import type { Message, MessageEntity, User } from 'grammy/types'
import { PeopleError } from '../errors.ts'
import type { Entry } from '../post.ts'
import { replyFields, threadFields } from '../send.ts'
import type { State } from '../state.ts'
import { formatText } from '../text.ts'
import type { Spot } from '../world/access.ts'
import { GROUP_ANONYMOUS_BOT } from '../world/cast.ts'
import type { Extra, Room, World } from '../world/world.ts'

/** The id of the inline message that answers a guest query. */
export const guestMessageId = (queryId: string): string => `guest-${queryId}`

/** Sends the bot a mention from a chat that it is no member of; it may answer once, and its message names the caller. */
function askGuestBot(state: State, room: Room, post: Message): void {
  const { guests, updates, world } = state
  const caller = post.from
  if (!caller || !isMentioned(post, world.bot.username)) return
  const { id, answer } = guests.ask()
  updates.push({ guest_message: { ...post, guest_query_id: id } })
  void answer.then((result) => {
    if (!result) return
    const { content, reply_markup } = result
    const about = { guest_bot_caller_user: caller, ...(reply_markup && { reply_markup }) }
    world.add(room, world.bot, { ...content, ...about }, { inlineMessageId: guestMessageId(id) })
  })
}

const TEXT_LENGTH_MAX = 4_096

/** Who says something, and where. */
export interface Speaker extends Spot {
  readonly topic?: number | undefined
  readonly replyTo?: number | undefined
  /** An administrator of a group may speak as the group itself. */
  readonly anonymous?: boolean | undefined
}

/** A person writes into a chat; in a private chat the first message starts the bot. */
export function say(state: State, speaker: Speaker, words: string): Entry {
  const { text, entities } = formatText(words.toWellFormed())
  if (text === '') throw new PeopleError(400, 'Escribe algo primero.')
  if (text.length > TEXT_LENGTH_MAX) throw new PeopleError(400, 'El mensaje pasa de 4096 caracteres.')
  return postMessage(state, speaker, { text, ...(entities.length > 0 && { entities }) })
}

/** Adds a message of a person to a chat, and sends it to the bot if the bot may see it. */
export function postMessage(
  state: State,
  speaker: Speaker,
  content: Partial<Message>,
  extra: Extra = {},
): Entry {
  const { world } = state
  const { room } = speaker
  startPrivate(state, speaker)
  const entry = world.add(
    room,
    fromOf(state, speaker),
    {
      ...(speaker.anonymous && room.chat.type !== 'channel' && { sender_chat: room.chat }),
      ...threadFields(topicOf(speaker)),
      ...replyFields(replyOf(speaker)),
      ...content,
    },
    { authorId: speaker.person.id, ...extra },
  )
  notifyBot(state, room, entry.post)
  return entry
}

/** Sends the bot a message that it may see. */
function notifyBot(state: State, room: Room, post: Message): void {
  const { world, updates } = state
  if (world.isAway(room, world.bot.id)) askGuestBot(state, room, post)
  else if (isSeenByBot(world, room, post))
    updates.push(room.chat.type === 'channel' ? { channel_post: post } : { message: post })
}

function startPrivate({ world }: State, { room }: Speaker): void {
  if (room.chat.type !== 'private') return
  const status = world.statusOf(room, world.bot.id)
  if (status === 'kicked') throw new PeopleError(409, 'Bloqueaste al bot: desbloquéalo para escribirle.')
  if (status === 'left') world.setStatus(room, world.bot.id, 'member')
}

function fromOf({ world }: State, { person, room, anonymous }: Speaker): User {
  const isAdministrator = world.isAdministrator(room, person.id)
  if (room.chat.type === 'channel') {
    if (!isAdministrator) throw new PeopleError(403, 'En un canal solo publican sus administradores.')
    return person
  }
  room.anonymous.delete(person.id)
  if (!anonymous) return person
  if (room.chat.type === 'private' || !isAdministrator)
    throw new PeopleError(403, 'Solo un administrador del grupo escribe como el grupo.')
  room.anonymous.add(person.id)
  return GROUP_ANONYMOUS_BOT
}

function topicOf({ room, topic }: Speaker): number | undefined {
  if (topic !== undefined && !room.topics.some(({ id }) => id === topic))
    throw new PeopleError(404, 'No existe ese tema.')
  return topic
}

function replyOf({ room, replyTo }: Speaker): Message | undefined {
  if (replyTo === undefined) return undefined
  const entry = room.entries.get(replyTo)
  if (!entry) throw new PeopleError(404, 'El mensaje al que respondes ya no existe.')
  return entry.post
}

/** Privacy mode: whether the bot is sent a message of a person. In private chats it gets all of them. */
function isSeenByBot({ bot, isAdministrator }: World, room: Room, post: Message): boolean {
  if (room.chat.type === 'private' || room.chat.type === 'channel') return true
  const isAboutBot = post.reply_to_message?.from?.id === bot.id || post.via_bot?.id === bot.id
  return isAdministrator(room, bot.id) || isAboutBot || isAddressed(post, bot.username)
}

function isAddressed(post: Message, username: string): boolean {
  const { text = '', entities = [] } = post
  const own = `@${username.toLowerCase()}`
  const isCommand = (entity: MessageEntity): boolean => {
    const word = wordOf(text, entity).toLowerCase()
    return entity.type === 'bot_command' && (!word.includes('@') || word.endsWith(own))
  }
  return isMentioned(post, username) || entities.some(isCommand)
}

/** Whether a message names the bot. */
const isMentioned = ({ text = '', entities = [] }: Message, username: string): boolean =>
  entities.some(
    (entity) =>
      entity.type === 'mention' && wordOf(text, entity).toLowerCase() === `@${username.toLowerCase()}`,
  )

const wordOf = (text: string, { offset, length }: MessageEntity): string =>
  text.slice(offset, offset + length)
