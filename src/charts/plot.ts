import { type DayValue, type PlacedPrice, runsOf } from './chart.ts'
import type { Size } from './page.ts'
import type { DayRange, ValueTick } from './ticks.ts'

/** A line as it is drawn. Steps are drawn for prices that are in force for whole days. */
export interface DrawnLine {
  readonly values: readonly DayValue[]
  readonly isStepped: boolean
  readonly colour: string
}

export interface ValueRange {
  readonly low: number
  readonly high: number
}

/** Space above the highest and below the lowest value for their labels, as shares of the height between them. */
const ROOM_ABOVE = 0.14
const ROOM_BELOW = 0.18

/** The values an axis covers: below zero only if a value is, and including zero if `withZero`. */
export function valueRangeOf(lines: readonly (readonly PlacedPrice[])[], withZero = false): ValueRange {
  const values = [...(withZero ? [0] : []), ...lines.flat().map(({ value }) => value)]
  if (values.length === 0) return { low: 0, high: 1 }
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const height = high - low || Math.abs(high) * 0.02 || 1
  const floor = low < 0 ? Number.NEGATIVE_INFINITY : 0
  return { low: Math.max(floor, low - height * ROOM_BELOW), high: high + height * ROOM_ABOVE }
}

/** Scales that turn a day and a value into pixels of a plot. */
export interface Axes extends Size {
  readonly x: (day: number) => number
  readonly y: (value: number) => number
}

/** To a tenth of a pixel. */
const rounded = (pixels: number): number => Math.round(pixels * 10) / 10

/** Scales for these days and values; a single day stands in the middle. */
export const createAxes = (
  { width, height }: Size,
  { from, to }: DayRange,
  { low, high }: ValueRange,
): Axes => ({
  width,
  height,
  x: (day) => rounded((from === to ? 0.5 : (day - from) / (to - from)) * width),
  y: (value) => rounded(((high - value) / (high - low)) * height),
})

/** What a plot shows, from below to above. */
interface PlotParts {
  readonly ticks: readonly ValueTick[]
  /** SVG of what is shaded below the lines. */
  readonly shade: string
  readonly lines: readonly DrawnLine[]
}

/** Writes lines above a grid, with a dot at the newest value of each. */
export function writePlot(axes: Axes, { ticks, shade, lines }: PlotParts): string {
  const { width, height, y } = axes
  const grid = ticks.map(({ value }) => writeLevel(y(value), value === 0 ? 'axis' : 'grid'))
  const paths = lines.flatMap((line) => writeLine(axes, line))
  const dots = lines.flatMap(({ values, colour }) =>
    values.slice(-1).map((last) => writeDot(axes, last, colour)),
  )
  return `${grid.join('')}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shade}
    <g fill="none" stroke-width="6" stroke-linejoin="round" stroke-linecap="round">${paths.join('')}</g></svg>${dots.join('')}`
}

/** A horizontal line: of the grid, of an axis, or at the price with which a day began. */
export const writeLevel = (y: number, kind: 'grid' | 'axis' | 'start'): string =>
  `<div class="level ${kind}" style="top:${Math.round(y) - 1}px"></div>`

/** A dot with a ring in the colour of the ground, so that it is visible on any line. */
export const writeDot = ({ x, y }: Axes, { day, value }: PlacedPrice, colour: string, kind = ''): string =>
  `<div class="dot ${kind}" style="left:${x(day)}px;top:${y(value)}px;background:${colour}"></div>`

/** The labels of values, beside a plot. */
export const writeTicks = ({ y }: Axes, ticks: readonly ValueTick[]): string =>
  `<div class="ticks">${ticks.map(({ value, label }) => `<p style="top:${y(value)}px">${label}</p>`).join('')}</div>`

/** A line from day to day, dotted where the price in force is old. */
const writeLine = (axes: Axes, { values, isStepped, colour }: DrawnLine): string[] =>
  runsOf(values).map((run) => {
    const dash = run.at(-1)?.isOld ? '4 11' : 'none'
    return `<path d="M${wayOf(axes, run, isStepped).join('L')}" stroke="${colour}" stroke-dasharray="${dash}"/>`
  })

/** The corners of a line; a step is half-way between two days. */
const wayOf = ({ x, y }: Axes, values: readonly DayValue[], isStepped: boolean): string[] =>
  values.flatMap(({ day, value }, at) => {
    const before = values[at - 1]
    const spot = `${x(day)} ${y(value)}`
    if (!isStepped || !before || before.value === value) return spot
    const middle = x((before.day + day) / 2)
    return [`${middle} ${y(before.value)}`, `${middle} ${y(value)}`, spot]
  })

/** The area between a line and a level, strongest at the top. */
export function fillTo(axes: Axes, { values, isStepped, colour }: DrawnLine, level: number): string {
  const paths = runsOf(values).map((run) => {
    const ground = [run.at(-1), run[0]].map((end) => `${axes.x(end?.day ?? 0)} ${axes.y(level)}`)
    return `<path fill="url(#fill)" d="M${[...wayOf(axes, run, isStepped), ...ground].join('L')}"/>`
  })
  return `<linearGradient id="fill" gradientUnits="userSpaceOnUse" x2="0" y2="${axes.height}">
    <stop stop-color="${colour}" stop-opacity=".24"/><stop offset="1" stop-color="${colour}" stop-opacity=".02"/>
    </linearGradient>${paths.join('')}`
}

/** The area between the first two lines, over the days that both have. */
export function fillBetween(axes: Axes, lines: readonly DrawnLine[], colour: string): string {
  const two = lines.slice(0, 2)
  const from = Math.max(...two.map(({ values }) => values[0]?.day ?? 0))
  const [one = [], other = []] = two.map(({ values, isStepped }) =>
    wayOf(
      axes,
      values.filter(({ day }) => day >= from),
      isStepped,
    ),
  )
  return `<path fill="${colour}" fill-opacity=".15" d="M${[...one, ...other.toReversed()].join('L')}"/>`
}

/**
 * Moves labels of this height, in pixels and from top to bottom by their wanted middles: down until none overlaps, then up
 * until all fit.
 */
export function spreadApart(
  wanted: readonly number[],
  height: number,
  top: number,
  bottom: number,
): number[] {
  const pushed: number[] = []
  for (const one of wanted) pushed.push(Math.max(one, (pushed.at(-1) ?? top - height / 2) + height))
  const middles: number[] = []
  for (const one of pushed.toReversed())
    middles.unshift(Math.min(one, (middles[0] ?? bottom + height / 2) - height))
  return middles
}
