import { styleText } from 'node:util'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, wallClock } from '../../domain/caracas.ts'
import { type Decimal, round } from '../../domain/decimal.ts'
import { gapBetween } from '../../domain/in-force.ts'
import type { CombinedObservation, LeftOut } from '../../service/collect/combine.ts'
import type { Doubt } from '../../service/history/stored-monitor.ts'
import { alignColumns, plainText } from '../print.ts'

const HEAD = ['MONITOR', 'SOURCE', 'STATUS', 'MS', 'PRICE', 'ITS TIME', 'AGE', 'DIFFERENCE', 'USED'] as const
/** A source that is further from the combined price is left out of a median. */
const FAR_PERCENT = 10
const STILL_UNKNOWN =
  'Which sources stand still shows over time only: ask /health, or give the REDIS_URL or DATA_DIR of the program that runs.'

/** What one source has for one monitor. */
export interface SourceLine {
  readonly source: string
  /** The HTTP status, or why there is none. */
  readonly status: string
  readonly ms: number
  readonly price?: Decimal | undefined
  /** The source's own time for its price, in ms. */
  readonly lastUpdate?: number | undefined
  /** The source that it repeats. */
  readonly echoOf?: string | undefined
  /** Why there is no price, in plain words. */
  readonly problem?: string | undefined
}

/** A monitor, what its sources have for it, and what that makes. */
export interface MonitorLines {
  /** `page.key`. */
  readonly monitor: string
  readonly ref: string
  readonly sources: readonly SourceLine[]
  readonly combined?:
    | (Pick<CombinedObservation, 'price' | 'lastUpdate' | 'sources'> & {
        readonly leftOut: readonly Pick<LeftOut, 'source' | 'why'>[]
      })
    | undefined
  /** What the program that runs has seen of it; undefined where it could not be asked. */
  readonly seen?: Doubt | undefined
}

export interface ReportOptions {
  /** In ms, for the ages. */
  readonly now: number
  /** Colours are for terminals only: the text is pasted into bug reports. */
  readonly isTerminal: boolean
}

type Colour = Parameters<typeof styleText>[0]

/** The whole report: a table, then the problems, then what that comes to. */
export function reportOf(monitors: readonly MonitorLines[], { now, isTerminal }: ReportOptions): string {
  const paint = (colour: Colour | undefined, text: string): string =>
    isTerminal && colour !== undefined ? styleText(colour, text, { validateStream: false }) : text
  const rows = monitors.flatMap((one) => rowsOf(one, now))
  const [head = '', ...table] = alignColumns([HEAD, ...rows.map(({ cells }) => cells)])
  const without = monitors.filter(({ combined }) => !combined)
  return [
    paint('bold', head),
    ...table.map((line, i) => paint(rows[i]?.colour, line)),
    ...problemsOf(monitors).map((line) => paint('red', line)),
    ...heldLines(monitors).map((line) => paint('yellow', line)),
    '',
    without.length === 0
      ? paint('green', `Each of ${monitors.length} monitors has a price.`)
      : paint('red', `Without a price: ${without.map(({ monitor }) => monitor).join(', ')}.`),
    ...(monitors.some(({ seen }) => seen) ? [] : [STILL_UNKNOWN]),
  ].join('\n')
}

function heldLines(monitors: readonly MonitorLines[]): string[] {
  const held = monitors.filter(({ seen }) => seen?.isHeld)
  const lines = held.map(
    ({ monitor, seen }) => `${monitor}: ${seen?.heldPrice ?? 'a price'} is held back until it is confirmed.`,
  )
  return lines.length === 0 ? [] : ['', ...lines]
}

interface Row {
  readonly cells: readonly string[]
  readonly colour?: Colour
}

function rowsOf({ monitor, sources, combined, seen }: MonitorLines, now: number): Row[] {
  const own = sources.map((line) => sourceRow(monitor, line, { combined, seen, now }))
  if (!combined) return [...own, { cells: [monitor, '= no price'], colour: 'red' }]
  const [first = ''] = combined.sources
  const names = combined.sources.length > 1 ? `= median of ${combined.sources.length}` : `= ${first}`
  const unchanged = seen?.changedAt === undefined ? '' : `unchanged for ${spanOf(now - seen.changedAt)}`
  const cells = [monitor, names, '', '', combined.price, ...timesOf(combined.lastUpdate, now), '', unchanged]
  return [...own, { cells, colour: 'green' }]
}

function sourceRow(
  monitor: string,
  { source, status, ms, price, lastUpdate, echoOf }: SourceLine,
  { combined, seen, now }: Pick<MonitorLines, 'combined' | 'seen'> & { readonly now: number },
): Row {
  const far = price !== undefined && combined ? gapBetween(combined.price, price) : undefined
  const cells = [
    monitor,
    source,
    status,
    String(Math.round(ms)),
    price ?? '-',
    ...timesOf(lastUpdate, now),
    far === undefined ? '-' : `${Number(far) > 0 ? '+' : ''}${round(far, 2)} %`,
    [
      usedIn(combined, source),
      echoOf !== undefined && `echo of ${echoOf}`,
      seen?.still.includes(source) && 'stands still',
    ]
      .filter(Boolean)
      .join(', '),
  ].map(plainText)
  if (price === undefined) return { cells, colour: 'red' }
  return Math.abs(Number(far ?? 0)) > FAR_PERCENT ? { cells, colour: 'yellow' } : { cells }
}

/** Whether the combined price is that of a source or was made of it, and if not why; empty for a stand-in that was not needed. */
function usedIn(combined: MonitorLines['combined'], source: string): string {
  if (combined?.sources.includes(source)) return combined.sources.length > 1 ? 'yes' : 'leads'
  const why = combined?.leftOut.find((one) => one.source === source)?.why ?? ''
  return why === 'echo' ? '' : why // that it is one is said of each
}

/** A time in Caracas, and how long ago that is. */
function timesOf(at: number | undefined, now: number): [time: string, age: string] {
  if (at === undefined) return ['-', '-']
  const time = wallClock(at).toISOString().slice(0, 16).replace('T', ' ')
  return [time, at > now ? `in ${spanOf(at - now)}` : spanOf(now - at)]
}

const UNITS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
] as const

function spanOf(ms: number): string {
  const unit = UNITS.find(([, unitMs]) => ms >= unitMs)
  return unit ? `${Math.floor(ms / unit[1])} ${unit[0]}` : `${Math.floor(ms / SECOND_MS)} s`
}

/** One line for each source and problem, with all the monitors that it concerns. */
function problemsOf(monitors: readonly MonitorLines[]): string[] {
  const all = monitors.flatMap(({ monitor, sources }) =>
    sources.flatMap(({ source, problem }) => (problem === undefined ? [] : [{ monitor, source, problem }])),
  )
  const groups = Map.groupBy(all, ({ source, problem }) => `${source}: ${problem}`)
  const lines = [...groups].map(
    ([said, concerned]) => `${said} (${concerned.map(({ monitor }) => monitor).join(', ')})`,
  )
  return lines.length === 0 ? [] : ['', ...lines.map(plainText)]
}
