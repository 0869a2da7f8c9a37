import { listen } from './api.js'
import * as composer from './composer.js'
import { attempt, byId } from './dom.js'
import { drawHead, showAction } from './head.js'
import * as messages from './messages.js'
import { model, readChats, readPeople } from './model.js'
import { drawSidebar } from './sidebar.js'
import { drawControls } from './tools.js'

/** More are not counted. */
const UNREAD_MAX = 998

const { say: onSay, setReply: onReply } = composer
const actions = { onStart: start, onSay, onReply, onShow: messages.show }

const showChatList = (isShown) => byId('frame').classList.toggle('chats-shown', isShown)
byId('menu-items').addEventListener('click', () => byId('menu').removeAttribute('open'))
byId('back').addEventListener('click', () => showChatList(true))
document.addEventListener('keydown', (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!event.altKey || !step) return
  event.preventDefault()
  // By number: the list may have been read anew since the chat was opened.
  const at = model.chats.findIndex(({ id }) => id === model.wanted) + step
  open(model.chats.at(at % model.chats.length).id)
})

function draw() {
  messages.draw(actions)
  drawSidebar({ onPerson: switchPerson, onChat: open, onTopic: openTopic })
  drawHead({ onAnonymous: toggleAnonymous, onShow: messages.show })
  composer.draw()
}

let reading = Promise.resolve()
let next

/** Reads the chats anew and draws them: one reading at a time, and the changes during one share the next. */
function refresh() {
  next ??= reading.then(() => {
    next = undefined
    return attempt(async () => (await readChats()) && draw())
  })
  reading = next
  return next
}

async function switchPerson(person) {
  model.person = person
  await open(person.id)
  showChatList(true)
}

async function open(chatId) {
  composer.leave()
  byId('menu').open = false
  Object.assign(model, { wanted: chatId, topic: undefined, anonymous: false })
  showAction()
  await refresh()
  showChatList(false)
  composer.focus()
}

async function start(text) {
  if (model.chat.id !== model.person.id) await open(model.person.id)
  composer.say(text)
}

function openTopic(topic) {
  model.topic = topic
  composer.leave()
  return refresh()
}

function toggleAnonymous() {
  model.anonymous = !model.anonymous
  draw()
}

function onEvent({ type, chat, message, action, thread }) {
  const isOpen = chat === model.chat?.id
  if (type === 'action') return isOpen && thread === model.topic && showAction(action)
  if (type === 'message') hear(message, isOpen)
  return refresh()
}

/** Counts a new message, ends the action of the bot that it follows, and goes along where a group moves. */
function hear(message, isOpen) {
  const { chat, author, message_thread_id: topic } = message
  const { receiver_user: receiver, migrate_to_chat_id: movedTo } = message
  if (receiver && receiver.id !== model.person.id) return
  if (author !== model.person.id)
    model.unread = [...model.unread.slice(-UNREAD_MAX), { chat: chat.id, topic }]
  if (isOpen && author === model.bot.id) showAction()
  if (isOpen && movedTo) open(movedTo)
}

const asked = new URLSearchParams(location.search)
await readPeople(Number(asked.get('user')))
drawControls(model.controls)
model.wanted = Number(asked.get('chat')) || undefined
listen({
  onEvent,
  onConnection: async (isThere) => {
    byId('offline').hidden = isThere
    if (!isThere) return
    const isFirst = !model.chat
    await refresh()
    if (isFirst) composer.focus()
  },
})
