import { type DayValue, unbrokenRuns } from './chart.ts'
import { type Axes, clipText, drawDot, type Pen, type Position, SIZE, strokeLine, writeText } from './pen.ts'

const OLD_DASH = [4, 11]

/** How a line is drawn. Steps are drawn for prices that are in force for whole days. */
export interface LineStyle {
  readonly colour: string
  readonly width: number
  readonly isStepped: boolean
}

/** Draws a line from day to day, dotted where the price in force is over a week old. */
export function drawLine(
  pen: Pen,
  axes: Axes,
  values: readonly DayValue[],
  { colour, width, isStepped }: LineStyle,
): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  for (const run of unbrokenRuns(values).flatMap(splitByAge)) {
    pen.setLineDash(run.at(-1)?.isOld ? OLD_DASH : [])
    pen.beginPath()
    for (const spot of spotsOf(axes, run, isStepped)) pen.lineTo(spot.x, spot.y)
    pen.stroke()
  }
  pen.setLineDash([])
  pen.lineCap = 'butt'
}

/** The way of a line through the plot; a step is half-way between two days. */
function spotsOf({ x, y }: Axes, values: readonly DayValue[], isStepped: boolean): Position[] {
  const spots: Position[] = []
  for (const { day, value } of values) {
    const spot = { x: x(day), y: y(value) }
    const before = spots.at(-1)
    if (isStepped && before && before.y !== spot.y) {
      const middle = (before.x + spot.x) / 2
      spots.push({ x: middle, y: before.y }, { x: middle, y: spot.y })
    }
    spots.push(spot)
  }
  return spots
}

/** Splits a line where it becomes old or new again; each part begins where the one before ends. */
function splitByAge(values: readonly DayValue[]): DayValue[][] {
  const runs: DayValue[][] = []
  for (const [index, point] of values.entries()) {
    const before = values[index - 1]
    const run = runs.at(-1)
    if (run && before?.isOld === point.isOld) run.push(point)
    else runs.push(before && run ? [before, point] : [point])
  }
  return runs
}

/** Shades the area between a line and a level, strongest at the top. */
export function fillTo(
  pen: Pen,
  axes: Axes,
  { values, isStepped }: { readonly values: readonly DayValue[]; readonly isStepped: boolean },
  { colour, level }: { readonly colour: string; readonly level: number },
): void {
  const gradient = pen.createLinearGradient(0, axes.box.top, 0, axes.box.bottom)
  gradient.addColorStop(0, `${colour}3d`)
  gradient.addColorStop(1, `${colour}05`)
  pen.fillStyle = gradient
  for (const piece of unbrokenRuns(values)) {
    const along = spotsOf(axes, piece, isStepped)
    const ground = [along.at(-1), along[0]].map((spot) => ({ x: spot?.x ?? 0, y: axes.y(level) }))
    fillShape(pen, [...along, ...ground])
  }
}

function fillShape(pen: Pen, spots: readonly Position[]): void {
  pen.beginPath()
  for (const spot of spots) pen.lineTo(spot.x, spot.y)
  pen.closePath()
  pen.fill()
}

/** A line with the way it is drawn. */
interface Shape {
  readonly values: readonly DayValue[]
  readonly isStepped: boolean
}

/** Shades the area between two lines, over the days that both have. */
export function fillBetween(pen: Pen, axes: Axes, [a, b]: readonly [Shape, Shape], colour: string): void {
  const from = Math.max(a.values[0]?.day ?? 0, b.values[0]?.day ?? 0)
  const spots = ({ values, isStepped }: Shape): Position[] =>
    spotsOf(
      axes,
      values.filter(({ day }) => day >= from),
      isStepped,
    )
  pen.fillStyle = `${colour}26`
  fillShape(pen, [...spots(a), ...spots(b).toReversed()])
}

/** Label at the end of a line: its value, under its name if there are several lines. */
export interface EndLabel {
  readonly name?: string
  readonly figure: string
  readonly colour: string
  readonly day: number
  readonly value: number
}

const LINE_PIXELS = 38
/** Pixels from the end of a line to its label. */
export const LABEL_OFFSET = 26
const heightOf = ({ name }: EndLabel): number => (name === undefined ? LINE_PIXELS : 2 * LINE_PIXELS + 6)

/** Draws labels beside the ends of their lines, moved apart so that none overlaps. */
export function drawEndLabels(
  pen: Pen,
  { x, y, box }: Axes,
  labels: readonly EndLabel[],
  { right, paper }: { readonly right: number; readonly paper: string },
): void {
  const sorted = labels.toSorted((a, b) => b.value - a.value)
  const middles = spreadApart(
    sorted.map((label) => ({ wanted: y(label.value), height: heightOf(label) })),
    box.top - LINE_PIXELS,
    box.bottom + LINE_PIXELS / 2,
  )
  for (const [index, label] of sorted.entries()) {
    const [spot, middle] = [{ x: x(label.day), y: y(label.value) }, middles[index] ?? 0]
    if (Math.abs(middle - spot.y) > LINE_PIXELS / 2)
      strokeLine(
        pen,
        spot,
        { x: spot.x + LABEL_OFFSET - 6, y: middle },
        { colour: `${label.colour}80`, width: 2 },
      )
    drawDot(pen, spot, label.colour, paper, 9)
    writeLabel(pen, label, { x: spot.x + LABEL_OFFSET, y: middle }, right)
  }
}

function writeLabel(pen: Pen, label: EndLabel, { x, y }: { x: number; y: number }, right: number): void {
  const style = { size: SIZE.label, colour: label.colour, weight: 700, baseline: 'middle' } as const
  if (label.name === undefined) {
    writeText(pen, label.figure, { x, y }, style)
    return
  }
  const nameStyle = { ...style, size: SIZE.note, weight: 600 } as const
  writeText(pen, clipText(pen, label.name, nameStyle, right - x), { x, y: y - LINE_PIXELS / 2 }, nameStyle)
  writeText(pen, label.figure, { x, y: y + LINE_PIXELS / 2 }, style)
}

interface LabelSlot {
  readonly wanted: number
  readonly height: number
}

/** Middles in pixels, top to bottom: labels are pushed down until none overlaps, then up until all fit. */
export function spreadApart(labels: readonly LabelSlot[], top: number, bottom: number): number[] {
  const middles: number[] = []
  let free = top
  for (const { wanted, height } of labels) {
    const middle = Math.max(wanted, free + height / 2)
    middles.push(middle)
    free = middle + height / 2
  }
  free = bottom
  for (let index = labels.length - 1; index >= 0; index--) {
    const half = (labels[index]?.height ?? 0) / 2
    middles[index] = Math.min(middles[index] ?? 0, free - half)
    free = (middles[index] ?? 0) - half
  }
  return middles
}
