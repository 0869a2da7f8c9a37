import { model } from '../api/model.js'
import { button, byId, el } from '../page/dom.js'

/** The suggestions above the message box: commands, or results of an inline query. */
export function createPanel() {
  const panel = byId('panel')
  let marked = -1

  function show(items) {
    marked = -1
    panel.replaceChildren(...items)
    panel.hidden = items.length === 0
  }

  /** Offers the commands of the bot that begin with `start`. */
  function showCommands(start, onPick) {
    const isMeant = ({ command }) => command.startsWith(start.toLowerCase())
    show(model.chat.commands.filter(isMeant).map((command) => commandItem(command, onPick)))
  }

  function move(step) {
    const items = [...panel.children]
    if (items.length === 0) return false
    items[marked]?.classList.remove('marked')
    marked = (marked + step + items.length) % items.length
    items[marked].classList.add('marked')
    items[marked].scrollIntoView({ block: 'nearest' })
    return true
  }

  /** Chooses the item marked with the arrow keys; false when none is marked. */
  function choose() {
    const item = panel.children[marked]
    item?.click()
    return item !== undefined
  }

  /** The command that is marked, else the first one; undefined when none is offered. */
  const command = () => panel.children[Math.max(0, marked)]?.dataset.command

  return { show, showCommands, move, choose, command, close: () => show([]), isOpen: () => !panel.hidden }
}

function commandItem({ command, description }, onPick) {
  const texts = [`/${command}`, description].map((preview, index) =>
    el(index ? 'span' : 'b', { data: { preview } }),
  )
  const item = button('offer', () => onPick(command), ...texts)
  item.ariaLabel = `/${command}`
  item.dataset.command = command
  return item
}
