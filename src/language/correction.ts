import { isDeepStrictEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import type { NumberStyle } from '../domain/decimal.ts'
import { joinAmounts } from './amounts.ts'
import { correctSpelling } from './speech.ts'
import { takeTimes } from './times.ts'
import {
  isThing,
  isUnit,
  PHRASE_WORDS,
  PHRASES,
  type Token,
  textAt,
  tokensOf,
  typedOf,
  unitOf,
  WORDS,
} from './tokens.ts'

/** Leaves out what is taken back at once: `dieciocho no perdón ochenta dólares`. */
export function withoutTakenBack(tokens: readonly Token[]): readonly Token[] {
  const second = tokens.findIndex(
    (token, at) => token.kind === 'number' && takenBackAt(tokens, at) !== undefined,
  )
  const first = takenBackAt(tokens, second)
  return first === undefined ? tokens : [...tokens.slice(0, first), ...tokens.slice(second)]
}

/** Where the number before one begins, if nothing but a word like `perdón` and moneys stand between. */
function takenBackAt(tokens: readonly Token[], at: number): number | undefined {
  const first = tokens.findLastIndex(({ kind }, place) => place < at && kind === 'number')
  const between = tokens.slice(first + 1, Math.max(at, 0)).filter((token) => !isUnit(token))
  const isSorry = between.some(({ text }) => WORDS.excuse.has(text) && !WORDS.negation.has(text))
  const isAll = between.every(({ text }) => OF_CORRECTION.some((some) => some.has(text)))
  return first >= 0 && isSorry && isAll ? first : undefined
}

/** A number as it was typed, with its money and the word behind it. */
interface Figure {
  readonly typed: string
  readonly unit: Token | undefined
  readonly behind: string
  /** What was meant is not this: `13, no 30`. */
  readonly isDenied: boolean
  /** A word before it says that it is paid. */
  readonly isPaid: boolean
}

/** The text before with the number or the time that a text puts right: `no, eran 13`, `perdón 48.600 era`; undefined for any other text. */
export function correctText(text: string, said: string, numbers?: NumberStyle): string | undefined {
  const { rest, times } = takeTimes(text)
  const tokens = tokensIn(rest, numbers)
  if (!isCorrection(tokens)) return undefined
  const figures = figuresIn(tokens)
  if (times.length > 0) return figures.length === 0 ? withTime(said, times, numbers) : undefined
  const denied = figures.length > 1 ? figures.findLast(({ isDenied }) => isDenied) : undefined
  const [meant, ...others] = figures.filter((one) => one !== denied)
  if (!meant || others.length > 0) return undefined
  const old = nearest(figuresIn(tokensIn(said, numbers)), meant, denied)
  const unit = meant.unit && !old?.unit ? ` ${typedOf(meant.unit)}` : ''
  return old && replaced(said, old, `${meant.typed}${unit}`)
}

const tokensIn = (text: string, numbers: NumberStyle | undefined): Token[] =>
  joinAmounts(correctSpelling(tokensOf(text, numbers) ?? []))

/** Whether a text takes back a number and says nothing else. */
function isCorrection(tokens: readonly Token[]): boolean {
  const words = tokens.filter((token) => token.kind === 'word' && !isUnit(token))
  const line = ` ${words.map(({ text }) => text).join(' ')} `
  const isMeant = PHRASES.meant.some((phrase) => line.includes(` ${phrase} `))
  return (
    (isMeant || WORDS.excuse.has(words[0]?.text ?? '')) &&
    words.every(({ text }) => OF_CORRECTION.some((some) => some.has(text)))
  )
}

const OF_CORRECTION = [
  ...[WORDS.excuse, WORDS.instead, WORDS.negation, WORDS.is, WORDS.besideCorrection],
  ...[WORDS.fillers, WORDS.pays, PHRASE_WORDS.meant],
]

const figuresIn = (tokens: readonly Token[]): Figure[] =>
  tokens.flatMap((token, at) => {
    if (token.kind !== 'number') return []
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const unit = [after, before?.kind === 'sign' ? before : undefined].find(isUnit)
    const from = tokens.findLastIndex(({ kind }, place) => place < at && kind === 'number') + 1
    // `fueron 18 mil lo que me abonó`
    const words = [...tokens.slice(from, at), ...(isLastFigure(tokens, at) ? tokens.slice(at + 1) : [])]
    return [
      {
        typed: typedOf(token),
        unit,
        behind: textAt(tokens, at + 1),
        isDenied: WORDS.negation.has(textAt(tokens, at - 1)),
        isPaid: words.some(({ text }) => WORDS.pays.has(text)),
      },
    ]
  })

const isLastFigure = (tokens: readonly Token[], at: number): boolean =>
  tokens.findLastIndex(({ kind }) => kind === 'number') === at

/** The time is in place of the only one, or of the only number: `every day at 7`. */
function withTime(
  said: string,
  times: readonly string[],
  numbers: NumberStyle | undefined,
): string | undefined {
  const [time = '', ...others] = times
  const before = takeTimes(said)
  if (others.length + before.times.length > 1) return undefined
  if (before.times.length === 1) return `${before.rest.trim()} ${time}`
  const [hour, ...figures] = figuresIn(tokensIn(said, numbers))
  return hour && figures.length === 0 ? replaced(said, hour, time) : undefined
}

function replaced(said: string, { typed }: Figure, anew: string): string | undefined {
  const at = said.toLowerCase().indexOf(typed)
  return at < 0 ? undefined : `${said.slice(0, at)}${anew}${said.slice(at + typed.length)}`
}

/** The number that is most like the one that was meant; undefined where several are. */
function nearest(said: readonly Figure[], meant: Figure, denied: Figure | undefined): Figure | undefined {
  const fitting = said.filter(
    ({ typed, unit }) =>
      (!denied || typed === denied.typed) &&
      (!meant.unit || !unit || isDeepStrictEqual(unitOf(unit), unitOf(meant.unit))),
  )
  const ofSame = fitting.filter(
    ({ behind, isPaid }) => (behind !== '' && behind === meant.behind) || (meant.isPaid && isPaid),
  )
  const [first, second] = (ofSame.length > 0 ? ofSame : fitting)
    .map((figure) => ({ figure, far: distance(digits(figure.typed), digits(meant.typed)) }))
    .toSorted((one, other) => one.far - other.far)
  return second && second.far === first?.far ? undefined : first?.figure
}

const digits = (typed: string): string => typed.replace(/[^\p{L}\d]/gu, '')

/** The text before without what is taken off a bill: `quítale el café`, `quita una pega`; undefined where it has no such thing. */
export function withoutItem(text: string, said: string, numbers?: NumberStyle): string | undefined {
  const words = tokensIn(text, numbers).filter(({ kind }) => kind === 'word')
  const rest = words.slice(words.findIndex((word) => WORDS.remove.has(word.text)) + 1)
  if (rest.length === words.length) return undefined
  if (rest.some(isSaleTax)) return withoutTax(tokensIn(said, numbers))
  const things = rest.filter(isThing).map(({ text: word }) => stemOf(word))
  if (things.length === 0) return undefined
  const items = itemsIn(tokensIn(said, numbers))
  const removed = items.findIndex((item) => item.some(({ text: word }) => things.includes(stemOf(word))))
  const item = items[removed]
  if (!item || items.length < 2) return undefined
  const [count] = item
  const isOneOf = WORDS.one.has(rest[0]?.text ?? '') && count?.kind === 'number' && Number(count.text) > 1
  const left = isOneOf ? [{ ...count, raw: String(Number(count.text) - 1) }, ...item.slice(1)] : []
  return items.toSpliced(removed, 1, left).flat().map(typedOf).join(' ')
}

const isSaleTax = ({ text }: Token): boolean => WORDS.saleTax.has(text)

/** A bill without `más el iva`. */
function withoutTax(said: readonly Token[]): string | undefined {
  const tax = said.findIndex(isSaleTax)
  const isJoint = ({ text }: Token): boolean =>
    [WORDS.glue, WORDS.plus, WORDS.with].some((words) => words.has(text))
  const from = said.findLastIndex((token, at) => at < tax && !isJoint(token)) + 1
  return tax < 0
    ? undefined
    : said
        .toSpliced(from, tax + 1 - from)
        .map(typedOf)
        .join(' ')
}

/** The things of a bill, each up to its price; a number before a word counts the next thing. */
function itemsIn(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    items.at(-1)?.push(token)
    const isPrice = token.kind === 'number' && !isCountAt(tokens, at)
    const isEnd = isPrice ? !isUnit(tokens[at + 1]) : isUnit(token) && tokens[at - 1]?.kind === 'number'
    if (isEnd) items.push([])
  }
  return items.filter((item) => item.length > 0)
}

const isCountAt = (tokens: readonly Token[], at: number): boolean =>
  isThing(tokens[at + 1]) || WORDS.kilo.has(textAt(tokens, at + 1))

const stemOf = (word: string): string => word.replace(/e?s$/, '')
