import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../domain/caracas.ts'
import { compare, type Decimal, divide, type NumberStyle } from '../domain/decimal.ts'
import { readTaxedBill } from './after-bill.ts'
import { readAlertChange, readNotice, readQuit } from './alert.ts'
import { amountOf, joinAmounts, withThousands } from './amounts.ts'
import { PAYS, readBill } from './bill.ts'
import { isPaid, NOTES } from './charge.ts'
import {
  isSince,
  readAtParallel,
  readConvertAlone,
  readMoney,
  readTotal,
  readUnknownMoney,
} from './conversion.ts'
import { correctText, ofThose, recounted, untaxed, withoutItem, withoutTakenBack } from './correction.ts'
import { isMonthAloneAt, MONTH_LENGTH_MIN, monthNamed, namesPeriod, YEAR } from './days.ts'
import { readAmountAnew, readFollowUp, topicOf } from './follow-up.ts'
import { isLastPeriodAt, readChart, readCrossed, spokenRangeAt } from './history.ts'
import {
  RATE_MIN,
  readImpliedRate,
  readMyRate,
  readOwnRate,
  readSaidPrice,
  readSumAtPrice,
  readUnsaidDeal,
  readWorth,
} from './own-rate.ts'
import { isFrequency, isPeriodOnly, withPeriods } from './periods.ts'
import { readEach, readPriceList } from './price-list.ts'
import {
  isOfThing,
  readChanges,
  readGap,
  readHourly,
  readOpinion,
  readPublished,
  readRate,
  readRestock,
  readTodayOrLater,
  readTrend,
  readZelle,
} from './rate.ts'
import { dayOfRequest, type Question, type Request } from './request.ts'
import { readImage, readShop } from './shop.ts'
import {
  amountsIn,
  correctSpelling,
  guessWords,
  hear,
  isPhone,
  type MarkNames,
  markNothing,
  mayGoOn,
  type Speech,
  type SpokenAmount,
  type Written,
} from './speech.ts'
import { joinSums, PARTS, withHalves, withPercentages } from './sums.ts'
import {
  isEmojiOnly,
  isTaxPercentage,
  readAbout,
  readBeyond,
  readDigest,
  readGreeting,
  readHelp,
  readMute,
  readQuiet,
  readResume,
  readSettings,
  readSmallTalk,
  readThanks,
} from './talk.ts'
import { readTaxWithin, readTill } from './till.ts'
import { takeTimes } from './times.ts'
import {
  currencyNamedBy,
  isSaleTax,
  isThing,
  isUnit,
  joinLetters,
  LINE_LENGTH_MAX,
  PHRASES,
  saysAnyOf,
  type Token,
  textAt,
  tokensOf,
  valuesOf,
  WORDS,
  wordToken,
  ZONE_OF_PLACE,
} from './tokens.ts'

export interface ReadingOptions {
  readonly today: Day
  /** Knows the names of monitors. */
  readonly markNames?: MarkNames
  /** Notation of the writer's numbers. */
  readonly numbers?: NumberStyle
  /** What the same person asked just before: a text may go on from there. */
  readonly before?: Question
}

/** Readers in order; the first result wins. */
const READERS: readonly ((speech: Speech) => Request | undefined)[] = [
  readCrossed,
  readImpliedRate,
  readRestock,
  readTodayOrLater,
  readAtParallel,
  readBill,
  readAbout,
  readTaxedBill,
  readWorth,
  readSaidPrice,
  readDigest,
  readShop,
  readPriceList,
  readTill,
  readMute,
  readQuiet,
  readResume,
  readAlertChange,
  readQuit,
  readPublished,
  readNotice,
  readHourly,
  readSettings,
  readImage,
  readOpinion,
  readChart,
  readGap,
  readTrend,
  readChanges,
  readThanks,
  readEach,
  readTotal,
  readMyRate,
  readOwnRate,
  readMoney,
  readConvertAlone,
  readHelp,
  readZelle,
  readRate,
  readGreeting,
  readSumAtPrice,
  readUnsaidDeal,
  readUnknownMoney,
  readSmallTalk,
]

