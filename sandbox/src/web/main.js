import { createComposer } from './composer.js'
import { attempt, byId } from './dom.js'
import { createEvents, listen } from './events.js'
import { actionsOf, drawHead, drawPinned, setSubtitle, showAction } from './head.js'
import { createMessages } from './messages.js'
import { loadChats, loadMessages, loadPeople, model } from './model.js'
import { drawSidebar } from './sidebar.js'
import { createTools } from './tools.js'

const composer = createComposer()
const messages = createMessages({
  onStart: start,
  onTry: (command) => composer.say(command),
  onCommand: (command) => composer.say(command),
  onReply: composer.setReply,
  onQuery: composer.ask,
  onShow: (id) => messages.show(id),
})
const chatActions = { onAnonymous: toggleAnonymous, onUpgraded: open }
const tools = createTools({ actionsOfChat: () => actionsOf(model.chat, chatActions) })

const showChatList = (isShown) => byId('frame').classList.toggle('chats-shown', isShown)
byId('back').addEventListener('click', () => showChatList(true))
document.addEventListener('keydown', (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!event.altKey || !step) return
  event.preventDefault()
  // By number: the list may have been read anew since the chat was opened.
  const at = model.chats.findIndex(({ id }) => id === model.chat.id) + step + model.chats.length
  open(model.chats[at % model.chats.length].id)
})

const drawChatList = () =>
  drawSidebar({ onPerson: switchPerson, onChat: (chat) => open(chat.id), onTopic: openTopic })

function drawTop() {
  drawChatList()
  drawHead({ ...chatActions, onShow: messages.show })
  tools.drawActions()
  composer.draw()
}

function drawAll() {
  messages.drawAll()
  drawTop()
}

async function switchPerson(person) {
  model.person = person
  await open(person.id)
  showChatList(true)
}

async function open(chatId) {
  composer.leave()
  model.anonymous = false
  model.topic = undefined
  await reload(chatId)
  showChatList(false)
  composer.focus()
}

async function start(text) {
  if (model.chat.id !== model.person.id) await open(model.person.id)
  composer.say(text)
}

async function openTopic(topic) {
  model.topic = topic
  composer.leave()
  await loadMessages()
  drawAll()
}

async function reload(chatId) {
  await attempt(async () => {
    await loadChats(chatId)
    await loadMessages()
    drawAll()
  })
}

function toggleAnonymous() {
  model.anonymous = !model.anonymous
  drawTop()
}

/** Redraws everything but the messages after a change of chats. */
async function drawChats() {
  const isThere = await attempt(() => loadChats())
  if (isThere === false) return open(model.chat.id)
  return model.messages.size === 0 ? drawAll() : drawTop() // an empty chat offers commands to try
}

const onEvent = createEvents({
  messages: (ids) => {
    messages.drawChanged(ids)
    composer.draw()
  },
  removed: (id) => {
    messages.remove(id)
    composer.draw()
  },
  botSpoke: () => setSubtitle(),
  action: showAction,
  chatList: drawChatList,
  pinned: () => drawPinned(messages.show),
  chats: drawChats,
})

const asked = new URLSearchParams(location.search)
await loadPeople(Number(asked.get('user')))
listen({
  onEvent,
  onConnection: async (isThere) => {
    document.body.classList.toggle('offline', !isThere)
    if (!isThere) return
    const isFirst = !model.chat
    await reload(isFirst ? Number(asked.get('chat')) : model.chat.id)
    if (isFirst) composer.focus()
  },
})
