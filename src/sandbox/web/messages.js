import { avatar, byId, el } from './dom.js'
import { drawMessage } from './message.js'
import { model, titleOf } from './model.js'
import { dayOf } from './times.js'

const NEAR_END_PX = 120

/** The messages of the open chat. */
export function createMessages(actions) {
  const list = byId('messages')
  const latest = byId('latest')

  const isAtEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX
  const toEnd = () => {
    list.scrollTop = list.scrollHeight
  }
  latest.addEventListener('click', toEnd)
  list.addEventListener('scroll', () => {
    latest.hidden = isAtEnd()
  })
  new ResizeObserver(() => {
    if (latest.hidden) toEnd()
  }).observe(list)

  /** Draws everything anew. */
  function drawAll() {
    const messages = [...model.messages.values()]
    const nodes = messages.flatMap((message, index) => {
      const newDay = dayOf(message.date) !== dayOf(messages[index - 1]?.date ?? 0)
      const element = drawMessage(message, actions)
      element.classList.toggle('follows', !newDay && isSameSender(messages[index - 1], message))
      return newDay ? [dayChip(message), element] : [element]
    })
    list.replaceChildren(...(messages.length > 0 ? nodes : [welcome(actions)]))
    toEnd()
    latest.hidden = true
  }

  /** Adds a message below, or draws one anew in its place. */
  function draw(message, isNew) {
    const stay = !isAtEnd() && message.author !== model.person.id
    const old = list.querySelector(`[data-id="${message.message_id}"]`)
    const element = drawMessage(message, actions)
    if (old) {
      element.classList.toggle('follows', old.classList.contains('follows'))
      old.replaceWith(element)
    } else if (isNew) append(element, message)
    trim()
    if (!stay) toEnd()
  }

  function append(element, message) {
    list.querySelector('.welcome')?.remove()
    const before = [...model.messages.values()].at(-2)
    const newDay = dayOf(message.date) !== dayOf(before?.date ?? 0)
    if (newDay) list.append(dayChip(message))
    element.classList.toggle('follows', !newDay && isSameSender(before, message))
    element.classList.add('fresh')
    list.append(element)
  }

  function trim() {
    for (const element of list.querySelectorAll('[data-id]')) {
      if (model.messages.has(Number(element.dataset.id))) return
      element.remove()
    }
  }

  function remove(messageId) {
    list.querySelector(`[data-id="${messageId}"]`)?.remove()
  }

  function show(messageId) {
    const element = list.querySelector(`[data-id="${messageId}"]`)
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    element?.classList.add('shown')
    setTimeout(() => element?.classList.remove('shown'), 1_200)
  }

  return { drawAll, draw, remove, show }
}

const isSameSender = (before, after) =>
  before !== undefined && before.author === after.author && before.sender_chat?.id === after.sender_chat?.id

const dayChip = ({ date }) => el('p', { class: 'day', data: { preview: dayOf(date) } })

function welcome({ onStart }) {
  const { chat, bot } = model
  if (chat.type !== 'private')
    return el('div', { class: 'welcome small' }, el('p', {}, 'Todavía no hay mensajes aquí.'))
  const about = bot.description || 'Escríbele a este bot para empezar a conversar.'
  return el(
    'div',
    { class: 'welcome' },
    avatar(titleOf(chat), 'bot'),
    el('h2', {}, titleOf(chat)),
    el('p', { class: 'about' }, about),
    el('button', { class: 'start', type: 'button', onclick: onStart }, 'Iniciar'),
  )
}
