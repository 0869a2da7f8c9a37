import { get } from './api.js'

const MESSAGES_KEPT_MAX = 200
const EVENTS_KEPT_MAX = 200

/** The state of the page: the current person, that person's chats, the open chat and its messages. */
export const model = {
  people: [],
  person: undefined,
  bot: undefined,
  controls: {},
  chats: [],
  chat: undefined,
  topic: undefined,
  messages: new Map(),
  unread: new Map(),
  anonymous: false,
  replyTo: undefined,
}

/** Loads the people and the controls; selects the person with that id, else the first. */
export async function loadPeople(userId) {
  const [{ people }, controls] = await Promise.all([get('people'), get('controls')])
  model.people = people
  model.controls = controls
  model.person = people.find(({ id }) => id === userId) ?? people[0]
}

/** The last events, and how many there were: an answer may be older than events that came while it was on its way. */
const recent = []
let heard = 0

/** Remembers an event, as an answer that was requested before may lack it. */
export function remember(event) {
  heard += 1
  recent.push(event)
  if (recent.length > EVENTS_KEPT_MAX) recent.shift()
}

const recentSince = (mark) => (heard > mark ? recent.slice(mark - heard) : [])

/** The chat that is open or about to be: a list that was asked for before must not bring the former one back. */
let wanted

/** Loads the bot and the chats, and opens the named one, else the one that was opened last; false when that is gone and another one is open instead. */
export async function loadChats(chatId = wanted) {
  wanted = chatId
  const { person } = model
  const mark = heard
  const { bot, chats } = await get('chats', { user: person.id })
  if (person !== model.person) return true
  const open = chats.find(({ id }) => id === wanted)
  const successor = chats.find(({ id }) => id === model.chat?.last_message?.migrate_to_chat_id)
  Object.assign(model, { bot, chats, chat: open ?? successor ?? chats[0] })
  wanted = model.chat.id
  for (const event of recentSince(mark)) noteInChat(event)
  return open !== undefined
}

/** Loads the last messages of the open chat or topic. */
export async function loadMessages() {
  const { chat, topic, person } = model
  const mark = heard
  const place = { ...where(), ...(chat.is_forum && { topic: topic ?? 0 }) }
  const { messages } = await get('messages', place)
  if (chat.id !== model.chat.id || topic !== model.topic || person !== model.person) return
  model.messages = new Map(messages.map((message) => [message.message_id, message]))
  for (const event of recentSince(mark)) take(event)
  model.unread.delete(unreadKey(chat.id, topic))
}

/** Whether an event is a message for another person alone. */
export const isHidden = ({ message }) =>
  message?.receiver_user !== undefined && message.receiver_user.id !== model.person.id

/** Updates the newest and the pinned message of a chat; returns which of the two the event changed. */
export function noteInChat({ type, chat: chatId, message, message_id: deletedId }) {
  const chat = model.chats.find(({ id }) => id === (message?.chat.id ?? chatId))
  if (!chat || isHidden({ message })) return []
  if (type === 'message') chat.last_message = message
  const messageId = message?.message_id ?? deletedId
  const names = ['last_message', 'pinned'].filter((name) => chat[name]?.message_id === messageId)
  if (message) for (const name of names) chat[name] = message
  return names
}

/** Applies an event to the open chat; false when it belongs to another one. */
export function take({ type, chat, message, message_id }) {
  if (type === 'delete' && chat === model.chat.id) return model.messages.delete(message_id)
  if (!message || isHidden({ message }) || !isOpen(message)) return false
  if (type === 'edit' && !model.messages.has(message.message_id)) return false
  keep(message)
  return true
}

/** Adds or replaces a message of the open chat; drops the oldest beyond the limit. */
function keep(message) {
  model.messages.set(message.message_id, message)
  const [oldest] = model.messages.keys()
  if (model.messages.size > MESSAGES_KEPT_MAX) model.messages.delete(oldest)
}

const isOpen = (message) =>
  message.chat.id === model.chat.id && (!model.chat.is_forum || message.message_thread_id === model.topic)

/** Whether I wrote a message myself, as in another window. */
export const isMine = ({ author }) => author === model.person.id

/** Names a chat, or a topic of it, in the unread counts. */
export const unreadKey = (chatId, topic) => (topic === undefined ? `${chatId}` : `${chatId}/${topic}`)

/** Counts an unread message. */
export function markUnread({ chat, message_thread_id }) {
  const key = unreadKey(chat.id, message_thread_id)
  model.unread.set(key, (model.unread.get(key) ?? 0) + 1)
}

/** Unread messages of all chats of the current person. */
export const unreadInAll = () => model.chats.reduce((sum, { id }) => sum + unreadOf(id), 0)

/** Unread messages of a chat, with those of its topics. */
export function unreadOf(chatId) {
  const keys = [...model.unread.keys()].filter((key) => key.split('/')[0] === `${chatId}`)
  return keys.reduce((sum, key) => sum + model.unread.get(key), 0)
}

/** The name of a chat. */
export const titleOf = (chat) => (chat.type === 'private' ? model.bot.first_name : chat.title)
/** Whether the current person can write in a chat: in a channel only its administrators can. */
export const mayWrite = (chat) => chat.type !== 'channel' || chat.is_administrator
/** Whether the bot cannot be reached in a chat. */
export const isAway = (chat) => ['left', 'kicked'].includes(chat.bot_status)
/** The current person and the open chat, as the API names them. */
export const where = () => ({ user: model.person.id, chat: model.chat.id })
/** As `where`, with the topic and whether the person writes as the group. */
export const spot = () => ({
  ...where(),
  ...(model.topic !== undefined && { topic: model.topic }),
  ...(model.anonymous && { anonymous: true }),
})
