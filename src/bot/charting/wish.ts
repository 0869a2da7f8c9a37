import type { HistorySpan } from '../../messages/history.ts'
import { addDays, type Day } from '../../rates/caracas.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import type { Range } from '../grammar/history-line.ts'

/** What somebody wants drawn: a monitor, up to 4 against each other, or the gap of two. */
export interface ChartWish {
  readonly monitors: readonly MonitorId[]
  readonly isGap: boolean
  readonly range: Range
}

export const USUAL_RANGE: Range = { kind: 'last', days: 30 }

/** The days of a range as of today; none of them is to come. */
export function spanOf(range: Range, today: Day): HistorySpan {
  if (range.kind === 'last') return { from: addDays(today, -range.days), to: today, lastDays: range.days }
  const { from, to } = range
  return { from, to: to > today && from <= today ? today : to }
}
