import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  isPositive,
  multiply,
  type NumberStyle,
  parseDecimal,
  round,
} from '../domain/decimal.ts'
import {
  type Amount,
  anyOf,
  type DatedToken,
  DOUBTFUL,
  isBolivares,
  isMinusSign,
  isThing,
  isUnit,
  means,
  type NumberToken,
  otherNotation,
  type Token,
  textAt,
  tokensOf,
  typedOf,
  unitOf,
  valuesOf,
  WORDS,
  wordOf,
  wordSet,
} from './tokens.ts'

/** A billón: there is no more money than that. */
export const AMOUNT_MAX = '1000000000000'

const NUMERALS = valuesOf('numerals')
/** Words that multiply the number before them. */
const SCALES = valuesOf('scales')
/** Fractions that are typed as dates. */
const FRACTIONS: ReadonlyMap<string, Decimal> = new Map([
  ['1/2', '0.5'],
  ['1/4', '0.25'],
  ['3/4', '0.75'],
])

/** Reads digits in one notation. */
type ReadDigits = (text: string) => Decimal | undefined

/** What is read of an amount so far. */
interface Sum {
  readonly total: Decimal
  /** The part that the next scale multiplies. */
  readonly open?: Decimal
  /** The last scale; `y medio` adds half of it. */
  readonly scale: Decimal
  readonly last?: 'digits' | 'word' | 'hundred' | 'scale' | 'half'
  /** Some digits are no number. */
  readonly isBad?: true
}

/** Reads `1.500,50`, `5 mil`, `1,2 millones`, `medio millón de`, `5k`, `2 1/2 usd` at a token; undefined if none is there. */
function amountAt(tokens: readonly Token[], at: number, read: ReadDigits) {
  // `a few hundred`
  if (means(tokens[at], SCALES) && means(tokens[at - 1], WORDS.several)) return undefined
  let sum: Sum = { total: '0', scale: '1' }
  let end = at
  for (;;) {
    const and = end > at && means(tokens[end], WORDS.and) ? 1 : 0
    const more = and > 0 ? withAnd(sum, tokens, end + 1) : withNext(sum, tokens, end, read)
    if (!more) break
    sum = more
    end += 1 + and
  }
  if (end === at) return undefined
  if (sum.last === 'scale' && means(tokens[end], WORDS.ofAmount)) end++
  return { end, value: sum.isBad ? undefined : decimalOf(add(sum.total, sum.open ?? '0')) }
}

/** `a 3,80 y medio cartón de huevos`; `dos y medio sacos de arroz` are 2,5. */
const isHalfOfThing = (tokens: readonly Token[], at: number): boolean =>
  means(tokens[at], WORDS.halves) &&
  // `a 9 y medio kilo de pollo`
  (isThing(tokens[at + 1]) || (means(tokens[at + 1], WORDS.kilo) && means(tokens[at - 3], WORDS.at))) &&
  !textAt(tokens, at + 1).endsWith('s') &&
  means(tokens[at + 2], WORDS.of)

const opened = (sum: Sum, value: Decimal, last: 'digits' | 'word'): Sum => ({
  ...sum,
  open: add(sum.open ?? '0', value),
  last,
})

/** `millón y medio`, `treinta y cinco`, `a hundred and fifty`. */
function withAnd(sum: Sum, tokens: readonly Token[], at: number): Sum | undefined {
  const text = textAt(tokens, at)
  if (isHalfOfThing(tokens, at)) return undefined
  // `ochenta y 5.000`, as a phone writes it down
  if (sum.last === 'word' && /^[1-9]\.000$/.test(text))
    return multiplied(opened(sum, text.slice(0, 1), 'word'), THOUSAND)
  if (WORDS.halves.has(text)) return { ...sum, total: add(sum.total, divide(sum.scale, '2')), last: 'half' }
  const numeral = NUMERALS.get(text)
  // `treinta y cinco`; `a veinte y dos jugos` and `en cinco y una harina` go on with the next thing.
  const isTensBefore = sum.last === 'word' && /[3-9]0$/.test(sum.open ?? '')
  return numeral !== undefined && (isTensBefore || sum.last === 'hundred')
    ? opened(sum, String(numeral), 'word')
    : undefined
}

