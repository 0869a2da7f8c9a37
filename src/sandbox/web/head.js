import { post } from './api.js'
import { avatar, byId, el } from './dom.js'
import { isAway, model, titleOf, where } from './model.js'
import { attempt } from './notices.js'

const ACTION_MS = 5_000
const ACTIONS = { typing: 'escribiendo…', upload_photo: 'enviando una imagen…' }
let timer

/** The line above the messages: the chat, what the bot is doing, and what can be done with it. */
export function drawHead({ onAnonymous, onUpgraded }) {
  const { chat } = model
  byId('title').textContent = titleOf(chat)
  byId('head-avatar').replaceWith(
    withId(avatar(titleOf(chat), chat.type === 'private' ? 'bot' : chat.id), 'head-avatar'),
  )
  byId('menu-items').replaceChildren(...menuOf(chat, { onAnonymous, onUpgraded }))
  byId('menu').open = false
  setSubtitle()
}

/** Shows for some seconds that the bot is at work. */
export function showAction(action) {
  setSubtitle(ACTIONS[action] ?? 'ocupado…')
  clearTimeout(timer)
  timer = setTimeout(() => setSubtitle(), ACTION_MS)
}

/** Says something under the title of the chat, or what usually stands there. */
export function setSubtitle(text = usualSubtitle()) {
  clearTimeout(timer)
  byId('subtitle').textContent = text
}

function usualSubtitle() {
  const { chat } = model
  if (chat.type === 'private') return chat.bot_status === 'kicked' ? 'bloqueado' : 'bot'
  const kind = chat.is_forum ? 'grupo con temas' : 'grupo'
  return `${kind} · ${isAway(chat) ? 'sin el bot' : 'el bot está aquí'}${model.anonymous ? ' · escribes como el grupo' : ''}`
}

function withId(element, id) {
  element.id = id
  return element
}

function menuOf(chat, { onAnonymous, onUpgraded }) {
  if (chat.type === 'private')
    return chat.bot_status === 'kicked'
      ? [item('Desbloquear al bot', () => post('unblock', where()))]
      : [item('Bloquear al bot', () => post('block', where()))]
  return [
    isAway(chat)
      ? item('Añadir al bot', () => post('add', where()))
      : item('Sacar al bot', () => post('remove', where())),
    isAway(chat) ? undefined : item(...rankOf(chat)),
    chat.is_administrator
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

function item(label, action) {
  return el('button', { type: 'button', onclick: () => attempt(action) }, label)
}
