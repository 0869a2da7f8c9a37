import { addDays, type Day, dayOf, startOfDay } from '../domain/caracas.ts'
import { absolute, BOLIVARES_SIGN, compare, type Decimal, type Numbers, round } from '../domain/decimal.ts'
import {
  type Change,
  changeBetween,
  type Direction,
  gapBetween,
  heldBefore,
  isNotYetInForce,
  leadingPrice,
  priceBeside,
} from '../domain/in-force.ts'
import { isEuroBeside, moneyNamed, monitorName, type Quote, SIGN_OF } from '../domain/monitor.ts'
import { clip, escapeHtml, joined, lines, type Note, quoted } from './text.ts'
import { freshness, nearWeekday, shortSince, since, weekdayAndDay, weekdayOf } from './times.ts'
import type { Words } from './words.ts'

/** One monitor as the API said it at `asOf`; `others` share its key on other pages. Times in ms. */
interface RateView {
  readonly quote: Quote
  readonly asOf: number
  readonly others?: readonly Quote[]
  readonly now: number
}

/** The card of one monitor. */
export function rateCard(words: Words, { quote, asOf, others = [], now }: RateView): string {
  return lines(
    boldTitle(quote),
    `<b>${equation(words, quote, leadingPrice(quote, now).price)}</b>`,
    effectiveDayNotice(words, quote, now),
    changeLine(words, quote, now),
    ageOf(words, quote, now),
    staleNotice(words, quote, now),
    lines(sourceLine(quote), sourcesNotice(words, quote), simulatedNotice(words, [quote])),
    silenceNotice(words, asOf, now),
    othersLine(words, quote, others),
  )
}

function changeLine(words: Words, quote: Quote, now: number): string {
  const change = dayChange(quote, now)
  const since = changesSince(words, [quote], now)
  return change.direction === 'same' ? '' : `${escapeHtml(arrowChange(words, change))} ${since}`
}

/** When the leading price was made (ms); undefined where another line says from when it is. */
export function ageFrom(quote: Quote, now: number): number | undefined {
  const { lastUpdate } = leadingPrice(quote, now)
  return quote.stale || dayOf(lastUpdate) > dayOf(now) ? undefined : lastUpdate
}

function ageOf(words: Words, quote: Quote, now: number): string {
  const from = ageFrom(quote, now)
  return from === undefined ? '' : freshness(words, from, now)
}

/** The page of a price, unless the title of the price names it already. */
function sourceLine(quote: Quote): string {
  const isNamed = plainTitle(quote).toLowerCase().includes(sourceOf(quote).toLowerCase())
  return quote.source === undefined || isNamed ? '' : escapeHtml(sourceOf(quote))
}

const SOURCE_NAME_MAX = 40

/** `Fuente: BCV`, `Promedio de…`, `Mediana de 3 fuentes`, as plain text; nothing where the server does not say. */
function madeOf(words: Words, { sources = [] }: Quote): string {
  const [first, second, ...more] = sources.map((name) => clip(name, SOURCE_NAME_MAX))
  if (first === undefined) return ''
  if (second === undefined) return words.source(first)
  if (more.length > 0) return words.medianOf(sources.length)
  return words.meanOf(words.inSentence(first), words.inSentence(second)) // the median of two is their mean
}

/** What a price was made of. */
export const sourcesNotice = (words: Words, quote: Quote): string => escapeHtml(madeOf(words, quote))

/** The same with a line for each of several names, as plain text for an alert of Telegram. */
export const sourcesAlert = (words: Words, quote: Quote): string => {
  const { sources = [] } = quote
  const names = sources.length > 1 ? sources.map((name) => `• ${clip(name, SOURCE_NAME_MAX)}`) : []
  return clipLines([madeOf(words, quote), ...names], ALERT_LENGTH_MAX)
}

/** Characters of the text that Telegram shows to whoever presses a button. */
const ALERT_LENGTH_MAX = 200

/** As many lines as there is room for; `…` stands for the rest. */
function clipLines(all: readonly string[], max: number): string {
  const whole = all.join('\n')
  if (whole.length <= max) return whole
  const count = all.findIndex((_, index) => all.slice(0, index + 1).join('\n').length > max - 2)
  return [...all.slice(0, count), '…'].join('\n')
}