/** What a token adds to an amount; undefined where it belongs to no amount, or to the next one. */
function withNext(sum: Sum, tokens: readonly Token[], at: number, read: ReadDigits): Sum | undefined {
  const token = tokens[at]
  if (token?.kind === 'number') return withDigits(sum, token.text, read)
  // `two twenty-dollar bills`
  const isNote = sum.last === 'word' && isUnit(tokens[at + 1]) && means(tokens[at + 2], WORDS.notesBehind)
  if (token?.kind === 'word') return isNote ? undefined : withWord(sum, token.text)
  const fraction = fractionAt(tokens, at)
  const isFirst = sum.last === undefined || sum.last === 'digits'
  return fraction !== undefined && isFirst ? opened(sum, fraction, 'word') : undefined
}

/** Digits begin an amount, or follow a scale: `5 mil 500`. */
function withDigits(sum: Sum, text: string, read: ReadDigits): Sum | undefined {
  if (sum.last !== undefined && (sum.last !== 'scale' || !/^\d{1,3}$/.test(text))) return undefined
  const value = read(text)
  return value === undefined ? { ...sum, last: 'digits', isBad: true } : opened(sum, value, 'digits')
}

/** The only scale that follows a scale is `mil millones`. */
function withWord(sum: Sum, text: string): Sum | undefined {
  const { last } = sum
  const scale = SCALES.get(text)
  if (scale !== undefined) {
    const isFit = last !== 'scale' || (isMillions(scale) && !isMillions(Number(sum.scale)))
    return isFit ? multiplied(sum, scale) : undefined
  }
  const numeral = NUMERALS.get(text)
  if (numeral === undefined || last === 'digits' || last === 'half') return undefined
  if (last === 'word' && compare(sum.open ?? '0', '100') < 0 && numeral >= 10)
    return withSpokenCents(sum, numeral)
  // `900 mil una vez`, `1000 once`.
  const isFirstOnly = WORDS.one.has(text) || WORDS.once.has(text)
  return last !== undefined && isFirstOnly ? undefined : opened(sum, String(numeral), 'word')
}

/** `dos cincuenta` is 2,50; after thousands it is no amount that we know. */
const withSpokenCents = ({ total, open = '0', ...sum }: Sum, cents: number): Sum | undefined =>
  total === '0' && cents < 100
    ? { ...sum, total, open: add(open, divide(String(cents), '100')), last: 'half' }
    : undefined

const THOUSAND = 1000

const isMillions = (scale: number): boolean => scale > THOUSAND

/** Thousands multiply the number right before them, millions and what has a half the whole sum; without a number, one of them is meant. */
function multiplied({ total, open, last, isBad }: Sum, factor: number): Sum {
  const scale = String(factor)
  const counted = open ?? (total === '0' ? '1' : '0')
  if (factor < THOUSAND)
    return { total, open: multiply(open ?? '1', scale), scale, last: 'hundred', ...(isBad && { isBad }) }
  const product =
    isMillions(factor) || last === 'half'
      ? multiply(add(total, counted), scale)
      : add(total, multiply(counted, scale))
  return { total: product, scale, last: 'scale', ...(isBad && { isBad }) }
}

/** `1/2 dólar` is a fraction and no day; `el 1/2 dólar` stays one. */
function fractionAt(tokens: readonly Token[], at: number): Decimal | undefined {
  const token = tokens[at]
  const isAmount = isUnit(tokens[at + 1]) && !means(tokens[at - 1], WORDS.beforeDate)
  return token?.kind === 'date' && isAmount ? FRACTIONS.get(token.text) : undefined
}

/** Joins the words of each amount into one number: `5 mil`, `veinte`, `10 dólares y medio`; `un` and `una` alone are articles. */
export function joinAmounts(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const { end, written } = joinedAt(tokens, at) ?? { end: at + 1, written: tokens.slice(at, at + 1) }
    joined.push(...written)
    at = end
  }
  return joined
}

