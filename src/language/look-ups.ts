import type { Day } from '../domain/caracas.ts'
import { changesOf } from './changes.ts'
import { type DatedToken, namesPeriod } from './days.ts'
import { type HistoryRequest, readHistory, spokenRangeAt } from './history.ts'
import { PHRASE_WORDS, PHRASES, WORDS } from './lexicon.ts'
import { currencyNamedBy, isBolivares } from './names.ts'
import type { Request } from './request.ts'
import { amountsIn, isPeriodAt, type Speech } from './speech.ts'

/** Words that nobody explained, beside which a question is still answered. */
const UNKNOWN_MAX = 3

/** `a cómo está el dólar`, `bcv y paralelo`, `tasa del lunes`. */
export function readRate(speech: Speech): Request | undefined {
  const { tokens, names, days, today } = speech
  const isAsked = speech.has(WORDS.asking) || speech.has(WORDS.price) || tokens.some(isBolivares)
  const isNamed = names.length > 0
  const isQuestion = tokens.some(({ text }) => text === '?')
  const allowed = isAsked ? UNKNOWN_MAX : Number(isQuestion)
  if (speech.unknown(WORDS.paidFor) > (isNamed ? allowed : 0)) return undefined
  const dates = days.filter(({ day }) => day !== today)
  const onDay = readRateOn(speech, dates)
  if (onDay) return onDay
  if (isNamed) return { kind: 'rate', names, ...openingIn(speech) }
  // `¿efectivo o bolívares?` asks for neither price.
  const isOther = amountsIn(tokens).length > 0 || tokens.some(({ text }) => WORDS.or.has(text))
  return isAsked && !isOther ? { kind: 'rate', names: [] } : undefined
}

/** Whether a text asks with which price the day began. */
export const openingIn = (speech: Speech): { readonly isOpening: true } | undefined =>
  speech.has(WORDS.opened) ? { isOpening: true } : undefined

/** `cuánto vale el zelle`: it pays dollars, and has no rate of its own. */
export function readZelle(speech: Speech): Request | undefined {
  const { tokens, names, days, today, hasNumber } = speech
  const isOther =
    names.some((name) => currencyNamedBy(name) !== 'USD' && name !== 'dollar') ||
    days.some(({ day }) => day !== today)
  if (!speech.has(ZELLE) || isOther || hasNumber || speech.unknown() > 0) return undefined
  const isAsked =
    tokens.length === 1 || names.length > 0 || speech.has(WORDS.asking) || speech.has(WORDS.price)
  return isAsked ? { kind: 'zelle' } : undefined
}
const ZELLE = new Set(['zelle'])

/** On one day, or a chart of several; the dollar is meant if nothing is named. */
function readRateOn(speech: Speech, dates: Speech['days']): Request | undefined {
  const { names, today } = speech
  const bad = dates.find(({ day }) => day === undefined)
  if (bad) return { kind: 'refused', reason: 'bad_date', word: bad.text }
  const [first, ...others] = dates.flatMap(({ day }) => day ?? []).toSorted()
  if (first === undefined) return undefined
  const named = names.length > 0 ? names : ['dollar']
  const to = others.at(-1)
  if (to === undefined) return { kind: 'rate', names: named, day: first }
  // The card has the price of today and the one to come; after a sum, `y ayer y anteayer` asks for no chart.
  if (to > today || (names.length === 0 && !speech.has(WORDS.asking))) return undefined
  return {
    kind: 'history',
    history: { names: named, isGap: false, range: { kind: 'between', from: first, to } },
  }
}

/** `gráfica del bcv 30 días`, `paralelo último mes`, `brecha este año`, `cuánto subió esta semana`. */
export function readChart(speech: Speech): Request | undefined {
  const { tokens, today, names } = speech
  const isOfToday = speech.days.some(({ day }) => day === today)
  const isAsked = speech.has(WORDS.history) || (speech.says(PHRASES.history) && !isOfToday)
  const isMoveAsked = speech.has(WORDS.moved) && speech.has(WORDS.asking)
  const isRanged =
    tokens.some((_, at) => isRangeAt(tokens, at, today)) &&
    (names.length > 0 || speech.has(WORDS.gap) || isMoveAsked)
  if (!isAsked && (!isRanged || speech.unknown(WORDS.gap, WORDS.last, WORDS.moved) > UNKNOWN_MAX))
    return undefined
  if (amountsIn(tokens).some(({ unit }) => unit !== undefined)) return undefined
  const history = historyIn(speech)
  return history && { kind: 'history', history }
}

/** The names and the days of a chart; undefined where they make none. */
function historyIn(speech: Speech): HistoryRequest | undefined {
  const read = readHistory(speech.tokens, speech.today, true)
  const isKnown = read.kind === 'history' && read.request.names.every((name) => speech.names.includes(name))
  return isKnown ? read.request : undefined
}

/** The chart before of another monitor, or of other days: `y del bcv?`, `y del último año?`. */
export function chartOther(speech: Speech, before: HistoryRequest): Request | undefined {
  if (speech.has(WORDS.asking) || speech.days.length > 0 || amountsIn(speech.tokens).some(isNoPeriod(speech)))
    return undefined
  const { names = [], isGap = false, range } = historyIn(speech) ?? {}
  if (names.length === 0 && !isGap && !range) return undefined
  const subject = names.length > 0 || isGap ? { names, isGap } : before
  const days = range ?? before.range
  return {
    kind: 'history',
    history: { names: subject.names, isGap: subject.isGap, ...(days && { range: days }) },
  }
}

const isNoPeriod =
  ({ tokens }: Speech) =>
  ({ at }: { readonly at: number }): boolean =>
    !isPeriodAt(tokens, at)

const isRangeAt = (tokens: readonly DatedToken[], at: number, today: Day): boolean =>
  isPeriodAt(tokens, at) ||
  (tokens[at]?.kind !== 'name' && spokenRangeAt(tokens, at, today) !== undefined) ||
  (WORDS.last.has(tokens[at]?.text ?? '') && namesPeriod(tokens[at + 1]?.text ?? ''))

/** `brecha`, `qué tanto más caro está el paralelo`, `bcv vs paralelo`. */
export function readGap(speech: Speech): Request | undefined {
  const { names } = speech
  const isNamed = speech.has(WORDS.gap)
  if (!isNamed && !(speech.says(PHRASES.gap) && names.some((name) => !currencyNamedBy(name))))
    return undefined
  if (speech.hasNumber || speech.unknown(WORDS.gap, WORDS.besideGap) > UNKNOWN_MAX) return undefined
  const exact = names.filter((name) => !currencyNamedBy(name))
  return { kind: 'gap', names: exact.length === 1 ? ['oficial', ...exact] : exact.slice(0, 2) }
}

/** `cambios`, `cuántas veces cambió el paralelo hoy`. */
export function readChanges(speech: Speech): Request | undefined {
  if (!speech.has(WORDS.changes) && !speech.says(PHRASES.changes)) return undefined
  if (speech.unknown(WORDS.changes, WORDS.besideChanges, PHRASE_WORDS.changes) > 0) return undefined
  const { names, days } = speech
  const read = changesOf(names.slice(0, 1), days.slice(0, 1))
  if (read.kind === 'changes') return { kind: 'changes', changes: read.request }
  return { kind: 'refused', reason: 'bad_date', ...(read.word !== undefined && { word: read.word }) }
}
