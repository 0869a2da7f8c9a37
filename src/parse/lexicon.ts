import { EN } from './words/en.ts'
import { ES, type Lexicon, type Values } from './words/es.ts'

const LEXICONS: readonly Lexicon[] = [ES, EN]

type KeyOf<Kind> = { [Key in keyof Lexicon]: Lexicon[Key] extends Kind ? Key : never }[keyof Lexicon]

const split = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** The words of every language with a meaning, and signs that mean the same in all of them. */
export const wordsFor = (meaning: KeyOf<string>, signs = ''): ReadonlySet<string> =>
  new Set([...LEXICONS.flatMap((lexicon) => split(lexicon[meaning])), ...split(signs)])

/** Every word that some language gives a meaning. */
export const everyWord = (): ReadonlySet<string> => new Set(LEXICONS.flatMap(wordsIn))

const wordsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return split(value)
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  return typeof value === 'object' && value !== null
    ? [...Object.keys(value), ...Object.values(value).flatMap(wordsIn)]
    : []
}

/** Phrases of every language with a meaning. */
export const phrasesFor = (meaning: 'sharp' | 'ofPart' | 'beforeHour'): readonly string[] =>
  LEXICONS.flatMap((lexicon) => lexicon[meaning])

/** Words of every language with the number that each means. */
export const valuesFor = (meaning: KeyOf<Values>): ReadonlyMap<string, number> =>
  new Map(LEXICONS.flatMap((lexicon) => Object.entries(lexicon[meaning])))

/** Words of every language with their place in a row: months and weekdays, from 0. */
export const placesInRow = (meaning: 'months' | 'weekdays'): ReadonlyMap<string, number> =>
  new Map(LEXICONS.flatMap((lexicon) => split(lexicon[meaning]).map((word, at) => [word, at] as const)))

/** The parts of a day in every language, with the hours that each has. */
export const PARTS_OF_DAY: ReadonlyMap<string, readonly (readonly [from: number, to: number])[]> = new Map(
  LEXICONS.flatMap(({ partsOfDay }) => Object.entries(partsOfDay)),
)

/** The time zones of places by name. */
export const ZONE_OF_PLACE: ReadonlyMap<string, string> = new Map(
  LEXICONS.flatMap(({ places }) => Object.entries(places)),
)