/** `4.860 bs` in a text with points for decimals: nobody names so few bolivares with three decimals. */
export const withThousands = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token, at) => {
    const isOfMoney = [tokens[at - 1], tokens[at + 1]].some((one) => one && isBolivares(one))
    const amount = token.kind === 'number' && isOfMoney ? amountOf(token) : undefined
    const other = amount?.otherReading
    const isFew = amount && isUnderThousand(amount.value) && THREE_DECIMALS.test(typedOf(token))
    if (!isFew || other === undefined || isUnderThousand(other)) return token
    const swapped = { value: other, otherReading: amount.value }
    return { ...token, text: other.replace('.', ','), raw: typedOf(token), amount: swapped } as NumberToken
  })

const isUnderThousand = (value: Decimal): boolean => compare(value, String(THOUSAND)) < 0

const THREE_DECIMALS = /^\d{1,3}[.,]\d{3}$/

/** The number for an amount at a token, with its unit where half a unit or cents more are said; undefined if no amount is there. */
function joinedAt(tokens: readonly Token[], at: number) {
  if (isHalfOfThing(tokens, at)) return undefined
  // `a dólar y medio`
  const unitAlone = tokens[at]
  const isUnitAlone =
    unitAlone?.kind === 'word' && tokens[at - 1]?.kind !== 'number' && !means(tokens[at - 1], WORDS.one)
  if (isUnitAlone && hasHalfBehind(tokens, at))
    return { end: at + 3, written: [numberOf([unitAlone], { value: '1.5' }), unitAlone] }
  const ofOne = isUnitAlone ? oneWithCents(tokens, at, unitAlone) : undefined
  if (ofOne) return ofOne
  // `un dólar con 50`: with more behind its unit, an article is a number.
  const isCounted =
    means(tokens[at], WORDS.firstOfCents) &&
    ((isTens(tokens[at + 1]) && !means(tokens[at + 2], SCALES)) ||
      means(tokens[at + 1], WORDS.with) ||
      (means(tokens[at + 1], WORDS.and) && means(tokens[at + 2], WORDS.halves)))
  const isArticle = isArticleAt(tokens, at) && !isCounted && !moreBehind(tokens, at + 1)
  const read = isArticle ? undefined : amountAt(tokens, at, readSpoken)
  return (
    read && (centsJoined(tokens, at, read) ?? spokenCents(tokens, at, read) ?? amountJoined(tokens, at, read))
  )
}

/** `a dólar treinta`, `a dólar con cincuenta` */
function oneWithCents(tokens: readonly Token[], at: number, unit: Token) {
  const end = means(tokens[at + 1], WORDS.with) ? at + 3 : at + 2
  const cents = tokens[end - 1]
  const isOfOther = isUnit(tokens[end]) || means(tokens[end], SCALES)
  if (!isUnit(unit) || !means(tokens[at - 1], WORDS.at) || !isTens(cents) || isOfOther) return undefined
  const value = add('1', divide(String(NUMERALS.get(textAt(tokens, end - 1)) ?? 0), '100'))
  return { end, written: [numberOf(tokens.slice(at, end), { value }), unit] }
}

/** `cincuenta` of `uno cincuenta`. */
const isTens = (token: Token | undefined): boolean => {
  const value = token?.kind === 'word' ? NUMERALS.get(token.text) : undefined
  return value !== undefined && value >= 10 && value < 100
}

/** Where an amount ends, and its value; undefined for what is no number. */
interface ReadAmount {
  readonly end: number
  readonly value: Decimal | undefined
}