/** Answers that count. */
const OF_SUMS: ReadonlySet<Request['kind']> = new Set([
  'convert',
  'own_rate',
  'each',
  'amount',
  'charge',
  'worth',
])

/** A text as it is read: with a number put right, where it corrects the text before. */
export interface ReadText {
  readonly text: string
  readonly request: Request | undefined
}

/** Reads a text that the same person wrote after another one: `no, eran 13` asks the text before anew. */
export function readAfter(text: string, said: string | undefined, options: ReadingOptions): ReadText {
  const { before, ...alone } = options
  if (said === undefined) return { text, request: readRequest(text, options) ?? readBeyond(text) }
  // The alert there is changes, and no second one is made.
  const corrected = isOfAlert(before) ? undefined : readCorrected(text, said, alone)
  if (corrected) return corrected
  const meant = before?.kind === 'convert' ? (ofThose(text, said, options.numbers) ?? text) : text
  const request = readRequest(meant, options)
  const shorter = request ? undefined : readShorter(text, said, alone)
  const longer = shorter ?? readContinued(text, said, request, alone)
  return longer ?? { text, request: request ?? readBeyond(text) }
}

/** `no, eran 13` */
function readCorrected(text: string, said: string, options: ReadingOptions): ReadText | undefined {
  const [corrected] = [correctText, recounted, untaxed].flatMap(
    (read) => read(text, said, options.numbers) ?? [],
  )
  if (corrected === undefined) return undefined
  const request = readRequest(corrected, options)
  const kinds = [request, readRequest(said, options)].map((one) => one?.kind)
  // `cien`, and then `no, cien euros`
  const isSame = kinds[0] === kinds[1] || kinds.every((kind) => kind && OF_SUMS.has(kind))
  return request && isSame ? { text: corrected, request } : undefined
}

/** `quítale el café` */
function readShorter(text: string, said: string, options: ReadingOptions): ReadText | undefined {
  const shorter = withoutItem(text, said, options.numbers)
  const request = shorter === undefined ? undefined : readRequest(shorter, options)
  return shorter !== undefined && request?.kind === 'charge' ? { text: shorter, request } : undefined
}

/**
 * Reads a text as one more part of the text before: `y al mes` after what is paid by the week, `ya abonó 15 mil` after
 * `me debe 60$`, `a las 7` after `mándame la tasa todas las mañanas`.
 */
function readContinued(
  text: string,
  said: string,
  request: Request | undefined,
  options: ReadingOptions,
): ReadText | undefined {
  const tokens = joinAmounts(correctSpelling(tokensOf(text) ?? []))
  const isPeriod = isPeriodOnly(tokens)
  if (isOfOther(tokens, said) || isPhone(tokens) || (request && !isPeriod && !isItem(tokens, request)))
    return undefined
  const joined = isPeriod ? `${said} ${ASKS} ${text}` : `${said}, ${text}`
  const [whole, before] = [readRequest(joined, options), readRequest(said, options)]
  if (!whole || isDeepStrictEqual(whole, before)) return undefined
  // `con 5 % está bien`
  const isMove = tokens.some(({ text: word }) => word === '%')
  if (isMove && !(before && BEGUN.has(before.kind) && 'name' in before)) return undefined
  const isMore = isPeriod
    ? OF_SUMS.has(whole.kind)
    : request
      ? unpaidBill(before) !== undefined && unpaidBill(whole) !== undefined
      : completes(whole, before)
  return isMore ? { text: joined, request: whole } : undefined
}

/**
 * `eran 13`, `menos 8 de gasolina`, `los domingos no`, `how much more am I paying`: adds nothing to the text before; nor does a
 * text to `súmale 4`, which itself goes on from one that is not known.
 */
