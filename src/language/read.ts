import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../domain/caracas.ts'
import { compare, type Decimal, divide, type NumberStyle } from '../domain/decimal.ts'
import { isThatRemoved, readAlertChange, readNotice, readQuit } from './alert.ts'
import { joinAmounts, withThousands } from './amounts.ts'
import { readBill } from './bill.ts'
import { isPaid } from './charge.ts'
import { readAtParallel, readConvertAlone, readMoney, readTotal, readUnknownMoney } from './conversion.ts'
import { correctText, ofThose, recounted, untaxed, withoutItem, withoutTakenBack } from './correction.ts'
import { isMonthAloneAt, isYearAt, namesPeriod } from './days.ts'
import { usesAll } from './drops.ts'
import { ADDING, isOfThings, NOTE_MAX, readAmountAnew, readFollowUp, topicOf } from './follow-up.ts'
import { isLastPeriodAt, readChart, readCrossed, spokenRangeAt } from './history.ts'
import {
  isPriceOfDollar,
  RATE_MIN,
  readBesideBolivares,
  readImpliedRate,
  readMyRate,
  readOwnRate,
  readSaidPrice,
  readUnsaidDeal,
  readWorth,
} from './own-rate.ts'
import {
  throughBanks,
  withBanknotes,
  withoutBank,
  withoutCash,
  withPayments,
  withZelle,
} from './payment-words.ts'
import { isPeriodOnly, withPeriods } from './periods.ts'
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
import { OF_SUMS, type Question, type Request } from './request.ts'
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
  type Written,
} from './speech.ts'
import { joinSums, withHalves, withPercentages } from './sums.ts'
import {
  isEmojiOnly,
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
import { readTaxes } from './taxes.ts'
import { readTill } from './till.ts'
import { takeTimes } from './times.ts'
import {
  currencyNamedBy,
  isForeignMoney,
  isNumber,
  isSaleTax,
  isThing,
  isUnit,
  joinLetters,
  LINE_LENGTH_MAX,
  means,
  PHRASES,
  saysAnyOf,
  type Token,
  textAt,
  tokensOf,
  WORDS,
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
  readBesideBolivares,
  readImpliedRate,
  readRestock,
  readTodayOrLater,
  readAtParallel,
  readBill,
  readZelle,
  readAbout,
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
  readRate,
  readGreeting,
  readUnsaidDeal,
  readUnknownMoney,
  readSmallTalk,
]

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
  const corrected = isOfAlert(before)
    ? undefined
    : readRewritten(text, said, alone, correctText, recounted, untaxed)
  if (corrected) return corrected
  const meant = before?.kind === 'convert' ? (ofThose(text, said, options.numbers) ?? text) : text
  const request = readRequest(meant, [text, said].every(addsTax) ? alone : options)
  // `quítale el café`
  const shorter = request ? undefined : readRewritten(text, said, alone, withoutItem)
  const longer = shorter ?? readContinued(text, said, request, alone)
  return longer ?? { text, request: request ?? readBeyond(text) }
}

/** `con iva`, which after `100$ con iva` is no second one. */
const addsTax = (text: string): boolean => {
  const tokens = tokensOf(text) ?? []
  return tokens.some(isSaleTax) && !tokens.some((token) => means(token, WORDS.without))
}

/** `no, eran 13`: the text before as the first of some readers writes it anew. */
function readRewritten(
  text: string,
  said: string,
  options: ReadingOptions,
  ...rewrite: readonly (typeof correctText)[]
): ReadText | undefined {
  const [corrected] = rewrite.flatMap((read) => read(text, said, options.numbers) ?? [])
  if (corrected === undefined) return undefined
  const request = readRequest(corrected, options)
  const kinds = [request, readRequest(said, options)].map((one) => one?.kind)
  // `cien`, and then `no, cien euros`
  const isSame = kinds[0] === kinds[1] || kinds.every((kind) => kind && OF_SUMS.has(kind))
  return request && isSame ? { text: corrected, request } : undefined
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
      : completes(whole, before, { isOther: isOtherNumber(tokens, said), isNamed: namesThing(tokens, said) })
  return isMore ? { text: joined, request: whole } : undefined
}

/**
 * `eran 13`, `menos 8 de gasolina`, `los domingos no`, `how much more am I paying`: adds nothing to the text before; nor does a
 * text to `súmale 4`, which itself goes on from one that is not known.
 */
const isOfOther = (tokens: readonly Token[], said: string): boolean =>
  means(tokens[0], WORDS.past) ||
  (tokens.some(isSaleTax) && (tokensOf(said) ?? []).some(isSaleTax)) ||
  saysAnyOf(tokensOf(said) ?? [], PHRASES.addedTo) ||
  saysAnyOf(tokens, PHRASES.howMuchMore) ||
  tokens.some(isForeignMoney) ||
  tokens.some(({ text }, at) => (at > 0 && WORDS.negation.has(text)) || LESS.some((words) => words.has(text)))

