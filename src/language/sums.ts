import { isDeepStrictEqual } from 'node:util'
import { SALE_TAX_PERCENT, TAX_PERCENT } from '../domain/deal/charge.ts'
import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  parseDecimal,
  round,
  subtract,
} from '../domain/decimal.ts'
import {
  DOUBTFUL,
  isBolivares,
  isThing,
  means,
  numberToken,
  otherNotation,
  PHRASES,
  saysAnyOf,
  type Token,
  textAt,
  typedOf,
  unitOf,
  valuesOf,
  WORDS,
  wordOf,
  wordSet,
} from './tokens.ts'

/** The letters and signs of a sum as it was typed, in one line. */
export const SUM_TYPED = /^[\d.,+\-x/%()]+$/

const OPERATORS: ReadonlyMap<string, string> = new Map(
  ['+', '-−–', 'x×*·', '/÷'].flatMap((signs) => [...signs].map((sign) => [sign, signs.charAt(0)] as const)),
)

const SIGN_SAID: ReadonlyMap<string, string> = new Map(
  ([WORDS.plus, WORDS.minus, WORDS.times, WORDS.over] as const).flatMap((words, at) =>
    [...words].map((word) => [word, '+-x/'.charAt(at)] as const),
  ),
)

/** The sign of a sum that a sign or word stands for: `+` for `más`, `x` for `*`. */
export const signSaid = (text: string): string | undefined => OPERATORS.get(text) ?? SIGN_SAID.get(text)

const IN_SUM: ReadonlySet<string> = wordSet('+ - x / % ( )')

/** Whether a token belongs to a sum: a number, or a sign between numbers. */
export const isOfSum = ({ kind, text }: Token): boolean =>
  kind === 'number' || (kind === 'sign' && IN_SUM.has(text))

/** The tokens of a text that may be a sum, with its amounts in figures, and with signs for words: `12 por 25 más 8`. */
export function inSigns(tokens: readonly Token[]): Token[] {
  const figures = tokens.flatMap(dateAsFraction)
  return figures.map((token, at) => {
    const [before, next] = [figures[at - 1], figures[at + 1]]
    const isBetween = before !== undefined && isOfSum(before) && next?.kind === 'number'
    const isShare = before?.text === '%' && means(token, WORDS.of)
    const said = isBetween ? (isShare ? 'x' : SIGN_SAID.get(token.text)) : undefined
    // The `x` of `12x` is a sign without its number.
    const sign = said ?? (token.kind === 'sign' || token.text === 'x' ? OPERATORS.get(token.text) : undefined)
    return sign === undefined ? token : { kind: 'sign', text: sign }
  })
}

/** A sum has no dates: `12/5` is divided. */
const dateAsFraction = (token: Token): readonly Token[] =>
  token.kind === 'date'
    ? token.text
        .split(/([-/])/)
        .map((text) => ({ kind: text === '-' || text === '/' ? 'sign' : 'number', text }) as const)
    : [token]

/** A sum as it was typed. */
export const typedSum = (tokens: readonly Token[]): string => tokens.map(typedOf).join('')

/** What is read of a sum so far. */
interface Reading {
  readonly tokens: readonly Token[]
  at: number
}

/** A number that may be a percentage. */
interface Factor {
  readonly value: Decimal
  readonly isPercent: boolean
}

/**
 * Calculates `12x25+8`: products before sums. A percentage after + or − is one of what stands before it: `120-10%` is 108.
 * Undefined for what is no sum, and for a division by zero.
 */
export function calculate(tokens: readonly Token[]): Decimal | undefined {
  const reading: Reading = { tokens, at: 0 }
  const total = takeSum(reading)
  return reading.at === tokens.length ? total : undefined
}

function takeSum(reading: Reading): Decimal | undefined {
  const first = takeTerm(reading)
  if (!first || first.isPercent) return undefined
  let total = first.value
  for (let sign = takeSign(reading, '+-'); sign; sign = takeSign(reading, '+-')) {
    const term = takeTerm(reading, true)
    if (!term) return undefined
    const value = term.isPercent ? percentOf(total, term.value) : term.value
    const changed = { value: sign === '+' ? add(total, value) : subtract(total, value), isPercent: false }
    const product = term.isPercent ? takeProduct(reading, changed) : changed
    if (!product) return undefined
    total = product.value
  }
  return total
}

