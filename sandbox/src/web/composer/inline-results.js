import { post } from '../api/api.js'
import { model, spot, where } from '../api/model.js'
import { attempt } from '../page/dialogs.js'
import { button, el } from '../page/dom.js'

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
  const offer = (kind, path, body, ...children) => {
    const choose = () => {
      onChosen()
      attempt(() => post(path, body))
    }
    return button(`offer ${kind}`, choose, ...children)
  }
  const { query_id, results, button: start } = answer
  const text = `/start ${start?.start_parameter ?? ''}`.trim()
  const { id } = model.person
  panel.show([
    ...(start ? [offer('wide', 'send', { user: id, chat: id, text }, start.text)] : []),
    ...results.map(({ id: result_id, title, description = '' }) =>
      offer(
        'result',
        'choose',
        { ...spot(), query_id, result_id },
        el('b', {}, title),
        el('span', {}, description),
      ),
    ),
  ])
}
