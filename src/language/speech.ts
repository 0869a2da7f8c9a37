import { distance } from 'fastest-levenshtein'
import type { Day, TimeOfDay } from '../domain/caracas.ts'
import type { Decimal, NumberStyle } from '../domain/decimal.ts'
import { amountOf, isUsable, joinAmounts } from './amounts.ts'
import { daysOfPeriod, isCount, joinDays, namesTime } from './days.ts'
import type { AlertSignal, AmountOfUnit } from './request.ts'
import {
  currencyNamedBy,
  type DatedToken,
  isBesideAmount,
  isUnit,
  KNOWN_WORDS,
  means,
  monitorNamed,
  PHRASES,
  SPELLINGS,
  type Token,
  tokensOf,
  typedOf,
  type Unit,
  unitOf,
  valuesOf,
  WORDS,
  wordToken,
} from './tokens.ts'

/** Why something that was typed cannot be read, and the word at fault. */
export interface UnreadableWords<Fault extends string> {
  readonly kind: 'unreadable'
  readonly reason: Fault
  readonly word?: string
}

export const unreadable = <Fault extends string>(reason: Fault, word?: string): UnreadableWords<Fault> => ({
  kind: 'unreadable',
  reason,
  ...(word !== undefined && { word }),
})

/** Joins the words that name a monitor into a token of kind `name`. */
export type MarkNames = (tokens: readonly Token[]) => readonly Token[]

/** Knows no monitor. */
export const markNothing: MarkNames = (tokens) => tokens

export interface LineOptions {
  /** Notation of the writer's numbers. */
  readonly numbers?: NumberStyle
  /** Knows the names of monitors. */
  readonly markNames?: MarkNames
}

/**
 * Reads what follows a command, with words that are a monitor's name as names, whatever else they mean (`mueve`, `por`); if
 * that is unreadable, as ordinary words.
 */
export function readLine<Read extends { readonly kind: string }>(
  line: string,
  { numbers, markNames = markNothing }: LineOptions,
  read: (tokens: readonly Token[]) => Read,
): Read | UnreadableWords<'too_long'> {
  const tokens = tokensOf(line, numbers)
  if (!tokens) return unreadable('too_long')
  const spelled = joinAmounts(correctSpelling(tokens))
  const first = read(markNames(spelled))
  if (first.kind !== 'unreadable') return first
  const second = read(spelled)
  return second.kind === 'unreadable' ? first : second
}

const GUESSED = [...WORDS.guessed]

/** Shorter words are near to too many others. */
const GUESSED_LENGTH_MIN = 4

/** Longer words may have two wrong letters. */
const TWO_WRONG_LENGTH_MIN = 8

/** Corrects usual misspellings; `por ciento` is a sign, and `5k` five thousand. */
export function correctSpelling(tokens: readonly Token[]): Token[] {
  const corrected: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const isJoined = means(corrected.at(-1), WORDS.per)
    // `ciento cincuenta` is a number.
    if (means(token, WORDS.percent) && (isJoined || !valuesOf('numerals').has(token.text))) {
      if (isJoined) corrected.pop()
      corrected.push({ kind: 'sign', text: '%' })
    } else corrected.push(...spelled(token, tokens[at - 1]))
  }
  return corrected
}

function spelled(token: Token, before: Token | undefined): readonly Token[] {
  const meant = token.kind === 'word' && before?.kind !== 'number' ? spellingOf(token.text) : undefined
  return meant === undefined ? [token] : [wordToken(meant)]
}

/** The word that is meant: `xfa`, and `kitame` for `quítame`. */
function spellingOf(text: string): string | undefined {
  const known = SPELLINGS.get(text)
  if (known !== undefined || !text.includes('k') || isKnownWord(text)) return known
  const meant = text.replace(/k(?=[ei])/g, 'qu').replaceAll('k', 'c')
  return KNOWN_WORDS.has(meant) ? meant : undefined
}

