import { createHash } from 'node:crypto'
import type { Language } from '../messages/words/words.ts'
import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import type { NumberStyle } from '../rates/number-format.ts'

export const SERIES_MAX = 4
export const POINTS_MAX = 3_660

/** A price on a day in Caracas. */
export interface Point {
  readonly day: Day
  readonly price: Decimal
}

/** Prices of one monitor, oldest first, at most one a day; a day without a point keeps the price before it. */
export interface Series {
  readonly label: string
  readonly points: readonly Point[]
  /** The highest and lowest price reached within any day; those of the points if absent. */
  readonly extremes?: { readonly high: Point; readonly low: Point }
}

/**
 * Everything a chart shows, as plain text. `from` and `to` are included; points before `from` only give the price in
 * force on it. A gap has two series and shows by how many percent the second is above the first.
 */
export interface ChartView {
  readonly kind: 'price' | 'gap'
  readonly title: string
  readonly source: string
  readonly series: readonly Series[]
  readonly from: Day
  readonly to: Day
  readonly language: Language
  readonly numbers: NumberStyle
  readonly simulated: boolean
}

/** Throws a RangeError for a view that cannot be drawn: too many series or points, a gap without two, days reversed. */
export function requireDrawable({ kind, series, from, to }: ChartView): void {
  if (series.length < 1 || series.length > SERIES_MAX) throw new RangeError(`${series.length} series`)
  if (kind === 'gap' && series.length !== 2) throw new RangeError('a gap compares two series')
  if (series.some(({ points }) => points.length > POINTS_MAX)) throw new RangeError('too many points')
  if (from > to) throw new RangeError(`from ${from} to ${to}`)
}

/** Raise this whenever the same view is drawn differently, so that no older picture is sent again. */
const DRAWING_VERSION = 3

/** Hash of everything a chart shows, 32 hexadecimal digits: equal views have equal keys. */
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
  const shown = [DRAWING_VERSION, kind, title, source, from, to, language, numbers, simulated, lines]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)
}
