import type { Day } from '../domain/caracas.ts'
import type { Decimal, NumberStyle } from '../domain/decimal.ts'
import { type CurrencyCode, MONEY_OF } from '../domain/monitor.ts'
import { EN } from './lexicon/en.ts'
import { ES, type Lexicon } from './lexicon/es.ts'

/** The languages that people type: a new one is a lexicon like `es.ts` and its place here. */
const LEXICONS: readonly Lexicon[] = [ES, EN]

/** Signs and codes that mean the same in every language. */
const SIGNS: Partial<Record<keyof Lexicon['words'], string>> = {
  bolivares: 'bs bss bs.s bsd bs.d ves ved',
  dollars: '$ usd',
  euros: '€ eur',
  to: '-> → =',
  percent: '%',
  foreignMoney: '£ ¥ ₱',
  above: '> >= ≥',
  below: '< <= ≤',
  plus: '+',
  minus: '- − –',
}

type WordMeaning = keyof Lexicon['words']

type PhraseMeaning = keyof Lexicon['phrases']

type ValueMeaning = {
  [Key in keyof Lexicon]: Lexicon[Key] extends Readonly<Record<string, number>> ? Key : never
}[keyof Lexicon]

/** A record of what every language says for each key of the first. */
const merged = <Key extends string, Value>(
  one: Readonly<Record<Key, unknown>>,
  merge: (key: Key) => Value,
): Readonly<Record<Key, Value>> =>
  Object.fromEntries(Object.keys(one).map((key) => [key, merge(key as Key)])) as Record<Key, Value>

const split = (text: string, by = ' '): string[] => text.split(by).filter((one) => one !== '')

const [FIRST] = LEXICONS as readonly [Lexicon]

/** The words of every language by what they mean, with the signs that mean the same. */
export const WORDS: Readonly<Record<WordMeaning, ReadonlySet<string>>> = merged(
  FIRST.words,
  (meaning) =>
    new Set(
      [...LEXICONS.map(({ words }) => words[meaning]), SIGNS[meaning] ?? ''].flatMap((one) => split(one)),
    ),
)

/** The phrases of every language by what they mean. */
export const PHRASES: Readonly<Record<PhraseMeaning, readonly string[]>> = merged(FIRST.phrases, (meaning) =>
  LEXICONS.flatMap(({ phrases }) => split(phrases[meaning], '|')),
)

/** The single words of those phrases. */
export const PHRASE_WORDS: Readonly<Record<PhraseMeaning, ReadonlySet<string>>> = merged(
  FIRST.phrases,
  (meaning) => new Set(PHRASES[meaning].flatMap((phrase) => split(phrase))),
)

/** The source of a pattern of any of these words or phrases. */
export const anyOf = (phrases: Iterable<string>): string =>
  [...phrases]
    .toSorted((one, other) => other.length - one.length)
    .map((phrase) => phrase.replaceAll(' ', String.raw`\s+`))
    .join('|')

/** The entries of every language in one of its tables. */
const entriesOf = <Value>(table: (lexicon: Lexicon) => Readonly<Record<string, Value>>): [string, Value][] =>
  LEXICONS.flatMap((lexicon) => Object.entries(table(lexicon)))

/** Words of every language with the number that each means. */
export const valuesOf = (meaning: ValueMeaning): ReadonlyMap<string, number> =>
  new Map(entriesOf((lexicon) => lexicon[meaning]))

/** Words of every language with their place in a row: months and weekdays, from 0. */
export const placesInRow = (meaning: 'months' | 'weekdays'): ReadonlyMap<string, number> =>
  new Map(LEXICONS.flatMap(({ words }) => split(words[meaning]).map((word, at) => [word, at] as const)))

/** The parts of a day in every language, with the hours that each has. */
export const PARTS_OF_DAY = new Map(entriesOf(({ partsOfDay }) => partsOfDay))

/** What the names between bars stand for, in every language. */
const byName = (table: (lexicon: Lexicon) => Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    entriesOf(table).flatMap(([meant, names]) => split(names, '|').map((name) => [name, meant] as const)),
  )

/** The time zones of places by name. */
export const ZONE_OF_PLACE = byName(({ places }) => places)