/** The change that is shown beside the leading price: since the last one before it, none where that is not known. `now` in ms. */
export function dayChange(quote: Quote, now: number): Change {
  const { price } = leadingPrice(quote, now)
  return changeBetween(heldBefore(quote, now)?.price ?? price, price)
}

/** `desde ayer`, `desde el viernes`: after a change that counts from the close of a day of the last week. */
export const sinceDay = (words: Words, day: Day, now: number): string =>
  day === addDays(dayOf(now), -1)
    ? words.change.sinceYesterday
    : words.change.sinceDay(weekdayOf(words, startOfDay(day)))

/**
 * `desde ayer · Dólar BCV desde el viernes`: since when the changes of these prices count, HTML; those that count
 * from an earlier day than others are named. Nothing where none changed.
 */
export function changesSince(words: Words, quotes: readonly Quote[], now: number): string {
  const moved = quotes.filter((quote) => dayChange(quote, now).direction !== 'same')
  const days = Map.groupBy(moved, (quote) => heldBefore(quote, now)?.day ?? dayOf(now))
  const [newest, ...others] = [...days].toSorted(([a], [b]) => (a < b ? 1 : -1))
  if (!newest) return ''
  const named = others.map(
    ([day, some]) => `${words.listed(some.map(plainTitle))} ${sinceDay(words, day, now)}`,
  )
  return escapeHtml([sinceDay(words, newest[0], now), ...named].join(' · '))
}

/** The API is asked at each look-up and once a minute: an older answer means that it is silent. */
const SILENT_MS = 150_000
const NAMED_MAX = 30

/** Says that prices are made up. */
export function simulatedNotice(words: Words, quotes: readonly Quote[]): string {
  if (!quotes.some(({ simulated }) => simulated)) return ''
  return `<i>${quotes.length > 1 ? words.simulatedPrices : words.simulatedPrice}</i>`
}

/** `⚠ sin actualizar desde el 19 de enero`, of a source that stands still. */
export const staleNotice = (words: Words, quote: Quote, now: number): string =>
  quote.stale ? `⚠ ${words.notUpdated(since(words, quote.lastUpdate, now))}` : ''

/**
 * The price in force and the one beside it: `Hoy 798,45 · mañana martes 24: 800,36 (▲ 0,24 %)`, or at a weekend
 * `Hoy y hasta el lunes 23: 800,36 · el viernes 20 fue 798,45`. Nothing where the price is simply that of the day.
 */
export function effectiveDayNotice(words: Words, quote: Quote, now: number): string {
  const beside = besideText(words, quote, now)
  if (beside === '') return ''
  const leading = leadingPrice(quote, now)
  const today =
    quote.inForce && isNotYetInForce(quote, now)
      ? `${words.inForce.today(words.numbers.price(leading.price))} · `
      : ''
  return escapeHtml(capitalized(`${today}${beside}`))
}

/** With a capital first letter. */
export const capitalized = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)

/** The same without the price in force where another one is to come. */
export function besideText(words: Words, quote: Quote, now: number): string {
  const beside = priceBeside(quote, now)
  if (!beside) return ''
  const { numbers, inForce } = words
  if (beside.kind === 'to_come') return toCome(words, quote, now)
  const { price: before } = beside
  const until = inForce.todayUntil(weekdayAndDay(words, quote.lastUpdate), numbers.price(quote.price))
  const was = before && inForce.was(weekdayAndDay(words, before.lastUpdate), numbers.price(before.price))
  return joined(until, was)
}

/** `mañana martes 24: 800,36 (▲ 0,24 %)`, of a price that is to come. */
function toCome(words: Words, quote: Quote, now: number): string {
  const change = changeBetween(leadingPrice(quote, now).price, quote.price)
  const moved = change.direction === 'same' ? '' : ` (${arrowPercent(words, change)})`
  return onDayToCome(words, quote, `${words.numbers.price(quote.price)}${moved}`, now)
}

