import { avatar, button, byId, dayOf, el, keepFocus } from './dom.js'
import { drawMessage } from './message.js'
import { model, titleOf } from './model.js'

const NEAR_END_PX = 120

/** The list of messages of the open chat. */
export function createMessages(actions) {
  const list = byId('messages')
  const latest = byId('latest')

  const isAtEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX
  const toEnd = () => {
    list.scrollTop = list.scrollHeight
  }
  const elementOf = (id) => list.querySelector(`[data-id="${id}"]`)

  latest.addEventListener('click', toEnd)
  list.addEventListener('scroll', () => {
    latest.hidden = isAtEnd()
  })
  new ResizeObserver(() => {
    if (latest.hidden) toEnd()
  }).observe(list)

  /** Redraws all messages. */
  function drawAll() {
    const messages = [...model.messages.values()]
    list.replaceChildren(...(messages.length > 0 ? nodesOf(messages) : [welcome(actions)]))
    toEnd()
    latest.hidden = true
  }

  /** Messages as elements, with the date above the first message of a day. */
  function nodesOf(messages, before) {
    return messages.flatMap((message, index) => {
      const previous = messages[index - 1] ?? before
      const element = drawMessage(message, actions)
      const newDay = dayOf(message.date) !== dayOf(previous?.date ?? 0)
      element.classList.toggle('follows', !newDay && isSameSender(previous, message))
      return newDay ? [dayChip(message), element] : [element]
    })
  }

  /** Draws new and edited messages, by their ids. */
  function drawChanged(ids) {
    const messages = [...model.messages.values()]
    const changed = messages.filter(({ message_id }) => ids.has(message_id))
    const stay = !isAtEnd() && !changed.some(({ author }) => author === model.person.id)
    for (const message of changed) redraw(message)
    const news = changed.filter(({ message_id }) => !elementOf(message_id))
    if (news.length > 0) append(news, messages)
    trim()
    if (!stay) toEnd()
  }

  function redraw(message) {
    const old = elementOf(message.message_id)
    if (!old) return
    const element = drawMessage(message, actions)
    element.classList.toggle('follows', old.classList.contains('follows'))
    keepFocus(old, () => {
      old.replaceWith(element)
      return element
    })
  }

  function append(news, messages) {
    list.querySelector('.welcome')?.remove()
    list.append(...nodesOf(news, messages[messages.indexOf(news[0]) - 1]))
  }

  /** Removes messages that the model dropped, and dates without messages. */
  function trim() {
    for (const element of [...list.children]) {
      const { id } = element.dataset
      const isEmptyDay = !id && element.nextElementSibling && !element.nextElementSibling.dataset.id
      if (isEmptyDay || (id && !model.messages.has(Number(id)))) element.remove()
      else if (id) return
    }
  }

  function remove(messageId) {
    elementOf(messageId)?.remove()
  }

  function show(messageId) {
    const element = elementOf(messageId)
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    element?.classList.add('shown')
    setTimeout(() => element?.classList.remove('shown'), 1_200)
  }

  return { drawAll, drawChanged, remove, show }
}

const isSameSender = (before, after) =>
  before !== undefined && before.author === after.author && before.sender_chat?.id === after.sender_chat?.id

const dayChip = ({ date }) => el('p', { class: 'day', data: { preview: dayOf(date) } })

const TRIES_MAX = 3

/** Draws an empty chat; a private one describes the bot, says what the controls are for, and offers commands. */
function welcome({ onStart, onTry }) {
  const { chat, bot, controls } = model
  if (chat.type !== 'private')
    return el('div', { class: 'welcome small' }, el('p', {}, 'Todavía no hay mensajes aquí.'))
  const tries = chat.commands.filter(({ command }) => command !== 'start').slice(0, TRIES_MAX)
  const drawTry = ({ command, description }) =>
    button('try', () => onTry(`/${command}`), el('b', {}, `/${command}`), el('span', {}, description))
  return el(
    'div',
    { class: 'welcome' },
    avatar(titleOf(chat), 'bot'),
    el('h2', {}, titleOf(chat)),
    el('p', { class: 'about' }, bot.description || 'Escríbele a este bot para empezar a conversar.'),
    controls.note ? el('p', { class: 'note' }, controls.note) : undefined,
    button('start', () => onStart('/start'), 'Iniciar'),
    tries.length > 0 ? el('p', {}, 'O prueba directamente:') : undefined,
    el('div', { class: 'tries' }, ...tries.map(drawTry)),
  )
}
