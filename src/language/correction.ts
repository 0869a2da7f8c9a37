import { isDeepStrictEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import type { NumberStyle } from '../domain/decimal.ts'
import { joinAmounts } from './amounts.ts'
import { correctSpelling } from './speech.ts'
import { saysTaxWithin } from './sums.ts'
import { withKilos } from './till.ts'
import { parseTime, takeTimes } from './times.ts'
import {
  anyOf,
  type DatedToken,
  isBolivares,
  isSaleTax,
  isThing,
  isUnit,
  means,
  numberToken,
  PARTS_OF_DAY,
  PHRASE_WORDS,
  PHRASES,
  saysAnyOf,
  stemOf,
  type Token,
  textAt,
  tokensOf,
  typedOf,
  unitOf,
  WORDS,
  withoutAccents,
  wordToken,
} from './tokens.ts'

/** Leaves out what is taken back at once: `dieciocho no perdón ochenta dólares`. */
export function withoutTakenBack(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(({ text }) => WORDS.sorry.has(text))) return tokens
  const second = tokens.findIndex(
    (token, at) => token.kind === 'number' && takenBackAt(tokens, at) !== undefined,
  )
  const taken = takenBackAt(tokens, second)
  return taken ? [...tokens.slice(0, taken.at), ...taken.kept, ...tokens.slice(second)] : tokens
}

/**
 * Where the number before one begins, if a word like `perdón` and few others stand between; those before that word, as in
 * `15 dólares al bcv no perdón 18`, are kept.
 */
function takenBackAt(tokens: readonly Token[], second: number) {
  const at = tokens.findLastIndex(({ kind }, place) => place < second && kind === 'number')
  const between = tokens.slice(at + 1, Math.max(second, 0)).filter((token) => !isUnit(token))
  const from = between.findIndex(({ text }) => WORDS.sorry.has(text) || WORDS.negation.has(text))
  const back = between.slice(from)
  const isBack =
    back.some(({ text }) => WORDS.sorry.has(text)) && back.every((token) => means(token, ...OF_TAKING_BACK))
  return at >= 0 && from >= 0 && from <= KEPT_MAX && isBack ? { at, kept: between.slice(0, from) } : undefined
}

const KEPT_MAX = 3

/** A number as it was typed, with its money and the word behind it. */
interface Figure {
  readonly typed: string
  readonly at: number
  readonly unit: Token | undefined
  readonly behind: string
  readonly before: string
  readonly next: string
  /** The thing before it: `el tinte son 22`. */
  readonly ahead: string
  /** What was meant is not this: `13, no 30`. */
  readonly isDenied: boolean
  /** A word before it says that it is paid. */
  readonly isPaid: boolean
}

/** The text before with the number or the time that a text puts right: `no, eran 13`, `perdón 48.600 era`; undefined for any other text. */
export function correctText(text: string, said: string, numbers?: NumberStyle): string | undefined {
  const { rest, times } = takeTimes(text)
  const tokens = tokensIn(rest, numbers)
  const before = tokensIn(said, numbers)
  if (!isCorrection(tokens, new Set(before.map(({ text: word }) => word)))) return undefined
  const figures = figuresIn(tokens)
  if (figures.length + times.length === 0) return withMoney(tokens, before)
  if (times.length > 0)
    return figures.length === 0 ? withTime(said, times, HALF.test(withoutAccents(text)), numbers) : undefined
  const denied = figures.length > 1 ? figures.findLast(({ isDenied }) => isDenied) : undefined
  const [meant, ...others] = figures.filter((one) => one !== denied)
  if (!meant || others.length > 0) return undefined
  const old = nearest(figuresIn(before), meant, denied)
  const unit = meant.unit && !old?.unit ? ` ${typedOf(meant.unit)}` : ''
  const anew = old && replaced(before, old, wordToken(`${meant.typed}${unit}`))
  // `can it be 7 instead` after `at 8am`
  const isHour = anew === undefined && !meant.unit && takeTimes(said).times.length === 1
  const hour = isHour ? parseTime(meant.typed) : undefined
  return hour === undefined ? anew : withTime(said, [hour], false, numbers)
}