const isOfOther = (tokens: readonly Token[], said: string): boolean =>
  WORDS.past.has(textAt(tokens, 0)) ||
  saysAnyOf(tokensOf(said) ?? [], PHRASES.addedTo) ||
  saysAnyOf(tokens, PHRASES.howMuchMore) ||
  tokens.some(({ text }, at) => (at > 0 && WORDS.negation.has(text)) || LESS.some((words) => words.has(text)))

const LESS = [WORDS.minus, WORDS.discount, WORDS.remove]

/** `y un jugo de 1,50` after a bill. */
const isItem = ([first, ...rest]: readonly Token[], { kind }: Request): boolean =>
  (kind === 'charge' || kind === 'convert') &&
  [WORDS.and, WORDS.plus].some((words) => words.has(first?.text ?? '')) &&
  rest.some(isNumber)

const unpaidBill = (request: Request | undefined): Decimal | undefined =>
  request?.kind === 'charge' && request.charge && !isPaid(request.charge)
    ? request.charge.bill.amount
    : undefined

/** Whether two texts together say what the first of them began. */
function completes(whole: Request, before: Request | undefined): boolean {
  if (!OF_SUMS.has(whole.kind)) return CONTINUED.has(whole.kind) && (!before || BEGUN.has(before.kind))
  const paid = whole.kind === 'charge' && whole.charge && isPaid(whole.charge) ? whole.charge.bill : undefined
  if (!before) return true
  if (before.kind === 'amount') return paid?.amount === before.amount
  const sum = unpaidBill(before) ?? (before.kind === 'convert' ? before.conversion?.amount : undefined)
  return OF_SUMS.has(before.kind) && (!paid || paid.amount === sum)
}

/** Requests that the next text may add to. */
const BEGUN: ReadonlySet<Request['kind']> = new Set(['digest', 'follow', 'alert_on'])

/** What a text that is none by itself may come to with the one before it. */
const CONTINUED: ReadonlySet<Request['kind']> = new Set(['digest', 'alert'])

const [ASKS] = WORDS.asking

/** Reads what somebody asks for in their own words; undefined if that is not understood, or over 200 characters long. */
export function readRequest(text: string, options: ReadingOptions): Request | undefined {
  const { today, markNames = markNothing, numbers, before } = options
  if (text.length > LINE_LENGTH_MAX) return undefined
  if (isEmojiOnly(text)) return { kind: 'small_talk' }
  const { rest, times } = takeTimes(joinLetters(text), isOfAlert(before))
  const tokens = tokensOf(rest, numbers)
  if (!tokens) return undefined
  const spelled = withPeriods(
    withThousands(
      withoutTakenBack(
        withoutCash(
          withHalves(
            withForeignTax(throughBanks(joinAmounts(withPayments(withBanknotes(correctSpelling(tokens)))))),
          ),
        ),
      ),
    ),
  )
  const guess = (some: readonly Token[]): readonly Token[] => {
    const corrected = joinSums(some)
    return guessWords(corrected, markNames(corrected))
  }
  const guessed = guess(spelled)
  const taxed = withPercentages(spelled)
  const typed = markNames(spelled)
  const written = { text, typed, numbers, today, times, topic: before && topicOf(before) }
  const named = hear(markNames(guessed), written)
  const dated = periodsAsDays(guessed, today)
  const alone =
    readTaxWithin(named) ??
    (taxed && understand(hear(markNames(guess(taxed)), written))) ??
    understand(named) ??
    understand(hear(guessed, written)) ??
    (dated && understand(hear(markNames(dated), written)))
  // `y el mes pasado`
  const readOfPeriod = (): Request | undefined => {
    const ofSum = before?.kind === 'convert' ? periodsAsDays(guessed, today, true) : undefined
    const heard = ofSum && hear(markNames(ofSum), written)
    return before && heard && unlessDropping(heard, readFollowUp(heard, before))
  }
  const followUp =
    before &&
    (!alone || !standsAlone(named, alone, before)) &&
    (readAmountAnew(named, before) ?? unlessDropping(named, readFollowUp(named, before)) ?? readOfPeriod())
  return (followUp && !changesSeen(followUp, before) && followUp) || (alone ?? readLoosely(named, written))
}

