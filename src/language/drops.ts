import { SALE_TAX_PERCENT } from '../domain/deal/charge.ts'
import { compare } from '../domain/decimal.ts'
import { isSince } from './conversion.ts'
import { MONTH_LENGTH_MIN, monthNamed, namesPeriod, YEAR } from './days.ts'
import { isReachAsked } from './history.ts'
import { isPriceOfDollar, RATE_MIN } from './own-rate.ts'
import { isFrequency } from './periods.ts'
import { dayOfRequest, OF_SUMS, type Request } from './request.ts'
import { amountsIn, onlyAmountIn, type Speech, type SpokenAmount } from './speech.ts'
import { PARTS, RATES } from './sums.ts'
import { asksTax, paysForeign, saysForeignTax } from './taxes.ts'
import { isNumber, isSaleTax, isUnit, means, PHRASES, saysAnyOf, textAt, valuesOf, WORDS } from './tokens.ts'

/** Whether an answer uses each number, percentage, time and past period of a text: what it would drop must be asked for instead. */
export const usesAll = (speech: Speech, request: Request): boolean =>
  !DROPS.some((drops) => drops(speech, request))

/** What an answer may drop of a text, each by itself. */
const DROPS: readonly ((speech: Speech, request: Request) => boolean)[] = [
  dropsDay,
  dropsOtherDay,
  dropsName,
  dropsEuro,
  dropsPart,
  dropsTax,
  dropsChangeOfSum,
  dropsTime,
  dropsNumber,
  dropsPercentage,
]

/** `¿cuánto es 50$ en ese mes?`, `convert with the average of that month`; `voy a cobrar 100$ esa semana` is of today. */
const isOfThatPeriod = ({ tokens, names, says }: Speech): boolean =>
  says(PHRASES.samePeriod) &&
  (names.some((name) => PHRASES.average.includes(name)) || saysAnyOf(tokens, IN_THAT_PERIOD))

const IN_THAT_PERIOD = [...WORDS.inYear].flatMap((word) =>
  PHRASES.samePeriod.map((period) => `${word} ${period}`),
)

/** `¿cuánto son 20$ de ese día?` */
function dropsDay(speech: Speech, request: Request): boolean {
  const isDated = dayOfRequest(request) !== undefined
  if (OF_SUMS.has(request.kind) && isOfThatPeriod(speech)) return true
  // `en el 2019, ¿en cuánto estaba en marzo?`
  if (
    isDated &&
    speech.tokens.some((token) => isYear(token) && !JSON.stringify(request).includes(token.text))
  )
    return true
  // `y el lunes de esa misma semana`
  if (request.kind === 'rate' && isDated && speech.says(PHRASES.samePeriod)) return true
  return OF_TODAY.has(request.kind) && (isOfPast(speech) || (speech.says(PHRASES.sameDay) && !isDated))
}

const isYear = (token: Speech['tokens'][number]): boolean => isNumber(token) && YEAR.test(token.text)

/** `una factura del 3 de marzo de 250$`: a day that is told, and that the answer is not of; `desde el lunes`, which is asked of today, is since when. */
function dropsOtherDay({ tokens, days, today, says }: Speech, request: Request): boolean {
  const isOrToday = request.kind === 'convert' && request.conversion?.isOrToday
  // An offer for a day to come is judged by what is known.
  const isToCome = request.kind === 'worth' && days.every(({ day }) => day !== undefined && day >= today)
  if (days.length === 0 || !OF_ONE_DAY.has(request.kind) || isOrToday || isToCome) return false
  const used = JSON.stringify(request)
  const isOfToday = days.some(({ day }) => day === today)
  return tokens.some(
    (token, at) =>
      token.kind === 'day' &&
      token.day !== today &&
      !(token.day !== undefined && used.includes(token.day)) &&
      !(isSince(tokens, at) && isOfToday && !says(PHRASES.sameDay)),
  )
}

/** Answers that are of one day, today where none is said. */
const OF_ONE_DAY: ReadonlySet<Request['kind']> = new Set([...OF_SUMS, 'rate', 'gap'])