function amountJoined(tokens: readonly Token[], at: number, { end, value }: ReadAmount) {
  const some = tokens.slice(at, end)
  const more = moreBehind(tokens, end)
  const unit = more && tokens[end]
  const isInDigits = some.length === 1 && (some[0]?.kind === 'number' || isHalfAlone(tokens, at))
  if (value === undefined || (isInDigits && !unit)) return { end, written: some }
  const added = more?.value ?? '0'
  const isInDoubt = some.some(({ kind, text }) => kind === 'number' && DOUBTFUL.test(text))
  const other = isInDoubt ? amountAt(tokens, at, readOtherwise)?.value : undefined
  const number = numberOf(some, {
    value: add(value, added),
    ...(other !== undefined && { otherReading: add(other, added) }),
  })
  return unit ? { end: more.end, written: [number, unit] } : { end, written: [number] }
}

const DOLLARS = wordOf(WORDS.dollars)

/** `50 centavos de dólar` as dollars. */
function centsJoined(tokens: readonly Token[], at: number, { end, value }: ReadAmount) {
  // `a 40 centavos`: céntimos are of a bolívar.
  if (value !== undefined && means(tokens[end], WORDS.dollarCents) && !means(tokens[end + 1], WORDS.of))
    return {
      end: end + 1,
      written: [numberOf(tokens.slice(at, end), { value: divide(value, '100') }), DOLLARS],
    }
  const unit = tokens[end + 2]
  const areCents = means(tokens[end], WORDS.cents) && means(tokens[end + 1], WORDS.of)
  if (value === undefined || !unit || !areCents || !isUnit(unit)) return undefined
  return { end: end + 3, written: [numberOf(tokens.slice(at, end), { value: divide(value, '100') }), unit] }
}

/** `veinte con cincuenta`, `37 con 80 con dos billetes de 20`: cents, where no payment is said or another one behind them. */
function spokenCents(tokens: readonly Token[], at: number, { end, value }: ReadAmount) {
  const cents = means(tokens[end], WORDS.withCents) ? centsAt(tokens, end + 1) : undefined
  if (value === undefined || !cents || !/^[1-9]\d$/.test(cents.value ?? '')) return undefined
  const behind = tokens.slice(cents.end)
  const pays = behind.findIndex(({ text }) => WORDS.pays.has(text))
  const isPaidBehind = pays >= 0 && behind.some((_, at) => at > pays && amountAt(behind, at, readSpoken))
  // `12 con 50 dólares`, where nothing else is paid
  const isMoneyBehind = isUnit(tokens[cents.end]) && !means(tokens[cents.end + 1], WORDS.with)
  const isPrice =
    (isMoneyBehind && !means(tokens[cents.end], WORDS.bolivares)) ||
    isSumAsked(tokens, cents.end) ||
    tokens.slice(at, cents.end).every(({ kind }) => kind === 'word') ||
    compare(cents.value ?? '0', multiply(value, TIMES_PAID_MAX)) > 0
  if (!isPaidBehind && !isPaidIn(tokens.slice(0, at)) && (!isPrice || isBill(tokens))) return undefined
  if (isOfOther(tokens, cents.end) && !isMoneyBehind) return undefined
  const sum = add(value, divide(cents.value ?? '0', '100'))
  return { end: cents.end, written: [numberOf(tokens.slice(at, cents.end), { value: sum })] }
}

/** `¿cuánto son 12 con 75?`, `12 con 75 en bs` */
const isSumAsked = (tokens: readonly Token[], end: number): boolean =>
  (means(tokens[end], WORDS.to) && means(tokens[end + 1], WORDS.bolivares)) ||
  (tokens.some((token) => means(token, WORDS.asking)) &&
    !tokens.some((token) => means(token, WORDS.bill) && !means(token, WORDS.inTotal)))

/** `a uno con cincuenta y dos jugos`, `a siete con cincuenta y un kilo de arroz`: what counts the next thing is no cents. */
const centsAt = (tokens: readonly Token[], at: number) => {
  const isOfNext = isThing(tokens[at + 3]) || means(tokens[at + 3], WORDS.kilo, WORDS.gram)
  return amountAt(
    means(tokens[at + 1], WORDS.and) && isOfNext ? tokens.slice(0, at + 1) : tokens,
    at,
    readSpoken,
  )
}

