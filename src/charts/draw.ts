import { decimalOf, formatDecimal, pricePlaces } from '../domain/decimal.ts'
import { changeBetween } from '../domain/in-force.ts'
import type { Phrases } from '../words/es.ts'
import { PHRASES } from '../words/words.ts'
import {
  type ChartView,
  carryForward,
  countPrices,
  dayRangeOf,
  type Extremes,
  extremeValues,
  gapPercents,
  type PlacedPrice,
  type Series,
  silentSince,
} from './chart.ts'
import {
  cssOf,
  DARK,
  htmlOf,
  type Ink,
  LIGHT,
  paint,
  type WrittenChange,
  writeBadge,
  writeChange,
} from './page.ts'
import {
  type Axes,
  createAxes,
  type DrawnLine,
  fillBetween,
  fillTo,
  spreadApart,
  type ValueRange,
  valueRangeOf,
  writeDot,
  writeLevel,
  writePlot,
  writeTicks,
} from './plot.ts'
import { type DayRange, endTicks, shortDay, ticksBetween, valueTicks } from './ticks.ts'

/** The prices of one monitor on a chart. */
export interface PlotLine extends DrawnLine, Pick<Series, 'label' | 'from'> {
  readonly priceCount: number
  /** The highest and lowest price where `values` do not have them. */
  readonly extremes?: Extremes | undefined
}

/** Formats a value with the given number of decimal places; without one, with those of a price. */
type FormatValue = (value: number, places?: number) => string

/** How the words, values and days of a chart are written, and in which colours. */
export interface PlotStyle {
  readonly words: Phrases
  readonly format: FormatValue
  readonly days: DayRange
  readonly ink: Ink
}

/** One of the plots of a chart, above each other. */
interface Panel {
  readonly lines: readonly PlotLine[]
  readonly range: ValueRange
  readonly height: number
  readonly format: FormatValue
  /** What is shaded: the area between its only line and a level, or between two lines. */
  readonly ground?: number
  readonly isBetween?: boolean
}

/** Draws a chart as PNG, 1080 pixels wide, off the event loop. */
export function drawChart(view: ChartView): Promise<Buffer> {
  const style = styleOf(view)
  const lines = plotLinesOf(view, style)
  const heading = writeHeading(headingOf(view, lines, style))
  const emptyText = emptyTextOf(view, lines, style)
  const panels = emptyText === undefined ? panelsOf(view, lines, style) : []
  return paint({
    height: view.kind === 'gap' ? 960 : 810,
    css: cssOf(style.ink) + CSS,
    plot: [1, 1],
    write: ({ width }) => {
      const plots = panels.map((panel) => writePanel(panel, width, style)).join('')
      const axis = `<div></div><div class="days">${writeDays(width, style)}</div><div></div>`
      const body =
        emptyText === undefined
          ? `<div class="plots">${plots}${axis}</div>`
          : `<div class="empty">${emptyText}</div>`
      return `<div class="page chart">${heading.above}${body}${heading.below}</div>`
    },
  })
}

const CSS = `
.chart { padding: 38px 44px 22px }
.head { flex: 1 }
.title { font-size: 46px; font-weight: 600 }
.subtitle { font-size: 36px; color: var(--quiet); margin-top: 4px }
.figure { font-size: 88px; font-weight: 700; margin: 4px 34px 0 0 }
.figures { font-size: 44px; font-weight: 600; align-items: baseline }
.plots { display: grid; grid-template-columns: auto 1fr auto; row-gap: 60px; font-size: 32px }
.ticks { padding-right: 20px }
.ends { display: grid; min-width: 10px; align-items: start; position: relative }
.leaders { position: absolute; left: 0; top: 0; width: 26px }
.end { grid-area: 1 / 1; position: relative; transform: translateY(-50%); padding-left: 26px; max-width: 276px;
  font-size: 30px; line-height: 38px; font-weight: 600 }
.end b { font-size: 36px; font-weight: 700 }
.days { position: relative; height: 56px; margin-top: -40px; color: var(--quiet) }
.days p { position: absolute }
.mark { position: absolute; font-size: 30px; font-weight: 600; text-shadow: 0 0 6px var(--paper), 0 0 6px var(--paper) }
.empty { flex: 1; font-size: 36px; text-align: center; color: var(--quiet) }
.foot { font-size: 30px; color: var(--quiet); margin-top: 22px }
.foot .source { flex-shrink: 99 }
`

