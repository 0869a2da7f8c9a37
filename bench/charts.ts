import { type ChartView, POINTS_MAX, type Point } from '../src/charts/chart.ts'
import { drawChart } from '../src/charts/draw.ts'
import { addDays } from '../src/domain/caracas.ts'
import { type Figure, percentile } from './figure.ts'

const LAST = '2026-02-20'
const WARM_UP = 10
const DRAWN = 100
/** A person waits for a chart, and a hundred may be asked for at once. */
const LIMIT_MS = 40

const pricesFrom = (base: number): Point[] =>
  Array.from({ length: POINTS_MAX }, (_, at) => ({
    day: addDays(LAST, at - POINTS_MAX + 1),
    price: (base + at / 7 + 9 * Math.sin(at / 5)).toFixed(2),
  }))

const official = { label: '$ BCV', points: pricesFrom(100), isStepped: true }
const parallel = { label: '$ Paralelo', points: pricesFrom(140) }

const chart = (over: Partial<ChartView>, days: number): ChartView => ({
  kind: 'price',
  title: 'BCV',
  source: 'Banco Central',
  series: [official],
  from: addDays(LAST, -days),
  to: LAST,
  isDark: false,
  isSameMoney: true,
  language: 'es',
  numbers: 'es-VE',
  simulated: false,
  ...over,
})

const CHARTS: readonly (readonly [name: string, view: ChartView])[] = [
  ['a month', chart({}, 30)],
  ['ten years', chart({}, 3_650)],
  ['two compared over a year, dark', chart({ series: [official, parallel], isDark: true }, 365)],
  ['the gap of a year', chart({ kind: 'gap', series: [official, parallel] }, 365)],
]

/** Charts drawn one after the other, from the view to the PNG (ms). */
export async function benchCharts(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, view] of CHARTS) {
    const samples = await drawMany(view)
    const limit = { limit: LIMIT_MS, limitName: 'limit' }
    figures.push({ name: `chart of ${name}, p50`, unit: 'ms', ours: percentile(samples, 0.5), ...limit })
    figures.push({ name: `chart of ${name}, p99`, unit: 'ms', ours: percentile(samples, 0.99) })
  }
  return figures
}

async function drawMany(view: ChartView): Promise<number[]> {
  for (let drawn = 0; drawn < WARM_UP; drawn++) await drawChart(view)
  const samples: number[] = []
  for (let drawn = 0; drawn < DRAWN; drawn++) {
    const startedAt = performance.now()
    await drawChart(view)
    samples.push(performance.now() - startedAt)
  }
  return samples
}