const LESS = [WORDS.minus, WORDS.discount, WORDS.remove]

/** `y un jugo de 1,50` after a bill*/
const isItem = ([first, ...rest]: readonly Token[], { kind }: Request): boolean =>
  (kind === 'charge' || kind === 'convert') && means(first, WORDS.and, WORDS.plus) && rest.some(isNumber)

const unpaidBill = (request: Request | undefined): Decimal | undefined =>
  request?.kind === 'charge' && request.charge && !isPaid(request.charge)
    ? request.charge.bill.amount
    : undefined

/** `y si me da un billete de 20` after a number that was not understood, or after several without their money. */
const isOtherNumber = (tokens: readonly Token[], said: string): boolean => {
  const amounts = amountsIn(joinAmounts(correctSpelling(tokensOf(said) ?? [])))
  const isMany = amounts.filter(({ unit }) => unit === undefined).length > 1
  return (
    (isMany && tokens.some(isNumber)) || (amounts.length > 0 && tokens.some(({ text }) => WORDS.if.has(text)))
  )
}

/** `el sr luis ya abonó 5000 bs` after what several people owe. */
function namesThing(tokens: readonly Token[], said: string): boolean {
  const before = new Set((tokensOf(said) ?? []).filter(isThing).map(({ text }) => text))
  return tokens.some((token) => isThing(token) && before.has(token.text))
}

interface Continuation {
  readonly isOther: boolean
  readonly isNamed: boolean
}

/** Whether two texts together say what the first of them began. */
function completes(whole: Request, before: Request | undefined, { isOther, isNamed }: Continuation): boolean {
  if (!OF_SUMS.has(whole.kind)) return CONTINUED.has(whole.kind) && (!before || BEGUN.has(before.kind))
  const paid = whole.kind === 'charge' && whole.charge && isPaid(whole.charge) ? whole.charge.bill : undefined
  if (!before) return !isOther
  if (before.kind === 'amount') return paid?.amount === before.amount
  const sum = unpaidBill(before) ?? (before.kind === 'convert' ? before.conversion?.amount : undefined)
  return OF_SUMS.has(before.kind) && (!paid || paid.amount === sum || isNamed)
}

/** Requests that the next text may add to. */
const BEGUN: ReadonlySet<Request['kind']> = new Set(['digest', 'follow', 'alert_on'])

/** What a text that is none by itself may come to with the one before it. */
const CONTINUED: ReadonlySet<Request['kind']> = new Set(['digest', 'alert'])

const [ASKS] = WORDS.asking

/** How the words of a text are written before they are read, one step after the other. */
const WRITTEN: readonly ((tokens: readonly Token[]) => readonly Token[])[] = [
  correctSpelling,
  withBanknotes,
  withPayments,
  joinAmounts,
  withoutBank,
  throughBanks,
  withZelle,
  withHalves,
  withoutCash,
  withoutTakenBack,
  withThousands,
  withPeriods,
]

/** Reads what somebody asks for in their own words; undefined if that is not understood, or over 200 characters long. */
export function readRequest(text: string, options: ReadingOptions): Request | undefined {
  const { today, markNames = markNothing, numbers, before } = options
  if (text.length > LINE_LENGTH_MAX) return undefined
  if (isEmojiOnly(text)) return { kind: 'small_talk' }
  const { rest, times } = takeTimes(joinLetters(text), isOfAlert(before))
  const tokens = tokensOf(rest, numbers)
  if (!tokens) return undefined
  const spelled = WRITTEN.reduce<readonly Token[]>((some, write) => write(some), tokens)
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
    (taxed && understand(hear(markNames(guess(taxed)), written))) ??
    understand(named) ??
    understand(hear(guessed, written)) ??
    (dated && understand(hear(markNames(dated), written))) ??
    unlessDropping(named, readTaxes(named))
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
  return (
    (followUp && !changesSeen(named, followUp, before) && followUp) || (alone ?? readLoosely(named, written))
  )
}

/** `más 40` and `me pagó 8 mil` after a sum out of a text that was not understood: only another rate of it is answered. */
const changesSeen = ({ tokens, names }: Speech, request: Request, before: Question): boolean => {
  if (before.kind !== 'convert' || !before.conversion?.isSeen) return false
  if (request.kind === 'charge')
    return request.charge !== undefined && (isPaid(request.charge) || request.charge.isTaxed === true)
  const isResold =
    request.kind === 'convert' && (request.conversion?.at.length ?? 0) > Math.max(names.length, 1)
  return isResold || tokens.some((token) => means(token, ADDING, WORDS.inTotal))
}

const isOfAlert = (before: Question | undefined): boolean =>
  before?.kind === 'alert' || before?.kind === 'alert_change'