/** `más 40` and `me pagó 8 mil` after a sum out of a text that was not understood; its rate may be another one. */
const changesSeen = (request: Request, before: Question): boolean =>
  before.kind === 'convert' &&
  before.conversion?.isSeen === true &&
  (request.kind === 'convert' ? request.conversion : undefined)?.amount !== before.conversion.amount

const isOfAlert = (before: Question | undefined): boolean =>
  before?.kind === 'alert' || before?.kind === 'alert_change'

/** Whether a text says all of a question, so that it goes on from none: `no me mandes nada hasta el lunes`. */
function standsAlone(speech: Speech, request: Request, before: Question): boolean {
  const { names, has, says } = speech
  const goesOn = mayGoOn(speech) || [WORDS.changeDue, WORDS.left, WORDS.compare].some(has)
  if (isOfAlert(before)) return OF_DIGEST.has(request.kind)
  if (BEGUN.has(before.kind)) return request.kind !== 'rate'
  switch (request.kind) {
    case 'history':
      return names.length > 0 && request.history.range !== undefined
    case 'rate':
      return names.length > 0 && !goesOn && before.kind !== 'amount' && !isOfThing(speech.tokens)
    case 'convert':
      return (
        has(WORDS.foreignMoney) ||
        // `me ofrecen 85 mil bs, ¿es buen precio?`
        (!says(PHRASES.fair) &&
          !goesOn &&
          !SHARED.some(has) &&
          (has(WORDS.asking) || says(PHRASES.byPhone) || request.conversion?.to !== undefined))
      )
    case 'charge':
      return (
        (request.charge !== undefined && isPaid(request.charge)) ||
        (has(WORDS.asking) && has(WORDS.bill) && !goesOn)
      )
    case 'gap':
      return isGapAlone(names, before)
    case 'worth':
      return isDealAlone(speech, request, before) && (before.kind !== 'charge' || !goesOn)
    default:
      return !SHORT.has(request.kind)
  }
}

/** `y si me compran 6` after the price of one thing, and `si vendo 120` after `300 usdt`, are no deals. */
function isDealAlone(
  { has, says }: Speech,
  { price, quantity }: Extract<Request, { kind: 'worth' }>,
  before: Question,
): boolean {
  const sum = before.kind === 'convert' ? before.conversion : undefined
  if (!sum) return true
  if (has(WORDS.if) && (sum.priceOfOne !== undefined || says(PHRASES.iSell))) return false
  // `me ofrecen 34 mil bs` after `40$`
  const isForSum = sum.from.kind === 'currency' && compare(divide(price, sum.amount), RATE_MIN) >= 0
  return quantity !== undefined || !isForSum
}

/** `y la diferencia si me pagan por el banco` goes on from a sum. */
const isGapAlone = (names: readonly string[], { kind }: Question): boolean =>
  names.filter((name) => !currencyNamedBy(name)).length === 1
    ? !OF_SUMS.has(kind) && kind !== 'rate'
    : names.length > 0 || kind !== 'convert'

/** `entre 4 en bs` */
const SHARED = [WORDS.over, WORDS.dividing]

/** After an alert, `ya no me mandes más el resumen ese`. */
const OF_DIGEST: ReadonlySet<Request['kind']> = new Set([
  'digest',
  'digest_change',
  'no_digest',
  'mute',
  'quiet',
])

/** What may also be read as going on from a question: `25 paga 30`. */
const SHORT: ReadonlySet<Request['kind']> = new Set([
  'amount',
  'shop',
  'each',
  'refused',
  'bad_charge',
  'deal',
])

/**
 * `cuánto era 50 dólares en 2020`, `en octubre`, `en octubre de 2025`, `el mes pasado`: a past year or month is its last day; undefined where
 * none is said.
 */
