import { get } from './api.js'

/**
 * The state of the page: the current `person`, that person's `chats`, the open `chat` with its `topic` and `messages`, the message
 * that is replied to as `replyTo`, and the `bot`.
 */
export const model = {
  people: [],
  controls: {},
  chats: [],
  /** The id of the chat that is open or about to be. */
  wanted: undefined,
  messages: [],
  /** The messages that were not read yet, by their chat and topic. */
  unread: [],
  anonymous: false,
}

/** Reads the people and the controls; selects the person with that id, else the first. */
export async function readPeople(userId) {
  const [{ people }, controls] = await Promise.all([get('people'), get('controls')])
  const person = people.find(({ id }) => id === userId) ?? people[0]
  Object.assign(model, { people, controls, person })
}

/** Reads the chats, and the last messages of the wanted one; false when another was wanted meanwhile. */
export async function readChats() {
  const { person, wanted, topic } = model
  const { bot, chats } = await get('chats', { user: person.id })
  const chat = chats.find(({ id }) => id === wanted) ?? chats[0]
  const place = { user: person.id, chat: chat.id, ...(chat.is_forum && { topic: topic ?? 0 }) }
  const { messages } = await get('messages', place)
  if (person !== model.person || wanted !== model.wanted || topic !== model.topic) return false
  Object.assign(model, { bot, chats, chat, messages, wanted: chat.id })
  model.unread = model.unread.filter((one) => one.chat !== chat.id || one.topic !== topic)
  return true
}

/** The number of unread messages of a chat, with those of its topics. */
export const unreadOf = (chatId) => model.unread.filter(({ chat }) => chat === chatId).length

/** The name of a chat. */
export const titleOf = (chat) => (chat.type === 'private' ? model.bot.first_name : chat.title)
/** Whether the current person can write in a chat: in a channel only its administrators can. */
export const mayWrite = (chat) => chat.type !== 'channel' || chat.is_administrator
/** Whether the bot cannot be reached in a chat. */
export const isAway = (chat) => ['left', 'kicked'].includes(chat.bot_status)
/** The current person and the open chat, as the API names them. */
export const where = () => ({ user: model.person.id, chat: model.chat.id })
/** As `where`, with the topic and whether the person writes as the group. */
export const spot = () => ({ ...where(), topic: model.topic, anonymous: model.anonymous })
