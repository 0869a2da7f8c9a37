import { changeBetween, type Direction } from '../rates/change.ts'
import { decimalOf } from '../rates/decimal.ts'
import type { ChartView } from './chart.ts'
import { gapDays, silentSince } from './held.ts'
import { clipTo, drawable, INK, MARGIN, type Pen, SIZE, WIDTH, widthOf, write } from './pen.ts'
import type { PlotStyle, Plotted } from './price-chart.ts'
import { type ChartWords, daySpan, shortDay } from './words.ts'

/** The words and figures around a chart; the figures stand there where the chart has one thing to say. */
export function headingOf(
  view: ChartView,
  lines: readonly Plotted[],
  { words, days, format }: PlotStyle,
): Frame {
  return {
    title: drawable(view.title),
    days: daySpan(words, days.from, days.to),
    source: words.source(drawable(view.source)),
    notes: notesOf(lines, words).join(' · '),
    ...(view.simulated ? { mark: words.simulated } : {}),
    ...figuresOf(view, lines, format),
  }
}

/** Which lines have no prices, or none of late. */
const notesOf = (lines: readonly Plotted[], words: ChartWords): string[] =>
  lines.flatMap(({ label, held, points }) => {
    const since = silentSince(held)
    if (since === undefined && points > 0) return []
    const lack = since === undefined ? words.without : words.withoutSince(shortDay(words, since))
    return label === '' ? (since === undefined ? [] : [lack]) : [`${label}: ${lack}`]
  })

type Figures = Pick<Frame, 'figure' | 'change'>

function figuresOf({ kind }: ChartView, lines: readonly Plotted[], format: PlotStyle['format']): Figures {
  const [first, second] = lines
  if (kind === 'gap') {
    const now = gapDays(first?.held ?? [], second?.held ?? []).at(-1)
    return now ? { figure: `${format(now.value, 1)} %` } : {}
  }
  const [start, now] = [first?.held[0], first?.held.at(-1)]
  if (lines.length > 1 || !start || !now || first?.points === 0) return {}
  const figure = `Bs. ${format(now.value, 2)}`
  return first?.points === 1 ? { figure } : { figure, change: changeOf(start.value, now.value, format) }
}

function changeOf(from: number, to: number, format: PlotStyle['format']): NonNullable<Frame['change']> {
  const { percent, direction } = changeBetween(decimalOf(from) ?? '1', decimalOf(to) ?? '1')
  return { text: `${format(Number(percent), 2)} %`, direction }
}

/** What stands above and below a chart. */
export interface Frame {
  readonly title: string
  readonly days: string
  readonly source: string
  /** What the lines lack, empty where they lack nothing. */
  readonly notes: string
  /** The mark of simulated prices. */
  readonly mark?: string
  /** The newest value, large, and how far it came. */
  readonly figure?: string
  readonly change?: { readonly text: string; readonly direction: Direction }
}

const TITLE_Y = 82
const DAYS_Y = 138
const GAP = 28

export function drawFrame(pen: Pen, frame: Frame, height: number): void {
  const room = WIDTH - 2 * MARGIN - drawFigures(pen, frame)
  const title = { size: SIZE.title, colour: INK.text, weight: 700 } as const
  write(pen, clipTo(pen, frame.title, title, room), { x: MARGIN, y: TITLE_Y }, title)
  const x = frame.mark === undefined ? MARGIN : drawMark(pen, frame.mark)
  write(pen, frame.days, { x, y: DAYS_Y }, { size: SIZE.axis, colour: INK.quiet })
  write(pen, footOf(pen, frame), { x: MARGIN, y: height - 30 }, NOTE)
}

const NOTE = { size: SIZE.note, colour: INK.quiet } as const
const SOURCE_WIDTH_MIN = 320

/** The source, which gives way, and what the lines lack. */
function footOf(pen: Pen, { source, notes }: Frame): string {
  const room = WIDTH - 2 * MARGIN
  if (notes === '') return clipTo(pen, source, NOTE, room)
  const tail = ` · ${notes}`
  const left = Math.max(SOURCE_WIDTH_MIN, room - widthOf(pen, tail, SIZE.note))
  return clipTo(pen, clipTo(pen, source, NOTE, left) + tail, NOTE, room)
}

/** The figures at the right; returns the pixels they take from the title. */
function drawFigures(pen: Pen, { figure, change }: Frame): number {
  const x = WIDTH - MARGIN
  if (figure !== undefined)
    write(
      pen,
      figure,
      { x, y: TITLE_Y + 4 },
      { size: SIZE.figure, colour: INK.text, weight: 700, align: 'right' },
    )
  if (change) drawChange(pen, change, x)
  return figure === undefined ? 0 : GAP + widthOf(pen, figure, SIZE.figure, 700)
}

const CHANGE_COLOUR: Readonly<Record<Direction, string>> = { up: INK.up, down: INK.down, same: INK.quiet }

function drawChange(pen: Pen, { text, direction }: NonNullable<Frame['change']>, right: number): void {
  const colour = CHANGE_COLOUR[direction]
  write(pen, text, { x: right, y: DAYS_Y }, { size: SIZE.label, colour, weight: 600, align: 'right' })
  if (direction === 'same') return
  const tip = direction === 'up' ? -1 : 1
  const [x, y] = [right - widthOf(pen, text, SIZE.label, 600) - 24, DAYS_Y - 12]
  pen.beginPath()
  pen.moveTo(x - 12, y - tip * 10)
  pen.lineTo(x + 12, y - tip * 10)
  pen.lineTo(x, y + tip * 11)
  pen.closePath()
  pen.fill()
}

/** A badge before the days; returns where the days begin. */
function drawMark(pen: Pen, mark: string): number {
  const width = widthOf(pen, mark, SIZE.note - 3, 700) + 32
  pen.fillStyle = INK.simulatedPaper
  pen.beginPath()
  pen.roundRect(MARGIN, DAYS_Y - 34, width, 46, 10)
  pen.fill()
  write(
    pen,
    mark,
    { x: MARGIN + 16, y: DAYS_Y - 1 },
    { size: SIZE.note - 3, colour: INK.simulated, weight: 700 },
  )
  return MARGIN + width + 20
}