/** Guesses what is meant by words that are neither names nor known: `dolr`, `binanc`, `cuantoo`. */
export const guessWords = (tokens: readonly Token[], marked: readonly Token[]): Token[] => {
  const unnamed = new Set(marked)
  return tokens.map((token) => (unnamed.has(token) ? guess(token) : token))
}

function guess(token: Token): Token {
  if (token.kind !== 'word' || token.text.length < GUESSED_LENGTH_MIN || isKnownWord(token.text)) return token
  const once = token.text.replace(/(\p{L})\1+/gu, '$1')
  const meant = isKnownWord(once) ? once : GUESSED.find((word) => isNear(token.text, word))
  return meant === undefined ? token : wordToken(meant)
}

function isKnownWord(text: string): boolean {
  const unit = unitOf({ kind: 'word', text, raw: text })
  return KNOWN_WORDS.has(text) || unit?.kind !== 'name' || namesTime(text)
}

/** Whether two words begin alike and differ by one letter, or by two if they are long; or two letters changed places. */
function isNear(typed: string, word: string): boolean {
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > 2) return false
  const far = distance(typed, word)
  return (
    far <= (word.length >= TWO_WRONG_LENGTH_MIN ? 2 : 1) || (far === 2 && letters(typed) === letters(word))
  )
}

const letters = (word: string): string => [...word].toSorted().join('')

/** A text with its names, days and words told apart. */
export interface Speech {
  /** As it was typed, and its tokens before any was calculated. */
  readonly text: string
  readonly typed: readonly Token[]
  /** Notation of the writer's numbers. */
  readonly numbers: NumberStyle | undefined
  readonly tokens: readonly DatedToken[]
  /** The same before their days were joined. */
  readonly marked: readonly Token[]
  readonly today: Day
  /** The times of day that were said. */
  readonly times: readonly TimeOfDay[]
  /** What the question before was about. */
  readonly topic?: AlertSignal | undefined
  /** The names of monitors and currencies, in the order of the text; a currency beside an amount is its unit and no name. */
  readonly names: readonly string[]
  /** Of these, the names of monitors alone. */
  readonly rates: readonly string[]
  readonly days: readonly Extract<DatedToken, { kind: 'day' }>[]
  readonly hasNumber: boolean
  /** Whether a word of one of these meanings was said. */
  has(...meanings: readonly ReadonlySet<string>[]): boolean
  /** Whether a phrase of one of these lists was said. */
  says(...lists: readonly (readonly string[])[]): boolean
  /** How many words have no meaning that we know, beside those of these sets. */
  unknown(...known: readonly ReadonlySet<string>[]): number
}

export type Written = Pick<Speech, 'text' | 'typed' | 'numbers' | 'today' | 'times' | 'topic'>

/** Whether a text begins as one that goes on from another: `y en euros`, `la del paralelo`. */
export function beginsAsFollowUp(tokens: readonly (Token | DatedToken)[]): boolean {
  const [first = '', second = ''] = tokens.filter(({ kind }) => kind !== 'sign').map(({ text }) => text)
  return (
    WORDS.followUp.has(first) ||
    WORDS.excuse.has(first) ||
    WORDS.instead.has(first) ||
    // `lo mismo en euros`
    (WORDS.glue.has(first) && (WORDS.of.has(second) || WORDS.followUp.has(second))) ||
    // `sí, pero a tasa euro`
    (WORDS.smallTalk.has(first) && WORDS.followUp.has(second))
  )
}

/** The bank whose price is asked; `por banesco` is how something is paid. */
export const bankIn = ({ tokens }: Pick<Speech, 'tokens'>): DatedToken | undefined =>
  tokens.find(({ text }, at) => WORDS.bank.has(text) && !means(tokens[at - 1], WORDS.dividedBy))

/** Where the token behind an amount and its unit stands. */
export const endOf = (tokens: readonly DatedToken[], { at, unit }: SpokenAmount): number =>
  at + (unit !== undefined && tokens[at + 1] === unit ? 2 : 1)

/** `de esos`, `of them` */
export const isOfThose = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at], WORDS.of) && means(tokens[at + 1], WORDS.those)

