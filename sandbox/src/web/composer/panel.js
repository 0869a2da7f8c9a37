import { model } from '../api/model.js'
import { byId, el } from '../page/dom.js'

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
    const commands = (model.chat.commands ?? []).filter(({ command }) =>
      command.startsWith(start.toLowerCase()),
    )
    show(commands.map((command) => commandItem(command, onPick)))
  }

  function move(step) {
    const items = [...panel.children]
    if (panel.hidden || items.length === 0) return false
    items[marked]?.classList.remove('marked')
    marked = (marked + step + items.length) % items.length
    items[marked].classList.add('marked')
    items[marked].scrollIntoView({ block: 'nearest' })
    return true
  }

  /** Chooses the item marked with the arrow keys; false when none is marked. */
  function choose() {
    const item = panel.hidden ? undefined : panel.children[marked]
    item?.click()
    return item !== undefined
  }

  function complete(onCommand) {
    const item = panel.children[Math.max(0, marked)]
    const command = panel.hidden ? undefined : item?.dataset.command
    if (command) onCommand(command)
    return command !== undefined
  }

  return { show, showCommands, move, choose, complete, close: () => show([]), isOpen: () => !panel.hidden }
}

function commandItem({ command, description }, onPick) {
  return el(
    'button',
    {
      class: 'offer',
      type: 'button',
      'aria-label': `/${command}`,
      data: { command },
      onclick: () => onPick(command),
    },
    el('b', { data: { preview: `/${command}` } }),
    el('span', { data: { preview: description } }),
  )
}
