import { InlineKeyboard } from 'grammy'
import type { Titled } from '../../../messages/format/titles.ts'
import type { Messages } from '../../../messages/messages.ts'
import type { Range } from '../../../parse/history-line.ts'
import { formatPress } from '../../button-data.ts'
import { monitorButtons } from '../../keyboards.ts'
import type { ChartWish } from './request.ts'
import { formatChartPress, formatRange } from './request.ts'

const RANGES_DAYS = [7, 30, 90, 365]

/** The ranges, the one that is shown marked. */
export function rangeKeyboard({ pastButton }: Messages, wish: ChartWish): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const days of RANGES_DAYS) {
    const isShown = wish.range.kind === 'last' && wish.range.days === days
    const label = pastButton.range(days)
    keyboard.text(
      isShown ? `• ${label}` : label,
      formatChartPress({ ...wish, range: { kind: 'last', days } }),
    )
  }
  return keyboard
}

/**
 * Under a chart: other ranges, the same anew, and the day's changes of a monitor that stands alone; below them the
 * charts of those that share its name.
 */
export function chartKeyboard(
  messages: Messages,
  wish: ChartWish,
  others: readonly Titled[],
): InlineKeyboard {
  const { button, pastButton } = messages
  const keyboard = rangeKeyboard(messages, wish).row().text(button.refresh, formatChartPress(wish))
  const [only] = wish.monitors
  if (only && wish.monitors.length === 1) keyboard.text(pastButton.changes, formatPress('changes', only))
  return others.length > 0 ? keyboard.append(offerButtons(others, wish.range)) : keyboard
}

/** A chart of each, in the range asked for. */
export const offerButtons = (monitors: readonly Titled[], range: Range): InlineKeyboard =>
  monitorButtons('chart', monitors, formatRange(range))

/** A chart of the usual gap. */
export const gapButton = ({ pastButton }: Messages, range: Range): InlineKeyboard =>
  new InlineKeyboard().text(pastButton.gap, formatChartPress({ monitors: [], isGap: true, range }))