/** True if a text continues a question and asks none itself: `a cuánto el dólar negro` does; `a cuánto en euros` and `a cuánto estaba ayer` do not. */
export function mayGoOn({ tokens, says }: Pick<Speech, 'tokens' | 'says'>): boolean {
  const isAsked = tokens.some((_, at) => means(tokens[at], WORDS.at) && means(tokens[at + 1], WORDS.howMuch))
  const isSubject = (token: DatedToken, at: number): boolean =>
    (token.kind === 'name' || isUnit(token)) && !means(tokens[at - 1], WORDS.at)
  const isOfThat = says(PHRASES.thatSum) && amountsIn(tokens).length === 0
  // `6 of them`
  const isCountOfThose = tokens[0]?.kind === 'number' && isOfThose(tokens, 1)
  return (
    isOfThat ||
    isCountOfThose ||
    isOnlyAtRate(tokens) ||
    (beginsAsFollowUp(tokens) && !(isAsked && tokens.some(isSubject)))
  )
}

/** `ella dice que no, que al paralelo`: ends with a rate of what was asked before, and asks nothing. */
const isOnlyAtRate = (tokens: readonly DatedToken[]): boolean =>
  tokens.at(-1)?.kind === 'name' &&
  means(tokens.at(-2), WORDS.at) &&
  tokens.slice(0, -1).every(({ kind }) => kind === 'word' || kind === 'sign') &&
  !tokens.some((token) => means(token, WORDS.asking, WORDS.history, WORDS.compare))

/** Tells apart the words of a text, which come with the names of monitors marked. */
export function hear(marked: readonly Token[], written: Written): Speech {
  const tokens = joinDays(marked, written.today)
  const names = namesIn(tokens)
  const words = tokens.filter(({ kind }) => kind !== 'sign').map(saidAs)
  const said = runsOf(words)
  const lists = new Set([...said].flatMap((run) => LISTS_OF.get(run) ?? []).map(({ list }) => list))
  return {
    ...written,
    tokens,
    marked,
    names,
    rates: names.filter((name) => !currencyNamedBy(name)),
    days: tokens.filter((token) => token.kind === 'day'),
    hasNumber: tokens.some((token) => token.kind === 'number' && /\d/.test(typedOf(token))),
    has: (...meanings) => meanings.some((wanted) => words.some((word) => wanted.has(word))),
    says: (...wanted) =>
      wanted.some((phrases) =>
        LISTS.has(phrases) ? lists.has(phrases) : phrases.some((phrase) => said.has(phrase)),
      ),
    unknown: (...known) =>
      tokens.filter((token) => isUnknown(token) && !known.some((some) => some.has(token.text))).length,
  }
}

/** The lists of phrases of the lexicons, and those that have each phrase: a text looks its own words up once for all lists. */
const LISTS = new Set(Object.values(PHRASES))
const LISTS_OF = Map.groupBy(
  [...LISTS].flatMap((list) => list.map((phrase) => ({ phrase, list }))),
  ({ phrase }) => phrase,
)

/** Every word, and every few words in a row, as a phrase writes them. */
function runsOf(words: readonly string[]): ReadonlySet<string> {
  const runs = new Set<string>()
  for (const at of words.keys()) {
    let run = ''
    for (const word of words.slice(at, at + PHRASE_LENGTH_MAX)) {
      run = run === '' ? word : `${run} ${word}`
      runs.add(run)
    }
  }
  return runs
}

/** Words of the longest phrase. */
const PHRASE_LENGTH_MAX = Math.max(
  ...Object.values(PHRASES).flatMap((phrases) => phrases.map((phrase) => phrase.split(' ').length)),
)

/** Names, numbers and days equal no word. */
const saidAs = (token: DatedToken): string => (token.kind === 'word' ? token.text : '*')

