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

/** How people misspell words, with the word that they mean. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map(
  LEXICONS.flatMap(({ spellings }) => split(spellings, '|').map((pair) => split(pair) as [string, string])),
)

/** Every word that some language gives a meaning, which is never taken for a misspelled one. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...[...Object.values(WORDS), ...Object.values(PHRASE_WORDS)].flatMap((words) => [...words]),
  ...LEXICONS.flatMap(({ days, periods, numerals, parts, scales, namedHours, partsOfDay }) =>
    [days, periods, numerals, parts, scales, namedHours, partsOfDay].flatMap((one) => Object.keys(one)),
  ),
])
