import { post } from './api.js'
import { alertPerson, attempt, button, el, toast } from './dom.js'
import { model, where } from './model.js'

/** The inline keyboard of a message; URL buttons are links. A link to the bot starts it in the private chat. */
export function inlineKeyboard(message, { onStart }) {
  const rows = message.reply_markup?.inline_keyboard ?? []
  if (rows.length === 0) return undefined
  const drawKey = (key) => (key.url ? drawLink(key, onStart) : drawButton(message, key, onStart))
  const drawn = rows.map((row) => el('div', { class: 'row flex' }, ...row.map(drawKey)))
  return el('div', { class: 'buttons column' }, ...drawn)
}

function drawLink({ text, url: href }, onStart) {
  const onclick = (event) => {
    const start = startBy(href)
    if (start === undefined) return
    event.preventDefault()
    onStart(start)
  }
  return el('a', { class: 'button grow small center', href, onclick, target: '_blank' }, text, arrow())
}

function drawButton(message, { text, callback_data, copy_text }, onStart) {
  const act = ({ currentTarget }) =>
    callback_data ? press(message, callback_data, currentTarget, onStart) : copy(copy_text.text)
  return button('button grow small center', act, text)
}

/** Leads away: behind the caption, and no part of it. */
const arrow = () => el('span', { data: { preview: ' ↗' } })

async function press({ message_id }, data, element, onStart) {
  element.ariaBusy = 'true'
  const answer = await attempt(() => post('press', { ...where(), message_id, data }))
  element.ariaBusy = null
  if (!answer) return
  const { answered, text, show_alert, url } = answer
  const start = url && startBy(url)
  if (!answered) toast('El bot no respondió al botón.')
  else if (text && show_alert) alertPerson(text)
  else if (start) onStart(start)
  else if (text || url) toast(text || url)
}

/** What a link to the bot says in the private chat; undefined for any other link. */
function startBy(url) {
  const { hostname, pathname, searchParams } = new URL(url)
  const isToBot = hostname === 't.me' && pathname.slice(1) === model.bot.username
  return isToBot ? `/start ${searchParams.get('start') ?? ''}`.trim() : undefined
}

const copy = (text) =>
  attempt(() => navigator.clipboard.writeText(text).then(() => toast(`Copiado: ${text}`)))