const percentOf = (whole: Decimal, percent: Decimal): Decimal => divide(multiply(whole, percent), '100')

/** A product; a percentage that is added ends it, so that `96+10%/6` divides the whole. */
function takeTerm(reading: Reading, isAdded = false): Factor | undefined {
  const first = takeFactor(reading)
  return first && !(isAdded && first.isPercent) ? takeProduct(reading, first) : first
}

function takeProduct(reading: Reading, first: Factor): Factor | undefined {
  let product = first
  for (let sign = takeSign(reading, 'x/'); sign; sign = takeSign(reading, 'x/')) {
    const factor = takeFactor(reading)
    if (!factor) return undefined
    const [a, b] = [asFactor(product), asFactor(factor)]
    if (sign === '/' && b === '0') return undefined
    product = { value: sign === 'x' ? multiply(a, b) : divide(a, b), isPercent: false }
  }
  return product
}

const asFactor = ({ value, isPercent }: Factor): Decimal => (isPercent ? divide(value, '100') : value)

function takeFactor(reading: Reading): Factor | undefined {
  if (takeSign(reading, '(')) {
    const value = takeSum(reading)
    return value !== undefined && takeSign(reading, ')') ? { value, isPercent: false } : undefined
  }
  const token = reading.tokens[reading.at]
  const value =
    token?.kind === 'number' ? parseDecimal(token.text.replace(/[ ’']/g, ''), 'spoken') : undefined
  if (value === undefined) return undefined
  reading.at++
  return { value, isPercent: takeSign(reading, '%') !== undefined }
}

/** Takes the next token if it is one of some signs. */
function takeSign(reading: Reading, signs: string): string | undefined {
  const token = reading.tokens[reading.at]
  if (token?.kind !== 'sign' || !signs.includes(token.text)) return undefined
  reading.at++
  return token.text
}

/** Calculates the sums of a text: `20 + 15 usd`, `12x25+8 dólares`, `el 30% de 50 dólares`; `avísame si sube 5%` is none. */
export function joinSums(tokens: readonly Token[]): readonly Token[] {
  // `me ofrecen 990 por 200 dólares` multiplies nothing.
  if (tokens.some(({ text }) => WORDS.offering.has(text)) || isPaidFor(tokens)) return tokens
  const parted = withParts(withDozen(tokens).filter((_, at, all) => !isArticleOfPercent(all, at)))
  const joined = joinEach(
    parted.some(({ text }) => WORDS.dividing.has(text)) ? parted.map(asDivided) : parted,
  )
  // `35$ más 12 de materiales, y yo pongo la mitad`
  const halved = withHalf(joined)
  return halved === joined ? joined : joinEach(halved)
}

/** `100 dólares menos el 5 %`: the article before a percentage that is added or taken off. */
const isArticleOfPercent = (tokens: readonly Token[], at: number): boolean =>
  means(tokens[at], WORDS.glue) &&
  signSaid(textAt(tokens, at - 1)) !== undefined &&
  tokens[at + 1]?.kind === 'number' &&
  tokens[at + 2]?.text === '%'

/** `si me pagan 50$ por 37,8` */
const isPaidFor = (tokens: readonly Token[]): boolean => {
  // `queso por seis dólares, café por cuatro y medio`
  const isPriced = (token: Token, at: number): boolean => means(token, WORDS.times) && isThing(tokens[at - 1])
  if (tokens.some(isPriced)) return true
  const pays = tokens.findIndex(({ text }) => WORDS.pays.has(text) && !WORDS.with.has(text))
  return (
    pays >= 0 && tokens.some(({ text }, at) => at > pays && WORDS.forBill.has(text) && WORDS.times.has(text))
  )
}

/** `a 3,50, ¿cuánto es la docena?`: so many of what the only price is of. */
function withDozen(tokens: readonly Token[]): readonly Token[] {
  const dozen = tokens.findIndex(({ text }) => WORDS.multiples.has(text))
  const asked = tokens.findLastIndex(({ text }, at) => at < dozen && WORDS.asking.has(text))
  const isOfPrice = means(tokens[dozen - 1], WORDS.glue) && tokens.slice(0, Math.max(asked, 0)).some(isNumber)
  if (!isOfPrice || tokens.filter(isNumber).length > 1) return tokens
  return tokens.flatMap((token, at) => {
    if (at === dozen) return []
    return isNumber(token) ? [token, { kind: 'sign', text: 'x' }, { kind: 'number', text: DOZEN }] : [token]
  })
}

const DOZEN = '12'

/** Words for parts and multiples of an amount. */
export const PARTS = valuesOf('parts')

export const PART_WORDS: ReadonlySet<string> = new Set(PARTS.keys())

/** Writes `la mitad de 25$` and `el doble de 15$` as products. */
function withParts(tokens: readonly Token[]): readonly Token[] {
  return withHalf(tokens).flatMap((token, at, tokens) => {
    const before = tokens[at - 1]
    if (before && means(token, WORDS.of) && PARTS.has(typedOf(before)) && isAmountAt(tokens, at + 1))
      return [{ kind: 'sign', text: 'x' } as const]
    const part = PARTS.get(typedOf(token))
    const isPart = part !== undefined && means(tokens[at + 1], WORDS.of)
    return isPart && isAmountAt(tokens, at + 2) ? [partAsNumber(part)] : [token]
  })
}

const partAsNumber = (part: number): Token => numberToken(String(part))

/** `200$, la mitad en bolívares`: of the only amount. */
function withHalf(tokens: readonly Token[]): readonly Token[] {
  const halfAt = ({ text }: Token, at: number): number | undefined => {
    const part = means(tokens[at + 1], WORDS.of) ? undefined : PARTS.get(text)
    return part !== undefined && part < 1 ? part : undefined
  }
  const [half, ...more] = tokens.flatMap((token, at) => halfAt(token, at) ?? [])
  // `mitad en efectivo y mitad por pago móvil`
  const isShared =
    more.length > 0 &&
    !tokens.some(isBolivares) &&
    tokens.some((token, at) => halfAt(token, at) && means(tokens[at - 1], WORDS.and))
  if (half === undefined || isShared || tokens.filter(isNumber).length !== 1) return tokens
  // `la mitad de 45$, que me dan la mitad adelantada`
  const isSaid = tokens.some((_, at) => means(tokens[at + 1], WORDS.of) && PARTS.has(textAt(tokens, at)))
  return tokens.flatMap((token, at) => {
    if (halfAt(token, at) !== undefined) return []
    return isNumber(token) && !isSaid ? [token, { kind: 'sign', text: 'x' }, partAsNumber(half)] : [token]
  })
}

/** `31$, la mitad en dólares y la mitad por pago móvil`: what is paid in two halves is shared by two. */
export function withHalves(tokens: readonly Token[]): readonly Token[] {
  const halves = [...tokens.keys()].filter(
    (at) => PARTS.get(typedOf(tokens[at] as Token)) === 0.5 && !means(tokens[at + 1], WORDS.of),
  )
  const [one = 0, other = 0] = halves
  const between = tokens.slice(one + 1, other)
  const isJoined = between.some(({ text }) => WORDS.and.has(text)) && !between.some(isNumber)
  // `me pagan 200$, mitad en efectivo y mitad en bolívares` asks for that half.
  const isOfHalf = tokens.some(isBolivares) && tokens.filter(isNumber).length === 1
  if (halves.length !== 2 || !isJoined || isOfHalf || tokens.some(({ text }) => RATES.has(text)))
    return tokens
  const from = means(tokens[one - 1], WORDS.glue) ? one - 1 : one
  const behind = tokens.slice(other + 1)
  const end = behind.findIndex((token, at) => at === HALF_WORDS || isEndOfHalf(token))
  const rest = [...tokens.slice(0, from), ...(end < 0 ? [] : behind.slice(end))]
  const last = endOfAmounts(rest)
  // `son 12$ y 8$`; of things a bill is made.
  const isOfOne = rest.filter(isNumber).length === 1 || rest.some(isThing)
  const isChange = rest.some(({ text }) => WORDS.changeDue.has(text))
  return rest.some(isNumber) && isOfOne && !isChange
    ? [...rest.slice(0, last), OVER, TWO, ...rest.slice(last)]
    : tokens
}

/** `por pago móvil`, `en bolívares` behind a half. */
const HALF_WORDS = 3

const isEndOfHalf = (token: Token): boolean =>
  token.kind !== 'word' || means(token, WORDS.asking, WORDS.and, WORDS.bill)

const [OVER, TWO]: readonly [Token, Token] = [wordOf(WORDS.over), { kind: 'number', text: '2' }]

const isAmountAt = (tokens: readonly Token[], at: number): boolean =>
  isNumber(tokens[at]) ||
  (tokens[at]?.kind === 'sign' && isMoneyToken(tokens[at]) && isNumber(tokens[at + 1]))

function joinEach(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const run = ofOneMoney(tokens.slice(at, endOfRun(tokens, at)))
    // `cuadernos 2,30 x 6`
    const others = () => [
      ...tokens.slice(0, at).filter((token) => !isThing(token)),
      ...tokens.slice(at + run.length),
    ]
    const sum = run.length < 3 ? undefined : sumOf(run, others())
    const length = Math.max(run.length, 1)
    joined.push(...(sum ?? tokens.slice(at, at + length)))
    at += length
  }
  return joined
}

/** `divide 45 dólares por 3`, `split 45 dollars by 3`. */
const asDivided = (token: Token): Token =>
  means(token, WORDS.dividedBy) ? { kind: 'sign', text: '/' } : token

/** Where the numbers, their moneys and the signs between them end that begin at a token with a number: `$20 más 5`. */
function endOfRun(tokens: readonly Token[], at: number): number {
  const first = isMoneyToken(tokens[at]) && tokens[at]?.kind === 'sign' ? at + 1 : at
  if (!isNumber(tokens[first])) return at
  let end = first
  while (isInRun(tokens, end)) end++
  return end
}

/** A number with a zero before it is that of a phone. */
const isNumber = (token: Token | undefined): boolean => token?.kind === 'number' && !/^0\d/.test(token.text)

function isInRun(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at]
  if (token === undefined) return false
  if (isNumber(token)) return !endsAmount(tokens, at - 1)
  const isShare = means(token, WORDS.of) && tokens[at - 1]?.text === '%'
  return isShare || isMoneyToken(token) || token.text === '%' || isSign(token)
}

/** Whether an amount ends at a token, so that a sign must stand before the next one. */
const endsAmount = (tokens: readonly Token[], at: number): boolean =>
  isNumber(tokens[at]) || tokens[at]?.text === '%' || (isMoneyToken(tokens[at]) && endsAmount(tokens, at - 1))

const isSign = ({ text }: Token): boolean => signSaid(text) !== undefined

/** A currency, or what counts as one: `usdt`. */
function isMoneyToken(token: Token | undefined): boolean {
  const unit = unitOf(token)
  const isNamed = (name: string): boolean => WORDS.paidAsDollars.has(name) || WORDS.foreignMoney.has(name)
  return unit !== undefined && (unit.kind !== 'name' || isNamed(unit.name))
}

/** A run up to its first amount of another money, without signs at its end. */
function ofOneMoney(run: readonly Token[]): readonly Token[] {
  const unit = unitOf(run.find(isMoneyToken))
  const other = run.findIndex((token) => isMoneyToken(token) && !isDeepStrictEqual(unitOf(token), unit))
  const same =
    other < 0
      ? run
      : run.slice(
          0,
          run.findLastIndex((token, at) => at < other && isSign(token)),
        )
  return same.slice(0, same.findLastIndex((token) => !isSign(token)) + 1)
}

/** What a run of one money comes to, with its money; undefined for no sum. */
function sumOf(run: readonly Token[], others: readonly Token[]): readonly Token[] | undefined {
  const unit = run.find(isMoneyToken)
  const sum = inSigns(run.filter((token) => !isMoneyToken(token)))
  const isChanged = sum.some(({ text }) => text === '%')
  if (sum.length < 3 || (!unit && !isChanged && !others.every(isAsking))) return undefined
  const total = calculate(sum)
  const isInDoubt = sum.some(({ kind, text }) => kind === 'number' && DOUBTFUL.test(text))
  const other = isInDoubt
    ? calculate(sum.map((token) => ({ ...token, text: otherNotation(token.text) })))
    : undefined
  return total === undefined ? undefined : [...written(total, other), ...(unit ? [unit] : [])]
}

/** `cuánto es 3 x 4,5`: what stands beside a sum and only asks for it. */
const isAsking = (token: Token): boolean =>
  means(token, WORDS.asking, WORDS.convert, WORDS.fillers, WORDS.inTotal, WORDS.bolivares, RATES) ||
  DAYS.get(token.text) === 0 ||
  (token.kind === 'sign' && '¿?'.includes(token.text))

/** `vendí hoy 22+35` */
const DAYS = valuesOf('days')

/** `2x1,75 al bcv` */
export const RATES: ReadonlySet<string> = new Set(
  [PHRASES.official, PHRASES.parallel, PHRASES.average, PHRASES.exchange].flat(),
)

/** A number with the sign of its decimals in Venezuela. */
function written(total: Decimal, otherReading?: Decimal): Token[] {
  const rounded = round(total, PLACES)
  const isBelow = compare(rounded, '0') < 0
  const text = rounded.replace('-', '').replace('.', ',')
  const amount = otherReading !== undefined && {
    amount: { value: rounded, otherReading: round(otherReading, PLACES) },
  }
  return [...(isBelow ? [{ kind: 'sign', text: '-' } as const] : []), { kind: 'number', text, ...amount }]
}

const PLACES = 2

const isArticle = ({ text }: Pick<Token, 'text'>): boolean => WORDS.glue.has(text) || WORDS.one.has(text)

/** Stand between an amount and what is added to it or taken off. */
const JOINS: ReadonlySet<string> = new Set([...WORDS.plus, ...WORDS.minus, ...WORDS.with])

/** `+16%` */
export const percentTokens = (sign: string, figure: string): Token[] => [
  ...(sign === '' ? [] : [{ kind: 'sign', text: sign } as const]),
  { kind: 'number', text: figure },
  { kind: 'sign', text: '%' },
]

const TAXES = [
  [WORDS.saleTax, SALE_TAX_PERCENT],
  [WORDS.foreignTax, TAX_PERCENT],
] as const

/** `subir el alquiler un 10 % de 45$`: the percentage before what stands between. */
function percentFirst(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ text }) => text === '%')
  if (!isNumber(tokens[at - 1])) return tokens
  const rest = tokens.slice(means(tokens[at + 1], WORDS.of) ? at + 2 : at + 1)
  return [...tokens.slice(at - 1, at + 1), ...tokens.slice(0, at - 1), ...rest]
}