function periodsAsDays(tokens: readonly Token[], today: Day, isSum = false): Token[] | undefined {
  const dated: Token[] = []
  let isFound = false
  for (let at = 0; at < tokens.length; ) {
    const period = pastPeriodAt(tokens, at, today, isSum)
    isFound ||= period !== undefined
    dated.push(...(period ? (tokensOf(period.to) ?? []) : tokens.slice(at, at + 1)))
    at += period?.length ?? 1
  }
  return isFound ? dated : undefined
}

function pastPeriodAt(tokens: readonly Token[], at: number, today: Day, isSum: boolean) {
  const text = textAt(tokens, at)
  if (YEAR.test(text) && text < today.slice(0, 4) && WORDS.inYear.has(textAt(tokens, at - 1)))
    return { to: `${text}-12-31`, length: 1 }
  // `en enero del año pasado` is another January.
  const isMonth = isMonthAloneAt(tokens, at) && !tokens.some((token) => namesPeriod(token.text))
  const isOfSum = isLastPeriodAt(tokens, at) && (isSum || tokens.some(isOfMoneyAt))
  const month = isMonth || isOfSum ? spokenRangeAt(tokens, at, today) : undefined
  if (month?.range.kind !== 'between' || month.range.to >= today) return undefined
  return { to: month.range.to, length: month.length }
}

const isOfMoneyAt = (token: Token, at: number, tokens: readonly Token[]): boolean =>
  isNumber(token) && (isUnit(tokens[at + 1]) || isUnit(tokens[at - 1]))

/** Leaves out the verb of `¿cuánto pago?` and `la cuenta me dio 25`, which say no payment; `y tengo 5000 bs` says one. */
const withPayments = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token, at) => {
    const { text } = token
    // `tengo nada más 5`
    if (PHRASES.onlyThat.includes(`${textAt(tokens, at - 1)} ${text}`)) return []
    // `¿cuánto son los dos?`
    const isOfThings = isUnit(tokens[at + 1]) || isThing(tokens[at + 1])
    if (WORDS.both.has(text) && WORDS.plural.has(textAt(tokens, at - 1)) && !isOfThings) return []
    const isJoined = [WORDS.and, WORDS.self].some((words) => words.has(textAt(tokens, at - 1)))
    const isMore = isJoined && tokens.slice(0, at).some(isNumber)
    if (WORDS.holds.has(text) && isMore && !isFew(tokens, at + 1)) return [PAYS]
    const before = WORDS.self.has(textAt(tokens, at - 1)) ? at - 2 : at - 1
    const isOfOther = [WORDS.asking, WORDS.bill].some((words) => words.has(textAt(tokens, before)))
    return isOfOther && WORDS.pays.has(text) && !WORDS.with.has(text) ? [] : token
  })

/** `he pays with a 100 bill`; `la compra fue 31,80`, which is no price at which somebody buys. */
const withBanknotes = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token, at) => {
    if (WORDS.bill.has(token.text) && NOTES.has(textAt(tokens, at - 1))) return BANKNOTE
    const isBill = WORDS.purchase.has(token.text) && WORDS.glue.has(textAt(tokens, at - 1))
    return isBill && !WORDS.at.has(textAt(tokens, at - 2)) ? BILL : token
  })

const [BANKNOTE, BILL, FOREIGN_TAX, BOLIVARES] = [
  WORDS.banknote,
  WORDS.bill,
  WORDS.foreignTax,
  WORDS.bolivares,
].map(([word = '']) => wordToken(word)) as [Token, Token, Token, Token]

/** `25$, y si pago en divisas me cobran el 3 %`: the tax on foreign money. */
function withForeignTax(tokens: readonly Token[]): readonly Token[] {
  const tax = tokens.findIndex(isTaxPercentage)
  const isCash = tokens.some(({ text }) => WORDS.paidAsDollars.has(text) || CASH.has(text))
  const isNamed = tokens.some(({ text }) => WORDS.foreignTax.has(text))
  const isOfAmount = tokens.some((token, at) => isNumber(token) && at !== tax)
  return tax >= 0 && isCash && isOfAmount && !isNamed ? tokens.toSpliced(tax, 2, FOREIGN_TAX) : tokens
}