/** `perdón, euros`: another foreign money in the place of the only one, or of the one beside the only number. */
function withMoney(tokens: readonly Token[], before: readonly Token[]): string | undefined {
  const [money, ...moneys] = tokens.filter(isUnit)
  const [figure, ...figures] = figuresIn(before)
  const [unit, ...units] = figure ? [figure.unit] : before.filter(isUnit)
  if (!money || !unit || moneys.length + figures.length + units.length > 0) return undefined
  // `no i meant euros` after `25$` may be what the sum is to be in.
  const isSource =
    before.filter(isUnit).length > 1 || tokens.some((token) => means(token, WORDS.past, WORDS.sorry))
  const isTarget = means(tokens[tokens.indexOf(money) - 1], WORDS.to)
  return isSource && !isTarget && ![money, unit].some(isBolivares)
    ? textOf(before.map((token) => (token === unit ? money : token)))
    : undefined
}

const tokensIn = (text: string, numbers: NumberStyle | undefined): Token[] =>
  joinAmounts(correctSpelling(tokensOf(text, numbers) ?? []))

/** Whether a text takes back a number and says nothing else, but for words of the text before: `no, 18 cajas`. */
export function isCorrection(tokens: readonly DatedToken[], said: ReadonlySet<string> = new Set()): boolean {
  const words = tokens.filter((token) => token.kind === 'word' && !isUnit(token))
  const [first, second] = words
  const begin = means(first, WORDS.opening) ? second : first
  // `no, 5 más`, `¿no eran 16.000?`, `mejor el 5 %` after a sum
  const isOfElse = tokens.some(
    ({ text }) => MORE_OR_LESS.has(text) || text === '?' || (text === '%' && !said.has(text)),
  )
  const isInstead = means(words.at(-1), WORDS.instead)
  const isMeant = isInstead || saysAnyOf(words, PHRASES.meant)
  return (
    !isOfElse &&
    (isMeant || (means(begin, ...BEGIN) && !means(begin, WORDS.opening))) &&
    words.every((token) => means(token, ...OF_CORRECTION, said))
  )
}

const MORE_OR_LESS: ReadonlySet<string> = new Set(
  [...WORDS.plus, ...WORDS.minus].filter((word) => !WORDS.and.has(word) && /\p{L}|\+/u.test(word)),
)

/** `no, 13`, `eran 13` */
const BEGIN = [WORDS.excuse, WORDS.past]

const OF_TAKING_BACK = [WORDS.sorry, WORDS.negation, WORDS.is, WORDS.besideCorrection, WORDS.glue]

const OF_CORRECTION = [
  ...[WORDS.excuse, WORDS.instead, WORDS.negation, WORDS.is, WORDS.besideCorrection],
  ...[WORDS.fillers, WORDS.pays, PHRASE_WORDS.meant],
]

function figuresIn(tokens: readonly Token[]): Figure[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'number') return []
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    const unit = [after, before?.kind === 'sign' ? before : undefined].find(isUnit)
    const from = tokens.findLastIndex(({ kind }, place) => place < at && kind === 'number') + 1
    // `fueron 18 mil lo que me abonó`
    const words = [...tokens.slice(from, at), ...(isLastFigure(tokens, at) ? tokens.slice(at + 1) : [])]
    return [
      {
        typed: typedOf(token),
        at,
        unit,
        behind: tokens.slice(at + 1).find((one) => !means(one, ...OF_WEIGHT))?.text ?? '',
        before: textAt(tokens, at - 1),
        next: textAt(tokens, at + 1),
        ahead: tokens.findLast((one, place) => place >= from && place < at && isThing(one))?.text ?? '',
        isDenied: means(tokens[at - 1], WORDS.negation),
        isPaid: words.some(({ text }) => WORDS.pays.has(text)),
      },
    ]
  })
}