/** Whether a text says all of a question, so that it goes on from none: `no me mandes nada hasta el lunes`. */
function standsAlone(speech: Speech, request: Request, before: Question): boolean {
  const { names, has, says } = speech
  const goesOn = mayGoOn(speech) || says(PHRASES.thatRate) || has(WORDS.changeDue, WORDS.left, WORDS.compare)
  if (isOfAlert(before)) return OF_DIGEST.has(request.kind)
  // `con el paralelo`
  if (before.kind === 'history' && request.kind === 'rate' && has(WORDS.with)) return false
  if (BEGUN.has(before.kind)) return request.kind !== 'rate' && !isThatRemoved(speech)
  switch (request.kind) {
    case 'history':
      return names.length > 0 && request.history.range !== undefined
    case 'rate':
      return names.length > 0 && !goesOn && before.kind !== 'amount' && !isOfThing(speech.tokens)
    case 'convert':
      return isSumAlone(speech, request, goesOn)
    case 'charge':
      return (
        before.kind === 'rate' ||
        (request.charge !== undefined && isPaid(request.charge)) ||
        (has(WORDS.asking) && has(WORDS.bill) && !goesOn)
      )
    case 'gap':
      return isGapAlone(names, before)
    case 'worth':
      return isDealAlone(speech, request, before) && !(goesOn && isOfDeal(request, before))
    default:
      return !SHORT.has(request.kind)
  }
}

/** `y si me los compran a 930`: goes on from a sum, or from a deal of the same side. */
const isOfDeal = ({ side }: Extract<Request, { kind: 'worth' }>, before: Question): boolean =>
  ['charge', 'convert'].includes(before.kind) || (before.kind === 'worth' && before.side === side)

function isSumAlone(
  speech: Speech,
  { conversion }: Extract<Request, { kind: 'convert' }>,
  goesOn: boolean,
): boolean {
  const { has, says } = speech
  if (has(WORDS.foreignMoney)) return true
  // `me ofrecen 85 mil bs, ¿es buen precio?`, `son 6 juegos, total en bs`
  if (says(PHRASES.fair) || goesOn || isOfThings(speech) || has(...SHARED)) return false
  return has(WORDS.asking) || says(PHRASES.byPhone) || conversion?.to !== undefined
}

/** `y si me compran 6` after the price of one thing, `si vendo 120` after `300 usdt`, and `me pagan con 50` are no deals. */
function isDealAlone(
  { tokens, has, says }: Speech,
  { price, quantity }: Extract<Request, { kind: 'worth' }>,
  before: Question,
): boolean {
  const [one] = amountsIn(tokens)
  // `si vendo 100, ¿cuánto me dan?` after a rate
  if (before.kind === 'rate' && !quantity && one && has(WORDS.howMuch)) return isPriceOfDollar(tokens, one)
  const sum = before.kind === 'convert' ? before.conversion : undefined
  if (unpaidBill(before) !== undefined && has(WORDS.with) && compare(price, NOTE_MAX) <= 0) return false
  if (!sum) return true
  if (has(WORDS.with)) return false
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
  if (isYearAt(tokens, at) && text < today.slice(0, 4)) return { to: `${text}-12-31`, length: 1 }
  // `en enero del año pasado` is another January.
  const isMonth = isMonthAloneAt(tokens, at) && !tokens.some((token) => namesPeriod(token.text))
  const isOfSum = isLastPeriodAt(tokens, at) && (isSum || tokens.some(isOfMoneyAt))
  const month = isMonth || isOfSum ? spokenRangeAt(tokens, at, today) : undefined
  if (month?.range.kind !== 'between' || month.range.to >= today) return undefined
  return { to: month.range.to, length: month.length }
}

const isOfMoneyAt = (token: Token, at: number, tokens: readonly Token[]): boolean =>
  isNumber(token) && (isUnit(tokens[at + 1]) || isUnit(tokens[at - 1]))

function understand(speech: Speech): Request | undefined {
  for (const read of READERS) {
    const request = unlessDropping(speech, read(speech))
    if (request) return request
  }
  return undefined
}

/**
 * Reads a text without the words that nobody explained: `una carrera en 4$, ¿cuánto le digo al cliente?`. A word behind a number
 * stays, as it may be a money or what is counted, and so does `¿cuánto jamón le doy si el kilo está en 9$?`.
 */
function readLoosely({ marked, has }: Speech, written: Written): Request | undefined {
  const kept = marked.filter(
    (token, at) =>
      !isThing(token) ||
      means(token, ZONE_OF_PLACE) ||
      marked[at - 1]?.kind === 'number' ||
      (has(WORDS.kilo) && means(marked[at - 1], WORDS.howMuch)),
  )
  const heard = { ...hear(kept, written), unknown: () => 0 }
  const request = understand(heard)
  if (!request || !LOOSE.has(request.kind) || isUnasked(heard, request)) return undefined
  const isSaid = heard.has(WORDS.asking, WORDS.telling, WORDS.is, WORDS.costs)
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
  kind === 'rate' && names.length === 0 && !has(WORDS.asking, WORDS.price)

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
