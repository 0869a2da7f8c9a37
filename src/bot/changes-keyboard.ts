import { InlineKeyboard } from 'grammy'
import type { Messages } from '../messages/messages.ts'
import { addDays, type Day } from '../rates/caracas.ts'
import type { MonitorId } from '../rates/monitor.ts'
import { formatPress } from './callback-data.ts'

/** The day that is shown, today, and the last one that there is. `print` is that of what is shown. */
export interface ShownDay {
  readonly day: Day
  readonly today: Day
  readonly last: Day
  readonly print: string
}

/** Under a day's changes: the day before and after, and the same anew while it lasts. From today on, only days that have a price. */
export function dayKeyboard(
  { button, pastButton }: Messages,
  monitor: MonitorId | undefined,
  { day, today, last, print }: ShownDay,
): InlineKeyboard {
  const before = day > today ? today : addDays(day, -1)
  const after = day < today ? addDays(day, 1) : last
  const keyboard = new InlineKeyboard().text(
    `‹ ${pastButton.day(before)}`,
    formatPress('changes', monitor, before),
  )
  if (day >= today) keyboard.text(button.refresh, formatPress('changes', monitor, `${day},${print}`))
  if (after > day) keyboard.text(`${pastButton.day(after)} ›`, formatPress('changes', monitor, after))
  return keyboard
}