/** Words for currencies that some servers list among the dollars, with their codes. */
export const MONEY_NAMED = byName(({ moneys }) => moneys)

/** What dictated letters stand for, in every language. */
const SPELLED_OUT = byName(({ spelledOut }) => spelledOut)
const DICTATED = new RegExp(
  String.raw`(?<!\p{L})(?:${anyOf(SPELLED_OUT.keys()).replaceAll('e', '[eé]').replaceAll('o', '[oó]')})(?!\p{L})`,
  'giu',
)

/** Writes dictated letters as the word that they spell: `be ce ve` is `bcv`. */
export const joinLetters = (text: string): string =>
  text.replace(
    DICTATED,
    (letters) => SPELLED_OUT.get(withoutAccents(letters).toLowerCase().replace(/\s+/g, ' ')) ?? letters,
  )

/** How people misspell words, with the word that they mean. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map(
  LEXICONS.flatMap(({ spellings }) => split(spellings, '|').map((pair) => split(pair) as [string, string])),
)

/** Every word that some language gives a meaning, which is never taken for a misspelled one. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...[...Object.values(WORDS), ...Object.values(PHRASE_WORDS)].flatMap((words) => [...words]),
  ...LEXICONS.flatMap(({ days, periods, frequencies, numerals, parts, scales, namedHours, partsOfDay }) =>
    [days, periods, frequencies, numerals, parts, scales, namedHours, partsOfDay].flatMap((one) =>
      Object.keys(one),
    ),
  ),
])

/** Characters of the longest line that is read. */
export const LINE_LENGTH_MAX = 200

/**
 * `text` is for comparing (lower case, no accents), `raw` is as typed in lower case. A `name` is a monitor's name and equals
 * no word; `isMoney` says that it is a currency and no place where one is traded (`usdt`, and not `bcv`).
 */
export type Token =
  | NumberToken
  | { readonly kind: 'date' | 'sign'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string; readonly raw: string }
  | { readonly kind: 'name'; readonly text: string; readonly raw: string; readonly isMoney: boolean }

/** A number in Venezuelan notation; of several words with its exact amount. */
export interface NumberToken {
  readonly kind: 'number'
  readonly text: string
  readonly raw?: string
  readonly amount?: Amount
  /** A word of it means bolivares if no unit is said: `dos palos`. */
  readonly isBolivares?: true
}

/** An amount, and its value in the other notation if the first is in doubt: `1,500` is 1,5 to Venezuelans and 1500 to others. */
export interface Amount {
  readonly value: Decimal
  readonly otherReading?: Decimal
}

/** Invisible characters and emoji. */
const NOT_READ = /[\p{Cf}\p{Cc}\p{Extended_Pictographic}]|\p{Variation_Selector}/gu

/** A hyphen within a word is none: `thirty-five`. */
const SPACE = /\s+|(?<=\p{L})-(?=\p{L})/uy

/** `15-03-2026`, `2026-03-15`, `15/3/26`, `15/03`. */
const DATE = /(?:\d{1,4}([-/])\d{1,2}\1\d{1,4}|\d{1,2}\/\d{1,2})(?![\d\p{L}/-])/uy

/** `1 500,50` and `1'500.50` have groups of three; else digits with dots and commas between them. */
const NUMBER = /[1-9]\d{0,2}(?:[ ’']\d{3})+(?:[.,]\d+)?(?![\d’'.,]|[ ]\d)|\d+(?:[.,]\d+)*(?:e[+-]?\d+)?/iuy

/** `.5` and `,5` where a number may begin. */
const FRACTION = /(?<=^|[\s<>=+±−–$€-])[.,]\d+(?![.,]?\d)/uy

/** A currency written onto its amount: `Bs.5000`, `usd100`. */
const PREFIX = /(?:bs\.?|us\$|ves|usd|eur)(?=\d)/iuy

const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{M}\p{N}_]*)*\.?/uy

const SIGN = /->|[<>]=|\+-|./isuy

