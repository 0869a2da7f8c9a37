import { avatar, button, byId, dayOf, el, fill } from './dom.js'
import { drawMessage } from './message.js'
import { model, titleOf } from './model.js'

const NEAR_END_PX = 120
const SHOWN_MS = 1_200

/** The list of messages of the open chat. */
const list = byId('messages')
const latest = byId('latest')
let place
let lastId

const isAtEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END_PX
const toEnd = () => list.scrollTo(0, list.scrollHeight)

latest.addEventListener('click', toEnd)
list.addEventListener('scroll', () => latest.toggleAttribute('hidden', isAtEnd()))
new ResizeObserver(() => latest.hidden && toEnd()).observe(list)

/** Draws the messages; goes to the end where the person was there, wrote the last one, or opened another chat. */
export function draw(actions) {
  const { person, chat, topic, messages } = model
  const here = `${person.id} ${chat.id} ${topic}`
  const { author, message_id } = messages.at(-1) ?? {}
  const isMine = author === person.id && message_id !== lastId
  const mustEnd = here !== place || isMine || isAtEnd()
  place = here
  lastId = message_id
  const welcomeItem = ['welcome', [chat.id, chat.commands, model.bot], () => welcome(actions)]
  fill(list, messages.length > 0 ? messages.flatMap(itemsOf(actions)) : [welcomeItem])
  if (mustEnd) toEnd()
  latest.hidden = isAtEnd()
}

/** A message, with the date above the first one of a day. */
const itemsOf = (actions) => (message, index) => {
  const previous = model.messages[index - 1]
  const day = dayOf(message.date)
  const isNewDay = day !== dayOf(previous?.date ?? 0)
  const follows = !isNewDay && isSameSender(previous, message)
  const drawDay = () => el('p', { class: 'day small', data: { preview: day } })
  const drawIt = () => drawMessage(message, { ...actions, follows })
  const item = [message.message_id, [model.person.id, follows, message], drawIt]
  return isNewDay ? [[day, day, drawDay], item] : [item]
}

/** Scrolls to a message and shows for a moment which it is. */
export function show(messageId) {
  const element = list.querySelector(`[data-id="${messageId}"]`)
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  element?.classList.add('shown')
  setTimeout(() => element?.classList.remove('shown'), SHOWN_MS)
}

const isSameSender = (before, after) =>
  before !== undefined && before.author === after.author && before.sender_chat?.id === after.sender_chat?.id

const TRIES_MAX = 3

/** Draws an empty chat; a private one describes the bot, says what the controls are for, and offers commands. */
function welcome({ onStart, onSay }) {
  const { chat, bot, controls } = model
  if (chat.type !== 'private')
    return el('p', { class: 'welcome soft surface float center' }, 'Todavía no hay mensajes aquí.')
  const tries = chat.commands.filter(({ command }) => command !== 'start').slice(0, TRIES_MAX)
  const drawTry = ({ command, description }) => {
    const parts = [el('b', { class: 'accent' }, `/${command} `), el('span', { class: 'soft' }, description)]
    return button('try', () => onSay(`/${command}`), ...parts)
  }
  return el(
    'div',
    { class: 'welcome column surface float center lines' },
    avatar(titleOf(chat), 'bot'),
    el('h2', { class: 'bold' }, titleOf(chat)),
    el('p', { class: 'about soft' }, bot.description || 'Escríbele a este bot para empezar a conversar.'),
    controls.note ? el('p', { class: 'note bold' }, controls.note) : undefined,
    button('start bold center', () => onStart('/start'), 'Iniciar'),
    tries.length > 0 ? el('p', { class: 'soft' }, 'O prueba directamente:') : undefined,
    ...tries.map(drawTry),
  )
}
