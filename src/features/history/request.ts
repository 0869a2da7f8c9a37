import { InlineKeyboard } from 'grammy'
import { LISTED_MAX, listedButtons } from '../../bot/buttons.ts'
import { addDays, type Day, parseDay } from '../../domain/caracas.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import type { Range } from '../../language/request.ts'
import { formatButtonData, monitorsOfHashes, shortHashesOf } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/quote.ts'
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

/** Of four monitors. */
const HASHES_LENGTH_MAX = 32
const DAYS_MAX = 3_650

/** The data of a chart button; several monitors are written as hashes of 8 characters each. */
export function formatChartButton({ monitors, isGap, range }: ChartRequest): string {
  const [only] = monitors
  if (only && monitors.length === 1 && !isGap) return formatButtonData('chart', only, formatRange(range))
  const names = shortHashesOf(monitors)
  return formatButtonData('chart', undefined, `${formatRange(range)}${isGap ? '!' : '~'}${names}`)
}

/** `30`, or `20260101-20260131`. */
export const formatRange = (range: Range): string =>
  range.kind === 'last' ? String(range.days) : `${compact(range.from)}-${compact(range.to)}`

const compact = (day: string): string => day.replaceAll('-', '')
const spelled = (digits: string): string => `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`

const ARGUMENT = /^([\d-]*)(?:([!~])([\w-]*))?$/

/**
 * Reads a chart button: the monitor that it names, or those among `known` with the hashes of its argument. A gap without
 * monitors is the default one. Undefined for data that we did not write.
 */
export function parseChartButton(
  monitor: MonitorId | undefined,
  argument: string,
  known: readonly MonitorId[],
): ChartRequest | undefined {
  const [matched, rangeText = '', kind, hashes = ''] = ARGUMENT.exec(argument) ?? []
  const range = parseRange(rangeText)
  if (matched === undefined || !range) return undefined
  if (monitor) return kind === undefined ? { monitors: [monitor], isGap: false, range } : undefined
  const isGap = kind === '!'
  const monitors = hashes.length > HASHES_LENGTH_MAX ? undefined : monitorsOfHashes(hashes, known)
  const isWhole = isGap ? [0, 2].includes(monitors?.length ?? -1) : (monitors?.length ?? 0) > 0
  return monitors && isWhole ? { monitors, isGap, range } : undefined
}

function parseRange(text: string): Range | undefined {
  if (text === '') return USUAL_RANGE
  const between = /^(\d{8})-(\d{8})$/.exec(text)
  if (between) {
    const [from, to] = between.slice(1).map((digits) => parseDay(spelled(digits)))
    return from !== undefined && to !== undefined && from <= to ? { kind: 'between', from, to } : undefined
  }
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  return days >= TODAY_DAYS && days <= DAYS_MAX ? { kind: 'last', days } : undefined
}

/** The longest is everything that is known. */
const RANGES_DAYS = [TODAY_DAYS, 7, 30, 365, DAYS_MAX]

/** Buttons of ranges; the one shown is marked, and draws the chart anew. */
export function rangeKeyboard({ history }: Words, request: ChartRequest): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const days of RANGES_DAYS) {
    const isShown = request.range.kind === 'last' && request.range.days === days
    const label = history.shortRange(days)
    keyboard.text(
      isShown ? `• ${label}` : label,
      formatChartButton({ ...request, range: { kind: 'last', days } }),
    )
  }
  return keyboard
}

/** The buttons under a chart: five ranges, and one more: other rates where its name was not of one alone, else today's changes of its only one. */
export function chartKeyboard(
  words: Words,
  request: ChartRequest,
  others: readonly Titled[],
): InlineKeyboard {
  const keyboard = rangeKeyboard(words, request).row()
  const [only, ...more] = request.monitors
  if (!only || more.length > 0) return keyboard
  return others.length > 0
    ? keyboard.text(
        words.history.others,
        formatButtonData('chart', undefined, `${formatRange(request.range)}${OFFER}`),
      )
    : keyboard.text(words.history.changes, formatButtonData('changes', only))
}

/** After the range in a button that offers the charts of all monitors. */
const OFFER = '?'

/** The range of a button that offers the charts of all monitors; undefined for any other. */
export function parseChartOffer(argument: string): Range | undefined {
  if (argument === '') return USUAL_RANGE
  return argument.endsWith(OFFER) ? parseRange(argument.slice(0, -OFFER.length)) : undefined
}

/** A button for a chart of each monitor. */
export const offerButtons = (words: Words, monitors: readonly Titled[], range: Range): InlineKeyboard =>
  listedButtons(words, { action: 'chart', argument: formatRange(range), buttonsMax: LISTED_MAX }, monitors)

/** A button for a chart of the default gap. */
export const gapButton = ({ history }: Words, range: Range): InlineKeyboard =>
  new InlineKeyboard().text(history.gapChart, formatChartButton({ monitors: [], isGap: true, range }))