/** The sign between two numbers that are multiplied: `12x25`. */
const TIMES = /(?<=[\d)]\s?)[x×*](?=\s?[\d(])/iuy

/** One separator with three digits after it: thousands in some countries, decimals in others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/

/** The same with the sign that Venezuelans have for decimals; nobody means three decimals by it for sure. */
export const DOUBTFUL = /^[1-9]\d{0,2},\d{3}$/

/** The same digits with the separators of the other notation. */
export const otherNotation = (text: string): string =>
  AMBIGUOUS.test(text) ? text.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.')) : text

/**
 * Splits a line into tokens; undefined if it is too long. An ambiguous number of somebody who writes in another style
 * is turned into Venezuelan notation.
 */
export function tokensOf(line: string, numbers: NumberStyle = 'es-VE'): Token[] | undefined {
  if (line.length > LINE_LENGTH_MAX) return undefined
  const text = line.normalize('NFC').replace(/\s/g, ' ').replace(NOT_READ, '')
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const { length, token } = tokenAt(text, at)
    if (token) tokens.push(numbers === 'es-VE' ? token : asVenezuelan(token))
    at += length
  }
  return tokens
}

export const isNumber = (token: { readonly kind: string } | undefined): boolean => token?.kind === 'number'

/** A token as it was typed, in lower case. */
export const typedOf = (token: { readonly text: string; readonly raw?: string }): string =>
  token.raw ?? token.text

const asVenezuelan = (token: Token): Token =>
  token.kind === 'number' && otherNotation(token.text) !== token.text
    ? { ...token, text: otherNotation(token.text), raw: token.text }
    : token

/** What may stand at a place of a text, the first that matches, and the token it is. */
const PATTERNS: readonly (readonly [RegExp, (matched: string) => Token | undefined])[] = [
  [SPACE, () => undefined],
  [DATE, (text) => ({ kind: 'date', text })],
  [NUMBER, (text) => ({ kind: 'number', text })],
  [FRACTION, (text) => ({ kind: 'number', text: `0${text}` })],
  [/us\$|u\$[sd]|usd\$/iuy, () => ({ kind: 'sign', text: '$' })],
  [TIMES, () => ({ kind: 'sign', text: 'x' })],
  [PREFIX, typedWord],
  [WORD, typedWord],
  [SIGN, (text) => ({ kind: 'sign', text })],
]

function tokenAt(text: string, at: number): { length: number; token?: Token | undefined } {
  for (const [pattern, make] of PATTERNS) {
    pattern.lastIndex = at
    const matched = pattern.exec(text)?.[0]
    if (matched !== undefined) return { length: matched.length, token: make(matched) }
  }
  return { length: 1 }
}

/** A word as a token, in the ordinary spelling of a word that we know. */
export const wordToken = (text: string): Token => ({ kind: 'word', text, raw: text })

/** The first word of a meaning as a token. */
export const wordOf = ([word = '']: ReadonlySet<string>): Token => wordToken(word)

export const numberToken = (value: Decimal): Token => ({ kind: 'number', text: value.replace('.', ',') })

export const signToken = (text: string): Token => ({ kind: 'sign', text })

function typedWord(word: string): Token {
  const raw = word.toLowerCase().replace(/\.$/, '')
  return { kind: 'word', text: withoutAccents(raw), raw }
}

/** Removes accents, for comparing. */
export const withoutAccents = (text: string): string =>
  BEYOND_ASCII.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text

/** Most words have no such letter, and stay as they are. */
const BEYOND_ASCII = /[^ -~]/

/** The words of a text as a set. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Whether a token makes the number after it negative. */
export const isMinusSign = (token: { readonly kind: string; readonly text: string } | undefined): boolean =>
  token?.kind === 'sign' && means(token, WORDS.minus)

/** Whether a token is a sign without a meaning. */
export const isPunctuation = ({ kind, text }: { readonly kind: string; readonly text: string }): boolean =>
  kind === 'sign' && PUNCTUATION.has(text)

const PUNCTUATION = wordSet('? ¿ ! ¡ . , ; : ( ) " “ ” « » \' …')

/** The unit of an amount; a `name`, in lower case, must be looked up among the monitors. */
export type Unit =
  | { readonly kind: 'bolivares' }
  | { readonly kind: 'currency'; readonly code: CurrencyCode }
  | { readonly kind: 'name'; readonly name: string }

