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
  let drawn = new Map()
  let place
  const elementOf = (id) => list.querySelector(`[data-id="${id}"]`)

  latest.addEventListener('click', toEnd)
  list.addEventListener('scroll', () => {
    latest.hidden = isAtEnd()
  })
  new ResizeObserver(() => {
    if (latest.hidden) toEnd()
  }).observe(list)

  /** Draws the messages; an element that shows the same as before stays. */
  function draw() {
    const { person, chat, topic, messages } = model
    const here = `${person.id} ${chat.id} ${topic}`
    const items = messages.length > 0 ? itemsOf(messages) : [welcomeItem()]
    const before = drawn
    drawn = new Map(items.map(([key, create]) => [key, before.get(key) ?? create()]))
    const elements = [...drawn.values()]
    const isMine = messages.at(-1)?.author === person.id && list.lastElementChild !== elements.at(-1)
    const mustEnd = here !== place || isMine || isAtEnd()
    place = here
    const focused = document.activeElement.closest('[data-id]')?.dataset.id
    keepFocus(
      () => elementOf(focused),
      () => replaceChildren(list, elements),
    )
    if (mustEnd) toEnd()
    latest.hidden = isAtEnd()
  }

  /** Elements to show by all that they show: messages, with the date above the first one of a day. */
  function itemsOf(messages) {
    return messages.flatMap((message, index) => {
      const previous = messages[index - 1]
      const day = dayOf(message.date)
      const isNewDay = day !== dayOf(previous?.date ?? 0)
      const follows = !isNewDay && isSameSender(previous, message)
      const key = JSON.stringify([model.person.id, follows, message])
      const item = [key, () => drawMessage(message, { ...actions, follows })]
      return isNewDay ? [[day, () => el('p', { class: 'day small', data: { preview: day } })], item] : [item]
    })
  }

  function welcomeItem() {
    const { chat, bot } = model
    return [JSON.stringify([chat.id, chat.commands, bot]), () => welcome(actions)]
  }

  function show(messageId) {
    const element = elementOf(messageId)
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    element?.classList.add('shown')
    setTimeout(() => element?.classList.remove('shown'), 1_200)
  }

  return { draw, show }
}

/** Gives a list other children without touching those that stay, or a selection in them would be lost. */
function replaceChildren(list, elements) {
  const kept = new Set(elements)
  for (const element of [...list.children]) if (!kept.has(element)) element.remove()
  elements.forEach((element, index) => {
    const at = list.children[index]
    if (at !== element) list.insertBefore(element, at)
  })
}

const isSameSender = (before, after) =>
  before !== undefined && before.author === after.author && before.sender_chat?.id === after.sender_chat?.id

const TRIES_MAX = 3

/** Draws an empty chat; a private one describes the bot, says what the controls are for, and offers commands. */
function welcome({ onStart, onSay }) {
  const { chat, bot, controls } = model
  if (chat.type !== 'private')
    return el('p', { class: 'welcome soft surface' }, 'Todavía no hay mensajes aquí.')
  const tries = chat.commands.filter(({ command }) => command !== 'start').slice(0, TRIES_MAX)
  const drawTry = ({ command, description }) =>
    button(
      'try flex',
      () => onSay(`/${command}`),
      el('b', { class: 'accent' }, `/${command}`),
      el('span', { class: 'soft' }, description),
    )
  return el(
    'div',
    { class: 'welcome column surface float' },
    avatar(titleOf(chat), 'bot'),
    el('h2', {}, titleOf(chat)),
    el('p', { class: 'about soft' }, bot.description || 'Escríbele a este bot para empezar a conversar.'),
    controls.note ? el('p', { class: 'note bold' }, controls.note) : undefined,
    button('start bold', () => onStart('/start'), 'Iniciar'),
    tries.length > 0 ? el('p', { class: 'soft' }, 'O prueba directamente:') : undefined,
    el('div', { class: 'tries column' }, ...tries.map(drawTry)),
  )
}