/** Between a number and its thing: `2 kg de carne`. */
const OF_WEIGHT = [WORDS.kilo, WORDS.of]

const isLastFigure = (tokens: readonly Token[], at: number): boolean =>
  tokens.findLastIndex(({ kind }) => kind === 'number') === at

/** The time is in place of the only one, or of the only number: `every day at 7`. */
function withTime(
  said: string,
  times: readonly string[],
  isHalfSaid: boolean,
  numbers: NumberStyle | undefined,
): string | undefined {
  const [spoken = '', ...others] = times
  const before = takeTimes(said)
  const time = isHalfSaid ? spoken : inHalfOf(spoken, before.times[0] ?? '')
  if (others.length + before.times.length > 1) return undefined
  if (before.times.length === 1) return `${before.rest.trim()} ${time}`
  const tokens = tokensIn(said, numbers)
  const [hour, ...figures] = figuresIn(tokens)
  return hour && figures.length === 0 ? replaced(tokens, hour, wordToken(time)) : undefined
}

/** Words that say the half of the day. */
const HALF = new RegExp(String.raw`\b(?:[ap]\.?\s?m|${anyOf(PARTS_OF_DAY.keys())})\b`, 'i')

/** `a las 8` in place of 7 in the evening is 8 in the evening. */
const inHalfOf = (time: string, before: string): string =>
  before >= '12' && time < '12' ? `${Number(time.slice(0, 2)) + 12}${time.slice(2)}` : time

/** A text with another number in the place of one of its figures. */
const replaced = (said: readonly Token[], { at }: Figure, ...anew: readonly Token[]): string =>
  textOf(said.toSpliced(at, anew.length, ...anew))

/** Tokens as a text that is read anew: a number of several words in figures, as `dólar y medio` has its money in its middle. */
const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) =>
      token.kind === 'number' && token.amount && !token.isBolivares && typedOf(token).includes(' ')
        ? numberToken(token.amount.value).text
        : typedOf(token),
    )
    .join(' ')
    .replaceAll(' : ', ':')

/** The number that is most like the one that was meant; undefined where several are. */
function nearest(said: readonly Figure[], meant: Figure, denied: Figure | undefined): Figure | undefined {
  const fitting = said.filter(
    ({ typed, unit }) =>
      (typed !== meant.typed || (meant.unit && !unit)) &&
      (!denied || typed === denied.typed) &&
      (!meant.unit || !unit || isDeepStrictEqual(unitOf(unit), unitOf(meant.unit))),
  )
  const thing = meant.behind || meant.ahead
  const isCount = OF_WEIGHT.some((words) => words.has(meant.next))
  const ofThing = fitting.filter(({ behind }) => thing !== '' && behind === thing)
  const ofPrice = fitting.filter(({ ahead }) => thing !== '' && ahead === thing)
  const ofPaid = fitting.filter(({ isPaid }) => meant.isPaid && isPaid)
  if (isCount && thing !== '' && ofThing.length === 0) return undefined
  const ofSame = [ofPaid, ofThing, ofPrice].find((some) => some.length > 0) ?? []
  const [first, second] = (ofSame.length > 0 ? ofSame : fitting)
    .map((figure) => ({ figure, far: farFrom(digits(figure.typed), digits(meant.typed)) }))
    .toSorted((one, other) => one.far - other.far)
  return second && second.far === first?.far ? undefined : first?.figure
}

/** How unlike two numbers are: by their digits, and by how many there are. */
const farFrom = (one: string, other: string): number =>
  distance(one, other) + Math.abs(one.length - other.length)

const digits = (typed: string): string => typed.replace(/[^\p{L}\d]/gu, '')

/**
 * The text before with another count, price, weight or number of people: `y si son 25`, `y si son de 12` after `20 sacos a 11$`,
 * `y 350 gramos` after `a 6,50 el kilo, ¿cuánto es medio kilo?`.
 */