/** `me da un billete de diez y son …`: a payment with its amount. */
const isPaidIn = (tokens: readonly Token[]): boolean => {
  const isPayment = (text: string): boolean =>
    (WORDS.pays.has(text) && !WORDS.with.has(text)) || WORDS.banknote.has(text)
  const pays = tokens.findIndex(({ text }) => isPayment(text))
  return pays >= 0 && tokens.slice(pays).some((_, at, some) => amountAt(some, at, readSpoken) !== undefined)
}

/** Whether the number before a token has its own unit, percent or notes there, and so is no cents. */
const isOfOther = (tokens: readonly Token[], at: number): boolean =>
  isUnit(tokens[at]) ||
  // `37 con 2 de 20`; `4 con 20 de queso` has cents.
  (means(tokens[at], WORDS.of) && amountAt(tokens, at + 1, readSpoken) !== undefined) ||
  means(tokens[at], WORDS.banknote, WORDS.percent, SIGNS)

const SIGNS = wordSet('% x')

/** What is said behind a unit of its parts: `y medio`, `con 50 centavos`. */
const moreBehind = (tokens: readonly Token[], at: number) =>
  hasHalfBehind(tokens, at) ? { value: '0.5', end: at + 3 } : centsBehind(tokens, at)

/** `20 dólares con 50 centavos`, `veinte dólares con cincuenta`; in a bill the latter says what is paid. */
function centsBehind(tokens: readonly Token[], at: number) {
  if (tokens[at]?.kind !== 'word' || !isUnit(tokens[at])) return undefined
  const join = textAt(tokens, at + 1)
  const cents = WORDS.with.has(join) || WORDS.and.has(join) ? centsAt(tokens, at + 2) : undefined
  if (!cents || !/^[1-9]\d?$/.test(cents.value ?? '')) return undefined
  const value = divide(cents.value ?? '0', '100')
  if (means(tokens[cents.end], WORDS.cents)) return { value, end: cents.end + 1 }
  return WORDS.with.has(join) &&
    !isOfOther(tokens, cents.end) &&
    (!isBill(tokens) || isPaidIn(tokens.slice(cents.end)) || isTooMuch(tokens[at - 1], cents.value ?? '0')) &&
    cents.value !== undefined &&
    cents.value.length === 2
    ? { value, end: cents.end }
    : undefined
}

/** `vuelto de 1 dólar con 25`: nobody pays so many times a bill. */
const isTooMuch = (bill: Token | undefined, cents: Decimal): boolean => {
  const value = bill?.kind === 'number' ? amountOf(bill)?.value : '1'
  return value !== undefined && compare(cents, multiply(value, TIMES_PAID_MAX)) > 0
}

/** So many times a bill is never handed over in the same money. */
export const TIMES_PAID_MAX = '20'

/** Whether a bill is said, which is paid `con 50`. */
const isBill = (tokens: readonly Token[]): boolean =>
  means(tokens[0], WORDS.charge) || tokens.some((token) => means(token, ...BILL) && !means(token, WORDS.with))

const BILL = [WORDS.pays, WORDS.changeDue]

/** `10 dólares y medio`: whether a unit and half of it more stand at a token. */
const hasHalfBehind = (tokens: readonly Token[], at: number): boolean =>
  isUnit(tokens[at]) && means(tokens[at + 1], WORDS.and) && means(tokens[at + 2], WORDS.halves)

/** `medio` is an amount before a unit and behind `y`. */
const isHalfAlone = (tokens: readonly Token[], at: number): boolean =>
  means(tokens[at], WORDS.halves) && !isUnit(tokens[at + 1]) && !means(tokens[at - 1], WORDS.and)

const numberOf = (some: readonly Token[], amount: Amount): NumberToken => ({
  ...{
    kind: 'number',
    text: amount.value.replace('.', ','),
    raw: some.map(typedOf).join(' ').replace(OF_AT_END, ''),
    amount,
  },
  ...(some.some(({ text }) => WORDS.slangScales.has(text)) && { isBolivares: true }),
})

