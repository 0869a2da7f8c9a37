import { createHash } from 'node:crypto'
import type { ChartView, Point } from './chart.ts'

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