/** `el vuelto al paralelo`: a bill or a sum at another rate than the one that is named. */
function dropsName({ rates, tokens }: Speech, request: Request): boolean {
  const isAtOneRate =
    (request.kind === 'convert' && (request.conversion?.at.length ?? 0) < 2) ||
    (request.kind === 'charge' && request.charge?.ownRate === undefined)
  if (!isAtOneRate) return false
  // `3 kilos a 5,20 dólares paralelo`, where a name is heard as an ordinary word
  const isUnmarked = tokens.some(
    ({ text }, at) => RATES.has(text) && (means(tokens[at - 1], WORDS.at) || isUnit(tokens[at - 1])),
  )
  if (request.kind === 'charge' && isUnmarked) return true
  if (rates.length === 0) return false
  const used = JSON.stringify(request)
  return rates.some((name) => !used.includes(JSON.stringify(name)))
}

/** `me ofrecen 1050 por euro`, `1100 por euro está bien?`: a price of one euro is compared with none, and is no sum. */
function dropsEuro({ tokens, says }: Speech, { kind }: Request): boolean {
  const isOfOne = tokens.some(
    (token, at) =>
      isEuro(token) &&
      (means(tokens[at - 1], WORDS.perOne) || (means(tokens[at + 1], WORDS.at) && isNumber(tokens[at + 2]))),
  )
  const amounts = amountsIn(tokens)
  const isPriced =
    amounts.some(({ value, unit }) => !unit && compare(value ?? '0', RATE_MIN) >= 0) &&
    !amounts.some(({ unit }) => unit && isEuro(unit))
  return (
    PRICED.has(kind) && isPriced && tokens.some(isEuro) && (isOfOne || DEALT.some((phrases) => says(phrases)))
  )
}

const isEuro = (token: Speech['tokens'][number]): boolean => means(token, WORDS.euros)

const PRICED: ReadonlySet<Request['kind']> = new Set(['worth', 'convert', 'own_rate'])

const DEALT = [PHRASES.fair, PHRASES.offered, PHRASES.bought, PHRASES.sold, PHRASES.theyBuy, PHRASES.theySell]

/** `mitad en efectivo y mitad por pago móvil` */
function dropsPart({ tokens, says, has }: Speech, { kind }: Request): boolean {
  if (OF_SUMS.has(kind) && says(PHRASES.address, PHRASES.besideRate)) return true
  return (
    kind === 'convert' &&
    (tokens.some(isPartLeft) || says(PHRASES.ofElse) || (has(WORDS.rest) && !has(WORDS.gap)))
  )
}

function dropsTime({ times }: Speech, { kind }: Request): boolean {
  return times.length > 0 && !WITH_TIME.has(kind)
}

function dropsNumber(speech: Speech, request: Request): boolean {
  if (request.kind === 'rate') return isOfElse(speech) && !isReachAsked(speech)
  // `ponle mi pago móvil 0102 …` is a number of a bank.
  const isPayTo = request.kind === 'settings' && request.page === 'payTo'
  // `do you think it hits 1000 before december`, `compré 12 cajas al paralelo y vendo a bcv, ¿cuánto le subo para no perder?`
  const isOpinion = request.kind === 'trend' && speech.says(PHRASES.opinion)
  // `la diferencia entre los 2 dólares`
  const isBoth = speech.says(PHRASES.bothDollars) && onlyAmountIn(speech.tokens)?.value === '2'
  const isOfNumber = isPayTo || isOpinion || isBoth || speech.says(PHRASES.notToLose)
  return speech.hasNumber && WITHOUT_NUMBER.has(request.kind) && !isOfNumber
}

function dropsPercentage({ tokens }: Speech, { kind }: Request): boolean {
  return !WITH_PERCENT.has(kind) && tokens.some(({ text }, at) => text === '%' && isNumber(tokens[at - 1]))
}

/** `groceries cost me 85 dollars now and 76 a month ago`, `¿a qué hora abre el banco de venezuela?` */
const isOfElse = ({ tokens, names, says }: Speech): boolean =>
  (names.length > 0 && says(PHRASES.hourAsked)) ||
  amountsIn(tokens).some((one) => isSum(one) || isPriceOfDollar(tokens, one))

const isSum = ({ value, unit }: SpokenAmount): boolean => unit !== undefined && value !== '1'