const OF_AT_END = new RegExp(` (?:${anyOf(WORDS.ofAmount)})$`)

const readSpoken = (text: string): Decimal | undefined => parseDecimal(text.replace(/[ ’']/g, ''), 'spoken')
const readOtherwise = (text: string): Decimal | undefined => readSpoken(otherNotation(text))

/** The amount of a number; undefined for what is no number or has over 30 digits. */
export function amountOf({ text, amount }: NumberToken): Amount | undefined {
  const value = amount ? undefined : readSpoken(text)
  if (value === undefined) return amount
  const other = DOUBTFUL.test(text) ? readOtherwise(text) : undefined
  return other === undefined ? { value } : { value, otherReading: other }
}

/** Whether `un` or `una` stands there and begins no number: `un millón`. */
export const isArticleAt = (tokens: readonly DatedToken[], at: number): boolean =>
  means(tokens[at], WORDS.one) && !means(tokens[at + 1], SCALES)

/** Whether a minus sign with a number stands at a token. */
export const isMinusAt = (tokens: readonly DatedToken[], at: number): boolean =>
  isMinusSign(tokens[at]) && tokens[at + 1]?.kind === 'number'

/** The amount of a line that has nothing else but what may stand beside it. */
function numberAlone(line: string, numbers: NumberStyle | undefined, mayBeside: (token: Token) => boolean) {
  const [token, ...others] = joinAmounts((tokensOf(line, numbers) ?? []).filter((one) => !mayBeside(one)))
  return token?.kind === 'number' && others.length === 0 ? token : undefined
}

const BESIDE_VALUE = [wordSet('+ ± > < .'), WORDS.minus, WORDS.percent, WORDS.per]

/** Reads a number alone on a line, with or without its unit: `950`, `Bs. 1.234,50`, `-5 %`, `dos mil`; undefined otherwise. */
export function parseValue(line: string, numbers?: NumberStyle): Amount | undefined {
  const isBeside = (token: Token): boolean => isBolivares(token) || means(token, ...BESIDE_VALUE)
  const token = numberAlone(line, numbers, isBeside)
  const amount = token && amountOf(token)
  const value = amount && /^\s*[-−–]/.test(line) ? decimalOf(multiply(amount.value, '-1')) : undefined
  return value === undefined ? amount : { value }
}

/** Whether an amount is above zero, and not too much to be converted. */
export const isUsable = (amount: Decimal): boolean => isPositive(amount) && compare(amount, AMOUNT_MAX) <= 0

/** Reads a sum of foreign money alone on a line, to its cents, with or without its unit: `150`, `$1.500,50`, `dos mil dólares`. */
export const parseForeignSum = (line: string, numbers?: NumberStyle): Decimal | undefined =>
  parseSum(line, numbers, (token) => unitOf(token)?.kind === 'currency')

/** Reads how many bolivares one of a money is: `900`, `Bs. 900,50`; undefined for anything else. */
export const parseRate = (line: string, numbers?: NumberStyle): Decimal | undefined =>
  parseSum(line, numbers, isBolivares)

function parseSum(line: string, numbers: NumberStyle | undefined, isUnitToken: (token: Token) => boolean) {
  const token = numberAlone(line, numbers, isUnitToken)
  const amount = token && !token.isBolivares ? amountOf(token) : undefined
  const sum = amount && round(amount.value, 2)
  return sum !== undefined && isUsable(sum) ? sum : undefined
}

/** Writes the `un` of `un dólar` as a number. */
export const withOnes = <Some extends DatedToken>(tokens: readonly Some[]): readonly (Some | Token)[] =>
  tokens.map((token, at) =>
    isArticleAt(tokens, at) && isUnit(tokens[at + 1]) ? { kind: 'number', text: '1' } : token,
  )

/** How many people a number at a token counts: `yo y 3 amigos` are 4. */
export const peopleAt = (tokens: readonly DatedToken[], at: number, count: Decimal): Decimal =>
  means(tokens[at - 1], WORDS.and) && means(tokens[at - 2], WORDS.me) ? add(count, '1') : count
