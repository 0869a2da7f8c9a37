import { formatDecimal } from '../../domain/number-format.ts'
import { carryForward, type DayValue } from '../chart.ts'
import { dayNumber, valueTicks } from '../labels.ts'
import {
  type Axes,
  type Box,
  createAxes,
  drawDot,
  type Pen,
  strokeLine,
  valueRangeOf,
  widthOf,
  writeText,
} from '../pen.ts'
import type { CardView } from './card.ts'
import type { CardInk } from './ink.ts'

/** The rates whose month is drawn: the official one and the parallel one. */
const LINES_MAX = 2
const TICK_HEIGHT = 120
/** Space that the days below the lines take, where there is enough for both. */
const DAYS_HEIGHT = 46
const WITH_DAYS_MIN = 150
const LABEL = 26

/** Draws the month of the first rates: the official one in steps, as it holds for whole days. */
export function drawMonth(pen: Pen, { left, right, top, bottom }: Box, view: CardView, ink: CardInk): void {
  const days = { from: dayNumber(view.from), to: dayNumber(view.to) }
  const lines = view.rates
    .slice(0, LINES_MAX)
    .map(({ month }, index) => ({ index, values: carryForward({ label: '', points: month }, days) }))
    .filter(({ values }) => values.length > 1)
  if (lines.length === 0) return
  const range = valueRangeOf(lines.map(({ values }) => values))
  const hasDays = bottom - top >= WITH_DAYS_MIN
  const ground = hasDays ? bottom - DAYS_HEIGHT : bottom
  const ticks = ticksOf(range, ground - top, view)
  const labelWidth =
    Math.max(0, ...ticks.map(({ label }) => widthOf(pen, label, LABEL))) + (ticks.length > 0 ? 18 : 0)
  const box = { left: left + labelWidth, right: right - 14, top, bottom: ground }
  const axes = createAxes(box, days, range)
  for (const { value, label } of ticks) drawTick(pen, axes, { value, label }, ink)
  const [first, second] = lines
  if (first && second) shadeBetween(pen, axes, [first.values, second.values], ink)
  for (const { index, values } of lines.toReversed())
    drawValues(pen, axes, values, index === 0, ink.rates[index] ?? ink.text)
  for (const { index, values } of lines) drawEnd(pen, axes, values, ink.rates[index] ?? ink.text, ink.panel)
  if (hasDays) writeDays(pen, { left: box.left, right, y: ground + 16 }, view.ends, ink.quiet)
}

function writeDays(
  pen: Pen,
  { left, right, y }: { readonly left: number; readonly right: number; readonly y: number },
  [from, to]: CardView['ends'],
  colour: string,
): void {
  const style = { size: LABEL, colour, baseline: 'top' } as const
  writeText(pen, from, { x: left, y }, style)
  writeText(pen, to, { x: right, y }, { ...style, align: 'right' })
}

interface Tick {
  readonly value: number
  readonly label: string
}

/** Values beside the lines, where these are high enough for any. */
function ticksOf(
  { low, high }: { low: number; high: number },
  height: number,
  { numbers }: CardView,
): Tick[] {
  if (height < 2 * TICK_HEIGHT) return []
  const { values, places } = valueTicks(low, high, height / TICK_HEIGHT)
  return values.map((value) => ({ value, label: formatDecimal(String(value), places, numbers) }))
}

function drawTick(pen: Pen, { box, y }: Axes, { value, label }: Tick, ink: CardInk): void {
  const at = Math.round(y(value))
  strokeLine(pen, { x: box.left, y: at }, { x: box.right, y: at }, { colour: ink.grid, width: 2 })
  const style = { size: LABEL, colour: ink.quiet, align: 'right', baseline: 'middle' } as const
  writeText(pen, label, { x: box.left - 14, y: at }, style)
}

/** The path of a line; in steps a price holds until the next day's. */
function tracePath(pen: Pen, { x, y }: Axes, values: readonly DayValue[], inSteps: boolean): void {
  let before: DayValue | undefined
  for (const value of values) {
    if (inSteps && before) pen.lineTo(x(value.day), y(before.value))
    pen.lineTo(x(value.day), y(value.value))
    before = value
  }
}

function drawValues(
  pen: Pen,
  axes: Axes,
  values: readonly DayValue[],
  inSteps: boolean,
  colour: string,
): void {
  pen.strokeStyle = colour
  pen.lineWidth = 6
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  pen.beginPath()
  tracePath(pen, axes, values, inSteps)
  pen.stroke()
}

/** Shades what lies between the official rate and the other one. */
function shadeBetween(
  pen: Pen,
  axes: Axes,
  [official, other]: readonly [readonly DayValue[], readonly DayValue[]],
  ink: CardInk,
): void {
  const from = Math.max(official[0]?.day ?? 0, other[0]?.day ?? 0)
  const shared = (values: readonly DayValue[]) => values.filter(({ day }) => day >= from)
  pen.fillStyle = `${ink.rates[1]}1f`
  pen.beginPath()
  tracePath(pen, axes, shared(official), true)
  for (const { day, value } of shared(other).toReversed()) pen.lineTo(axes.x(day), axes.y(value))
  pen.closePath()
  pen.fill()
}

function drawEnd(pen: Pen, { x, y }: Axes, values: readonly DayValue[], colour: string, paper: string): void {
  const last = values.at(-1)
  if (last) drawDot(pen, { x: x(last.day), y: y(last.value) }, colour, paper, 9)
}