const CASH: ReadonlySet<string> = new Set(PHRASES.inCash.flatMap((phrase) => phrase.split(' ').slice(-1)))

/** `un pago móvil de 45 mil`, `312.400 en punto`: so much that goes through a bank is bolivares. */
const throughBanks = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token, at) => {
    const isBare = isNumber(token) && !isUnit(tokens[at + 1]) && !isUnit(tokens[at - 1])
    const [before, behind] = [tokens.slice(Math.max(at - 3, 0), at), tokens.slice(at + 1, at + 4)]
    const isThrough = saysAnyOf(before, THROUGH_BANKS) || beginsWith(behind, THROUGH_BANKS)
    const value = token.kind === 'number' && isBare && isThrough ? amountOf(token)?.value : undefined
    return value !== undefined && compare(value, THROUGH_BANKS_MIN) >= 0 ? [token, BOLIVARES] : [token]
  })

const THROUGH_BANKS = PHRASES.byPhone.filter((phrase) => !CASH.has(phrase.split(' ').at(-1) ?? ''))

const THROUGH_BANKS_MIN = '1000'

const beginsWith = (tokens: readonly Token[], phrases: readonly string[]): boolean =>
  phrases.some((phrase) => `${tokens.map(({ text }) => text).join(' ')} `.startsWith(`${phrase} `))

/** `75€ por niño y tengo dos`: no sum that is paid. */
const isFew = (tokens: readonly Token[], at: number): boolean =>
  !isUnit(tokens[at + 1]) && (NUMERALS.get(textAt(tokens, at)) ?? Number(textAt(tokens, at))) < FEW

const NUMERALS = valuesOf('numerals')

const FEW = 10

/** `10$ en efectivo` is no price of cash. */
const withoutCash = (tokens: readonly Token[]): readonly Token[] => {
  const isCash = (at: number): boolean =>
    PHRASES.inCash.includes(`${textAt(tokens, at)} ${textAt(tokens, at + 1)}`)
  // `mitad efectivo y mitad pago móvil`
  const isShared = tokens.some(({ text }) => WORDS.paidBy.has(text))
  const isPart = ({ text }: Token): boolean =>
    isShared && PHRASES.inCash.some((cash) => cash.endsWith(` ${text}`))
  return tokens.some(isNumber)
    ? tokens.filter((token, at) => !isCash(at) && !isCash(at - 1) && !isPart(token))
    : tokens
}

const isNumber = (token: { readonly kind: string } | undefined): boolean => token?.kind === 'number'

function understand(speech: Speech): Request | undefined {
  for (const read of READERS) {
    const request = unlessDropping(speech, read(speech))
    if (request) return request
  }
  return undefined
}

/**
 * Reads a text without the words that nobody explained: `una carrera en 4$, ¿cuánto le digo al cliente?`. A word behind a number
 * stays, as it may be a money or what is counted.
 */
function readLoosely({ marked }: Speech, written: Written): Request | undefined {
  const kept = marked.filter(
    (token, at) => !isThing(token) || ZONE_OF_PLACE.has(token.text) || marked[at - 1]?.kind === 'number',
  )
  const heard = { ...hear(kept, written), unknown: () => 0 }
  const request = understand(heard)
  if (!request || !LOOSE.has(request.kind) || isUnasked(heard, request)) return undefined
  const isSaid = [WORDS.asking, WORDS.telling, WORDS.is, WORDS.costs].some(heard.has)
  if (!isSaid && request.kind !== 'about') return undefined
  if (request.kind === 'convert' && request.conversion?.from.kind !== 'name')
    return isOfMoney(heard.tokens) ? request : undefined
  const isOfNothing =
    request.kind === 'rate' &&
    ((request.names.length === 0 && !heard.has(WORDS.everything)) || isOfThing(kept))
  const isOfDays = request.kind === 'history' && heard.days.length > 1
  return isOfNothing || isOfDays ? undefined : request
}

