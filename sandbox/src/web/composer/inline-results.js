import { post } from '../api/api.js'
import { model, spot, where } from '../api/model.js'
import { attempt } from '../page/dialogs.js'
import { el } from '../page/dom.js'

const PAUSE_MS = 250
let newest = 0

/** The text after `@the_bot ` in the message box; undefined without it. */
export function inlineQueryOf(text) {
  const start = `@${model.bot.username} `
  return text.toLowerCase().startsWith(start.toLowerCase()) ? text.slice(start.length) : undefined
}

/** Ignores answers that are still to come, as the message box has changed. */
export function cancelInline() {
  newest += 1
}

/** Sends the inline query when typing pauses, and shows its results. */
export async function askInline(query, panel, onChosen) {
  const mine = newest
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  if (mine !== newest) return
  const answer = await attempt(() => post('inline', { ...where(), query }))
  if (!answer?.answered || mine !== newest) return
  panel.show([
    ...startItem(answer, onChosen),
    ...answer.results.map((result) => resultItem(answer, result, onChosen)),
  ])
}

function startItem({ button }, onChosen) {
  if (!button) return []
  const start = async () => {
    onChosen()
    const text = `/start ${button.start_parameter ?? ''}`.trim()
    await attempt(() => post('send', { user: model.person.id, chat: model.person.id, text }))
  }
  return [el('button', { class: 'offer wide', type: 'button', onclick: start }, button.text)]
}

function resultItem({ query_id }, result, onChosen) {
  const choose = async () => {
    onChosen()
    await attempt(() => post('choose', { ...spot(), query_id, result_id: result.id }))
  }
  const picture = result.content.photo?.at(-1)
  return el(
    'button',
    { class: 'offer result', type: 'button', onclick: choose },
    picture ? el('img', { src: `/chat/files/${encodeURIComponent(picture.file_id)}`, alt: '' }) : undefined,
    el('b', {}, result.title),
    el('span', {}, result.description ?? ''),
  )
}
