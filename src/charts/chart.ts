import { createHash } from 'node:crypto'
import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { NumberStyle } from '../rates/number-format.ts'
import type { ChartLanguage } from './words.ts'

export const SERIES_MAX = 4
export const POINTS_MAX = 3_660

/** What a rate was on a day in Caracas. */
export interface Point {
  readonly day: Day
  readonly price: Decimal
}

/** One monitor's past, oldest first, at most one point a day. Days without a point keep the price before them. */
export interface Series {
  readonly label: string
  readonly points: readonly Point[]
  /** The highest and lowest price that was reached within a day; absent: those of the points. */
  readonly extremes?: { readonly high: Point; readonly low: Point }
}

/**
 * Everything a chart shows, as plain text. Both ends of the days count; points before `from` only say what was in
 * force then. A gap has two series: how far the second is above the first, in percent.
 */
export interface ChartView {
  readonly kind: 'price' | 'gap'
  readonly title: string
  readonly source: string
  readonly series: readonly Series[]
  readonly from: Day
  readonly to: Day
  readonly language: ChartLanguage
  readonly numbers: NumberStyle
  readonly simulated: boolean
}

/** Throws a RangeError for a view that no chart can show: too many series or points, a gap without two, days reversed. */
export function requireDrawable({ kind, series, from, to }: ChartView): void {
  if (series.length < 1 || series.length > SERIES_MAX) throw new RangeError(`${series.length} series`)
  if (kind === 'gap' && series.length !== 2) throw new RangeError('a gap compares two series')
  if (series.some(({ points }) => points.length > POINTS_MAX)) throw new RangeError('too many points')
  if (from > to) throw new RangeError(`from ${from} to ${to}`)
}

/** To be raised whenever the same view is drawn differently, so that no older picture is sent again. */
const DRAWING = 3

/** Names a chart by all that it shows: equal views have equal keys, 32 hexadecimal digits. */
export function chartKey({
  kind,
  title,
  source,
  series,
  from,
  to,
  language,
  numbers,
  simulated,
}: ChartView): string {
  const pair = ({ day, price }: Point): string[] => [day, price]
  const lines = series.map(({ label, points, extremes }) => [
    label,
    points.map(pair),
    extremes && [pair(extremes.high), pair(extremes.low)],
  ])
  const shown = [DRAWING, kind, title, source, from, to, language, numbers, simulated, lines]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)
}