/** `i'm arriving on friday, is card ok` */
const isUnasked = ({ names, has }: Speech, { kind }: Request): boolean =>
  kind === 'rate' && names.length === 0 && ![WORDS.asking, WORDS.price].some(has)

/** Whether each number stands beside its money. */
const isOfMoney = (tokens: Speech['tokens']): boolean =>
  amountsIn(tokens).every(({ at, unit }) => unit ?? tokens[at + 1]?.kind === 'name')

/** What changes nothing may be answered though some words are not understood, where it is asked. */
const LOOSE: ReadonlySet<Request['kind']> = new Set([
  'rate',
  'convert',
  'own_rate',
  'history',
  'gap',
  'published',
  'trend',
  'changes',
  'each',
  'worth',
  'image',
  'charge',
  'about',
  'help',
])

const unlessDropping = (speech: Speech, request: Request | undefined): Request | undefined =>
  request && usesAll(speech, request) ? request : undefined

/** Whether an answer uses each number, percentage, time and past period of a text: what it would drop must be asked for instead. */
const usesAll = (speech: Speech, request: Request): boolean => !DROPS.some((drops) => drops(speech, request))

/** What an answer may drop of a text, each by itself. */
const DROPS: readonly ((speech: Speech, request: Request) => boolean)[] = [
  dropsDay,
  dropsOtherDay,
  dropsName,
  dropsPart,
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
  // `y el lunes de esa misma semana`
  if (request.kind === 'rate' && isDated && speech.says(PHRASES.samePeriod)) return true
  return OF_TODAY.has(request.kind) && (isOfPast(speech) || (speech.says(PHRASES.sameDay) && !isDated))
}

/** `una factura del 3 de marzo de 250$`: a day that is told, and that the answer is not of; `desde el lunes`, which is asked of today, is since when. */
function dropsOtherDay({ tokens, days, today }: Speech, request: Request): boolean {
  const isOrToday = request.kind === 'convert' && request.conversion?.isOrToday
  if (!(OF_SUMS.has(request.kind) || OF_RATES.has(request.kind)) || isOrToday) return false
  const used = JSON.stringify(request)
  const isOfToday = days.some(({ day }) => day === today)
  return tokens.some(
    (token, at) =>
      token.kind === 'day' &&
      token.day !== today &&
      !(token.day !== undefined && used.includes(token.day)) &&
      !(isSince(tokens, at) && isOfToday),
  )
}

const OF_RATES: ReadonlySet<Request['kind']> = new Set(['rate', 'gap'])

/** `el vuelto al paralelo`: a bill or a sum at another rate than the one that is named. */
function dropsName({ names, tokens }: Speech, request: Request): boolean {
  // `1000 per euro`: a deal is compared with dollars.
  if (request.kind === 'worth') return tokens.some(isEuro)
  const isAtOneRate =
    (request.kind === 'convert' && (request.conversion?.at.length ?? 0) < 2) ||
    (request.kind === 'charge' && request.charge?.ownRate === undefined)
  if (!isAtOneRate) return false
  const used = JSON.stringify(request)
  return names.some((name) => !currencyNamedBy(name) && !used.includes(JSON.stringify(name)))
}

const isEuro = (token: Speech['tokens'][number]): boolean => WORDS.euros.has(token.text)

/** `mitad en efectivo y mitad por pago móvil` */
function dropsPart({ tokens, says, has }: Speech, { kind }: Request): boolean {
  if (OF_SUMS.has(kind) && says(PHRASES.address)) return true
  return (
    kind === 'convert' &&
    (tokens.some(isPartLeft) || says(PHRASES.ofElse) || (has(WORDS.rest) && !has(WORDS.gap)))
  )
}

function dropsTime({ times }: Speech, { kind }: Request): boolean {
  return times.length > 0 && !WITH_TIME.has(kind)
}

