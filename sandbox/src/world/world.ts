import type { Message, User } from 'grammy/types'
import type { Clock } from '../surroundings.ts'
import { type BotName, firstRooms, type Person } from './cast.ts'
import type { Entry, Room, Status } from './room.ts'

const POSTS_PER_CHAT_MAX = 1_000
const EPOCH_MS = Date.UTC(2026, 0, 1)

/** A change in a chat that its people can see. */
export type ChatEvent =
  | { readonly type: 'message' | 'edit'; readonly entry: Entry }
  | { readonly type: 'delete'; readonly message_id: number }
  | { readonly type: 'action'; readonly action: string; readonly thread?: number | undefined }
  | { readonly type: 'chat' }

/** Hears of every change with the id of its chat; 0 means every chat. */
type Listener = (chat: number, change: ChatEvent) => void

/** What is kept with a new message; `authorId` is given where the message hides its author. */
export type Extra = Partial<Omit<Entry, 'post'>>

/** A rising number; it starts from the clock, so that no number is used again after a restart. */
export function createCounter(clock: Clock): () => number {
  let last = Math.max(1, clock() - EPOCH_MS)
  return () => {
    last += 1
    return last
  }
}

/** Users, chats and messages in memory; every change is published to the listeners. */
export function createWorld(bot: User & BotName, clock: Clock, cast: readonly Person[]) {
  const people = new Map(cast.map((person) => [person.id, person]))
  const rooms = new Map(firstRooms(cast, bot).map((room) => [room.chat.id, room]))
  const listeners: Listener[] = []
  const nextMessageId = createCounter(clock)

  const now = (): number => Math.floor(clock() / 1000)

  function publish(chat: number, change: ChatEvent): void {
    for (const listener of listeners) listener(chat, change)
  }

  /** Puts a new message into a chat and returns it as stored. */
  function add(room: Room, from: User, content: Partial<Message>, extra: Extra = {}): Entry {
    const { chat, entries } = room
    const sender = chat.type === 'channel' ? { sender_chat: chat } : { from }
    const post: Message = { message_id: nextMessageId(), date: now(), chat, ...sender, ...content }
    const entry: Entry = { post, authorId: from.id, ...extra }
    entries.set(post.message_id, entry)
    const [oldest = 0] = entries.keys()
    if (entries.size > POSTS_PER_CHAT_MAX) entries.delete(oldest)
    publish(chat.id, { type: 'message', entry })
    return entry
  }

  function replace(room: Room, entry: Entry): void {
    room.entries.set(entry.post.message_id, entry)
    publish(room.chat.id, { type: 'edit', entry })
  }

  function remove(room: Room, messageId: number): void {
    room.entries.delete(messageId)
    room.pinned.delete(messageId)
    publish(room.chat.id, { type: 'delete', message_id: messageId })
  }

  function setStatus(room: Room, userId: number, status: Status): void {
    room.statuses.set(userId, status)
    publish(room.chat.id, { type: 'chat' })
  }

  const statusOf = (room: Room, { id }: User = bot): Status => room.statuses.get(id) ?? 'left'
  const isAway = (room: Room): boolean => ['left', 'kicked'].includes(statusOf(room))
  const isAdministrator = (room: Room, user: User = bot): boolean =>
    ['creator', 'administrator'].includes(statusOf(room, user))

  return {
    bot,
    people,
    rooms,
    publish,
    listen: (listener: Listener): void => void listeners.push(listener),
    now,
    add,
    replace,
    remove,
    setStatus,
    /** The status of a user in a chat; of the bot where no user is given. */
    statusOf,
    /** Whether the bot is not in a chat. */
    isAway,
    /** Whether a user, or the bot, is an administrator of a chat. */
    isAdministrator,
  }
}

/** The users, chats and messages that people and the bot share. */
export type World = ReturnType<typeof createWorld>
