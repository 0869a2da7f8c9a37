import type { Axes } from './axes.ts'
import type { Extremes, Held } from './held.ts'
import { clipTo, dot, INK, type Pen, rule, SIZE, widthOf, write } from './pen.ts'

/** What stands at the end of a line: its value, under its name where there are several lines. */
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

/** Labels beside the ends of their lines, moved apart where they would overlap. */
export function drawEndLabels(
  pen: Pen,
  { x, y, box }: Axes,
  labels: readonly EndLabel[],
  right: number,
): void {
  const sorted = labels.toSorted((a, b) => b.value - a.value)
  const middles = spread(
    sorted.map((label) => ({ wanted: y(label.value), height: heightOf(label) })),
    box.top - LINE_PIXELS,
    box.bottom + LINE_PIXELS / 2,
  )
  for (const [index, label] of sorted.entries()) {
    const [spot, middle] = [{ x: x(label.day), y: y(label.value) }, middles[index] ?? 0]
    if (Math.abs(middle - spot.y) > LINE_PIXELS / 2)
      rule(pen, spot, { x: spot.x + LABEL_OFFSET - 6, y: middle }, { colour: `${label.colour}80`, width: 2 })
    dot(pen, spot, label.colour, INK.paper, 9)
    writeLabel(pen, label, { x: spot.x + LABEL_OFFSET, y: middle }, right)
  }
}

function writeLabel(pen: Pen, label: EndLabel, { x, y }: { x: number; y: number }, right: number): void {
  const style = { size: SIZE.label, colour: label.colour, weight: 700, baseline: 'middle' } as const
  if (label.name === undefined) {
    write(pen, label.figure, { x, y }, style)
    return
  }
  const nameStyle = { ...style, size: SIZE.note, weight: 600 } as const
  write(pen, clipTo(pen, label.name, nameStyle, right - x), { x, y: y - LINE_PIXELS / 2 }, nameStyle)
  write(pen, label.figure, { x, y: y + LINE_PIXELS / 2 }, style)
}

interface Wanted {
  readonly wanted: number
  readonly height: number
}

/** Middles in pixels, top to bottom, as near to the wanted ones as no overlap allows: down first, then up again. */
export function spread(labels: readonly Wanted[], top: number, bottom: number): number[] {
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

/** Nearer to the end than this, the label of the last value says it. */
const END_PIXELS = 90
const CLEARANCE = 16

export interface ExtremeWords {
  readonly high: string
  readonly low: string
  readonly format: (value: number) => string
}

/** Marks the highest and the lowest day of a line, unless the line is level or ends there. */
export function drawExtremes(
  pen: Pen,
  axes: Axes,
  { held, extremes }: { readonly held: readonly Held[]; readonly extremes?: Extremes | undefined },
  colour: string,
  words: ExtremeWords,
): void {
  const last = held.at(-1)
  if (!last) return
  const { high, low } = extremes ?? extremesOf(held, last)
  if (high.value === low.value) return
  const isApart = ({ day }: Held): boolean => axes.x(last.day) - axes.x(day) > END_PIXELS
  if (isApart(high)) mark(pen, axes, high, colour, `${words.high} ${words.format(high.value)}`, -CLEARANCE)
  if (isApart(low)) mark(pen, axes, low, colour, `${words.low} ${words.format(low.value)}`, CLEARANCE)
}

/** The first day that was highest, and the first that was lowest. */
function extremesOf(held: readonly Held[], any: Held): Extremes {
  const first = held[0] ?? any
  return {
    high: held.reduce((best, point) => (point.value > best.value ? point : best), first),
    low: held.reduce((best, point) => (point.value < best.value ? point : best), first),
  }
}

function mark(
  pen: Pen,
  { x, y, box }: Axes,
  { day, value }: Held,
  colour: string,
  text: string,
  lift: number,
): void {
  const spot = { x: x(day), y: y(value) }
  dot(pen, spot, colour, INK.paper, 7)
  const half = widthOf(pen, text, SIZE.note, 600) / 2
  const middle = Math.min(Math.max(spot.x, box.left + half + 4), box.right - half - 4)
  const isBelow = lift > 0 && spot.y + lift + 0.8 * SIZE.note <= box.bottom
  write(
    pen,
    text,
    { x: middle, y: spot.y + (isBelow ? CLEARANCE : -CLEARANCE) },
    { ...STYLE, baseline: isBelow ? 'top' : 'alphabetic' },
  )
}
const STYLE = {
  size: SIZE.note,
  colour: INK.text,
  weight: 600,
  align: 'center',
  halo: `${INK.paper}a8`,
} as const
