import type { Day } from '../rates/caracas.ts'
import { DAY_MS } from '../rates/durations.ts'
import { type DatedToken, daysOfPeriod, isCount, joinDays, namesPeriod } from './days.ts'
import { wordsFor } from './lexicon.ts'
import { type IsName, isBolivares, monitorNamed, readNamesFirst } from './names.ts'
import { type Token, tokensOf } from './tokens.ts'

export type Range =
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'between'; readonly from: Day; readonly to: Day }

/** A requested chart: up to 4 monitors compared, or the gap between two; the default two if none is named. */
export interface HistoryRequest {
  readonly names: readonly string[]
  readonly isGap: boolean
  /** The default range if absent. */
  readonly range?: Range
}

export type HistoryFault =
  | 'too_long'
  | 'too_many_names'
  | 'gap_needs_two'
  | 'bad_date'
  | 'two_ranges'
  | 'bad_range'
  | 'strange_sign'

export type ReadHistory =
  | { readonly kind: 'history'; readonly request: HistoryRequest }
  | { readonly kind: 'unreadable'; readonly reason: HistoryFault; readonly word?: string }

const NAMES_MAX = 4
const DAYS_MIN = 2
const DAYS_MAX = 3_650

const GAP = wordsFor('gap')
const FILLERS = wordsFor('historyFillers', 'vs , ; + / - – −')

/** The parts of a line, collected before they are checked. */
interface HistoryParts {
  readonly names: string[]
  readonly periods: number[]
  readonly dates: Day[]
  isGap: boolean
}

const unreadable = (reason: HistoryFault, word?: string): ReadHistory => ({
  kind: 'unreadable',
  reason,
  ...(word === undefined ? {} : { word }),
})

/** Reads what follows `/history`, its parts in any order: `usd 30d`, `usd eur 01-01-2026 31-01-2026`, `gap 90d`. */
export function parseHistory(line: string, today: Day, isName: IsName = () => false): ReadHistory {
  const tokens = tokensOf(line)
  if (!tokens) return unreadable('too_long')
  return readNamesFirst(tokens, isName, (read) => readHistory(read, today))
}

function readHistory(tokens: readonly Token[], today: Day): ReadHistory {
  const dated = joinDays(tokens, today)
  const parts: HistoryParts = { names: [], periods: [], dates: [], isGap: false }
  for (let at = 0; at < dated.length; ) {
    const taken = takeAt(dated, at, parts)
    if (typeof taken !== 'number') return taken
    at += taken
  }
  return buildRequest(parts, today)
}

/** Adds the part at a token; returns the number of tokens read, or why the line is unreadable. */
function takeAt(tokens: readonly DatedToken[], at: number, parts: HistoryParts): number | ReadHistory {
  const token = tokens[at] as DatedToken
  if (token.kind === 'day') return takeDay(token.day, token.text, parts)
  if (token.kind === 'number') return takePeriod(tokens, at, parts)
  if (FILLERS.has(token.text)) return 1
  const name = monitorNamed(token)
  if (name === undefined) return isBolivares(token) ? 1 : unreadable('strange_sign', token.text)
  if (namesPeriod(token.text)) parts.periods.push(daysOfPeriod(1, token.text) ?? 0)
  else if (GAP.has(token.text)) parts.isGap = true
  else parts.names.push(name)
  return 1
}

function takeDay(day: Day | undefined, text: string, { dates }: HistoryParts): number | ReadHistory {
  if (day === undefined) return unreadable('bad_date', text)
  dates.push(day)
  return 1
}

/** `30d`, `4 semanas`; a bare `30` means days. */
function takePeriod(tokens: readonly DatedToken[], at: number, parts: HistoryParts): number | ReadHistory {
  const [number, unit] = [tokens[at], tokens[at + 1]]
  const text = number?.text ?? ''
  if (!isCount(text)) return unreadable('bad_range', text)
  const days = unit?.kind === 'word' ? daysOfPeriod(Number(text), unit.text) : undefined
  parts.periods.push(days ?? Number(text))
  return days === undefined ? 1 : 2
}

function buildRequest({ names, periods, dates, isGap }: HistoryParts, today: Day): ReadHistory {
  if (isGap ? names.length !== 0 && names.length !== 2 : names.length > NAMES_MAX)
    return unreadable(isGap ? 'gap_needs_two' : 'too_many_names')
  if (periods.length + Math.ceil(dates.length / 2) > 1) return unreadable('two_ranges')
  const range = rangeOf(periods, dates, today)
  if (range && !isDrawable(range)) return unreadable('bad_range')
  return { kind: 'history', request: { names, isGap, ...(range ? { range } : {}) } }
}

/** A single date begins a range that ends today; two dates may be in either order. */
function rangeOf(periods: readonly number[], dates: readonly Day[], today: Day): Range | undefined {
  const [days] = periods
  if (days !== undefined) return { kind: 'last', days }
  const [from, to] = dates.length === 1 ? [dates[0], today] : dates.toSorted()
  return from !== undefined && to !== undefined ? { kind: 'between', from, to } : undefined
}

function isDrawable(range: Range): boolean {
  const days =
    range.kind === 'last' ? range.days : (Date.parse(range.to) - Date.parse(range.from)) / DAY_MS + 1
  return days >= DAYS_MIN && days <= DAYS_MAX
}
