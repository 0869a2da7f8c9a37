import { post } from './api.js'
import { attempt, button, byId, el } from './dom.js'
import { quoteOf } from './message.js'
import { mayWrite, model, spot } from './model.js'
import * as panel from './suggestions.js'

/** The message box, with suggestions above it. */
const box = byId('box')

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  sendBox()
})
byId('commands').addEventListener('click', () => {
  if (panel.isOpen()) panel.close()
  else panel.showCommands('', pick)
  box.focus()
})
byId('cancel').addEventListener('click', () => setReply(undefined))
box.addEventListener('input', suggest)
box.addEventListener('keydown', (event) => {
  if (!event.isComposing && KEYS[event.key]?.(event)) event.preventDefault()
})
new ResizeObserver(() => requestAnimationFrame(resize)).observe(box)

/** Handlers by key; each returns whether it handled the key. */
const KEYS = {
  Enter: ({ shiftKey }) => !shiftKey && (panel.choose() || sendBox() || true),
  Escape: () => {
    panel.close()
    setReply(undefined)
  },
  Tab: () => {
    const command = panel.command()
    if (command === undefined) return false
    put(`/${command} `)
    panel.close()
    return true
  },
  ArrowUp: () => panel.move(-1),
  ArrowDown: () => panel.move(1),
}

function suggest() {
  resize()
  const query = panel.inlineQueryOf(box.value)
  if (query !== undefined) panel.askInline(query, clear)
  else if (/^\/\w*$/.test(box.value)) panel.showCommands(box.value.slice(1), pick)
  else panel.close()
}

function pick(command) {
  clear()
  say(`/${command}${model.chat.type === 'private' ? '' : `@${model.bot.username}`}`)
}

function sendBox() {
  const text = box.value
  if (text.trim() === '') return
  clear()
  say(text).then((sent) => {
    if (!sent && box.value === '') put(text)
  })
}

/** Sends a text of the current person; undefined when it was refused. */
export function say(text) {
  const replyTo = model.replyTo?.message_id
  setReply(undefined)
  return attempt(() => post('send', { ...spot(), text, ...(replyTo && { reply_to: replyTo }) }))
}

function clear() {
  put('')
  panel.close()
}

function put(text) {
  box.value = text
  resize()
}

function resize() {
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight}px`
}

/** Chooses the message that the next one replies to. */
export function setReply(message) {
  model.replyTo = message
  byId('replying').hidden = !message
  if (!message) return
  byId('quoted').replaceChildren(...quoteOf('Responder a', message))
  box.focus()
}

/** Clears the draft and the reply before another chat opens. */
export function leave() {
  setReply(undefined)
  clear()
}

/** Redraws the box for the open chat, and opens the reply that its newest messages ask for. */
export function draw() {
  const isBlocked = model.chat.type === 'private' && model.chat.bot_status === 'kicked'
  const asking = messageThatAsks()
  drawKeys()
  box.disabled = isBlocked || !mayWrite(model.chat)
  if (isBlocked) box.placeholder = 'Bloqueaste al bot'
  else if (box.disabled) box.placeholder = 'Solo publican los administradores'
  else box.placeholder = asking?.keyboard.input_field_placeholder ?? 'Mensaje'
  if (asking && model.replyTo?.message_id !== asking.message_id) setReply(asking)
}

/** The keys of the newest message that shows or removes some; a key says its text. */
function drawKeys() {
  const shown = model.messages.findLast(({ keyboard }) => keyboard?.keyboard ?? keyboard?.remove_keyboard)
  const rows = shown?.keyboard.keyboard ?? []
  const drawKey = ({ text }) => button('button grow small center', () => say(text), text)
  byId('keys').replaceChildren(...rows.map((row) => el('div', { class: 'row flex' }, ...row.map(drawKey))))
}

/** Puts the cursor into the message box. */
export const focus = () => box.focus()

/** The message with `force_reply` that the person has not answered yet. */
function messageThatAsks() {
  const { messages, person } = model
  const isForMe = ({ keyboard, reply_to_message }) =>
    keyboard?.force_reply &&
    (!keyboard.selective || !reply_to_message || reply_to_message.from?.id === person.id)
  const asking = messages.findLast(isForMe)
  const isAnswered = messages.some((one) => one.message_id > asking?.message_id && one.author === person.id)
  return isAnswered ? undefined : asking
}
