import type { Chat, Message, User } from 'grammy/types'
import type { Entry } from '../post.ts'
import type { Clock } from '../surroundings.ts'
import { type BotName, firstChats, PEOPLE, type Person, type Status, type Topic } from './cast.ts'

const POSTS_PER_CHAT_MAX = 1_000
const EPOCH_MS = Date.UTC(2026, 0, 1)

/** A chat with its people and messages. In a private chat the bot's status is `left` until the person starts it. */
export interface Room {
  readonly chat: Chat
  readonly topics: readonly Topic[]
  readonly statuses: Map<number, Status>
  readonly entries: Map<number, Entry>
  /** Administrators who last spoke as the group. */
  readonly anonymous: Set<number>
  /** Ids of pinned messages, the newest pin last. */
  readonly pinned: Set<number>
  movedTo: number | undefined
}

/** A change in a chat that its people can see. */
export type ChatEvent =
  | { readonly type: 'message' | 'edit'; readonly entry: Entry }
  | { readonly type: 'delete'; readonly message_id: number }
  | { readonly type: 'action'; readonly action: string; readonly thread?: number }
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
export function createWorld(bot: User & BotName, clock: Clock, cast: readonly Person[] = PEOPLE) {
  const rooms = new Map<number, Room>()
  const listeners: Listener[] = []
  const nextMessageId = createCounter(clock)
  const people = new Map<number, Person>(cast.map((person) => [person.id, person]))

  for (const { chat, topics, statuses } of firstChats(cast)) {
    const room = open(chat, topics)
    for (const [id, status] of Object.entries(statuses)) room.statuses.set(Number(id), status)
    room.statuses.set(bot.id, statusAtFirst(chat))
  }

  function open(chat: Chat, topics: readonly Topic[] = []): Room {
    const room: Room = {
      chat,
      topics,
      statuses: new Map(),
      entries: new Map(),
      anonymous: new Set(),
      pinned: new Set(),
      movedTo: undefined,
    }
    rooms.set(chat.id, room)
    return room
  }

  const now = (): number => Math.floor(clock() / 1000)

  function publish(chat: number, change: ChatEvent): void {
    for (const listener of listeners) listener(chat, change)
  }

  /** Puts a new message into a chat and returns it as stored. */
  function add(room: Room, from: User, content: Partial<Message>, extra: Extra = {}): Entry {
    const { chat } = room
    const sender = chat.type === 'channel' ? { sender_chat: chat } : { from }
    const post: Message = { message_id: nextMessageId(), date: now(), chat, ...sender, ...content }
    const entry: Entry = { post, authorId: from.id, ...extra }
    room.entries.set(post.message_id, entry)
    const oldest = room.entries.keys().next().value
    if (room.entries.size > POSTS_PER_CHAT_MAX && oldest !== undefined) room.entries.delete(oldest)
    publish(room.chat.id, { type: 'message', entry })
    return entry
  }

  function replace(room: Room, entry: Entry): Entry {
    room.entries.set(entry.post.message_id, entry)
    publish(room.chat.id, { type: 'edit', entry })
    return entry
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

  const statusOf = (room: Room, userId: number): Status => room.statuses.get(userId) ?? 'left'
  const isAway = (room: Room, userId: number): boolean => ['left', 'kicked'].includes(statusOf(room, userId))
  const isAdministrator = (room: Room, userId: number): boolean =>
    ['creator', 'administrator'].includes(statusOf(room, userId))

  return {
    bot,
    people,
    rooms,
    publish,
    listen: (listener: Listener): void => void listeners.push(listener),
    now,
    open,
    add,
    replace,
    remove,
    setStatus,
    statusOf,
    isAway,
    isAdministrator,
  }
}

function statusAtFirst({ type }: Chat): Status {
  if (type === 'private') return 'left'
  return type === 'channel' ? 'administrator' : 'member'
}

/** The users, chats and messages that people and the bot share. */
export type World = ReturnType<typeof createWorld>
