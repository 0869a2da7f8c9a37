import type { User } from 'grammy/types'
import { GROUP_ANONYMOUS_BOT, type Person } from '../cast.ts'
import { formatText } from '../entities.ts'
import type { Content, Entry, Post } from '../post.ts'
import { threadFields, withoutReply } from '../send.ts'
import type { State } from '../state.ts'
import type { Room } from '../world.ts'
import { PeopleError } from './people-error.ts'
import { isSeenByBot } from './privacy.ts'

const TEXT_LENGTH_MAX = 4_096

/** Who says something, and where. */
export interface Speaker {
  readonly person: Person
  readonly room: Room
  readonly topic?: number | undefined
  readonly replyTo?: number | undefined
  /** An administrator of a group may speak as the group itself. */
  readonly anonymous?: boolean | undefined
}

/** A person writes into a chat; in a private chat the first message starts the bot. */
export function say(state: State, speaker: Speaker, words: string): Entry {
  const { text, entities } = formatText({ text: words, parseMode: undefined, entities: undefined })
  if (text === '') throw new PeopleError(400, 'Escribe algo primero.')
  if (text.length > TEXT_LENGTH_MAX) throw new PeopleError(400, 'El mensaje pasa de 4096 caracteres.')
  return post(state, speaker, { text, ...(entities.length > 0 && { entities }) })
}

/** Puts a message of a person into a chat and, if the bot may see it, before the bot. */
export function post(
  state: State,
  speaker: Speaker,
  content: Content & Partial<Post>,
  extra: Omit<Entry, 'post'> = {},
): Entry {
  const { world, updates } = state
  const { room } = speaker
  startPrivate(state, speaker)
  const reply = replyOf(speaker)
  const entry = world.add(
    room,
    fromOf(speaker),
    {
      ...(speaker.anonymous && { sender_chat: room.chat }),
      ...threadFields(topicOf(speaker)),
      ...(reply && { reply_to_message: withoutReply(reply) }),
      ...content,
    },
    extra,
  )
  const status = world.statusOf(room, world.bot.id)
  const isPresent = status !== 'left' && status !== 'kicked'
  const onlooker = { bot: world.bot, isAdministrator: world.isAdministrator(room, world.bot.id) }
  if (isPresent && isSeenByBot(entry.post, onlooker)) updates.push({ message: entry.post })
  return entry
}

function startPrivate({ world }: State, { room }: Speaker): void {
  if (room.chat.type !== 'private') return
  const status = world.statusOf(room, world.bot.id)
  if (status === 'kicked') throw new PeopleError(409, 'Bloqueaste al bot: desbloquéalo para escribirle.')
  if (status === 'left') world.setStatus(room, world.bot.id, 'member')
}

function fromOf({ person, room, anonymous }: Speaker): User {
  if (!anonymous) return person
  const status = room.statuses.get(person.id)
  if (room.chat.type === 'private' || !['creator', 'administrator'].includes(status ?? ''))
    throw new PeopleError(403, 'Solo un administrador del grupo escribe como el grupo.')
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
