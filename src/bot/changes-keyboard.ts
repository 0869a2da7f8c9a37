import { InlineKeyboard } from 'grammy'
import type { Messages } from '../messages/messages.ts'
import { addDays, type Day } from '../rates/caracas.ts'
import type { MonitorId } from '../rates/monitor.ts'
import { formatPress } from './callback-data.ts'

/** The day that is shown, and today. `print` is that of what is shown. */
export interface ShownDay {
  readonly day: Day
  readonly today: Day
  readonly print: string
}

/** Under a day's changes: the day before and after, and the same anew while the day lasts. */
export function dayKeyboard(
  { button, pastButton }: Messages,
  monitor: MonitorId | undefined,
  { day, today, print }: ShownDay,
): InlineKeyboard {
  const [before, after] = [addDays(day, -1), addDays(day, 1)]
  const keyboard = new InlineKeyboard().text(
    `‹ ${pastButton.day(before)}`,
    formatPress('changes', monitor, before),
  )
  if (after <= today) keyboard.text(`${pastButton.day(after)} ›`, formatPress('changes', monitor, after))
  else keyboard.text(button.refresh, formatPress('changes', monitor, `${day},${print}`))
  return keyboard
}
