import type { ChartView, Point } from '../../../src/charts/chart.ts'
import { addDays } from '../../../src/domain/caracas.ts'

/** A price a day from a day on, each a bolivar more than the one before. */
export const rising = (from: string, days: number, price = 100): Point[] =>
  Array.from({ length: days }, (_, index) => ({ day: addDays(from, index), price: String(price + index) }))

export const view = (over: Partial<ChartView> = {}): ChartView => ({
  kind: 'price',
  title: 'Dólar oficial',
  source: 'Banco Central',
  series: [{ label: 'Oficial', points: rising('2026-01-01', 30) }],
  from: '2026-01-01',
  to: '2026-01-30',
  language: 'es',
  numbers: 'es-VE',
  simulated: false,
  isDark: false,
  isSameMoney: true,
  ...over,
})
