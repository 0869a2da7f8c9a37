import { changeBetween } from '../rates/change.ts'
import { decimalOf } from '../rates/decimal.ts'
import type { ChartView } from './chart.ts'
import { drawable } from './font.ts'
import type { Frame } from './frame.ts'
import { gapDays, silentSince } from './held.ts'
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
