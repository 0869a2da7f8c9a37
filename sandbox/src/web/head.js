import { post } from './api.js'
import { attempt, avatar, button, byId, fill } from './dom.js'
import { previewOf } from './message.js'
import { isAway, model, titleOf, where } from './model.js'

const ACTION_MS = 5_000
const ACTIONS = { typing: 'escribiendo…', upload_photo: 'enviando una imagen…' }
let acting
let timer

/** Draws the header of the chat: its title, its newest pinned message, and its actions in the menu. */
export function drawHead({ onAnonymous, onShow }) {
  const { chat, person } = model
  const title = titleOf(chat)
  const isPrivate = chat.type === 'private'
  drawPinned(chat.pinned, onShow)
  byId('title').textContent = title
  drawSubtitle()
  byId('head-avatar').replaceChildren(avatar(title, isPrivate ? 'bot' : chat.id))
  const own = isPrivate ? [blockingOf(chat)] : membershipOf(chat)
  const actions = [
    ['Abrir en otra ventana', openWindow],
    ...own,
    ...(chat.is_administrator ? rankingOf(chat, onAnonymous) : []),
  ]
  const drawItem = (label, action) => () => button('', () => attempt(action), label)
  const itemOf = ([label, action]) => [label, [person.id, chat.id], drawItem(label, action)]
  fill(byId('menu-items'), actions.map(itemOf))
}

/** Draws a pinned message as a bar that scrolls to it. */
function drawPinned(message, onShow) {
  const preview = message ? previewOf(message) : ''
  const onclick = () => onShow(message.message_id)
  const shown = { hidden: !message, textContent: `📌 ${preview}`, ariaLabel: `Mensaje fijado: ${preview}` }
  Object.assign(byId('pinned'), shown, { onclick })
}

/** Shows the chat action of the bot for some seconds; without one, the usual subtitle. */
export function showAction(action) {
  clearTimeout(timer)
  acting = action && (ACTIONS[action] ?? 'ocupado…')
  if (action) timer = setTimeout(showAction, ACTION_MS)
  drawSubtitle()
}

function drawSubtitle() {
  byId('subtitle').textContent = acting ?? usualSubtitle()
}

function usualSubtitle() {
  const { chat, anonymous } = model
  if (chat.type === 'private') return chat.bot_status === 'kicked' ? 'bloqueado' : 'bot'
  const bot = isAway(chat) ? 'sin el bot' : 'el bot está aquí'
  return `${kindOf(chat)} · ${bot}${anonymous ? ' · escribes como el grupo' : ''}`
}

/** The kind of a chat, in Spanish. */
export const kindOf = ({ type, is_forum }) =>
  ({ private: 'bot', channel: 'canal' })[type] ?? (is_forum ? 'grupo con temas' : 'grupo')

/** Actions of a chat are a label and what it does. */
const act = (label, path, body = {}) => [label, () => post(path, { ...where(), ...body })]

const openWindow = () => void window.open(`/?${new URLSearchParams(where())}`, '_blank', 'noopener')

const blockingOf = ({ bot_status }) =>
  bot_status === 'kicked' ? act('Desbloquear al bot', 'unblock') : act('Bloquear al bot', 'block')

function membershipOf(chat) {
  if (isAway(chat)) return [act('Añadir al bot', 'add')]
  const administrator = chat.bot_status !== 'administrator'
  const label = administrator ? 'Hacer administrador al bot' : 'Quitar al bot de administrador'
  return [act('Sacar al bot', 'remove'), act(label, 'add', { administrator })]
}

/** What an administrator of a group or channel may do. */
function rankingOf({ type, members }, onAnonymous) {
  const isRanked = ({ id, status }) => id !== model.person.id && /^(?:administrator|member)$/.test(status)
  const ranks = members.filter(isRanked).map(({ id: member, first_name: name, status }) => {
    const administrator = status === 'member'
    const label = administrator ? `Hacer administrador a ${name}` : `Quitar a ${name} de administrador`
    return act(label, 'rank', { member, administrator })
  })
  const speak = [model.anonymous ? 'Escribir con mi nombre' : 'Escribir como el grupo', onAnonymous]
  const upgrade = type === 'group' ? [act('Convertir en supergrupo', 'upgrade')] : []
  return [...ranks, ...(type === 'channel' ? [] : [speak]), ...upgrade]
}
