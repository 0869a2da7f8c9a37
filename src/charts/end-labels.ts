import type { Axes } from './axes.ts'
import { INK, SIZE } from './look.ts'
import { clipTo, dot, type Pen, rule, write } from './pen.ts'

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
