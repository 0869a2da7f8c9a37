import type { User } from 'grammy/types'
import { PeopleError } from '../errors.ts'
import type { Content, Entry, FormattedText, Post } from '../post.ts'
import { threadFields, withoutReply } from '../send.ts'
import type { State } from '../state.ts'
import { formatText } from '../text/text.ts'
import type { Spot } from '../world/access.ts'
import { GROUP_ANONYMOUS_BOT } from '../world/cast.ts'
import { isMentioned, isSeenByBot } from '../world/privacy.ts'
import type { Extra, Room } from '../world/world.ts'

/** The id of the inline message that answers a guest query. */
export const guestMessageId = (queryId: string): string => `guest-${queryId}`

/** Sends the bot a mention from a chat that it is no member of; it may answer once, and its message names the caller. */
function askGuestBot(state: State, room: Room, post: Post): void {
  const { guests, updates, world } = state
  const caller = post.from
  if (!caller || post.edit_date !== undefined || !isMentioned(post, world.bot.username ?? '')) return
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
  const { text, entities } = parseText(words)
  return postMessage(state, speaker, { text, ...(entities.length > 0 && { entities }) })
}

function parseText(words: string): FormattedText {
  const formatted = formatText(words.toWellFormed())
  if (formatted.text === '') throw new PeopleError(400, 'Escribe algo primero.')
  if (formatted.text.length > TEXT_LENGTH_MAX)
    throw new PeopleError(400, 'El mensaje pasa de 4096 caracteres.')
  return formatted
}

/** A person edits the text of an own message. */
export function editMessage(state: State, { person, room }: Spot, messageId: number, words: string): Entry {
  const entry = room.entries.get(messageId)
  if (entry?.authorId !== person.id || entry.post.text === undefined)
    throw new PeopleError(404, 'Ese mensaje no se puede editar.')
  const { text, entities } = parseText(words)
  const { entities: _, ...rest } = entry.post
  const post = { ...rest, text, ...(entities.length > 0 && { entities }), edit_date: state.world.now() }
  const edited = state.world.replace(room, { ...entry, post })
  notifyBot(state, room, edited.post)
  return edited
}

/** Adds a message of a person to a chat, and sends it to the bot if the bot may see it. */
export function postMessage(
  state: State,
  speaker: Speaker,
  content: Content & Partial<Post>,
  extra: Extra = {},
): Entry {
  const { world } = state
  const { room } = speaker
  startPrivate(state, speaker)
  const reply = replyOf(speaker)
  const entry = world.add(
    room,
    fromOf(state, speaker),
    {
      ...(speaker.anonymous && room.chat.type !== 'channel' && { sender_chat: room.chat }),
      ...threadFields(topicOf(speaker)),
      ...(reply && { reply_to_message: withoutReply(reply) }),
      ...content,
    },
    { authorId: speaker.person.id, ...extra },
  )
  notifyBot(state, room, entry.post)
  return entry
}

/** Sends the bot a new or edited message that it may see. */
function notifyBot(state: State, room: Room, post: Post): void {
  const { world, updates } = state
  const isAdministrator = world.isAdministrator(room, world.bot.id)
  const [isEdited, isPost] = [post.edit_date !== undefined, room.chat.type === 'channel']
  if (world.isAway(room, world.bot.id)) askGuestBot(state, room, post)
  else if (!isSeenByBot(post, { bot: world.bot, isAdministrator })) return
  else if (isPost) updates.push(isEdited ? { edited_channel_post: post } : { channel_post: post })
  else updates.push(isEdited ? { edited_message: post } : { message: post })
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

function replyOf({ room, replyTo }: Speaker): Post | undefined {
  if (replyTo === undefined) return undefined
  const entry = room.entries.get(replyTo)
  if (!entry) throw new PeopleError(404, 'El mensaje al que respondes ya no existe.')
  return entry.post
}
