import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ChartView, Point } from '../../../src/charts/chart.ts'
import { drawChart } from '../../../src/charts/draw.ts'
import { addDays, HOUR_MS, isWeekend, startOfDay } from '../../../src/domain/caracas.ts'
import { view } from '../../unit/charts/samples.ts'
import { decode } from './pixels.ts'

/**
 * Pictures that a person has looked at. After a wanted change of the drawing, run this file with `GOLDEN=new` and look at
 * the new ones.
 */
const DIRECTORY = join(import.meta.dirname, 'golden')
const isRenewed = process.env.GOLDEN === 'new'

const LAST = '2026-02-20'
const daysBefore = (count: number): string => addDays(LAST, -count)
const everyDay = Array.from({ length: 401 }, (_, index) => daysBefore(400 - index))

/** A price that rises a little each day; the bank has none at weekends. */
const OFFICIAL: Point[] = everyDay.flatMap((day, at) =>
  isWeekend(day) ? [] : [{ day, price: (120 * 1.003 ** at).toFixed(4) }],
)
const PARALLEL: Point[] = everyDay.map((day, at) => ({
  day,
  price: (120 * 1.003 ** at * (1.28 + 0.09 * Math.sin(at / 9) + 0.03 * Math.sin(at * 1.7))).toFixed(4),
}))
const official = { label: 'BCV', points: OFFICIAL, isStepped: true }
const parallel = { label: 'Paralelo', points: PARALLEL }

const TODAY: Point[] = [
  [0, '538.20'],
  [6.5, '541.00'],
  [9.2, '536.75'],
  [11.1, '532.10'],
  [14.4, '534.90'],
].map(([hour, price]) => ({ day: LAST, at: startOfDay(LAST) + Number(hour) * HOUR_MS, price: String(price) }))

const both = {
  title: 'BCV y paralelo',
  source: 'Banco Central, Paralelo',
  series: [official, parallel],
  to: LAST,
}
const bank = { title: 'BCV', source: 'Banco Central', series: [official], to: LAST }

const PICTURES: readonly (readonly [name: string, over: Partial<ChartView>])[] = [
  ['week', { ...bank, from: daysBefore(7), simulated: true }],
  ['month', { ...bank, from: daysBefore(30) }],
  ['year', { ...bank, from: daysBefore(365) }],
  [
    'today',
    {
      title: 'Paralelo',
      source: 'Paralelo',
      series: [{ label: '', points: TODAY, isStepped: true }],
      from: LAST,
      to: LAST,
      until: startOfDay(LAST) + 15.5 * HOUR_MS,
    },
  ],
  ['compared', { ...both, from: daysBefore(30) }],
  ['gap', { ...both, kind: 'gap', title: 'Brecha', from: daysBefore(365) }],
  [
    'two-points',
    { title: 'Paralelo', series: [{ label: '', points: PARALLEL.slice(-2) }], from: daysBefore(1), to: LAST },
  ],
  ['no-points', { title: 'Paralelo', series: [{ label: '', points: [] }], from: daysBefore(30), to: LAST }],
]

/** Letters have slightly other edges on other processors. */
const CHANNEL_MAX = 48
const SHARE_MAX = 0.002

const BOTH = PICTURES.flatMap(([name, over]) => [
  [`${name}-light`, over] as const,
  [`${name}-dark`, { ...over, isDark: true }] as const,
])

test.each(BOTH)('the chart %s is drawn as the picture that was looked at', async (name, over) => {
  const file = join(DIRECTORY, `${name}.png`)
  const drawn = await drawChart(view(over))
  if (isRenewed) writeFileSync(file, drawn)
  expect(differentShare(await pixelsOf(drawn), await pixelsOf(readFileSync(file)))).toBeLessThan(SHARE_MAX)
})

async function pixelsOf(png: Buffer): Promise<Uint8ClampedArray> {
  const pen = await decode(png)
  return pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height).data
}

/** The share of bytes that are far from each other; all of them where the sizes differ. */
function differentShare(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  if (one.length !== other.length) return 1
  let different = 0
  for (let at = 0; at < one.length; at++)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > CHANNEL_MAX) different++
  return different / one.length
}
