import type { Day } from '../rates/caracas.ts'
import { DAY_MS } from '../rates/durations.ts'
import { type Dated, daysOfPeriod, isCount, namesPeriod, withDays } from './days.ts'
import { type IsName, readNamesFirst } from './names.ts'
import { type Token, tokensOf } from './tokens.ts'
import { isBolivares, monitorNamed } from './units.ts'

export type Range =
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'between'; readonly from: Day; readonly to: Day }

/** What somebody wants drawn: up to 4 monitors against each other, or the gap between two (the usual ones if none). */
export interface HistoryRequest {
  readonly names: readonly string[]
  readonly isGap: boolean
  /** Absent: the range the bot prefers. */
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

const GAP = new Set(['gap', 'brecha'])
const FILLERS = new Set(
  'vs contra y and con with de del desde from hasta until to a al el la los las the last ultimo ultima ultimos ultimas en , ; + / - – −'.split(
    ' ',
  ),
)

interface Found {
  readonly names: string[]
  readonly periods: number[]
  readonly dates: Day[]
  isGap: boolean
}

const fault = (reason: HistoryFault, word?: string): ReadHistory => ({
  kind: 'unreadable',
  reason,
  ...(word === undefined ? {} : { word }),
})

/** Reads what follows `/history`, its parts in any order: `usd 30d`, `usd eur 01-01-2026 31-01-2026`, `gap 90d`. */
export function parseHistory(line: string, today: Day, isName: IsName = () => false): ReadHistory {
  const tokens = tokensOf(line)
  if (!tokens) return fault('too_long')
  return readNamesFirst(tokens, isName, (read) => readHistory(read, today))
}

function readHistory(tokens: readonly Token[], today: Day): ReadHistory {
  const dated = withDays(tokens, today)
  const found: Found = { names: [], periods: [], dates: [], isGap: false }
  for (let at = 0; at < dated.length; ) {
    const taken = takeAt(dated, at, found)
    if (typeof taken !== 'number') return taken
    at += taken
  }
  return judge(found, today)
}

/** Adds what stands at a token to what was found; how many tokens that were, or what is wrong with it. */
function takeAt(tokens: readonly Dated[], at: number, found: Found): number | ReadHistory {
  const token = tokens[at] as Dated
  if (token.kind === 'day') return takeDay(token.day, token.text, found)
  if (token.kind === 'number') return takePeriod(tokens, at, found)
  if (FILLERS.has(token.text)) return 1
  const name = monitorNamed(token)
  if (name === undefined) return isBolivares(token) ? 1 : fault('strange_sign', token.text)
  if (namesPeriod(token.text)) found.periods.push(daysOfPeriod(1, token.text) ?? 0)
  else if (GAP.has(token.text)) found.isGap = true
  else found.names.push(name)
  return 1
}

function takeDay(day: Day | undefined, text: string, { dates }: Found): number | ReadHistory {
  if (day === undefined) return fault('bad_date', text)
  dates.push(day)
  return 1
}

/** `30d`, `4 semanas`; a bare `30` means days. */
function takePeriod(tokens: readonly Dated[], at: number, found: Found): number | ReadHistory {
  const [number, unit] = [tokens[at], tokens[at + 1]]
  const text = number?.text ?? ''
  if (!isCount(text)) return fault('bad_range', text)
  const days = unit?.kind === 'word' ? daysOfPeriod(Number(text), unit.text) : undefined
  found.periods.push(days ?? Number(text))
  return days === undefined ? 1 : 2
}

function judge({ names, periods, dates, isGap }: Found, today: Day): ReadHistory {
  if (isGap ? names.length !== 0 && names.length !== 2 : names.length > NAMES_MAX)
    return fault(isGap ? 'gap_needs_two' : 'too_many_names')
  if (periods.length + Math.ceil(dates.length / 2) > 1) return fault('two_ranges')
  const range = rangeOf(periods, dates, today)
  if (range && !isDrawable(range)) return fault('bad_range')
  return { kind: 'history', request: { names, isGap, ...(range ? { range } : {}) } }
}

/** One date alone begins a range that ends today; two are read in either order. */
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

/** Whose changes somebody wants to see, and of which day; today and what is followed where nothing is said. */
export interface ChangesRequest {
  readonly name?: string
  readonly day?: Day
}

export type ChangesFault = 'too_long' | 'too_many' | 'bad_date' | 'not_understood'

export type ReadChanges =
  | { readonly kind: 'changes'; readonly request: ChangesRequest }
  | { readonly kind: 'unreadable'; readonly reason: ChangesFault; readonly word?: string }

const DAY_FILLERS = new Set('de del el la los las en on of the for para changes cambios , -'.split(' '))

const changesFault = (reason: ChangesFault, word?: string): ReadChanges => ({
  kind: 'unreadable',
  reason,
  ...(word === undefined ? {} : { word }),
})

/** Reads what follows `/changes`, in any order: `usd 20-11-2026`, `ayer usd`. */
export function parseChanges(line: string, today: Day, isName: IsName = () => false): ReadChanges {
  const tokens = tokensOf(line)
  if (!tokens) return changesFault('too_long')
  return readNamesFirst(tokens, isName, (read) => readChanges(read, today))
}

function readChanges(tokens: readonly Token[], today: Day): ReadChanges {
  const found: { name?: string; day?: Day } = {}
  for (const token of withDays(tokens, today)) {
    const wrong = take(token, found)
    if (wrong) return wrong
  }
  return { kind: 'changes', request: found }
}

/** Adds what a token says; answers what is wrong with it. */
function take(token: Dated, found: { name?: string; day?: Day }): ReadChanges | undefined {
  if (token.kind === 'day') {
    if (token.day === undefined) return changesFault('bad_date', token.text)
    if (found.day !== undefined) return changesFault('too_many')
    found.day = token.day
    return undefined
  }
  if (DAY_FILLERS.has(token.text)) return undefined
  const name = monitorNamed(token)
  if (name === undefined) return changesFault('not_understood', token.text)
  if (found.name !== undefined) return changesFault('too_many')
  found.name = name
  return undefined
}