function namesIn(tokens: readonly DatedToken[]): string[] {
  const named = tokens.flatMap((token, at) => {
    if (token.kind === 'name') return [{ name: token.raw, isCurrency: false }]
    const isUnitOrTarget = isBesideAmount(tokens, at) || isTarget(tokens, at)
    const isCurrency = unitOf(token)?.kind === 'currency' && !isUnitOrTarget
    return isCurrency ? [{ name: monitorNamed(token) ?? '', isCurrency }] : []
  })
  const isList = tokens.some(({ text }) => text === ',' || WORDS.and.has(text) || PHRASES.gap.includes(text))
  const exact = named.filter(({ isCurrency }) => !isCurrency)
  // `el dólar del banco`; of `el euro a cómo está el del banco` both are meant.
  const isOfEuro = named.some(({ name, isCurrency }) => isCurrency && currencyNamedBy(name) === 'EUR')
  const meant = exact.length > 0 && !isList && !isOfEuro ? exact : named
  return [...new Set(meant.map(({ name }) => name))]
}

/** Whether a currency is what a number is converted to: `100 en dólares`. */
const isTarget = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at - 1], WORDS.to) && tokens.slice(0, at).some(({ kind }) => kind === 'number')

function isUnknown(token: DatedToken): boolean {
  if (token.kind !== 'word' || isUnit(token) || namesTime(token.text)) return false
  return !means(token, WORDS.fillers, WORDS.price, WORDS.one, WORDS.halves)
}

/** An amount of a text with its unit, which stands before it or after it. */
export interface SpokenAmount {
  readonly at: number
  readonly value: string | undefined
  readonly unit: DatedToken | undefined
}

/** Most readers ask for the amounts of the same text: found anew each time, they were half of the time that a text takes. */
const AMOUNTS = new WeakMap<readonly DatedToken[], readonly SpokenAmount[]>()

/** Every number with its unit. */
export function amountsIn(tokens: readonly DatedToken[]): readonly SpokenAmount[] {
  const amounts = AMOUNTS.get(tokens) ?? findAmounts(tokens)
  AMOUNTS.set(tokens, amounts)
  return amounts
}

/** The only amount of a text. */
export function onlyAmountIn(
  tokens: readonly DatedToken[],
): (SpokenAmount & { readonly value: Decimal }) | undefined {
  const [one, ...more] = amountsIn(tokens)
  return one?.value === undefined || more.length > 0 ? undefined : { ...one, value: one.value }
}

function findAmounts(tokens: readonly DatedToken[]): readonly SpokenAmount[] {
  let taken: DatedToken | undefined
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'number') return []
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    // `1$ 1 cigarro`: the sign is of the number before it.
    const own = before?.kind === 'sign' && before !== taken && isUnit(before) ? before : undefined
    taken = isUnit(after) && !(own && after?.kind === 'sign') ? after : own
    return [{ at, value: amountOf(token)?.value, unit: taken }]
  })
}

/** What stands between each two of some amounts, without their units. */
export const betweenAmounts = (tokens: readonly DatedToken[], amounts: readonly SpokenAmount[]) =>
  amounts.slice(1).map(({ at, unit }, place) => {
    const before = amounts[place]
    return tokens.slice((before?.at ?? 0) + 1, at).filter((token) => token !== before?.unit && token !== unit)
  })

/** An amount that can be counted with, with its money; without one in the usual money. */
export function sumOf({ value, unit: token }: SpokenAmount, usual?: Unit): AmountOfUnit | undefined {
  const unit = token ? unitOf(token) : usual
  return value !== undefined && isUsable(value) && unit ? { amount: value, unit } : undefined
}

/** Whether a number of days, weeks or months begins at a token: `30 días`, `3 meses`. */
export const isPeriodAt = (tokens: readonly DatedToken[], at: number): boolean => {
  const [count, unit] = [tokens[at], tokens[at + 1]]
  return (
    count?.kind === 'number' &&
    isCount(count.text) &&
    unit?.kind === 'word' &&
    daysOfPeriod(1, unit.text) !== undefined
  )
}

/** Words that nobody explained, beside which a question is still answered. */
export const UNKNOWN_MAX = 3

/** Nobody writes an amount with a zero before it. */
export const isPhone = (tokens: Speech['tokens']): boolean => tokens.some(({ text }) => /^0\d/.test(text))