const styleOf = ({ language, numbers, isDark, ...days }: ChartView): PlotStyle => ({
  words: PHRASES[language],
  days: dayRangeOf(days),
  ink: isDark ? DARK : LIGHT,
  format: (value, places) => {
    const decimal = decimalOf(value) ?? '0'
    return formatDecimal(decimal, places ?? pricePlaces(decimal), numbers)
  },
})

const plotLinesOf = ({ series }: ChartView, { days, ink }: PlotStyle): PlotLine[] =>
  series.map((one, at) => ({
    ...one,
    label: series.length > 1 ? htmlOf(one.label) : '',
    values: carryForward(one, days),
    priceCount: countPrices(one, days),
    extremes: extremeValues(one),
    isStepped: one.isStepped === true,
    colour: ink.lines[at] ?? ink.text,
  }))

/** One price alone, several compared, or above them by how many percent the second is above the first. */
function panelsOf({ kind, isSameMoney }: ChartView, lines: readonly PlotLine[], style: PlotStyle): Panel[] {
  const { words, format, ink } = style
  const [first, second] = lines
  if (first && !second) {
    const range = valueRangeOf([first.values, first.extremes ? Object.values(first.extremes) : []])
    return [{ lines, range, height: 424, format, ground: range.low }]
  }
  const known = lines.filter(({ priceCount }) => priceCount > 0)
  const isBetween = isSameMoney && known.length === 2
  const range = valueRangeOf(known.map(({ values }) => values))
  if (kind === 'price' || !first || !second) return [{ lines: known, range, height: 476, format, isBetween }]
  const values = gapPercents(first.values, second.values)
  const gap = { values, isStepped: false, colour: ink.lines[3], label: '', priceCount: 1 }
  const percent: FormatValue = (value, places = 1) => words.percent(format(value, places))
  const height = 257
  return [
    { lines: [gap], range: valueRangeOf([values], true), height, format: percent, ground: 0 },
    { lines, range, height, format, isBetween: true },
  ]
}

const PIXELS_PER_VALUE = 110
const VALUES_MIN = 4

/** A plot between the labels of its values and those of its lines. */
function writePanel(panel: Panel, width: number, style: PlotStyle): string {
  const { lines, range, height, format, ground, isBetween } = panel
  const { days, ink } = style
  const axes = createAxes({ width, height }, days, range)
  const ticks = valueTicks(range, Math.max(VALUES_MIN, height / PIXELS_PER_VALUE), format)
  const alone = ground === undefined ? undefined : lines[0]
  const start = days.step === undefined ? undefined : alone?.values[0]
  const shade = alone
    ? fillTo(axes, alone, ground ?? 0)
    : isBetween
      ? fillBetween(axes, lines, ink.lines[3])
      : ''
  return `${writeTicks(axes, ticks)}<div class="plot" style="height:${height}px">
    ${start ? writeLevel(axes.y(start.value), 'start') : ''}${ground === 0 ? '' : writeLevel(height, 'axis')}
    ${writePlot(axes, { ticks, shade, lines })}${alone ? writeExtremes(axes, alone, { ...style, format }) : ''}</div>
    <div class="ends">${alone ? '' : writeEnds(axes, panel)}</div>`
}

/** Width in pixels of a letter under the plot. */
const LETTER = 17
/** Letters that would find room between two labels. */
const APART = 4
const PIXELS_PER_DAY = 120
const PIXELS_PER_HOUR = 230

