import { post } from '../api/api.js'
import { model, where } from '../api/model.js'
import { alertPerson, attempt, toast } from '../page/dialogs.js'
import { el } from '../page/dom.js'

/** The inline keyboard of a message; URL buttons are links. A link to the bot starts it in the private chat. */
export function inlineKeyboard(message, actions) {
  const rows = message.reply_markup?.inline_keyboard ?? []
  if (rows.length === 0) return undefined
  return el(
    'div',
    { class: 'buttons' },
    ...rows.map((row) => el('div', { class: 'row' }, ...row.map((button) => draw(message, button, actions)))),
  )
}

function draw(message, button, { onQuery, onStart }) {
  if (button.url)
    return el(
      'a',
      {
        class: `button url ${styleOf(button)}`,
        href: button.url,
        onclick: (event) => {
          const text = startBy(button.url)
          if (text === undefined) return
          event.preventDefault()
          onStart(text)
        },
        target: '_blank',
        rel: 'noopener noreferrer',
      },
      button.text,
    )
  const query = button.switch_inline_query_current_chat ?? button.switch_inline_query
  return el(
    'button',
    {
      type: 'button',
      class: `button ${button.copy_text ? 'copy' : ''} ${styleOf(button)}`,
      onclick: ({ currentTarget }) => {
        if (button.callback_data) press(message, button, { element: currentTarget, onStart })
        else if (query !== undefined) onQuery(query)
        else if (button.copy_text) copy(button.copy_text.text)
        else toast('El sandbox no conoce este botón.')
      },
    },
    button.text,
  )
}

/** The class of a button's colour, one of the three of Telegram; none for the default. */
const styleOf = ({ style }) => (['danger', 'success', 'primary'].includes(style) ? style : '')

async function press(message, button, { element, onStart }) {
  element.setAttribute('aria-busy', 'true')
  const answer = await attempt(() =>
    post('press', { ...where(), message_id: message.message_id, data: button.callback_data }),
  )
  element.removeAttribute('aria-busy')
  if (!answer) return
  if (!answer.answered) toast('El bot no respondió al botón.')
  else if (answer.text && answer.show_alert) alertPerson(answer.text)
  else if (answer.text) toast(answer.text)
  else if (answer.url && startBy(answer.url)) onStart(startBy(answer.url))
  else if (answer.url) toast(answer.url)
}

/** What a link to the bot says in the private chat; undefined for any other link. */
function startBy(url) {
  const { hostname, pathname, searchParams } = new URL(url)
  const isToBot = hostname === 't.me' && pathname.slice(1) === model.bot.username
  return isToBot ? `/start ${searchParams.get('start') ?? ''}`.trim() : undefined
}

async function copy(text) {
  const done = await attempt(async () => {
    await navigator.clipboard.writeText(text)
    return true
  })
  if (done) toast(`Copiado: ${text}`)
}
