import { InlineKeyboard } from 'grammy'
import type { Titled } from '../../../messages/format/titles.ts'
import type { Messages } from '../../../messages/messages.ts'
import type { Range } from '../../../parse/history-line.ts'
import { formatButtonData } from '../../button-data.ts'
import { monitorButtons } from '../../keyboards.ts'
import type { ChartRequest } from './request.ts'
import { formatChartButton, formatRange } from './request.ts'

const RANGES_DAYS = [7, 30, 90, 365]

/** The ranges, the one that is shown marked. */
export function rangeKeyboard({ pastButton }: Messages, request: ChartRequest): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const days of RANGES_DAYS) {
    const isShown = request.range.kind === 'last' && request.range.days === days
    const label = pastButton.range(days)
    keyboard.text(
      isShown ? `• ${label}` : label,
      formatChartButton({ ...request, range: { kind: 'last', days } }),
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
  request: ChartRequest,
  others: readonly Titled[],
): InlineKeyboard {
  const { button, pastButton } = messages
  const keyboard = rangeKeyboard(messages, request).row().text(button.refresh, formatChartButton(request))
  const [only] = request.monitors
  if (only && request.monitors.length === 1)
    keyboard.text(pastButton.changes, formatButtonData('changes', only))
  return others.length > 0 ? keyboard.append(offerButtons(others, request.range)) : keyboard
}

/** A chart of each, in the range asked for. */
export const offerButtons = (monitors: readonly Titled[], range: Range): InlineKeyboard =>
  monitorButtons('chart', monitors, formatRange(range))

/** A chart of the usual gap. */
export const gapButton = ({ pastButton }: Messages, range: Range): InlineKeyboard =>
  new InlineKeyboard().text(pastButton.gap, formatChartButton({ monitors: [], isGap: true, range }))