/** `20$ IVA incluido`: the tax is in the price. */
export const saysTaxWithin = (typed: readonly Token[]): boolean => saysAnyOf(typed, PHRASES.taxWithin)

/** `el 10 de servicio`, `rebájale el 15`: a percentage without its sign. */
function isShareUnsaid(tokens: readonly Token[], at: number): boolean {
  const behind = means(tokens[at + 1], WORDS.of) ? at + 2 : at + 1
  const isOfVerb = means(tokens[at - 2], WORDS.gain, WORDS.discount) && !means(tokens[at - 1], WORDS.at)
  const isEnd = means(tokens[at + 1], WORDS.at, WORDS.of) && isNumber(tokens[at + 2])
  const isOfShare = means(tokens[behind], WORDS.gain, WORDS.discount, WORDS.saleTax) || (isOfVerb && isEnd)
  return isNumber(tokens[at]) && isArticle(tokens[at - 1] ?? { text: '' }) && isOfShare
}

/** A percentage at the end of some tokens, or at their beginning, and the rest of them. */
function percentIn(before: readonly Token[], after: readonly Token[]) {
  if (before.at(-1)?.text === '%') return { figure: before.at(-2)?.text, before: before.slice(0, -2), after }
  const at = after.findIndex((token) => !isArticle(token))
  const figure = after[at + 1]?.text === '%' ? after[at]?.text : undefined
  return { figure, before, after: figure === undefined ? after : after.slice(at + 2) }
}

