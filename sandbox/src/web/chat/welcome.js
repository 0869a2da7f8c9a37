import { model, titleOf } from '../api/model.js'
import { avatar, el } from '../page/dom.js'

const TRIES_MAX = 3

/** Draws an empty chat; a private one describes the bot, says whether prices are simulated, and offers commands. */
export function welcome({ onStart, onTry }) {
  const { chat, bot } = model
  if (chat.type !== 'private')
    return el('div', { class: 'welcome small' }, el('p', {}, 'Todavía no hay mensajes aquí.'))
  const about = bot.description || 'Escríbele a este bot para empezar a conversar.'
  const tries = (chat.commands ?? []).filter(({ command }) => command !== 'start').slice(0, TRIES_MAX)
  return el(
    'div',
    { class: 'welcome' },
    avatar(titleOf(chat), 'bot'),
    el('h2', {}, titleOf(chat)),
    el('p', { class: 'about' }, about),
    model.simulated
      ? el(
          'p',
          { class: 'simulated' },
          'Los precios son simulados: el BCV cambia cada tarde hábil, los demás cada pocos segundos.',
        )
      : undefined,
    el('button', { class: 'start', type: 'button', onclick: () => onStart('/start') }, 'Iniciar'),
    tries.length > 0 ? el('p', {}, 'O prueba directamente:') : undefined,
    el('div', { class: 'tries' }, ...tries.map((command) => tryButton(command, onTry))),
  )
}

function tryButton({ command, description }, onTry) {
  return el(
    'button',
    { class: 'try', type: 'button', onclick: () => onTry(`/${command}`) },
    el('b', {}, `/${command}`),
    el('span', {}, description),
  )
}
