import { isHidden, isMine, markUnread, model, noteInChat, remember, take } from './model.js'

const PAUSE_MS = 16
const RETRY_MS = 1_000

/** Listens to events; reconnects where the connection breaks, and after a refusal. */
export function listen({ onEvent, onConnection }) {
  const source = new EventSource('/chat/events')
  source.onopen = () => onConnection(true)
  source.onmessage = ({ data }) => onEvent(JSON.parse(data))
  source.onerror = () => {
    onConnection(false)
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, RETRY_MS, { onEvent, onConnection })
  }
}

/** Collects events for 16 ms and draws them together, so that many messages cost one redraw. */
export function createEvents(views) {
  const waiting = []
  let timer

  function flush() {
    timer = undefined
    const changed = new Set()
    const news = { botSpoke: false, action: undefined, chatList: false, pinned: false, chats: false }
    const events = waiting.splice(0).filter((event) => !isHidden(event))
    for (const event of events) HANDLERS[event.type]?.(event, { changed, news, views })
    if (changed.size > 0) views.messages(changed)
    if (news.botSpoke) views.botSpoke()
    if (news.action) views.action(news.action)
    if (news.chatList) views.chatList()
    if (news.pinned) views.pinned()
    if (news.chats) views.chats()
  }

  return (event) => {
    remember(event)
    if (!model.chat) return
    waiting.push(event)
    if (timer === undefined) timer = setTimeout(flush, PAUSE_MS)
  }
}

const HANDLERS = {
  message: (event, { changed, news }) => {
    const { message } = event
    noteInChat(event)
    news.chatList = true
    if (!take(event)) return isMine(message) || markUnread(message)
    changed.add(message.message_id)
    if (message.author === model.bot.id) Object.assign(news, { botSpoke: true, action: undefined })
    return undefined
  },
  edit: (event, { changed, news }) => {
    const names = noteInChat(event)
    if (names.includes('last_message')) news.chatList = true
    if (names.includes('pinned')) news.pinned = true
    if (take(event)) changed.add(event.message.message_id)
  },
  delete: (event, { news, views }) => {
    if (noteInChat(event).length > 0) news.chats = true
    if (take(event)) views.removed(event.message_id)
  },
  action: ({ chat, action, thread }, { news }) => {
    if (chat === model.chat.id && thread === model.topic) news.action = action
  },
  chat: (_event, { news }) => {
    news.chats = true
  },
}