/**
 * Writes taxes and discounts as percentages to calculate with: `más iva` as `+16%`, `con 10% de descuento` as `-10%`,
 * `igtf de 85$` as `3% de 85$`. Undefined where none is said in such a way. A bill keeps the tax on foreign money apart.
 */
export function withPercentages(
  typed: readonly Token[],
  taxes: number = TAXES.length,
): readonly Token[] | undefined {
  const usual = TAXES.slice(0, taxes)
  const words = [WORDS.discount, WORDS.gain, WORDS.raise, ...usual.map(([tax]) => tax)]
  const isSaid = ({ text }: Token): boolean => words.some((some) => some.has(text))
  if (!typed.some(isSaid) || saysTaxWithin(typed)) return undefined
  const tokens = typed.flatMap((token, at) =>
    isShareUnsaid(typed, at) ? [token, { kind: 'sign', text: '%' } as const] : [token],
  )
  const taxOf = (word: string) => usual.find(([words]) => words.has(word))?.[1]
  const isRaise = tokens.some(({ text }) => WORDS.raise.has(text))
  const at = tokens.findIndex(isSaid)
  const [head, tax, rest] = [tokens.slice(0, at), taxOf(textAt(tokens, at)), tokens.slice(at + 1)]
  if (tax !== undefined && means(rest[0], WORDS.of) && !head.some(isNumber))
    return [...head, ...percentTokens('', tax), ...rest]
  const said = head.slice(0, head.findLastIndex((token) => !isArticle(token)) + 1)
  if (means(said.at(-1), WORDS.without)) return [...said.slice(0, -1), ...rest]
  const { figure, before, after } = percentIn(said, isRaise ? percentFirst(rest) : rest)
  const isJoined = means(before.at(-1), JOINS)
  // `116$ menos el IVA` is no sixteenth less.
  if (tax !== undefined && figure === undefined && means(before.at(-1), WORDS.minus)) return undefined
  const added = figure ?? (isJoined ? tax : undefined)
  if (added === undefined) return undefined
  const kept = isJoined ? before.slice(0, -1) : before
  const written = percentTokens(signOf(textAt(tokens, at), before, isRaise), added)
  // `10% de descuento en 45$`: the amount stands behind.
  if (!kept.some(isNumber)) return joinedBehind(kept, after, written)
  const end = endOfAmounts(kept)
  return [...kept.slice(0, end), ...written, ...kept.slice(end), ...after]
}

