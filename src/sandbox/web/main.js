import { createComposer } from './composer.js'
import { byId } from './dom.js'
import { drawHead, setSubtitle, showAction } from './head.js'
import { listen } from './live.js'
import { createMessages } from './messages.js'
import { loadChats, loadMessages, loadPeople, markUnread, model, remember, take } from './model.js'
import { attempt } from './notices.js'
import { drawSidebar } from './sidebar.js'

const composer = createComposer()
const messages = createMessages({
  onStart: () => composer.say('/start'),
  onCommand: (command) => composer.say(command),
  onReply: composer.setReply,
  onQuery: composer.ask,
  onShow: (id) => messages.show(id),
})

const narrow = (showChats) => byId('frame').classList.toggle('chats-shown', showChats)
byId('back').addEventListener('click', () => narrow(true))

const drawLeft = () => drawSidebar({ onPerson: become, onChat: (chat) => open(chat.id), onTopic: openTopic })

function drawAll() {
  drawLeft()
  drawHead({ onAnonymous: toggleAnonymous, onUpgraded: open })
  messages.drawAll()
  composer.draw()
}

async function become(person) {
  model.person = person
  await open(person.id)
  narrow(true)
}

async function open(chatId) {
  composer.clear()
  composer.setReply(undefined)
  model.anonymous = false
  model.topic = undefined
  await reload(chatId)
  narrow(false)
  composer.focus()
}

async function openTopic(topic) {
  model.topic = topic
  composer.setReply(undefined)
  await loadMessages()
  drawAll()
}

async function reload(chatId = model.chat.id) {
  await attempt(async () => {
    await loadChats(chatId)
    await loadMessages()
    drawAll()
  })
}

function toggleAnonymous() {
  model.anonymous = !model.anonymous
  drawHead({ onAnonymous: toggleAnonymous, onUpgraded: open })
}

/** What changes about chats themselves: only the frame is drawn anew, the messages stay. */
async function refreshChats() {
  const { id } = model.chat
  await loadChats(id)
  if (model.chat.id !== id) return open(model.chat.id)
  drawLeft()
  drawHead({ onAnonymous: toggleAnonymous, onUpgraded: open })
  return composer.draw()
}

const handlers = {
  message: (event) => {
    const { message } = event
    const chat = model.chats.find(({ id }) => id === message.chat.id)
    if (chat) chat.last_message = message
    if (take(event)) show(message, true)
    else markUnread(message)
    drawLeft()
  },
  edit: (event) => {
    if (take(event)) show(event.message, false)
  },
  delete: (event) => {
    if (take(event)) messages.remove(event.message_id)
  },
  action: ({ chat, action, thread }) => {
    if (chat === model.chat.id && thread === model.topic) showAction(action)
  },
  chat: refreshChats,
  reset: () => reload(),
}

function show(message, isNew) {
  messages.draw(message, isNew)
  if (message.author === model.bot.id) setSubtitle()
  composer.draw()
}

await loadPeople()
await loadChats()
await loadMessages()
drawAll()
composer.focus()
listen({
  cursor: model.cursor,
  onEvent: (event, id) => {
    remember(event, id)
    handlers[event.type]?.(event)
  },
  onConnection: (isThere) => document.body.classList.toggle('offline', !isThere),
})
