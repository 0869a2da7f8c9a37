import { addDays, type Day } from '../domain/caracas.ts'
import { readConversion } from './conversion.ts'
import { isMonthAloneAt, joinDays } from './days.ts'
import { chartOf } from './history.ts'
import { type ChangesRequest, OFFICIAL, type Request } from './request.ts'
import {
  amountsIn,
  bankIn,
  type LineOptions,
  readLine,
  type Speech,
  sumOf,
  UNKNOWN_MAX,
  type UnreadableWords,
  unreadable,
} from './speech.ts'
import {
  currencyNamedBy,
  type DatedToken,
  isBolivares,
  isPunctuation,
  isThing,
  means,
  monitorNamed,
  PHRASE_WORDS,
  PHRASES,
  USD,
  unitOf,
  WORDS,
  ZONE_OF_PLACE,
} from './tokens.ts'

/** `a cómo está el dólar`, `bcv y paralelo`, `tasa del lunes`. */
export function readRate(speech: Speech): Request | undefined {
  const { tokens, names, days, today } = speech
  const isAsked = speech.has(WORDS.asking, WORDS.price) || tokens.some(isBolivares)
  const isNamed = names.length > 0
  if (speech.unknown() > (isNamed ? strangeMax(tokens, isAsked) : 0) || asksOther(speech)) return undefined
  if (days.some(({ day }) => day !== today)) return readRateOn(speech)
  const amounts = amountsIn(tokens)
  // `si el dólar está a 950 cuánto son 10 dólares` asks for a sum.
  if (isNamed)
    return amounts.some(({ value }) => value !== '1')
      ? undefined
      : { kind: 'rate', names: isOfAll(speech) ? [] : names, ...openingIn(speech) }
  // `¿efectivo o bolívares?` asks for neither price.
  const isOther = amounts.length > 0 || tokens.some(({ text }) => WORDS.or.has(text))
  return isAsked && !isOther ? { kind: 'rate', names: [] } : undefined
}

/** `el sueldo mínimo en dólares` asks for no rate. */
export const isOfThing = (tokens: readonly DatedToken[]): boolean =>
  tokens.some((token, at) => unitOf(token)?.kind === 'currency' && means(tokens[at - 1], WORDS.to))

/** How many words of a question may be unknown. */
function strangeMax(tokens: Speech['tokens'], isAsked: boolean): number {
  if (isOfThing(tokens)) return 0
  return isAsked ? UNKNOWN_MAX : Number(tokens.some(({ text }) => text === '?'))
}

/** `todas las tasas juntas: dólar, paralelo, euro y usdt` */
const isOfAll = ({ has, names }: Speech): boolean => has(WORDS.everything) && names.length > 1

/** Whether a text says what no answer with a rate would use: a month, a difference, how often, or another country. */
const asksOther = (speech: Speech): boolean =>
  speech.tokens.some((_, at) => isMonthAloneAt(speech.tokens, at)) ||
  speech.has(WORDS.gap, WORDS.foreignMoney) ||
  bankIn(speech) !== undefined ||
  speech.says(PHRASES.howMuchMore, PHRASES.hourly) ||
  speech.says(ABROAD)

/** `mándame la tasa cada hora`: prices are told when they change. */
export function readHourly(speech: Speech): Request | undefined {
  if (!speech.says(PHRASES.hourly) || speech.unknown(PHRASE_WORDS.hourly) > 1) return undefined
  const [name] = speech.names
  return { kind: 'follow', ...(name !== undefined && { name }) }
}

/** Countries and cities whose prices we have not. */
export const ABROAD = [...ZONE_OF_PLACE].flatMap(([place, zone]) =>
  zone === 'America/Caracas' ? [] : [place],
)

/** Whether a text asks with which price the day began. */
export const openingIn = (speech: Speech): { readonly isOpening: true } | undefined =>
  speech.has(WORDS.opened) ? { isOpening: true } : undefined

/** `cuánto vale el zelle`: it pays dollars, and has no rate of its own. */
export function readZelle(speech: Speech): Request | undefined {
  const { tokens, names, days, today } = speech
  const isOther =
    names.some((name) => currencyNamedBy(name) !== 'USD' && name !== 'dollar') ||
    days.some(({ day }) => day !== today)
  if (!speech.has(WORDS.zelle) || isOther || speech.unknown() > 1 || amountsIn(tokens).length > 0)
    return undefined
  const isAsked = tokens.length === 1 || names.length > 0 || speech.has(WORDS.asking, WORDS.price)
  return isAsked ? { kind: 'zelle' } : undefined
}

