import type { DayValue, Extremes } from './chart.ts'
import type { Ink } from './ink.ts'
import { type Axes, drawDot, type Pen, SIZE, widthOf, writeText } from './pen.ts'

/** Extremes nearer to the end of the line than this are not marked, as the last value is there. */
const END_PIXELS = 90
const CLEARANCE = 16

export interface ExtremeStyle {
  readonly high: string
  readonly low: string
  readonly format: (value: number) => string
  readonly colour: string
  readonly ink: Ink
}

/** Marks the highest and the lowest day of a line, unless the line is level, ends near them, or leaves no room there. */
export function drawExtremes(
  pen: Pen,
  axes: Axes,
  { values, extremes }: { readonly values: readonly DayValue[]; readonly extremes?: Extremes | undefined },
  style: ExtremeStyle,
): void {
  const last = values.at(-1)
  if (!last) return
  const { high, low } = extremes ?? extremesOf(values, last)
  if (high.value === low.value) return
  const isApart = ({ day }: DayValue): boolean => axes.x(last.day) - axes.x(day) > END_PIXELS
  if (isApart(high)) drawExtreme(pen, axes, high, style, { word: style.high, lift: -CLEARANCE })
  if (isApart(low)) drawExtreme(pen, axes, low, style, { word: style.low, lift: CLEARANCE })
}

/** The first highest and the first lowest day of a line. */
function extremesOf(values: readonly DayValue[], any: DayValue): Extremes {
  const first = values[0] ?? any
  return {
    high: values.reduce((best, point) => (point.value > best.value ? point : best), first),
    low: values.reduce((best, point) => (point.value < best.value ? point : best), first),
  }
}

function drawExtreme(
  pen: Pen,
  { x, y, box }: Axes,
  { day, value }: DayValue,
  { colour, ink, format }: ExtremeStyle,
  { word, lift }: { readonly word: string; readonly lift: number },
): void {
  const [spot, text] = [{ x: x(day), y: y(value) }, `${word} ${format(value)}`]
  if (lift > 0 && spot.y + lift + SIZE.note > box.bottom) return
  drawDot(pen, spot, colour, ink.paper, 6)
  const half = widthOf(pen, text, SIZE.note, 600) / 2
  const middle = Math.min(Math.max(spot.x, box.left + half + 4), box.right - half - 4)
  writeText(
    pen,
    text,
    { x: middle, y: spot.y + lift },
    {
      size: SIZE.note,
      colour: ink.text,
      weight: 600,
      align: 'center',
      halo: `${ink.paper}a8`,
      baseline: lift > 0 ? 'top' : 'alphabetic',
    },
  )
}