/** A figure by a price that is to come, with the days on which that holds. */
const onDayToCome = (words: Words, quote: Quote, figure: string, now: number): string =>
  `${dayToCome(words, quote, now)}: ${figure}`

const dayToCome = (words: Words, quote: Quote, now: number): string =>
  words.inForce[whenToCome(quote, now)](weekdayAndDay(words, quote.lastUpdate))

/** `mañana martes 24` of a price that is to come, `hasta el lunes 23` of one that holds before its day; else nothing. */
export function dayBeside(words: Words, quote: Quote, now: number): string {
  const beside = priceBeside(quote, now)
  if (!beside) return ''
  return beside.kind === 'to_come'
    ? dayToCome(words, quote, now)
    : words.inForce.until(weekdayAndDay(words, quote.lastUpdate))
}

/** What is to be known of prices beside their rows: those to come, and which stand still. */
export const notesOn = (words: Words, quotes: readonly Quote[], now: number): Note[] =>
  quotes.flatMap((quote) => {
    const name = escapeHtml(plainTitle(quote))
    const toCome = isNotYetInForce(quote, now) && quote.inForce ? ` ${words.numbers.price(quote.price)}` : ''
    return [
      { note: dayBeside(words, quote, now), named: name + toCome },
      { note: shortStaleNotice(words, quote, now), named: name },
    ]
  })

/** When a price that is to come holds. */
function whenToCome({ lastUpdate, holdsFrom }: Quote, now: number): 'tomorrow' | 'fromTomorrow' | 'onDay' {
  const tomorrow = addDays(dayOf(now), 1)
  if (dayOf(lastUpdate) === tomorrow) return 'tomorrow'
  return holdsFrom !== undefined && dayOf(holdsFrom) === tomorrow ? 'fromTomorrow' : 'onDay'
}

const AFTER_TITLE = { tomorrow: 'forTomorrow', fromTomorrow: 'fromTomorrow', onDay: 'forDay' } as const

/** `para mañana martes 24`, of the first of some prices that is to come; empty where all are in force. */
export function forDaysToCome(words: Words, quotes: readonly Quote[], now: number): string {
  const toCome = quotes.find((quote) => isNotYetInForce(quote, now))
  if (!toCome) return ''
  return words.inForce[AFTER_TITLE[whenToCome(toCome, now)]](weekdayAndDay(words, toCome.lastUpdate))
}

/** `Hoy sigue 798,45`, beside a price that is to come; empty where the one in force is not known. */
export const stillNotice = ({ inForce, numbers }: Words, { inForce: held }: Quote): string =>
  held ? inForce.still(numbers.price(held.price)) : ''

/** `effectiveDayNotice` of each price; of several, such as the two of a gap, each line begins with its name. */
export const effectiveDayNotices = (words: Words, quotes: readonly Quote[], now: number): string =>
  lines(
    ...quotes.map((quote) => {
      const notice = effectiveDayNotice(words, quote, now)
      if (notice === '' || quotes.length === 1) return notice
      const name = escapeHtml(clip(plainTitle(quote), NAMED_MAX))
      return `<b>${name}</b>: ${notice.charAt(0).toLocaleLowerCase('es')}${notice.slice(1)}`
    }),
  )

/** The notices about a price as indented lines of a block, each narrow enough for one. */
export const rowNotices = (words: Words, quote: Quote, now: number): string[] =>
  indented([effectiveNote(words, quote, now), shortStaleNotice(words, quote, now)])

/** The same under the newest price, which is told as soon as it is published, with its day. */
export const newestRowNotices = (words: Words, quote: Quote, now: number): string[] =>
  isNotYetInForce(quote, now)
    ? indented([stillNotice(words, quote), shortStaleNotice(words, quote, now)])
    : rowNotices(words, quote, now)

const indented = (notes: readonly string[]): string[] =>
  notes.filter((note) => note !== '').map((note) => `  ${note}`)

/** `⚠ detenida desde el 19/01`, of a source that stands still. */
export const shortStaleNotice = (words: Words, { stale, lastUpdate }: Quote, now: number): string =>
  stale ? `⚠ ${words.stalled(shortSince(words, lastUpdate, now))}` : ''

