import { post } from '../api/api.js'
import { where } from '../api/model.js'
import { alertPerson, attempt, toast } from '../page/dialogs.js'
import { el } from '../page/dom.js'

/** The inline keyboard of a message; URL buttons are links. */
export function inlineKeyboard(message, { onQuery }) {
  const rows = message.reply_markup?.inline_keyboard ?? []
  if (rows.length === 0) return undefined
  return el(
    'div',
    { class: 'buttons' },
    ...rows.map((row) => el('div', { class: 'row' }, ...row.map((button) => draw(message, button, onQuery)))),
  )
}

function draw(message, button, onQuery) {
  if (button.url)
    return el(
      'a',
      {
        class: `button url ${styleOf(button)}`,
        href: button.url,
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
        if (button.callback_data) press(message, button, currentTarget)
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

async function press(message, button, element) {
  element.setAttribute('aria-busy', 'true')
  const answer = await attempt(() =>
    post('press', { ...where(), message_id: message.message_id, data: button.callback_data }),
  )
  element.removeAttribute('aria-busy')
  if (!answer) return
  if (!answer.answered) toast('El bot no respondió al botón.')
  else if (answer.text && answer.show_alert) alertPerson(answer.text)
  else if (answer.text) toast(answer.text)
  else if (answer.url) toast(answer.url)
}

async function copy(text) {
  const done = await attempt(async () => {
    await navigator.clipboard.writeText(text)
    return true
  })
  if (done) toast(`Copiado: ${text}`)
}