/** On one day, on several with one to come, or as a chart of past ones; the dollar is meant if nothing is named. */
function readRateOn(speech: Speech): Request | undefined {
  const { names, days, today, tokens } = speech
  const bad = days.find(({ day }) => day === undefined)
  if (bad) return { kind: 'refused', reason: 'bad_date', word: bad.text }
  const [first = today, ...others] = [...new Set(days.flatMap(({ day }) => day ?? []))].toSorted()
  const named = names.length > 0 ? names : ['dollar']
  const to = others.at(-1)
  if (to === undefined) return { kind: 'rate', names: named, day: first }
  // `y ayer y anteayer` after a sum asks for no chart, and `100 dólares el lunes y el martes` for more than a rate.
  const isOfSum =
    amountsIn(tokens).length > 0 ||
    (names.length === 0 && !speech.has(WORDS.asking) && !speech.says(PHRASES.gap))
  if (isOfSum) return undefined
  if (to > today) return { kind: 'rate', names: named, day: first, otherDays: others }
  return chartOf(named, { kind: 'between', from: first, to })
}

/** `¿ya salió la de mañana?`, `¿ya publicaron el bcv?` */
export function readPublished(speech: Speech): Request | undefined {
  const { names } = speech
  if (!speech.says(PHRASES.published) || names.length > 1 || speech.has(WORDS.alert)) return undefined
  if (speech.unknown(PHRASE_WORDS.published) > UNKNOWN_MAX) return undefined
  const [name] = names.filter((one) => one !== 'dollar')
  return { kind: 'published', ...(name !== undefined && { name }) }
}

/** `¿tú crees que sube esta semana?` */
export const readOpinion = ({ tokens, says, names }: Speech): Request | undefined =>
  says(PHRASES.opinion) && amountsIn(tokens).every(({ unit }) => !unit) ? { kind: 'trend', names } : undefined

/** `tengo que pagar 180$ a tasa bcv, ¿me conviene hoy o el lunes?`: the sum today, and on the day to come. */
export function readTodayOrLater({ marked, today, has }: Speech): Request | undefined {
  if (!has(WORDS.or)) return undefined
  const tokens = joinDays(marked, today, 'coming')
  const days = tokens.flatMap((token) => (token.kind === 'day' ? [token.day] : []))
  const [date, ...others] = days.filter((day) => day !== today)
  if (days.length !== 2 || date === undefined || date <= today || others.length > 0) return undefined
  const kept = tokens.filter((token) => token.kind !== 'day' && !isPunctuation(token))
  const read = readConversion(kept, true)
  return read.kind === 'conversion'
    ? { kind: 'convert', conversion: { ...read.conversion, date, isOrToday: true } }
    : undefined
}

/** `¿sube o baja?`, `¿el dólar va a subir?` */
export function readTrend(speech: Speech): Request | undefined {
  const { names: named, topic } = speech
  const names = named.length > 0 || topic?.kind !== 'monitor' ? named : [topic.name]
  const [day] = speech.days
  // `¿a cuánto estará el bcv en navidad?`
  const isOver = day?.day !== undefined && day.day < speech.today
  const isMonth = speech.tokens.some((_, at) => isMonthAloneAt(speech.tokens, at))
  if ((isOver || isMonth) && speech.says(PHRASES.willBe) && !speech.hasNumber) return { kind: 'trend', names }
  const isLater = day?.day !== undefined && day.day > addDays(speech.today, 1)
  if (isLater && !speech.has(WORDS.or)) return undefined
  if (!speech.says(PHRASES.trend) || speech.unknown(PHRASE_WORDS.trend) > UNKNOWN_MAX) return undefined
  return { kind: 'trend', names }
}

/** `más caro que el bcv`; `¿cuánto se movió hoy el usdt, el más alto y el más bajo?` is of one price. */
const isCompared = ({ says, names }: Speech): boolean =>
  says(PHRASES.gap) && (names.length > 1 || !says(PHRASES.changes)) && !names.every(currencyNamedBy)

/** `brecha`, `qué tanto más caro está el paralelo`, `bcv vs paralelo`. */
export function readGap(speech: Speech): Request | undefined {
  const { names, rates, days, today } = speech
  // `el bcv del 15 comparado con hoy` is a move.
  const [past] = days.filter(({ day }) => day !== today)
  if (past && speech.has(WORDS.gap) && !speech.hasNumber) return gapSince(speech, past.day)
  if (past) return undefined
  // `¿cuánto por ciento hay del bcv al paralelo?`
  const areTwo = names.length === 2 && !speech.hasNumber
  const isPercent = areTwo && speech.tokens.some(({ text }) => text === '%')
  // `¿me conviene más vender al paralelo o en binance?`
  const isChoice = areTwo && !names.some(currencyNamedBy) && speech.says(PHRASES.fair) && speech.has(WORDS.or)
  const isNamed = speech.has(WORDS.gap) || isPercent || isChoice
  if (!isNamed && !isCompared(speech)) return undefined
  // `brocha de dos dólares`
  const isBoth = speech.says(PHRASES.bothDollars)
  const isPriced = amountsIn(speech.tokens).some(({ unit, value }) => unit && !(isBoth && value === '2'))
  if (isPriced || speech.unknown(WORDS.gap) > UNKNOWN_MAX) return undefined
  // `the average spread bcv vs parallel`
  const exact = (rates.length > 2 ? rates.filter((name) => !PHRASES.average.includes(name)) : rates).slice(
    0,
    2,
  )
  const [first = ''] = exact
  // `euro vs dollar bcv`: no gap to itself.
  if (!isNamed && exact.length === 1 && isOfficial(first)) return undefined
  if (exact.length === 1) return { kind: 'gap', names: [OFFICIAL, first] }
  return gapOf(exact)
}