function dropsNumber(speech: Speech, request: Request): boolean {
  if (request.kind === 'rate') return isOfElse(speech)
  // `ponle mi pago móvil 0102 …` is a number of a bank.
  const isPayTo = request.kind === 'settings' && request.page === 'payTo'
  // `do you think it hits 1000 before december`, `compré 12 cajas al paralelo y vendo a bcv, ¿cuánto le subo para no perder?`
  const isOpinion = request.kind === 'trend' && speech.says(PHRASES.opinion)
  const isOfNumber = isPayTo || isOpinion || speech.says(PHRASES.notToLose)
  return speech.hasNumber && WITHOUT_NUMBER.has(request.kind) && !isOfNumber
}

function dropsPercentage({ tokens }: Speech, { kind }: Request): boolean {
  return !WITH_PERCENT.has(kind) && tokens.some(({ text }, at) => text === '%' && isNumber(tokens[at - 1]))
}

/** `groceries cost me 85 dollars now and 76 a month ago`, `¿a qué hora abre el banco de venezuela?` */
const isOfElse = ({ tokens, names, says }: Speech): boolean =>
  (names.length > 0 && says(PHRASES.hourAsked)) || amountsIn(tokens).some(isSum)

const isSum = ({ value, unit }: SpokenAmount): boolean => unit !== undefined && value !== '1'

/** Whether a text has a word that would change a sum and that the answer has not used: a tax, a part, a day to come. */
function dropsChangeOfSum({ tokens, has, says, today }: Speech, request: Request): boolean {
  if (!OF_SUMS.has(request.kind)) return false
  // The price is what is paid, unless the tax in it is asked for.
  if (says(PHRASES.exempt)) return true
  const asked = tokens.findLastIndex(isAsking)
  if (says(PHRASES.taxWithin)) return asked >= 0 && tokens.findLastIndex(isSaleTax) > asked
  if (request.kind !== 'charge' && has(WORDS.saleTax) && !has(WORDS.without)) return true
  // `ramón se lleva el doble`
  if (request.kind === 'charge' && tokens.some(({ text }) => PARTS.has(text))) return true
  // `y si en enero está en 850`
  const date = dayOfRequest(request)
  return (
    date !== undefined &&
    date < today &&
    has(WORDS.if) &&
    !says(PHRASES.sameDay) &&
    ![WORDS.past, WORDS.moved].some(has)
  )
}

const isAsking = ({ text }: Speech['tokens'][number]): boolean => WORDS.asking.has(text)

/** Whether a text says a period that an answer with the prices of today would drop. */
const isOfPast = ({ tokens, has }: Speech): boolean =>
  ((has(WORDS.past) || has(WORDS.moved)) &&
    tokens.some(({ text }, at) => namesPeriod(text) && !WORDS.eachPeriod.has(textAt(tokens, at - 1)))) ||
  countsPeriods(tokens) ||
  tokens.some((_, at) => isMonthSaid(tokens, at))

/** `300$ al mes, ¿cuánto es por semana?`, `2 veces al día` */
function countsPeriods(tokens: Speech['tokens']): boolean {
  const periods = new Set(
    tokens.flatMap(({ text }) => (namesPeriod(text) || isFrequency(text) ? [text] : [])),
  )
  const isOfTimes = (token: Speech['tokens'][number], at: number): boolean =>
    token.kind === 'number' && WORDS.often.has(textAt(tokens, at + 1))
  return periods.size > 1 || tokens.some(isOfTimes)
}

/** A part or a multiple that no sum has used: `mitad`, `media hora`, `una docena`. */
const isPartLeft = ({ text }: Speech['tokens'][number]): boolean =>
  PARTS.has(text) || WORDS.halves.has(text) || WORDS.multiples.has(text)

/** `a la tasa de marzo`, `desde marzo` */
const isMonthSaid = (tokens: Speech['tokens'], at: number): boolean =>
  textAt(tokens, at).length >= MONTH_LENGTH_MIN &&
  monthNamed(textAt(tokens, at)) !== undefined &&
  BEFORE_MONTH.some((words) => words.has(textAt(tokens, at - 1)))

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
