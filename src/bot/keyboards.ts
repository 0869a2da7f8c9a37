import { InlineKeyboard } from 'grammy'
import type { Messages } from '../messages/messages.ts'
import { buttonLabels, type Titled } from '../messages/titles.ts'
import type { MonitorId } from '../rates/monitor.ts'
import { type Action, formatPress } from './callback-data.ts'

const BUTTONS_MAX = 60
const NARROW = 20

/** A button for each monitor, behind a mark if given; two short ones share a row. */
export function monitorButtons(
  action: Action,
  monitors: readonly Titled[],
  argument = '',
  mark = '',
): InlineKeyboard {
  const shown = monitors.slice(0, BUTTONS_MAX)
  const labels = buttonLabels(shown).map((label) => mark + label)
  const perRow = labels.every((label) => label.length <= NARROW) ? 2 : 1
  const buttons = shown.map(({ monitor }, index) =>
    InlineKeyboard.text(labels[index] ?? '', formatPress(action, monitor, argument)),
  )
  return InlineKeyboard.from(chunk(buttons, perRow))
}

/** Under a followed monitor: which changes to tell. */
export const leastButton = ({ settings }: Messages, monitor: MonitorId): InlineKeyboard =>
  new InlineKeyboard().text(settings.button.least, formatPress('least', monitor))

/** Under what was said of one monitor: see it, follow or drop it, see all. */
export function monitorKeyboard({ button }: Messages, monitor: MonitorId, follows: boolean): InlineKeyboard {
  const change: Action = follows ? 'unfollow' : 'follow'
  return new InlineKeyboard()
    .text(button.see, formatPress('rate', monitor))
    .text(button[change], formatPress(change, monitor))
    .row()
    .text(button.rates, formatPress('rates'))
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}