/** `Mañana martes 24: Bs. 80.036,00`: an amount by the price beside the one in force, HTML; the day alone without it. */
export function amountBeside(words: Words, quote: Quote, amount: string | undefined, now: number): string {
  const beside = priceBeside(quote, now)
  if (!beside) return ''
  if (beside.kind === 'to_come')
    return amount === undefined
      ? words.inForceOn(words.onWeekday(dayOf(quote.lastUpdate)))
      : capitalized(onDayToCome(words, quote, amount, now))
  const was =
    amount && beside.price && words.inForce.was(weekdayAndDay(words, beside.price.lastUpdate), amount)
  const until = words.inForce.until(weekdayAndDay(words, quote.lastUpdate))
  return joined(capitalized(until), was)
}

/** `para el jue 22`, beside a narrow label. */
export const shortForDay = (words: Words, { lastUpdate }: Quote): string =>
  words.inForce.forDay(nearWeekday(words, lastUpdate))

/** `hasta el lun 23`, of a price that is in force before its day. */
export const heldNote = (words: Words, { lastUpdate }: Quote): string =>
  words.inForce.shortUntil(nearWeekday(words, lastUpdate))

/** Narrow: `rige el jue 22: 352,71` beside the price in force, `hasta el lun 23` of a price that holds before its day. */
function effectiveNote(words: Words, quote: Quote, now: number): string {
  const beside = priceBeside(quote, now)
  if (!beside) return ''
  if (beside.kind === 'before') return heldNote(words, quote)
  const from = words.inForceShort(nearWeekday(words, quote.lastUpdate))
  return quote.inForce ? `${from}: ${words.numbers.price(quote.price)}` : from
}

/** Whether the rate API was last heard too long ago (both ms) to trust that nothing has moved. */
export const isSilent = (asOf: number, now: number): boolean => now - asOf > SILENT_MS

/** `⚠ El servicio de precios no responde desde las 3:05 p. m.`: in words that stay true while the message lies in the chat. */
export const silenceNotice = (words: Words, asOf: number, now: number): string =>
  isSilent(asOf, now) ? `⚠ ${words.silentSince(since(words, asOf, now))}` : ''

/** Below prices: whether they are simulated, and whether the rate API, last heard at `asOf` (ms), is silent about them. */
export const trustNotices = (words: Words, quotes: readonly Quote[], asOf: number, now: number): string =>
  lines(simulatedNotice(words, quotes), silenceNotice(words, asOf, now))

/** Asks whether one of several monitors of the same name was meant, above buttons that name them; the euro beside a dollar needs no question. */
export const othersLine = (words: Words, subject: Titled, others: readonly Titled[]): string =>
  others.some((other) => !isEuroBeside(subject, other)) ? words.otherMeant : ''

/** No monitor has the name asked for; `isNear` says whether others are offered. */
export const unknownMonitor = (
  words: Words,
  asked: string,
  { isNear, known }: { readonly isNear: boolean; readonly known: readonly Titled[] },
): string => {
  const titles = known.slice(0, KNOWN_MAX).map((quote) => escapeHtml(plainTitle(quote)))
  const said = words.unknownMonitor(quoted(asked))
  return `${said} ${isNear ? words.didYouMean : words.seeAll(words.listed(titles))}`
}

/** As many monitors are named to somebody who asked for an unknown one. */
const KNOWN_MAX = 5

const MINUS = '−'

/** The minus of a negative value. */
export const signOf = (value: Decimal): string => (compare(value, '0') < 0 ? MINUS : '')

/** `34,20 %`, to 2 decimals. */
export const percentOf = ({ numbers, percent: written }: Words, percent: Decimal): string =>
  written(`${signOf(round(percent, 2))}${numbers.decimal(absolute(percent))}`)

/** The gap of the second price over the first, by the prices in force: `26,53 %`. */
export const gapFigure = (words: Words, [first, second]: readonly [Quote, Quote], now: number): string =>
  percentOf(words, gapBetween(leadingPrice(first, now).price, leadingPrice(second, now).price))

