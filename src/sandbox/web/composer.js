import { post } from './api.js'
import { byId, el } from './dom.js'
import { askInline, inlineQueryOf } from './inline-results.js'
import { previewOf } from './message.js'
import { model, spot } from './model.js'
import { attempt } from './notices.js'
import { createPanel } from './panel.js'
import { keysFor, replyFor } from './reply-keyboard.js'

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

  function onKey(event) {
    const handle = KEYS[event.key]
    if (handle && !event.isComposing && handle(event)) event.preventDefault()
  }

  /** Each says whether the key has been taken. */
  const KEYS = {
    Enter: ({ shiftKey }) => !shiftKey && (panel.choose() || sendBox()),
    Escape: () => {
      panel.close()
      setReply(undefined)
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
    if (text.trim() !== '') {
      clear()
      say(text).then((sent) => {
        if (!sent && box.value === '') put(text)
      })
    }
    return true
  }

  /** Sends words of this person; undefined when they were refused. */
  function say(text) {
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
  function setReply(message) {
    model.replyTo = message
    const bar = byId('replying')
    bar.hidden = !message
    if (!message) return bar.replaceChildren()
    const cancel = el(
      'button',
      { class: 'icon', type: 'button', 'aria-label': 'No responder', onclick: () => setReply(undefined) },
      '✕',
    )
    bar.replaceChildren(
      el('span', { class: 'quote', data: { name: 'Responder a', preview: previewOf(message) } }),
      cancel,
    )
    return box.focus()
  }

  /** Draws what depends on the open chat and its newest messages. */
  function draw() {
    const blocked = model.chat.type === 'private' && model.chat.bot_status === 'kicked'
    const asked = replyFor([...model.messages.values()], model.person)
    box.disabled = blocked
    box.placeholder = blocked ? 'Bloqueaste al bot' : (asked?.keyboard.input_field_placeholder ?? 'Mensaje')
    drawKeys(keysFor([...model.messages.values()], model.person))
    if (asked && model.replyTo?.message_id !== asked.message_id) setReply(asked)
  }

  function drawKeys(keyboard) {
    const keys = byId('keys')
    keys.hidden = !keyboard
    const rows = keyboard?.keyboard ?? []
    const drawKey = ({ text }) =>
      el('button', { class: 'key', type: 'button', onclick: () => say(text) }, text)
    keys.replaceChildren(...rows.map((row) => el('div', { class: 'row' }, ...row.map(drawKey))))
  }

  function ask(query) {
    put(`@${model.bot.username} ${query}`)
    box.focus()
    suggest()
  }

  return { draw, say, setReply, ask, clear, focus: () => box.focus() }
}