/** The axis of days: always the first and the last, and between them those that have room. */
function writeDays(width: number, { words, days }: PlotStyle): string {
  const ends = endTicks(words, days)
  const [start = 0, end = 0] = ends.map(({ label }) => ((label.length + APART) * LETTER) / width)
  const most = Math.floor(width / (days.step === undefined ? PIXELS_PER_DAY : PIXELS_PER_HOUR))
  const between = ticksBetween(words, days, most).filter(({ day }) => {
    const share = shareOf(days, day)
    return day > days.from && share > start && share < 1 - end
  })
  return [...ends, ...between]
    .map(({ day, label }) => `<p style="${leaning(shareOf(days, day))}">${label}</p>`)
    .join('')
}

const shareOf = ({ from, to }: DayRange, day: number): number =>
  from === to ? 0.5 : (day - from) / (to - from)

/** Puts a text at this share of the width: in the middle it is centred, at a border it ends there. */
const leaning = (share: number, y = '0'): string =>
  `left:${share * 100}%;transform:translate(${share * -100}%,${y})`

const LABEL_PIXELS = 82

/** The names and values of lines beside their ends, moved apart so that none overlaps. */
function writeEnds({ y, height }: Axes, { lines, format }: Panel): string {
  const ends = lines
    .flatMap((line) => line.values.slice(-1).map(({ value }) => ({ ...line, value })))
    .toSorted((a, b) => b.value - a.value)
  const wanted = ends.map(({ value }) => y(value))
  const middles = spreadApart(wanted, LABEL_PIXELS, -38, height + 19)
  const leaders = middles.map(
    (middle, at) =>
      `<path d="M0 ${wanted[at]}L22 ${middle}" stroke="${ends[at]?.colour}80" stroke-width="2"/>`,
  )
  const labels = ends.map(
    ({ label, colour, value }, at) =>
      `<div class="end" style="top:${middles[at]}px;color:${colour}"><p class="cut">${label}</p><b>${format(value)}</b></div>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" class="leaders" viewBox="0 0 26 ${height}">${leaders.join('')}</svg>${labels.join('')}`
}

/** Extremes nearer to the end of the line than this are not marked, as the last value is there. */
const END_PIXELS = 90
const CLEARANCE = 12
const MARK_PIXELS = 36

/** Marks the highest and the lowest day of a line, unless the line is level, ends near them, or leaves no room there. */
function writeExtremes(axes: Axes, line: PlotLine, { words, format, days }: PlotStyle): string {
  const { values, extremes, colour } = line
  const high = extremes?.high ?? values.toSorted((a, b) => b.value - a.value)[0]
  const low = extremes?.low ?? values.toSorted((a, b) => a.value - b.value)[0]
  const end = axes.x(values.at(-1)?.day ?? 0)
  if (!low || !high || high.value === low.value) return ''
  const write = (spot: PlacedPrice, word: string, isAbove: boolean): string => {
    const y = axes.y(spot.value) + (isAbove ? -CLEARANCE : CLEARANCE)
    const hasRoom = isAbove || y + MARK_PIXELS <= axes.height
    if (end - axes.x(spot.day) <= END_PIXELS || !hasRoom) return ''
    const place = leaning(shareOf(days, spot.day), isAbove ? '-100%' : '0')
    return `${writeDot(axes, spot, colour, 'small')}<p class="mark" style="top:${y}px;${place}">${word} ${format(spot.value)}</p>`
  }
  return write(high, words.chart.high, true) + write(low, words.chart.low, false)
}

/** Text shown instead of a line: a single price makes none but within a day, and a gap needs both sides. */
function emptyTextOf(
  { kind, until }: ChartView,
  lines: readonly PlotLine[],
  { words }: PlotStyle,
): string | undefined {
  const counts = lines.map(({ priceCount }) => priceCount)
  if (kind === 'gap' ? counts.includes(0) : Math.max(...counts) === 0) return words.chart.noPrices
  return until === undefined && Math.max(...counts) === 1 ? words.chart.onePrice : undefined
}

/** Texts above and below a chart, as HTML. */
interface Heading {
  readonly title: string
  readonly source: string
  /** Which lines lack prices; empty if none does. */
  readonly notes: string
  /** Badge of simulated prices. */
  readonly badge?: string
  /** The newest value, in large letters. */
  readonly figure?: string
  readonly change?: WrittenChange
  /** What stands in place of a figure where lines are compared. */
  readonly subtitle?: string
}

/** The texts around a chart; figures are given only for a single price or a gap. */
export function headingOf(view: ChartView, lines: readonly PlotLine[], style: PlotStyle): Heading {
  const { words } = style
  return {
    title: htmlOf(view.title),
    source: words.source(htmlOf(view.source)),
    notes: notesOf(lines, words).join(' · '),
    ...(view.simulated ? { badge: words.chart.simulated } : {}),
    ...(view.kind === 'gap' ? gapFigures(lines, style) : priceFigures(view, lines, style)),
  }
}

/** Names the lines that have no prices, or only old ones. */
const notesOf = (lines: readonly PlotLine[], words: Phrases): string[] =>
  lines.flatMap(({ label, values, priceCount }) => {
    const since = silentSince(values)
    if (since === undefined && priceCount > 0) return []
    const lack = since === undefined ? words.chart.without : words.chart.withoutSince(shortDay(words, since))
    return label === '' ? (since === undefined ? [] : [lack]) : [`${label}: ${lack}`]
  })

type Figures = Pick<Heading, 'figure' | 'change' | 'subtitle'>

function gapFigures([base, other]: readonly PlotLine[], { words, format }: PlotStyle): Figures {
  const gaps = gapPercents(base?.values ?? [], other?.values ?? [])
  const [first, last] = [gaps[0]?.value, gaps.at(-1)?.value]
  if (first === undefined || last === undefined) return {}
  const text = words.history.points(format(Math.abs(last - first), 1))
  const direction = first === last ? 'same' : first < last ? 'up' : 'down'
  return { figure: words.percent(format(last, 1)), change: { text, direction } }
}

function priceFigures({ isSameMoney }: ChartView, lines: readonly PlotLine[], style: PlotStyle): Figures {
  const [only, other] = lines
  if (only && other) return lines.length === 2 && isSameMoney ? gapSubtitle([only, other], style) : {}
  const now = only?.values.at(-1)?.value
  if (!only || now === undefined || only.priceCount === 0) return {}
  const { words, format } = style
  const figure = `Bs. ${format(now)}`
  const from = only.from ?? (only.priceCount > 1 ? only.values[0]?.value : undefined)
  if (from === undefined) return { figure }
  const { percent, direction } = changeBetween(String(from), String(now))
  return { figure, change: { text: words.percent(format(Number(percent), 2)), direction } }
}

/** By how many percent the higher of two lines is above the other. */
function gapSubtitle([one, other]: readonly [PlotLine, PlotLine], { words, format }: PlotStyle): Figures {
  const endOf = ({ values }: PlotLine): number => values.at(-1)?.value ?? 0
  const [low, high] = endOf(one) <= endOf(other) ? [one, other] : [other, one]
  const gap = gapPercents(low.values, high.values).at(-1)
  return gap ? { subtitle: words.gap.title(words.percent(format(gap.value, 1))) } : {}
}

/** The texts of a picture: above and below its plots. */
function writeHeading({ title, badge, subtitle, figure, change, source, notes }: Heading) {
  const row = `<div class="row"><p class="title cut">${title}</p>${writeBadge(badge)}</div>`
  const figures =
    figure === undefined
      ? ''
      : `<div class="row figures"><p class="figure fit">${figure}</p>${change ? writeChange(change) : ''}</div>`
  const text = subtitle === undefined ? '' : `<p class="subtitle">${subtitle}</p>`
  const note = notes === '' ? '' : `<p class="cut">\u00a0· ${notes}</p>`
  return {
    above: `<div class="head">${row}${text}${figures}</div>`,
    below: `<div class="row foot"><p class="source cut">${source}</p>${note}</div>`,
  }
}
