import { type Change, changeBetween } from '../../rates/change.ts'
import type { Decimal } from '../../rates/decimal.ts'
import { isNotYetInForce } from '../../rates/in-force.ts'
import type { Quote } from '../../rates/monitor.ts'
import {
  ARROW,
  boldTitle,
  changeOf,
  equation,
  nameOf,
  plainTitle,
  signedPercent,
  sourceOf,
  type Titled,
} from '../format/quote.ts'
import { clip, escapeHtml, lines } from '../format/text.ts'
import { ago, freshness, nearWeekday, onWeekday, shortSince, since, when } from '../format/times.ts'
import type { Words } from '../words/words.ts'

/** One monitor as the API said it at `asOf`; `others` share its key on other pages. Times in ms. */
export interface RateView {
  readonly quote: Quote
  readonly asOf: number
  readonly others?: readonly Quote[]
  readonly now: number
}

/** The card of one monitor. */
export function rateCard(words: Words, { quote, asOf, others = [], now }: RateView): string {
  return lines(
    boldTitle(quote),
    `<b>${equation(words, quote, quote.price)}</b>`,
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
  const change = lastChange(quote, now)
  const since = changesSince(words, [quote], now)
  return change.direction === 'same' ? '' : `${ARROW[change.direction]} ${changeOf(words, change)} ${since}`
}

/** Nothing where another line says from when the price is. */
const ageOf = (words: Words, quote: Quote, now: number): string =>
  quote.stale || isNotYetInForce(quote, now) ? '' : freshness(words, quote.lastUpdate, now)

const sourceLine = (quote: Quote): string =>
  quote.source === undefined ? nameOf(quote) : `${escapeHtml(sourceOf(quote))} · ${nameOf(quote)}`

const SOURCE_NAME_MAX = 40

/** `Fuente: BCV`, `Mediana de 3 fuentes`, as plain text; nothing where the server does not say. */
function madeOf(words: Words, { sources = [] }: Quote): string {
  const [first] = sources
  if (first === undefined) return ''
  return sources.length > 1 ? words.medianOf(sources.length) : words.source(clip(first, SOURCE_NAME_MAX))
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

const SHARE_TEXT_MAX = 256
const SHARE_TITLE_MAX = 80

/** `Dólar paralelo: $1 = Bs. 812,40 ▲ +0,40 % · a la 1:05 p. m.` */
export function shareText(words: Words, quote: Quote, now: number): string {
  const change = lastChange(quote, now)
  const moved =
    change.direction === 'same' ? '' : ` ${ARROW[change.direction]} ${signedPercent(words, change)}`
  const price = `${clip(plainTitle(quote), SHARE_TITLE_MAX)}: ${equation(words, quote, quote.price)}${moved}`
  const day = isNotYetInForce(quote, now)
    ? words.inForceOn(onWeekday(words, quote.lastUpdate))
    : when(words, quote.lastUpdate, now)
  const text = [price, day, quote.simulated ? words.simulatedPrice : '']
    .filter((part) => part !== '')
    .join(' · ')
  return clip(text, SHARE_TEXT_MAX)
}

/** What the change beside a price counts from: the price in force until its day comes, else the one published before. */
const startOf = (quote: Quote, now: number): { readonly price: Decimal; readonly isOfToday: boolean } =>
  quote.inForce && isNotYetInForce(quote, now)
    ? { price: quote.inForce.price, isOfToday: true }
    : { price: quote.priceOld, isOfToday: false }

/** The change that is shown beside a price, so that it never contradicts another price shown with it. `now` in ms. */
export const lastChange = (quote: Quote, now: number): Change =>
  changeBetween(startOf(quote, now).price, quote.price)

/** `desde el anterior`, `desde el de hoy`: since when the changes of these prices count; nothing where none changed. */
export function changesSince({ change }: Words, quotes: readonly Quote[], now: number): string {
  const moved = quotes.filter((quote) => lastChange(quote, now).direction !== 'same')
  const [isOfToday, ...others] = new Set(moved.map((quote) => startOf(quote, now).isOfToday))
  if (isOfToday === undefined) return ''
  if (others.length > 0) return change.sinceEither
  return isOfToday ? change.sinceToday : change.sinceBefore
}

/** The API is asked at each look-up and once a minute: an older answer means that it is silent. */
const SILENT_MS = 150_000
const KEY_MAX = 40
const NAMED_MAX = 30

/** Says that prices are made up. */
export function simulatedNotice(words: Words, quotes: readonly Quote[]): string {
  if (!quotes.some(({ simulated }) => simulated)) return ''
  return `<i>${quotes.length > 1 ? words.simulatedPrices : words.simulatedPrice}</i>`
}

/** `⚠ sin actualizar desde el 19 de enero`, of a source that stands still. */
export const staleNotice = (words: Words, quote: Quote, now: number): string =>
  quote.stale ? `⚠ ${words.notUpdated(since(words, quote.lastUpdate, now))}` : ''

/** A published price whose day has not come, and the one in force until then. */
export function effectiveDayNotice(words: Words, quote: Quote, now: number): string {
  if (!isNotYetInForce(quote, now)) return ''
  const from = words.inForceOn(onWeekday(words, quote.lastUpdate))
  return lines(from, quote.inForce && words.inForceToday(words.numbers.bolivares(quote.inForce.price)))
}

/** The same on one line for each of several, such as the two of a gap. */
export const effectiveDayNotices = (words: Words, quotes: readonly Quote[], now: number): string =>
  quotes.length === 1
    ? lines(...quotes.map((quote) => effectiveDayNotice(words, quote, now)))
    : lines(...shortEffectiveDayNotices(words, quotes, now))

/** `Rige el jue 22 · hoy 349,93`; where there are several prices each is named. */
export const shortEffectiveDayNotices = (words: Words, quotes: readonly Quote[], now: number): string[] =>
  quotes
    .filter((quote) => isNotYetInForce(quote, now))
    .map((quote) => {
      const note = effectiveNote(words, quote, now)
      const name = escapeHtml(clip(plainTitle(quote), NAMED_MAX))
      return quotes.length === 1 ? note.charAt(0).toUpperCase() + note.slice(1) : `<b>${name}</b>: ${note}`
    })

/** The notices about a price as indented lines of a block, each narrow enough for one. */
export const rowNotices = (words: Words, quote: Quote, now: number): string[] =>
  [effectiveNote(words, quote, now), shortStaleNotice(words, quote, now)]
    .filter((note) => note !== '')
    .map((note) => `  ${note}`)

/** `⚠ detenida desde el 19/01`, of a source that stands still. */
export const shortStaleNotice = (words: Words, { stale, lastUpdate }: Quote, now: number): string =>
  stale ? `⚠ ${words.stalled(shortSince(words, lastUpdate, now))}` : ''

/** `rige el jue 22`, of a price whose day has not come. */
export const futureDayNote = (words: Words, { lastUpdate }: Quote): string =>
  words.inForceShort(nearWeekday(words, lastUpdate))

function effectiveNote(words: Words, quote: Quote, now: number): string {
  if (!isNotYetInForce(quote, now)) return ''
  const from = futureDayNote(words, quote)
  return quote.inForce ? `${from} · ${words.today} ${words.numbers.price(quote.inForce.price)}` : from
}

/** `Rige el lunes 23 de noviembre: Bs. 352,10`, of a price whose day has not come; else nothing. */
export const futurePriceLine = (words: Words, quote: Quote, now: number): string =>
  isNotYetInForce(quote, now)
    ? `${words.inForceOn(onWeekday(words, quote.lastUpdate))}: ${words.numbers.bolivares(quote.price)}`
    : ''

/** Whether the rate API was last heard too long ago (both ms) to trust that nothing has moved. */
export const isSilent = (asOf: number, now: number): boolean => now - asOf > SILENT_MS

/** `⚠ El servicio de precios no responde. Lo último es de hace 5 min.` */
export const silenceNotice = (words: Words, asOf: number, now: number): string =>
  isSilent(asOf, now) ? `⚠ ${words.silent(ago(words, asOf, now))}` : ''

/** The same in words that stay true while the message lies in the chat: `desde las 3:05 p. m.` */
export const lastingSilenceNotice = (words: Words, asOf: number, now: number): string =>
  isSilent(asOf, now) ? `⚠ ${words.silentSince(since(words, asOf, now))}` : ''

/** Says that other monitors share the key, above buttons that name them. */
export const othersLine = (words: Words, { monitor }: Titled, others: readonly Titled[]): string =>
  others.length > 0 ? words.alsoOnOtherPages(escapeHtml(clip(monitor.key, KEY_MAX))) : ''