export function recounted(text: string, said: string, numbers?: NumberStyle): string | undefined {
  const [tokens, before] = [text, said].map((one) => withKilos(tokensIn(one, numbers))) as [Tokens, Tokens]
  const things = new Set(before.filter(isThing).map(({ text: word }) => word))
  const [[anew, ...more], all] = [figuresIn(tokens), figuresIn(before)]
  if (!anew || anew.unit || more.length > 0) return undefined
  const isWeight = isWeighed(anew)
  const words = tokens.filter(({ kind }) => kind === 'word')
  const isAsked = isWeight
    ? all.length === 2
    : words.some(({ text: word }) => WORDS.if.has(word)) || means(words[0], WORDS.billIs)
  const known = isWeight ? OF_WEIGHT_ASKED : [WORDS.those, WORDS.of, things]
  if (!isAsked || !words.every((token) => means(token, WORDS.and, WORDS.if, WORDS.billIs, ...known)))
    return undefined
  // `2 pizzas a 12$ entre 3`
  const sharing = all.find(({ before: word }) => WORDS.over.has(word) || WORDS.weAre.has(word))
  const isCount = ({ next, unit }: Figure): boolean => !unit && things.has(next)
  // `y si son de 12` is another price, `son 4 harinas` are of one thing of several.
  const isPrice = WORDS.of.has(anew.before)
  const isMeant = (one: Figure): boolean =>
    isWeight
      ? isWeighed(one)
      : isPrice
        ? !isCount(one) && one !== sharing
        : isCount(one) && (!things.has(anew.next) || one.next === anew.next)
  const [one, ...others] =
    sharing && !isPrice && !isWeight && !things.has(anew.next) ? [sharing] : all.filter(isMeant)
  return one && others.length === 0
    ? replaced(before, one, ...tokens.slice(anew.at, anew.at + (isWeight ? 2 : 1)))
    : undefined
}

type Tokens = readonly Token[]

const isWeighed = ({ next }: Figure): boolean => WORDS.kilo.has(next) || WORDS.gram.has(next)

const OF_WEIGHT_ASKED = [WORDS.kilo, WORDS.gram, WORDS.asking]

/** `y 6 harinas` after `la harina vale 1,20`: so many of those. */
export function ofThose(text: string, said: string, numbers?: NumberStyle): string | undefined {
  const [first, number, thing, ...more] = tokensIn(text, numbers)
  const before = tokensIn(said, numbers)
  // `el cartón de huevos 6$`: the price is of no egg.
  const [only, ...others] = before.filter(isThing)
  const isPriced = only && !means(before[before.indexOf(only) - 1], WORDS.of) && others.length === 0
  const isCounted = before.some((token, at) => token.kind === 'number' && before[at + 1] === only)
  const isSame =
    isPriced &&
    !isCounted &&
    means(first, WORDS.and) &&
    number?.kind === 'number' &&
    isThing(thing) &&
    stemOf(only.text) === stemOf(thing?.text ?? '')
  const [of, those] = [WORDS.of, WORDS.those].map(([word]) => word)
  return isSame && more.every(({ kind }) => kind === 'sign')
    ? `${typedOf(first as Token)} ${typedOf(number)} ${of} ${those}`
    : undefined
}

