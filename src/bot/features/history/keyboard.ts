import { InlineKeyboard } from 'grammy'
import type { Titled } from '../../../messages/format/quote.ts'
import type { Messages } from '../../../messages/messages.ts'
import type { Range } from '../../../parse/history-line.ts'
import { formatButtonData, monitorButtons } from '../../buttons.ts'
import { type ChartRequest, formatChartButton, formatRange } from './request.ts'

const RANGES_DAYS = [7, 30, 90, 365]

/** Buttons of ranges; the one shown is marked. */
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
 * The buttons under a chart: ranges, refresh, and today's changes if it has one monitor; below them the charts of
 * monitors with the same name.
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

/** A button for a chart of each monitor. */
export const offerButtons = (monitors: readonly Titled[], range: Range): InlineKeyboard =>
  monitorButtons('chart', monitors, formatRange(range))

/** A button for a chart of the default gap. */
export const gapButton = ({ pastButton }: Messages, range: Range): InlineKeyboard =>
  new InlineKeyboard().text(pastButton.gap, formatChartButton({ monitors: [], isGap: true, range }))