const CODE_OF_WORD: ReadonlyMap<string, CurrencyCode> = new Map([
  ...[...WORDS.dollars].map((word) => [word, 'USD'] as const),
  ...[...WORDS.euros].map((word) => [word, 'EUR'] as const),
])

/** The unit of a token; a word that is no currency is a name. */
export function unitOf(token: DatedToken | undefined): Unit | undefined {
  if (token?.kind === 'name') return { kind: 'name', name: token.raw }
  if (token?.kind !== 'word' && token?.kind !== 'sign') return undefined
  if (means(token, WORDS.bolivares)) return { kind: 'bolivares' }
  const code = CODE_OF_WORD.get(token.text)
  if (code !== undefined) return { kind: 'currency', code }
  return token.kind === 'word' ? { kind: 'name', name: token.raw } : undefined
}

/** The currency that a name is, as a word for it or as its code. */
export const currencyNamedBy = (name: string): CurrencyCode | undefined => CODE_OF_WORD.get(name)

/** The name of the monitor in a token: `usd` is a key, and any other word for dollars (`$`, `dólar`) is `dollar`, which a chat may prefer. */
export function monitorNamed(token: DatedToken): string | undefined {
  const unit = unitOf(token)
  if (unit?.kind === 'currency')
    return token.text === unit.code.toLowerCase() ? token.text : MONEY_OF[unit.code]
  return unit?.kind === 'name' ? unit.name : undefined
}

/** Whether a token is money: a currency, bolivares, or a monitor that is one (`usdt`). */
export function isUnit(token: DatedToken | undefined): boolean {
  if (token?.kind === 'name') return token.isMoney
  const unit = unitOf(token)
  return unit !== undefined && unit.kind !== 'name'
}

/** Whether a token means bolivares. */
export const isBolivares = (token: DatedToken): boolean => unitOf(token)?.kind === 'bolivares'

/** Whether a token is the unit of a number beside it. */
export function isBesideAmount(tokens: readonly DatedToken[], at: number): boolean {
  const before = means(tokens[at - 1], WORDS.ofAmount) ? tokens[at - 2] : tokens[at - 1]
  if (before?.kind === 'number') return true
  return tokens[at]?.kind === 'sign' && tokens[at + 1]?.kind === 'number'
}

/** A token, or a day that several tokens named; `day` is undefined for a date that does not exist. */
export type DatedToken =
  | Token
  | { readonly kind: 'day'; readonly day: Day | undefined; readonly text: string }

/** The text of a token for comparing; empty beyond the ends of a line. */
export const textAt = (tokens: readonly { readonly text: string }[], at: number): string =>
  tokens[at]?.text ?? ''

/** Whether a token is a word of one of these meanings; none is beyond the ends of a line. */
export const means = (
  token: { readonly text: string } | undefined,
  ...meanings: readonly { has(word: string): boolean }[]
): boolean => token !== undefined && meanings.some((words) => words.has(token.text))

/** A word that nobody explained: what is sold. */
export const isThing = (token: DatedToken | undefined): boolean =>
  token?.kind === 'word' && !KNOWN_WORDS.has(token.text) && unitOf(token)?.kind === 'name'

/** Whether the words of some tokens have one of these phrases in them. */
export function saysAnyOf(tokens: readonly Pick<DatedToken, 'text'>[], phrases: readonly string[]): boolean {
  const line = ` ${tokens.map(({ text }) => text).join(' ')} `
  return phrases.some((phrase) => line.includes(` ${phrase} `))
}

/** A word without the end that differs in its plural: `noche` and `noches`, `class` and `classes`. */
export const stemOf = (word: string): string => word.replace(/(?<!s)e?s$|(?<=s)es$|e$/, '')

/** `pesos`, which we have no price of; `y peso 1,350` is a weight. */
export const isForeignMoney = (token: DatedToken): boolean =>
  means(token, WORDS.foreignMoney) && !means(token, WORDS.weighs)

export const isSaleTax = (token: DatedToken): boolean => means(token, WORDS.saleTax)

export const USD: Unit = { kind: 'currency', code: 'USD' }

export const isUnitOrName = (token: DatedToken | undefined): boolean =>
  token?.kind === 'name' || isUnit(token)
