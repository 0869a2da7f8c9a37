import { post } from '../api/api.js'
import { mayWrite, model, spot } from '../api/model.js'
import { previewOf } from '../chat/message.js'
import { attempt } from '../page/dialogs.js'
import { button, byId, el } from '../page/dom.js'
import { askInline, cancelInline, inlineQueryOf } from './inline-results.js'
import { createPanel } from './panel.js'

/** The message box with its suggestions, and the message that is replied to or edited. */
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
  box.addEventListener('keydown', (event) => {
    if (!event.isComposing && KEYS[event.key]?.(event)) event.preventDefault()
  })
  let boxWidth = 0
  new ResizeObserver(() => {
    if (box.clientWidth === boxWidth) return
    boxWidth = box.clientWidth
    resize()
  }).observe(box)

  /** Handlers by key; each returns whether it handled the key. */
  const KEYS = {
    Enter: ({ shiftKey }) => !shiftKey && (panel.choose() || sendBox()),
    Escape: () => {
      panel.close()
      setReply(undefined)
      if (model.editing) setEdit(undefined)
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
    cancelInline()
    const query = inlineQueryOf(box.value)
    if (query !== undefined) askInline(query, panel, clear)
    else if (/^\/\w*$/.test(box.value)) panel.showCommands(box.value.slice(1), pick)
    else panel.close()
  }

  function pick(command) {
    clear()
    say(`/${command}${model.chat.type === 'private' ? '' : `@${model.bot.username}`}`)
  }

  function sendBox() {
    const text = box.value
    const message_id = model.editing?.message_id
    if (message_id !== undefined) {
      setEdit(undefined)
      attempt(() => post('edit', { ...spot(), message_id, text }))
    } else if (text.trim() !== '') {
      clear()
      say(text).then((sent) => {
        if (!sent && box.value === '') put(text)
      })
    }
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
    drawBar('Responder a', message, 'No responder', setReply)
  }

  /** Chooses an own message to edit. */
  function setEdit(message) {
    model.editing = message
    if (message) model.replyTo = undefined
    put(message?.text ?? '')
    drawBar('Editar', message, 'No editar', setEdit)
  }

  function drawBar(name, message, label, set) {
    const bar = byId('replying')
    bar.hidden = !message
    if (!message) return bar.replaceChildren()
    const cancel = button('icon', () => set(undefined), '✕')
    cancel.ariaLabel = label
    bar.replaceChildren(el('span', { class: 'quote', data: { name, preview: previewOf(message) } }), cancel)
    return box.focus()
  }

  /** Clears the draft, reply and edit before another chat opens. */
  function leave() {
    if (model.editing) setEdit(undefined)
    setReply(undefined)
    clear()
  }

  /** Redraws the box for the open chat, and opens the reply that its newest messages ask for. */
  function draw() {
    const isBlocked = model.chat.type === 'private' && model.chat.bot_status === 'kicked'
    const asking = messageThatAsks()
    box.disabled = isBlocked || !mayWrite(model.chat)
    if (isBlocked) box.placeholder = 'Bloqueaste al bot'
    else if (box.disabled) box.placeholder = 'Solo publican los administradores'
    else box.placeholder = asking?.keyboard.input_field_placeholder ?? 'Mensaje'
    if (asking && !model.editing && model.replyTo?.message_id !== asking.message_id) setReply(asking)
  }

  function ask(query) {
    put(`@${model.bot.username} ${query}`)
    box.focus()
    suggest()
  }

  return { draw, say, setReply, setEdit, ask, leave, focus: () => box.focus() }
}

/** The message with `force_reply` that the person has not answered yet. */
function messageThatAsks() {
  const messages = [...model.messages.values()]
  const { id } = model.person
  const isForMe = ({ keyboard, reply_to_message }) =>
    keyboard && (!keyboard.selective || !reply_to_message || reply_to_message.from?.id === id)
  const asking = messages.findLast(isForMe)
  const isAnswered = messages.some((one) => one.message_id > asking?.message_id && one.author === id)
  return isAnswered ? undefined : asking
}
