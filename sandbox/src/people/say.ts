import type { Message, User } from 'grammy/types'
import { Refusal } from '../errors.ts'
import { hasTopic, placeFields } from '../send.ts'
import type { State } from '../state.ts'
import { formatText } from '../text.ts'
import type { Spot } from '../world/access.ts'
import { GROUP_ANONYMOUS_BOT } from '../world/cast.ts'
import type { Entry, Room } from '../world/room.ts'
import type { Extra, World } from '../world/world.ts'

const TEXT_LENGTH_MAX = 4_096

/** Who says something, and where. */
export interface Speaker extends Spot {
  readonly topic?: number | undefined
  readonly reply_to?: number | undefined
  /** An administrator of a group may speak as the group itself. */
  readonly anonymous?: boolean | undefined
}

/** A person writes into a chat; in a private chat the first message starts the bot. */
export function say(state: State, speaker: Speaker, words: string): Entry {
  const { text, entities } = formatText(words.toWellFormed())
  if (text === '') throw new Refusal(400, 'Escribe algo primero.')
  if (text.length > TEXT_LENGTH_MAX) throw new Refusal(400, 'El mensaje pasa de 4096 caracteres.')
  return postMessage(state, speaker, { text, ...(entities.length > 0 && { entities }) })
}

/** Adds a message of a person to a chat, and sends it to the bot if the bot may see it. */
export function postMessage(
  state: State,
  speaker: Speaker,
  content: Partial<Message>,
  extra: Extra = {},
): Entry {
  const { world, updates } = state
  const { person, room, topic, reply_to: replyTo, anonymous } = speaker
  const { chat } = room
  const from = senderOf(world, speaker)
  if (!hasTopic(room, topic)) throw new Refusal(404, 'No existe ese tema.')
  const reply = replyTo === undefined ? undefined : room.entries.get(replyTo)?.post
  if (replyTo !== undefined && !reply) throw new Refusal(404, 'El mensaje al que respondes ya no existe.')
  const asGroup = anonymous && chat.type !== 'channel' && { sender_chat: chat }
  const message = { ...asGroup, ...placeFields(topic, reply), ...content }
  const entry = world.add(room, from, message, { authorId: person.id, ...extra })
  if (world.isAway(room)) askGuestBot(state, room, entry.post)
  else if (isSeenByBot(world, room, entry.post))
    updates.push(chat.type === 'channel' ? { channel_post: entry.post } : { message: entry.post })
  return entry
}

/** Who a message is from. Throws for a person who may not write there, or not so; starts the bot in a private chat. */
function senderOf(world: World, { person, room, anonymous }: Speaker): User {
  const { type } = room.chat
  const isAdministrator = world.isAdministrator(room, person)
  if (type === 'private') {
    const status = world.statusOf(room)
    if (status === 'kicked') throw new Refusal(409, 'Bloqueaste al bot: desbloquéalo para escribirle.')
    if (status === 'left') world.setStatus(room, world.bot.id, 'member')
  }
  if (type === 'channel') {
    if (!isAdministrator) throw new Refusal(403, 'En un canal solo publican sus administradores.')
    return person
  }
  room.anonymous.delete(person.id)
  if (!anonymous) return person
  if (!isAdministrator) throw new Refusal(403, 'Solo un administrador del grupo escribe como el grupo.')
  room.anonymous.add(person.id)
  return GROUP_ANONYMOUS_BOT
}

/** The id of the inline message that answers a guest query. */
export const guestMessageId = (queryId: string): string => `guest-${queryId}`

/** Sends the bot a mention from a chat that it is no member of; it may answer once, and its message names the caller. */
function askGuestBot({ guests, updates, world }: State, room: Room, post: Message): void {
  const caller = post.from
  if (!caller || !namesOf(post).includes(mentionOf(world))) return
  const { id, answer } = guests.ask()
  updates.push({ guest_message: { ...post, guest_query_id: id } })
  void answer.then((result) => {
    if (!result) return
    const { content, reply_markup } = result
    const about = { guest_bot_caller_user: caller, ...(reply_markup && { reply_markup }) }
    world.add(room, world.bot, { ...content, ...about }, { inlineMessageId: guestMessageId(id) })
  })
}

/** Privacy mode: whether the bot is sent a message of a person. In private chats it gets all of them. */
function isSeenByBot(world: World, room: Room, post: Message): boolean {
  if (room.chat.type === 'private' || room.chat.type === 'channel') return true
  const { id } = world.bot
  const isAboutBot = post.reply_to_message?.from?.id === id || post.via_bot?.id === id
  return isAboutBot || world.isAdministrator(room) || namesOf(post).some(isForBot(mentionOf(world)))
}

/** Whether a command or mention is for the bot: a command may name no bot. */
const isForBot = (own: string) => (name: string) =>
  name.startsWith('/') ? name.endsWith(own) || !name.includes('@') : name === own

const mentionOf = ({ bot }: World): string => `@${bot.username.toLowerCase()}`

/** The commands and mentions of a message, in lower case. */
const namesOf = ({ text = '', entities = [] }: Message): string[] =>
  entities
    .filter(({ type }) => type === 'bot_command' || type === 'mention')
    .map(({ offset, length }) => text.slice(offset, offset + length).toLowerCase())