/** A tax that no bill says; of a price with its tax the price is paid, unless the tax or the rest is asked for. */
function dropsTax(speech: Speech, request: Request): boolean {
  const { typed, tokens, has, says } = speech
  if (!OF_SUMS.has(request.kind) && request.kind !== 'amount') return false
  const charge = request.kind === 'charge' ? request.charge : undefined
  const isOfSale = tokens.some(isSaleTax)
  const isDenied = has(WORDS.without, WORDS.negation, WORDS.remove)
  const isForeign = saysForeignTax(tokens) || (typed.some(isSaleTax) && paysForeign(speech))
  if (charge?.isTaxed === undefined && isForeign && !isDenied) return true
  // `80$ sin IVA`
  const isAlone = typed.filter(isSaleTax).length === 1 && !says(PHRASES.taxWithin)
  if (isAlone && has(WORDS.without)) return false
  if (!isOfSale || charge?.sum?.includes(SALE_TAX_PERCENT)) return false
  return !says(PHRASES.taxWithin) || asksTax(tokens) || says(PHRASES.untaxed) || has(WORDS.without)
}

/** Whether a text has a word that would change a sum and that the answer has not used: a part, a day to come. */
function dropsChangeOfSum({ tokens, has, says, today }: Speech, request: Request): boolean {
  if (!OF_SUMS.has(request.kind)) return false
  // `two and a half weeks ago`, `on the twenty-first`
  const isOfDay = tokens.some(
    ({ text }, at) => tokens[at - 1]?.kind === 'number' && valuesOf('inOrder').has(text),
  )
  if (says(PHRASES.exempt) || has(WORDS.ago) || isOfDay) return true
  // `ramón se lleva el doble`
  if (request.kind === 'charge' && tokens.some(({ text }) => PARTS.has(text))) return true
  // `y si en enero está en 850`
  const date = dayOfRequest(request)
  return (
    date !== undefined &&
    date < today &&
    has(WORDS.if) &&
    !says(PHRASES.sameDay) &&
    !has(WORDS.past, WORDS.moved)
  )
}

/** Whether a text says a period that an answer with the prices of today would drop. */
const isOfPast = ({ tokens, has }: Speech): boolean =>
  (has(WORDS.past, WORDS.moved) &&
    tokens.some(({ text }, at) => namesPeriod(text) && !means(tokens[at - 1], WORDS.eachPeriod))) ||
  countsPeriods(tokens) ||
  tokens.some((_, at) => isMonthSaid(tokens, at))

/** `300$ al mes, ¿cuánto es por semana?`, `2 veces al día` */
function countsPeriods(tokens: Speech['tokens']): boolean {
  const periods = new Set(
    tokens.flatMap(({ text }) => (namesPeriod(text) || isFrequency(text) ? [text] : [])),
  )
  const isOfTimes = (token: Speech['tokens'][number], at: number): boolean =>
    token.kind === 'number' && means(tokens[at + 1], WORDS.often)
  return periods.size > 1 || tokens.some(isOfTimes)
}

/** A part or a multiple that no sum has used: `mitad`, `media hora`, `una docena`. */
const isPartLeft = ({ text }: Speech['tokens'][number]): boolean =>
  PARTS.has(text) || WORDS.halves.has(text) || WORDS.multiples.has(text)

/** `a la tasa de marzo`, `desde marzo` */
const isMonthSaid = (tokens: Speech['tokens'], at: number): boolean =>
  textAt(tokens, at).length >= MONTH_LENGTH_MIN &&
  monthNamed(textAt(tokens, at)) !== undefined &&
  means(tokens[at - 1], ...BEFORE_MONTH)

const BEFORE_MONTH = [WORDS.of, WORDS.since, WORDS.inYear]

/** Answers with prices of today where no day is said. */
const OF_TODAY: ReadonlySet<Request['kind']> = new Set(['rate', 'convert', 'amount', 'own_rate'])

const WITH_TIME: ReadonlySet<Request['kind']> = new Set(['digest', 'digest_change', 'quiet', 'bad_alert'])

const WITH_PERCENT: ReadonlySet<Request['kind']> = new Set([
  'alert',
  'bad_alert',
  'alert_change',
  'shop',
  'charge',
  'bad_charge',
])

const WITHOUT_NUMBER: ReadonlySet<Request['kind']> = new Set([
  'gap',
  'published',
  'trend',
  'zelle',
  'follow',
  'unfollow',
  'followed',
  'alert_on',
  'stop',
  'settings',
  'help',
  'thanks',
  'resume',
  'small_talk',
  'image',
  'changes',
])