/** The sign of a percentage before a word like `descuento`: `¿cuánto es el 10 % de servicio de 48$?` asks for that part alone. */
function signOf(word: string, before: readonly Token[], isRaise: boolean): string {
  const isLess = WORDS.discount.has(word) && !isRaise
  const last = before.findLast((token) => !isArticle(token))?.text ?? ''
  return WORDS.is.has(last) && !isLess ? 'x' : isLess ? '-' : '+'
}

function joinedBehind(kept: readonly Token[], after: readonly Token[], added: readonly Token[]) {
  const amounts = after.slice(after.findIndex((token) => isNumber(token) || isMoneyToken(token)))
  const end = endOfAmounts(amounts)
  return amounts.some(isNumber)
    ? [...kept, ...amounts.slice(0, end), ...added, ...amounts.slice(end)]
    : undefined
}

/** Where the last amount ends, behind which the rate may stand: `100$ al bcv más iva`. */
function endOfAmounts(tokens: readonly Token[]): number {
  const end = tokens.findLastIndex(isNumber) + 1
  if (end === 0) return tokens.length
  return isMoneyToken(tokens[end]) || tokens[end]?.text === '%' ? end + 1 : end
}

/** The same without the tax on foreign money. */
export const withSaleTax = (tokens: readonly Token[]): readonly Token[] =>
  withPercentages(tokens, 1) ?? tokens
