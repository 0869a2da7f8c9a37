import type { Axes } from './axes.ts'
import type { Extremes, Held } from './held.ts'
import { INK, SIZE } from './look.ts'
import { dot, type Pen, widthOf, write } from './pen.ts'

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
