import { post } from './api.js'
import { attempt, button, byId, el } from './dom.js'
import { model, spot, where } from './model.js'

const PAUSE_MS = 250
/** The suggestions above the message box: commands, or results of an inline query. */
const panel = byId('panel')
/** Which of them the arrow keys have marked. */
let marked = -1
/** Rises when others are shown: results of a query that was asked before come too late. */
let newest = 0

/** The text after `@the_bot ` in the message box; undefined without it. */
export function inlineQueryOf(text) {
  const start = `@${model.bot.username} `
  return text.toLowerCase().startsWith(start.toLowerCase()) ? text.slice(start.length) : undefined
}

/** Sends the inline query when typing pauses, and shows its results. */
export async function askInline(query, onChosen) {
  newest += 1
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
  show([
    ...(start ? [offer('wide accent bold', 'send', { user: id, chat: id, text }, start.text)] : []),
    ...results.map(({ id: result_id, title, description = '' }) => {
      const parts = [el('b', {}, title), el('span', { class: 'soft cut' }, description)]
      return offer('result column', 'choose', { ...spot(), query_id, result_id }, ...parts)
    }),
  ])
}

function show(items) {
  newest += 1
  marked = -1
  panel.replaceChildren(...items)
  panel.hidden = items.length === 0
}

/** Offers the commands of the bot that begin with `start`. */
export function showCommands(start, onPick) {
  const isMeant = ({ command }) => command.startsWith(start.toLowerCase())
  show(model.chat.commands.filter(isMeant).map((command) => commandItem(command, onPick)))
}

/** Offers nothing. */
export const close = () => show([])
/** Whether something is offered. */
export const isOpen = () => !panel.hidden

/** Marks the next item or the one before; false without items. */
export function move(step) {
  const items = [...panel.children]
  if (items.length === 0) return false
  items[marked]?.classList.remove('marked')
  marked = (marked + step + items.length) % items.length
  items[marked].classList.add('marked')
  items[marked].scrollIntoView({ block: 'nearest' })
  return true
}

/** Chooses the item marked with the arrow keys; false when none is marked. */
export function choose() {
  const item = panel.children[marked]
  item?.click()
  return item !== undefined
}

/** The command that is marked, else the first one; undefined when none is offered. */
export const command = () => panel.children[Math.max(0, marked)]?.dataset.command

function commandItem({ command, description }, onPick) {
  const name = el('b', { data: { preview: `/${command}` } })
  const about = el('span', { class: 'soft cut', data: { preview: description } })
  const item = button('offer flex', () => onPick(command), name, about)
  item.ariaLabel = `/${command}`
  item.dataset.command = command
  return item
}
