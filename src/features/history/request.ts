import { InlineKeyboard } from 'grammy'
import { act, keyboardOf, listedButtons } from '../../bot/buttons.ts'
import { addDays, type Day } from '../../domain/caracas.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { RANGE_DAYS_MAX } from '../../language/history.ts'
import type { Range } from '../../language/request.ts'
import {
  type FieldsOf,
  formatButtonData,
  monitorsOfHashes,
  shortHashesOf,
} from '../../telegram/button-data.ts'
import type { Titled } from '../../words/price.ts'
import type { Words } from '../../words/words.ts'
import type { HistorySpan } from './text.ts'

/** A requested chart: one monitor, up to 4 compared, or the gap between two. */
export interface ChartRequest {
  readonly monitors: readonly MonitorId[]
  readonly isGap: boolean
  readonly range: Range
}

/** The range of a chart requested without one. */
export const USUAL_RANGE: Range = { kind: 'last', days: 30 }

/** One day is today by its hours; more are counted back from it. */
const TODAY_DAYS = 1

/** The days of a range, which ends today at the latest. */
export function spanOf(range: Range, today: Day): HistorySpan {
  if (range.kind === 'last') {
    const { days } = range
    return { from: addDays(today, days === TODAY_DAYS ? 0 : -days), to: today, lastDays: days }
  }
  const { from, to } = range
  return { from, to: to > today && from <= today ? today : to }
}

/** The data of a chart button. */
export function formatChartButton({ monitors, isGap, range }: ChartRequest): string {
  const [only] = monitors
  if (only && monitors.length === 1 && !isGap) return formatButtonData('chart', only, { range })
  const names = shortHashesOf(monitors)
  return formatButtonData('chart', undefined, { range, ...(isGap ? { gap: names } : { compared: names }) })
}

/** The chart that a button names among known monitors: a gap without monitors is the usual one. Undefined where it names none. */
export function chartPressed(
  { range = USUAL_RANGE, compared, gap }: FieldsOf<'chart'>,
  monitor: MonitorId | undefined,
  known: readonly MonitorId[],
): ChartRequest | undefined {
  const monitors = monitor ? [monitor] : monitorsOfHashes(gap ?? compared ?? '', known)
  return monitors && { monitors, isGap: !monitor && gap !== undefined, range }
}

const RANGES_DAYS = [TODAY_DAYS, 7, 30, 365, RANGE_DAYS_MAX]

/** Buttons of ranges; the one shown is marked, and draws the chart anew. */
export function rangeKeyboard({ history }: Words, request: ChartRequest): InlineKeyboard {
  const buttons = RANGES_DAYS.map((days) => {
    const isShown = request.range.kind === 'last' && request.range.days === days
    const label = history.shortRange(days)
    const data = formatChartButton({ ...request, range: { kind: 'last', days } })
    return InlineKeyboard.text(isShown ? `• ${label}` : label, data)
  })
  return keyboardOf(buttons)
}

/**
 * The buttons under a chart: five ranges, and one more: other rates where its name was not of one alone, else for its only one
 * whether it is to be dark, the first time, and then today's changes.
 */
export function chartKeyboard(
  words: Words,
  request: ChartRequest,
  { others, asksDark }: { readonly others: readonly Titled[]; readonly asksDark: boolean },
): InlineKeyboard {
  const { history } = words
  const { range } = request
  const [only, ...more] = request.monitors
  const beside =
    others.length > 0
      ? act(words.button.others, 'chart', undefined, { range, isOffer: true })
      : asksDark
        ? act(history.inDark, 'chart', only, { range, isDark: true })
        : act(history.changes, 'changes', only)
  return keyboardOf(rangeKeyboard(words, request), [only && more.length === 0 && beside])
}

/** A button for a chart of each monitor. */
export const offerButtons = (words: Words, monitors: readonly Titled[], range: Range): InlineKeyboard =>
  listedButtons(words, { action: 'chart', fields: { range } }, monitors)

/** A button for a chart of the default gap. */
export const gapButton = ({ gapRow }: Words, range: Range): InlineKeyboard =>
  new InlineKeyboard().text(gapRow, formatChartButton({ monitors: [], isGap: true, range }))
