import { post } from './api.js'
import { attempt, avatar, button, byId, redraw } from './dom.js'
import { previewOf } from './message.js'
import { isAway, model, titleOf, where } from './model.js'

const ACTION_MS = 5_000
const ACTIONS = { typing: 'escribiendo…', upload_photo: 'enviando una imagen…' }
let timer

/** Draws the header of the chat: its title, its newest pinned message, and its actions in the menu and in the tools. */
export function drawHead({ onAnonymous, onShow }) {
  const { chat, person, anonymous } = model
  const { last_message, pinned, ...shown } = chat
  drawPinned(pinned, onShow)
  redraw(byId('head-avatar'), [shown, person.id, anonymous], () => {
    byId('title').textContent = titleOf(chat)
    for (const id of ['menu-items', 'chat-actions']) byId(id).replaceChildren(...actionsOf(chat, onAnonymous))
    byId('menu').open = false
    setSubtitle()
    return [avatar(titleOf(chat), chat.type === 'private' ? 'bot' : chat.id)]
  })
}

/** Draws a pinned message as a bar that scrolls to it. */
function drawPinned(message, onShow) {
  const bar = byId('pinned')
  bar.hidden = !message
  bar.textContent = message ? `📌 ${previewOf(message)}` : ''
  bar.ariaLabel = message ? `Mensaje fijado: ${previewOf(message)}` : ''
  bar.onclick = () => onShow(message.message_id)
}

/** Shows the chat action of the bot for some seconds. */
export function showAction(action) {
  setSubtitle(ACTIONS[action] ?? 'ocupado…')
  timer = setTimeout(setSubtitle, ACTION_MS)
}

/** Sets the subtitle of the chat; without a text, the usual one. */
export function setSubtitle(text = usualSubtitle()) {
  clearTimeout(timer)
  byId('subtitle').textContent = text
}

function usualSubtitle() {
  const { chat, anonymous } = model
  if (chat.type === 'private') return chat.bot_status === 'kicked' ? 'bloqueado' : 'bot'
  const bot = isAway(chat) ? 'sin el bot' : 'el bot está aquí'
  return `${kindOf(chat)} · ${bot}${anonymous ? ' · escribes como el grupo' : ''}`
}

/** The kind of a chat, in Spanish. */
export function kindOf({ type, is_forum }) {
  if (type === 'private') return 'bot'
  if (type === 'channel') return 'canal'
  return is_forum ? 'grupo con temas' : 'grupo'
}

const item = (label, action) => button('', () => attempt(action), label)
const act = (label, path, body = {}) => item(label, () => post(path, { ...where(), ...body }))

/** Buttons for the actions of a chat. */
function actionsOf(chat, onAnonymous) {
  const { user, chat: id } = where()
  const open = () => void window.open(`/?user=${user}&chat=${id}`, '_blank', 'noopener')
  const own = chat.type === 'private' ? blockingOf(chat) : membershipOf(chat)
  return [
    item('Abrir en otra ventana', open),
    ...own,
    ...(chat.is_administrator ? rankingOf(chat, onAnonymous) : []),
  ]
}

const blockingOf = ({ bot_status }) => [
  bot_status === 'kicked' ? act('Desbloquear al bot', 'unblock') : act('Bloquear al bot', 'block'),
]

function membershipOf(chat) {
  if (isAway(chat)) return [act('Añadir al bot', 'add')]
  const administrator = chat.bot_status !== 'administrator'
  const label = administrator ? 'Hacer administrador al bot' : 'Quitar al bot de administrador'
  return [act('Sacar al bot', 'remove'), act(label, 'add', { administrator })]
}

/** What an administrator of a group or channel may do. */
function rankingOf({ type, members }, onAnonymous) {
  const others = members.filter(
    ({ id, status }) => id !== model.person.id && ['administrator', 'member'].includes(status),
  )
  const ranks = others.map(({ id: member, first_name: name, status }) => {
    const administrator = status === 'member'
    const label = administrator ? `Hacer administrador a ${name}` : `Quitar a ${name} de administrador`
    return act(label, 'rank', { member, administrator })
  })
  return [
    ...ranks,
    type === 'channel'
      ? ''
      : item(model.anonymous ? 'Escribir con mi nombre' : 'Escribir como el grupo', onAnonymous),
    type === 'group' ? act('Convertir en supergrupo', 'upgrade') : '',
  ]
}
