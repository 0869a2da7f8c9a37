import { post } from '../api/api.js'
import { isAway, model, titleOf, where } from '../api/model.js'
import { attempt } from '../page/dialogs.js'
import { avatar, byId, el } from '../page/dom.js'
import { previewOf } from './message.js'

const ACTION_MS = 5_000
const ACTIONS = { typing: 'escribiendo…', upload_photo: 'enviando una imagen…' }
let timer

/** Draws the header of the chat: its title, what the bot is doing, and the menu of actions. */
export function drawHead({ onAnonymous, onUpgraded, onShow }) {
  const { chat } = model
  byId('title').textContent = titleOf(chat)
  byId('head-avatar').replaceWith(
    withId(avatar(titleOf(chat), chat.type === 'private' ? 'bot' : chat.id), 'head-avatar'),
  )
  byId('menu-items').replaceChildren(...actionsOf(chat, { onAnonymous, onUpgraded }))
  drawPinned(onShow)
  byId('menu').open = false
  setSubtitle()
}

/** Draws the newest pinned message as a bar that scrolls to it. */
export function drawPinned(onShow) {
  const message = model.chat.pinned
  const bar = byId('pinned')
  bar.hidden = !message
  bar.replaceChildren(...(message ? [el('span', {}, previewOf(message))] : []))
  bar.ariaLabel = message ? `Mensaje fijado: ${previewOf(message)}` : ''
  bar.onclick = () => onShow(message.message_id)
}

/** Shows the chat action of the bot for some seconds. */
export function showAction(action) {
  setSubtitle(ACTIONS[action] ?? 'ocupado…')
  clearTimeout(timer)
  timer = setTimeout(() => setSubtitle(), ACTION_MS)
}

/** Sets the subtitle of the chat; without a text, the usual one. */
export function setSubtitle(text = usualSubtitle()) {
  clearTimeout(timer)
  byId('subtitle').textContent = text
}

function usualSubtitle() {
  const { chat } = model
  if (chat.type === 'private') return chat.bot_status === 'kicked' ? 'bloqueado' : 'bot'
  const kind = kindOf(chat)
  return `${kind} · ${isAway(chat) ? 'sin el bot' : 'el bot está aquí'}${model.anonymous ? ' · escribes como el grupo' : ''}`
}

/** The kind of a chat, in Spanish. */
export function kindOf({ type, is_forum }) {
  if (type === 'private') return 'bot'
  if (type === 'channel') return 'canal'
  return is_forum ? 'grupo con temas' : 'grupo'
}

function withId(element, id) {
  element.id = id
  return element
}

/** Buttons for the actions of a chat. */
export function actionsOf(chat, { onAnonymous, onUpgraded }) {
  if (chat.type === 'private')
    return [
      openWindow(),
      chat.bot_status === 'kicked'
        ? item('Desbloquear al bot', () => post('unblock', where()))
        : item('Bloquear al bot', () => post('block', where())),
    ]
  return [
    openWindow(),
    isAway(chat)
      ? item('Añadir al bot', () => post('add', where()))
      : item('Sacar al bot', () => post('remove', where())),
    isAway(chat) ? undefined : item(...rankOf(chat)),
    ...(chat.is_administrator ? ranksOf(chat) : []),
    chat.is_administrator && chat.type !== 'channel'
      ? item(model.anonymous ? 'Escribir con mi nombre' : 'Escribir como el grupo', onAnonymous)
      : undefined,
    chat.type === 'group' && chat.is_administrator
      ? item('Convertir en supergrupo', async () => onUpgraded((await post('upgrade', where())).chat.id))
      : undefined,
  ].filter((entry) => entry !== undefined)
}

function rankOf({ bot_status }) {
  const administrator = bot_status !== 'administrator'
  const label = administrator ? 'Hacer administrador al bot' : 'Quitar al bot de administrador'
  return [label, () => post('add', { ...where(), administrator })]
}

/** Opens the chat in another window, so that two chats can be watched side by side. */
function openWindow() {
  const { user, chat } = where()
  return item(
    'Abrir en otra ventana',
    () => void window.open(`/?user=${user}&chat=${chat}`, '_blank', 'noopener'),
  )
}

function ranksOf({ members }) {
  return members
    .filter(({ id, status }) => id !== model.person.id && ['administrator', 'member'].includes(status))
    .map(({ id, first_name, status }) => {
      const administrator = status === 'member'
      const label = administrator
        ? `Hacer administrador a ${first_name}`
        : `Quitar a ${first_name} de administrador`
      return item(label, () => post('rank', { ...where(), member: id, administrator }))
    })
}

function item(label, action) {
  return el('button', { type: 'button', onclick: () => attempt(action) }, label)
}
