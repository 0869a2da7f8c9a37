import { post } from './api.js'
import { alertPerson, attempt, button, el, toast } from './dom.js'
import { model, where } from './model.js'

/** The inline keyboard of a message; URL buttons are links. A link to the bot starts it in the private chat. */
export function inlineKeyboard(message, actions) {
  const rows = message.reply_markup?.inline_keyboard ?? []
  if (rows.length === 0) return undefined
  const drawRow = (row) => el('div', { class: 'row flex' }, ...row.map((key) => draw(message, key, actions)))
  return el('div', { class: 'buttons column' }, ...rows.map(drawRow))
}

function draw(message, key, { onStart }) {
  const { text, url, callback_data, copy_text } = key
  if (url) {
    const onclick = (event) => {
      const start = startBy(url)
      if (start === undefined) return
      event.preventDefault()
      onStart(start)
    }
    return el('a', { class: 'button grow url', href: url, onclick, target: '_blank', rel: 'noopener' }, text)
  }
  const act = ({ currentTarget }) => {
    if (callback_data) press(message, callback_data, currentTarget, onStart)
    else copy(copy_text.text)
  }
  return button(`button grow ${copy_text ? 'copy' : ''}`, act, text)
}

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
  attempt(async () => {
    await navigator.clipboard.writeText(text)
    toast(`Copiado: ${text}`)
  })