/** A monitor as far as its name goes. */
export type Titled = Pick<Quote, 'monitor' | 'title' | 'source' | 'namesake'>

const TITLE_MAX = 60
const NAME_MAX = 70
const SOURCE_MAX = 40
const SHORT_TITLE_MAX = 16
const BUTTON_MAX = 30

const titleOf = ({ title, monitor }: Titled, max: number): string => clip(title, max) || monitor.key

/** A monitor's title as plain text; with its page where another page has one of the same title. */
export function plainTitle(quote: Titled): string {
  const { namesake, monitor } = quote
  const title = titleOf(quote, TITLE_MAX)
  if (namesake === undefined) return title
  return `${title} · ${namesake === 'here' ? clip(monitorName(monitor), NAME_MAX) : sourceOf(quote)}`
}

/** The same as HTML, in bold. */
export const boldTitle = (quote: Titled): string => `<b>${escapeHtml(plainTitle(quote))}</b>`

/** The same within a sentence: `<b>el dólar oficial</b>`. */
export const inSentence = (words: Words, quote: Titled): string =>
  `<b>${escapeHtml(words.inSentence(plainTitle(quote)))}</b>`

/** What people call a page; else its name, as words. */
export function sourceOf({ source, monitor }: Titled): string {
  const words = clip(source ?? '', SOURCE_MAX) || clip(monitor.page.replaceAll('_', ' '), SOURCE_MAX)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same monitors for a list under the name of their page, which need not be said again. */
export const underPage = (quotes: readonly Titled[]): Titled[] =>
  quotes.map(({ namesake: _, ...quote }) => quote)

/** What tells these monitors apart from each other and from all others: the title, else with its source, else the name. */
export function labelsOf(quotes: readonly Titled[]): string[] {
  const titles = quotes.map((quote) => titleOf(quote, TITLE_MAX))
  const sourced = quotes.map((quote) => `${titleOf(quote, SHORT_TITLE_MAX)} · ${sourceOf(quote)}`)
  return quotes.map((quote, index) => {
    const fit = { none: [titles, sourced], elsewhere: [sourced], here: [] }[quote.namesake ?? 'none']
    const label = fit.map((labels) => onlyOne(labels, index)).find((text) => text !== undefined)
    return `${moneyOf(quote).trim()} ${label ?? monitorName(quote.monitor)}`.trimStart()
  })
}

/** The label of one among all, where no other has the same. */
function onlyOne(labels: readonly string[], index: number): string | undefined {
  const label = labels[index] ?? ''
  return labels.indexOf(label) === labels.lastIndexOf(label) ? label : undefined
}

/** The same as plain text for buttons. */
export const buttonLabels = (quotes: readonly Titled[]): string[] =>
  labelsOf(quotes).map((label) => clip(label, BUTTON_MAX))

/** What an amount is counted in: what stands before it, `Bs. `, `$`, `€`, or a code where it has no sign. */
export type Money = string

/** The money that a monitor prices; nothing where that cannot be told. */
export function moneyOf(quote: Pick<Quote, 'monitor' | 'title'>): Money {
  const named = moneyNamed(quote)
  if (named === undefined) return ''
  return named === 'dollar' || named === 'euro' ? SIGN_OF[named] : `${named} `
}

export const ARROW: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', same: '' }
const PLUS_MINUS: Readonly<Record<Direction, string>> = { up: '+', down: '−', same: '' }

/** `$1 = Bs. 1.234,56`. */
export const equation = ({ numbers }: Words, quote: Quote, price: Decimal): string =>
  `${moneyOf(quote)}1 = ${numbers.bolivares(price)}`

/** What rounds to nothing, and is not, stays visible. */
const unsigned = ({ numbers }: Words, rounded: Decimal, direction: Direction): string =>
  rounded === '0' && direction !== 'same' ? `<${numbers.decimal('0.01')}` : numbers.price(rounded)

/** `3,20`, beside an arrow or a word that says the direction; plain text. */
export const unsignedAmount = (words: Words, { amount, direction }: Change): string =>
  unsigned(words, amount, direction)

/** `0,40 %`, beside an arrow or a word that says the direction; plain text. */
export const unsignedPercent = (words: Words, { percent, direction }: Change): string =>
  words.percent(unsigned(words, percent, direction))

/** `▲ 0,40 %` as plain text; `0,00 %` where nothing changed. */
export const arrowPercent = (words: Words, change: Change): string =>
  `${ARROW[change.direction]} ${unsignedPercent(words, change)}`.trimStart()

/** `▲ 3,20 (0,40 %)` as plain text; nothing where nothing changed. */
export const arrowChange = (words: Words, change: Change): string =>
  change.direction === 'same'
    ? ''
    : `${ARROW[change.direction]} ${unsignedAmount(words, change)} (${unsignedPercent(words, change)})`

/** `+0,40 %`, where a column is narrow; nothing where nothing changed. */
export const narrowPercent = (words: Words, { percent, direction }: Change): string =>
  direction === 'same' ? '' : PLUS_MINUS[direction] + words.percent(words.numbers.decimal(percent))

/** `+3,20 (0,40 %)` as HTML; nothing where nothing changed. */
export function changeOf(words: Words, change: Change): string {
  const { amount, direction } = change
  if (direction === 'same') return ''
  const sign = amount === '0' ? '' : PLUS_MINUS[direction]
  return escapeHtml(`${sign}${unsignedAmount(words, change)} (${unsignedPercent(words, change)})`)
}

/** `$100`, `€1.500,50`: a sum of foreign money, with its cents where it has some. */
export const sumOf = ({ numbers }: Words, sign: string, sum: Decimal): string =>
  sign + numbers.decimal(sum, sum.includes('.') ? 2 : 0)

const PLACES_MAX = 6

/** Digits behind the comma as they were given, at least `least` of them. */
export function figure(numbers: Words['numbers'], value: Decimal, least: number): string {
  const given = value.split('.')[1]?.length ?? 0
  return numbers.decimal(value, Math.min(PLACES_MAX, Math.max(least, given)))
}

/** `2 %`, `2,5 %`: as it was typed. */
export const percentFigure = ({ numbers, percent }: Words, value: Decimal): string =>
  percent(figure(numbers, value, 0))

/** The money that prices are in. */
export const BOLIVARES: Money = BOLIVARES_SIGN

const GIVEN_PLACES_MAX = 20
const PLACES = 2

/** `34992,72`: a result for pasting into another program. */
export const bareNumber = (numbers: Numbers, value: Decimal): string =>
  numbers.ungrouped(numbers.price(value))

/** What somebody wrote, with all its places: `100`, `1.500,50`, `0,001`. */
export function formatGiven(numbers: Numbers, value: Decimal): string {
  const places = value.split('.')[1]?.length ?? 0
  return numbers.decimal(value, places === 0 ? 0 : Math.min(Math.max(places, PLACES), GIVEN_PLACES_MAX))
}

/** The same without groups, so that the reading itself cannot be misread. */
export const ungrouped = (numbers: Numbers, amount: Decimal): string =>
  numbers.ungrouped(formatGiven(numbers, amount))

/** An amount with its money: `$100`, `Bs. 5.000`. */
export const given = (numbers: Numbers, money: Money, value: Decimal): string =>
  `${money}${formatGiven(numbers, value)}`

const CENT = '0.01'

/** A result as it is shown: foreign money to its cents; bolivares as a price, which may be below one. */
export const payable = (money: Money, value: Decimal): Decimal =>
  money === BOLIVARES ? value : round(value, PLACES)

/** A result with its money: `Bs. 34.992,72`, `$0,06`, `menos de $0,01`. */
export function result({ numbers, conversion }: Words, money: Money, value: Decimal): string {
  const shown = payable(money, value)
  if (shown === '0' && value !== '0') return conversion.lessThan(`${money}${numbers.decimal(CENT)}`)
  return `${money}${numbers.price(shown)}`
}

/** Caption of the button that copies an amount. */
export const copyCaption = ({ conversion, numbers }: Words, value: Decimal): string =>
  conversion.copy(numbers.price(value))
