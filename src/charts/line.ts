import type { Axes } from './axes.ts'
import { type Held, unbroken } from './held.ts'
import type { Pen, Spot } from './pen.ts'

const OLD_DASH = [4, 11]

/** A line from day to day; dotted where the last price is over a week old and only carried on. */
export function drawLine(pen: Pen, { x, y }: Axes, held: readonly Held[], colour: string, width = 5): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  for (const run of unbroken(held).flatMap(runsOf)) {
    pen.setLineDash(run.at(-1)?.isOld ? OLD_DASH : [])
    pen.beginPath()
    for (const { day, value } of run) pen.lineTo(x(day), y(value))
    pen.stroke()
  }
  pen.setLineDash([])
}

/** The line cut where it begins or ends to be old; each piece begins where the one before ends. */
function runsOf(held: readonly Held[]): Held[][] {
  const runs: Held[][] = []
  for (const [index, point] of held.entries()) {
    const before = held[index - 1]
    const run = runs.at(-1)
    if (run && before?.isOld === point.isOld) run.push(point)
    else runs.push(before && run ? [before, point] : [point])
  }
  return runs
}

/** A soft area between a line and a level, strongest at the line. */
export function fillTo(
  pen: Pen,
  { x, y, box }: Axes,
  held: readonly Held[],
  colour: string,
  level: number,
): void {
  const gradient = pen.createLinearGradient(0, box.top, 0, box.bottom)
  gradient.addColorStop(0, `${colour}42`)
  gradient.addColorStop(1, `${colour}0a`)
  pen.fillStyle = gradient
  for (const piece of unbroken(held)) {
    const along = piece.map(({ day, value }) => ({ x: x(day), y: y(value) }))
    const ground = [along.at(-1), along[0]].map((spot) => ({ x: spot?.x ?? 0, y: y(level) }))
    fillShape(pen, [...along, ...ground])
  }
}

function fillShape(pen: Pen, spots: readonly Spot[]): void {
  pen.beginPath()
  for (const spot of spots) pen.lineTo(spot.x, spot.y)
  pen.closePath()
  pen.fill()
}

/** A soft area between two lines, over the days that both have. */
export function fillBetween(
  pen: Pen,
  { x, y }: Axes,
  a: readonly Held[],
  b: readonly Held[],
  colour: string,
): void {
  const from = Math.max(a[0]?.day ?? 0, b[0]?.day ?? 0)
  const both = (held: readonly Held[]): readonly Held[] => held.filter(({ day }) => day >= from)
  pen.fillStyle = `${colour}24`
  const outline = [...both(a), ...both(b).toReversed()]
  fillShape(
    pen,
    outline.map(({ day, value }) => ({ x: x(day), y: y(value) })),
  )
}