/** Of `paralelo vs bcv` people want what is above the official rate. */
export const gapOf = (names: readonly string[]): Request => ({
  kind: 'gap',
  names: names.toSorted((a, b) => Number(isOfficial(b)) - Number(isOfficial(a))),
})

/**
 * `compro a paralelo y vendo a bcv, ¿cuánto le subo para no perder?`: the gap between both, or what a sum at the rate of buying
 * is at the rate of selling, which is the official one where it is named.
 */
export function readRestock(speech: Speech): Request | undefined {
  const { tokens, days, says } = speech
  const [one, other, ...more] = speech.rates
  if (!says(PHRASES.notToLose) || one === undefined || other === undefined || more.length + days.length > 0)
    return undefined
  const rates = [one, other].toSorted((a, b) => Number(isOfficial(a)) - Number(isOfficial(b)))
  const [spoken, ...others] = amountsIn(tokens).filter(({ at }) => !isThing(tokens[at + 1]))
  if (!spoken) return { kind: 'gap', names: rates.toReversed() }
  const sum = sumOf(spoken, USD)
  return sum?.unit.kind === 'currency' && others.length === 0
    ? { kind: 'convert', conversion: { amount: sum.amount, from: sum.unit, at: rates } }
    : undefined
}

export const isOfficial = (name: string): boolean =>
  name.split(' ').some((word) => PHRASES.official.includes(word))

/** `¿cuánto era la brecha hace una semana?`: its chart from that day on. */
export function gapSince(
  { names, today }: Pick<Speech, 'names' | 'today'>,
  from: Day | undefined,
): Request | undefined {
  const exact = names.filter((name) => !currencyNamedBy(name))
  if (from === undefined || from > today || exact.length === 1 || exact.length > 2) return undefined
  return chartOf(exact, { kind: 'between', from, to: today }, true)
}

/** `cambios`, `cuántas veces cambió el paralelo hoy`. */
export function readChanges(speech: Speech): Request | undefined {
  if (!speech.has(WORDS.changes) && !speech.says(PHRASES.changes)) return undefined
  if (speech.unknown(WORDS.changes, PHRASE_WORDS.changes) > 0) return undefined
  const read = changesOf(speech.names.slice(0, 1), speech.days.slice(0, 1))
  if (read.kind === 'changes') return { kind: 'changes', changes: read.request }
  return { ...read, kind: 'refused', reason: 'bad_date' }
}

export type ChangesFault = 'too_long' | 'too_many' | 'bad_date' | 'not_understood'

export type ReadChanges =
  | { readonly kind: 'changes'; readonly request: ChangesRequest }
  | UnreadableWords<ChangesFault>

/** Reads what follows `/changes`, in any order: `usd 20-11-2026`, `ayer usd`. */
export const parseChanges = (line: string, today: Day, options: LineOptions = {}): ReadChanges =>
  readLine(line, options, (tokens) => readChangesLine(joinDays(tokens, today)))

function readChangesLine(tokens: readonly DatedToken[]): ReadChanges {
  const named = tokens.filter((token) => token.kind !== 'day' && !isFiller(token))
  const strange = named.find((token) => monitorNamed(token) === undefined)
  if (strange) return unreadable('not_understood', strange.text)
  return changesOf(
    named.flatMap((token) => monitorNamed(token) ?? []),
    tokens.filter((token) => token.kind === 'day'),
  )
}

const isFiller = (token: DatedToken): boolean =>
  isPunctuation(token) || means(token, WORDS.minus, WORDS.fillers, WORDS.changes)

/** The changes of one monitor on one day, of those that are named in a sentence or a command. */
export function changesOf(
  [name, ...otherNames]: readonly string[],
  [day, ...otherDays]: readonly Extract<DatedToken, { kind: 'day' }>[],
): ReadChanges {
  if (day && day.day === undefined) return unreadable('bad_date', day.text)
  if (otherNames.length + otherDays.length > 0) return unreadable('too_many')
  return {
    kind: 'changes',
    request: { ...(name !== undefined && { name }), ...(day?.day && { day: day.day }) },
  }
}
