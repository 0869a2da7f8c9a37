import { model, titleOf } from '../api/model.js'
import { avatar, button, el } from '../page/dom.js'

const TRIES_MAX = 3

/** Draws an empty chat; a private one describes the bot, says what the controls are for, and offers commands. */
export function welcome({ onStart, onTry }) {
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
