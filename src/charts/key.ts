import { createHash } from 'node:crypto'
import type { ChartView } from './chart.ts'

/** To be raised whenever the same view is drawn differently, so that no older picture is sent again. */
const DRAWING = 1

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
  const lines = series.map(({ label, points }) => [label, points.map(({ day, price }) => [day, price])])
  const shown = [DRAWING, kind, title, source, from, to, language, numbers, simulated, lines]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32)
}
