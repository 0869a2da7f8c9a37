import { post } from '../api/api.js'
import { mayWrite, model, spot } from '../api/model.js'
import { previewOf } from '../chat/message.js'
import { attempt } from '../page/dialogs.js'
import { byId, el } from '../page/dom.js'
import { askInline, cancelInline, inlineQueryOf } from './inline-results.js'
import { createPanel } from './panel.js'
import { replyFor } from './reply-keyboard.js'

/** The message box with its suggestions, the message replied to and the reply keyboard. */
export function createComposer() {
  const box = byId('box')
  const panel = createPanel()

  byId('form').addEventListener('submit', (event) => {
    event.preventDefault()
    sendBox()
  })
  byId('commands').addEventListener('click', () => {
    if (panel.isOpen()) panel.close()
    else panel.showCommands('', pick)
    box.focus()
  })
  box.addEventListener('input', () => {
    resize()
    suggest()
  })
  box.addEventListener('keydown', onKey)
  let boxWidth = 0
  new ResizeObserver(() => {
    if (box.clientWidth === boxWidth) return
    boxWidth = box.clientWidth
    resize()
  }).observe(box)

  function onKey(event) {
    const handle = KEYS[event.key]
    if (handle && !event.isComposing && handle(event)) event.preventDefault()
  }

  /** Handlers by key; each returns whether it handled the key. */
  const KEYS = {
    Enter: ({ shiftKey }) => !shiftKey && (panel.choose() || sendBox()),
    Escape: () => {
      panel.close()
      setReply(undefined)
      if (model.editing) setEdit(undefined)
    },
    Tab: () => panel.complete(complete),
    ArrowUp: () => panel.move(-1),
    ArrowDown: () => panel.move(1),
  }

  function complete(command) {
    box.value = `/${command} `
    panel.close()
    resize()
  }

  function suggest() {
    cancelInline()
    const query = inlineQueryOf(box.value)
    if (query !== undefined) askInline(query, panel, clear)
    else if (/^\/\w*$/.test(box.value)) panel.showCommands(box.value.slice(1), pick)
    else panel.close()
  }

  function pick(command) {
    clear()
    const suffix = model.chat.type === 'private' ? '' : `@${model.bot.username}`
    say(`/${command}${suffix}`)
  }

  function sendBox() {
    const text = box.value
    if (model.editing) return saveEdit(model.editing, text)
    if (text.trim() !== '') {
      clear()
      say(text).then((sent) => {
        if (!sent && box.value === '') put(text)
      })
    }
    return true
  }

  function saveEdit({ message_id }, text) {
    setEdit(undefined)
    attempt(() => post('edit', { ...spot(), message_id, text }))
    return true
  }

  /** Sends a text of the current person; undefined when it was refused. */
  function say(text) {
    const replyTo = model.replyTo?.message_id
    setReply(undefined)
    return attempt(() => post('send', { ...spot(), text, ...(replyTo && { reply_to: replyTo }) }))
  }

  function clear() {
    cancelInline()
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
  function setReply(message) {
    model.replyTo = message
    if (message) model.editing = undefined
    drawBar({ name: 'Responder a', message, label: 'No responder', onCancel: () => setReply(undefined) })
  }

  /** Chooses an own message to edit. */
  function setEdit(message) {
    model.editing = message
    if (message) model.replyTo = undefined
    put(message?.text ?? '')
    drawBar({ name: 'Editar', message, label: 'No editar', onCancel: () => setEdit(undefined) })
  }

  function drawBar({ name, message, label, onCancel }) {
    const bar = byId('replying')
    bar.hidden = !message
    if (!message) return bar.replaceChildren()
    const cancel = el(
      'button',
      { class: 'icon', type: 'button', 'aria-label': label, onclick: onCancel },
      '✕',
    )
    bar.replaceChildren(el('span', { class: 'quote', data: { name, preview: previewOf(message) } }), cancel)
    return box.focus()
  }

  /** Clears the draft, reply and edit before another chat opens. */
  function leave() {
    if (model.editing) setEdit(undefined)
    setReply(undefined)
    clear()
  }

  /** Redraws the box and the reply keyboard for the open chat and its newest messages. */
  function draw() {
    const blocked = model.chat.type === 'private' && model.chat.bot_status === 'kicked'
    const asked = replyFor([...model.messages.values()], model.person)
    const silent = !mayWrite(model.chat)
    box.disabled = blocked || silent
    box.placeholder = placeholderOf({ blocked, silent, asked })
    if (asked && !model.editing && model.replyTo?.message_id !== asked.message_id) setReply(asked)
  }

  function ask(query) {
    put(`@${model.bot.username} ${query}`)
    box.focus()
    suggest()
  }

  return { draw, say, setReply, setEdit, ask, leave, focus: () => box.focus() }
}

function placeholderOf({ blocked, silent, asked }) {
  if (blocked) return 'Bloqueaste al bot'
  if (silent) return 'Solo publican los administradores'
  return asked?.keyboard.input_field_placeholder ?? 'Mensaje'
}