/** The text before without what is taken off a bill: `quítale el café`, `quita una pega`; undefined where it has no such thing. */
export function withoutItem(text: string, said: string, numbers?: NumberStyle): string | undefined {
  const tokens = tokensIn(text, numbers)
  const words = tokens.filter(({ kind }) => kind === 'word')
  const rest = words.slice(words.findIndex((word) => means(word, WORDS.remove)) + 1)
  if (rest.length === words.length) return undefined
  const before = tokensIn(said, numbers)
  const things = rest.filter(isThing).map(({ text: word }) => stemOf(word))
  const items = itemsIn(before)
  const count = countIn(tokens)
  // `quita 1$`, `quítale 2 al total`
  const isCountAlone =
    !tokens.some(isUnit) &&
    !rest.some((word, at) => means(word, WORDS.inTotal) && means(rest[at - 1], WORDS.at))
  const isOfOnly = items.length === 1 && count !== undefined && isCountAlone
  const named = items.filter((item) =>
    item.some(({ text: word }) => isOfOnly || things.includes(stemOf(word))),
  )
  const [item, ...more] = named
  const isAll = items.length < 2 && !isOfOnly
  if (!item || more.length > 0 || isAll || new Set(things).size > 1) return undefined
  const left = lessOf(item, count)
  return left && textOf(items.flatMap((one) => (one === item ? left : one)))
}

/** `una`, `dos`: how many are taken off; undefined for all. */
function countIn(tokens: readonly Token[]): number | undefined {
  const number = tokens.find(({ kind }) => kind === 'number')
  if (number) return Number(number.text)
  return tokens.some(({ text }) => WORDS.one.has(text)) ? 1 : undefined
}

/** A thing of a bill with fewer pieces; nothing of it where none is left, undefined where so many are not there. */
function lessOf(item: readonly Token[], count: number | undefined): readonly Token[] | undefined {
  const [first, ...others] = item.filter(({ kind }) => kind === 'number')
  if (count === undefined || !first) return []
  const before = others.length > 0 ? Number(first.text) : 1
  if (!(count <= before)) return undefined
  const left = { ...first, raw: String(before - count) }
  return count === before ? [] : item.map((token) => (token === first ? left : token))
}

/** `ahora mejor sin iva`, `perdón, era sin el iva` */
const OF_UNTAXED = [
  ...[WORDS.and, WORDS.without, WORDS.glue, WORDS.saleTax],
  ...[WORDS.now, WORDS.instead, WORDS.excuse, WORDS.past],
]

/** `y sin el iva`, `quítale el iva`: the text before without the tax. */
export function untaxed(text: string, said: string, numbers?: NumberStyle): string | undefined {
  const words = tokensIn(text, numbers).filter(({ kind }) => kind !== 'sign')
  const isWithout =
    words.some((word) => means(word, WORDS.without)) && words.every((word) => means(word, ...OF_UNTAXED))
  const isAsked = isWithout || words.some((word) => means(word, WORDS.remove))
  const before = tokensIn(said, numbers)
  // `116$ con iva incluido` has it in its price.
  return isAsked && words.some(isSaleTax) && !saysTaxWithin(before) ? withoutTax(before) : undefined
}

/** A bill without `más el iva`. */
function withoutTax(said: readonly Token[]): string | undefined {
  const tax = said.findIndex(isSaleTax)
  const isJoint = (token: Token): boolean => means(token, WORDS.glue, WORDS.plus, WORDS.with)
  const joinedAt = (end: number): number => said.findLastIndex((token, at) => at < end && !isJoint(token)) + 1
  const joined = joinedAt(tax)
  // `+ 16% vat`
  const from = textAt(said, joined - 1) === '%' ? joinedAt(joined - 2) : joined
  return tax < 0 ? undefined : textOf(said.toSpliced(from, tax + 1 - from))
}

/** The things of a bill, each up to its price; a number before a word counts the next thing. */
function itemsIn(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    items.at(-1)?.push(token)
    const isNamed = items.at(-1)?.some(isThing) && !means(tokens[at + 1], WORDS.kilo)
    const isPrice = token.kind === 'number' && (isNamed || !isCountAt(tokens, at))
    const isEnd = isPrice ? !isUnit(tokens[at + 1]) : isUnit(token) && tokens[at - 1]?.kind === 'number'
    if (isEnd) items.push([])
  }
  return items.filter((item) => item.length > 0)
}

const isCountAt = (tokens: readonly Token[], at: number): boolean =>
  isThing(tokens[at + 1]) || means(tokens[at + 1], WORDS.kilo)
