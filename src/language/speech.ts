import type { Day } from '../domain/caracas.ts'
import type { NumberStyle } from '../domain/number-format.ts'
import type { TimeOfDay } from '../domain/time-of-day.ts'
import { amountAt, isArticleAt, isMinusAt } from './amounts.ts'
import { type DatedToken, daysOfPeriod, isCount, joinDays, namesTime } from './days.ts'
import { WORDS } from './lexicon.ts'
import { isBesideAmount, isUnit, monitorNamed, unitOf } from './names.ts'
import { NUMERALS, SCALES, type Token } from './tokens.ts'

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
  /** The time of day that was said. */
  readonly time: TimeOfDay | undefined
  /** The name that the question before was about. */
  readonly topic?: string | undefined
  /** The names of monitors and currencies, in the order of the text; a currency beside an amount is its unit and no name. */
  readonly names: readonly string[]
  readonly days: readonly Extract<DatedToken, { kind: 'day' }>[]
  readonly hasNumber: boolean
  /** Whether one of these words was said. */
  has(words: ReadonlySet<string>): boolean
  /** Whether one of these phrases was said. */
  says(phrases: readonly string[]): boolean
  /** How many words have no meaning that we know, beside those of these sets. */
  unknown(...known: readonly ReadonlySet<string>[]): number
}

export type Written = Pick<Speech, 'text' | 'typed' | 'numbers' | 'today' | 'time' | 'topic'>

/** Whether a text begins as one that goes on from another: `y en euros`. */
export const beginsAsFollowUp = (tokens: readonly (Token | DatedToken)[]): boolean =>
  WORDS.followUp.has(tokens.find(({ kind }) => kind !== 'sign')?.text ?? '')

/** Tells apart the words of a text, which come with the names of monitors marked. */
export function hear(marked: readonly Token[], written: Written): Speech {
  const tokens = joinDays(marked, written.today)
  const words = tokens.filter(({ kind }) => kind !== 'sign').map(saidAs)
  const said = ` ${words.join(' ')} `
  const set = new Set(words)
  return {
    ...written,
    tokens,
    marked,
    names: namesIn(tokens),
    days: tokens.filter((token) => token.kind === 'day'),
    hasNumber: tokens.some(({ kind }) => kind === 'number'),
    has: (wanted) => words.some((word) => wanted.has(word)),
    says: (phrases) =>
      phrases.some((phrase) => (phrase.includes(' ') ? said.includes(` ${phrase} `) : set.has(phrase))),
    unknown: (...known) =>
      tokens.filter((token) => isUnknown(token) && !known.some((some) => some.has(token.text))).length,
  }
}

/** Names, numbers and days equal no word. */
const saidAs = (token: DatedToken): string => (token.kind === 'word' ? token.text : '*')

function namesIn(tokens: readonly DatedToken[]): string[] {
  const named = tokens.flatMap((token, at) => {
    if (token.kind === 'name') return [{ name: token.raw, isCurrency: false }]
    const isUnitOrTarget = isBesideAmount(tokens, at) || isTarget(tokens, at)
    const isCurrency = unitOf(token)?.kind === 'currency' && !isUnitOrTarget
    return isCurrency ? [{ name: monitorNamed(token) ?? '', isCurrency }] : []
  })
  const isList = tokens.some(({ text }) => text === ',' || WORDS.and.has(text))
  const exact = named.filter(({ isCurrency }) => !isCurrency)
  const meant = exact.length > 0 && !isList ? exact : named
  return [...new Set(meant.map(({ name }) => name))]
}

/** Whether a currency is what a number is converted to: `100 en dólares`. */
const isTarget = (tokens: readonly DatedToken[], at: number): boolean =>
  WORDS.to.has(tokens[at - 1]?.text ?? '') && tokens.slice(0, at).some(({ kind }) => kind === 'number')

function isUnknown(token: DatedToken): boolean {
  if (token.kind !== 'word' || isUnit(token) || namesTime(token.text)) return false
  return ![WORDS.fillers, WORDS.price, NUMERALS, SCALES].some((known) => known.has(token.text))
}

/** An amount of a text with its unit, which stands before it or after it. */
export interface SpokenAmount {
  readonly at: number
  readonly end: number
  readonly value: string | undefined
  readonly unit: DatedToken | undefined
}

/** Every number with its unit; `un` and `una` are read as articles. */
export function amountsIn(tokens: readonly DatedToken[]): SpokenAmount[] {
  const found: SpokenAmount[] = []
  for (let at = 0; at < tokens.length; ) {
    const read = isArticleAt(tokens, at) || isMinusAt(tokens, at) ? undefined : amountAt(tokens, at)
    if (!read) {
      at++
      continue
    }
    const end = at + read.length
    const [before, after] = [tokens[at - 1], tokens[end]]
    const unit = isUnit(after) ? after : before?.kind === 'sign' && isUnit(before) ? before : undefined
    found.push({ at, end, value: read.amount?.value, unit })
    at = end
  }
  return found
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
