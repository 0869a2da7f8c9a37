import { dayOf } from '../../rates/caracas.ts'
import type { Quote } from '../../rates/monitor.ts'
import { clip, escapeHtml, lines } from '../format/text.ts'
import { ago, nearWeekday, onWeekday, shortSince, since } from '../format/times.ts'
import { plainTitle, type Titled } from '../format/titles.ts'
import type { Words } from '../words/words.ts'

/** The API is asked at each look-up and once a minute: an older answer means that it is silent. */
const SILENT_MS = 150_000
const KEY_MAX = 40
const NAMED_MAX = 30

/** What people must know about the prices of a message, beside the prices themselves. */

export function simulatedMark(words: Words, quotes: readonly Quote[]): string {
  if (!quotes.some(({ simulated }) => simulated)) return ''
  return `<i>${quotes.length > 1 ? words.simulatedPrices : words.simulatedPrice}</i>`
}

/** `⚠ sin actualizar desde el 19 de enero`, of a source that stands still. */
export const staleMark = (words: Words, quote: Quote, now: number): string =>
  quote.stale ? `⚠ ${words.notUpdated(since(words, quote.lastUpdate, now))}` : ''

/** Its effective day has not come; a clock that is a little ahead does not count. */
export const isOfTomorrow = ({ lastUpdate }: Quote, now: number): boolean => dayOf(lastUpdate) > dayOf(now)

/** A published price whose day has not come, and the one in force until then. */
export function effectiveMark(words: Words, quote: Quote, now: number): string {
  if (!isOfTomorrow(quote, now)) return ''
  const from = words.inForceOn(onWeekday(words, quote.lastUpdate))
  return lines(from, quote.inForce && words.inForceToday(words.numbers.bolivares(quote.inForce.price)))
}

/** The same on one line for each of several, such as the two of a gap. */
export const effectiveMarks = (words: Words, quotes: readonly Quote[], now: number): string =>
  quotes.length === 1
    ? lines(...quotes.map((quote) => effectiveMark(words, quote, now)))
    : lines(...shortEffectiveMarks(words, quotes, now))

/** `Rige el jue 22 · hoy 349,93`; where there are several prices each is named. */
export const shortEffectiveMarks = (words: Words, quotes: readonly Quote[], now: number): string[] =>
  quotes
    .filter((quote) => isOfTomorrow(quote, now))
    .map((quote) => {
      const note = effectiveNote(words, quote, now)
      const name = escapeHtml(clip(plainTitle(quote), NAMED_MAX))
      return quotes.length === 1 ? note.charAt(0).toUpperCase() + note.slice(1) : `<b>${name}</b>: ${note}`
    })

/** The marks of a price as indented lines of a block, each narrow enough for one. */
export const notesOf = (words: Words, quote: Quote, now: number): string[] =>
  [effectiveNote(words, quote, now), staleNote(words, quote, now)]
    .filter((note) => note !== '')
    .map((note) => `  ${note}`)

/** `⚠ detenida desde el 19/01`, of a source that stands still. */
export const staleNote = (words: Words, { stale, lastUpdate }: Quote, now: number): string =>
  stale ? `⚠ ${words.stalled(shortSince(words, lastUpdate, now))}` : ''

/** `rige el jue 22`, of a price whose day has not come. */
export const comingNote = (words: Words, { lastUpdate }: Quote): string =>
  words.inForceShort(nearWeekday(words, lastUpdate))

function effectiveNote(words: Words, quote: Quote, now: number): string {
  if (!isOfTomorrow(quote, now)) return ''
  const from = comingNote(words, quote)
  return quote.inForce ? `${from} · ${words.today} ${words.numbers.price(quote.inForce.price)}` : from
}

/** `Rige el lunes 23 de noviembre: Bs. 352,10`, of a price whose day has not come; else nothing. */
export const comingPrice = (words: Words, quote: Quote, now: number): string =>
  isOfTomorrow(quote, now)
    ? `${words.inForceOn(onWeekday(words, quote.lastUpdate))}: ${words.numbers.bolivares(quote.price)}`
    : ''

/** Whether the rate API was last heard too long ago (both ms) to trust that nothing has moved. */
export const isSilent = (asOf: number, now: number): boolean => now - asOf > SILENT_MS

/** `⚠ El servicio de precios no responde. Lo último es de hace 5 min.` */
export const silenceMark = (words: Words, asOf: number, now: number): string =>
  isSilent(asOf, now) ? `⚠ ${words.silent(ago(words, asOf, now))}` : ''

/** The same in words that stay true while the message lies in the chat: `desde las 3:05 p. m.` */
export const lastingSilenceMark = (words: Words, asOf: number, now: number): string =>
  isSilent(asOf, now) ? `⚠ ${words.silentSince(since(words, asOf, now))}` : ''

/** Says that other monitors share the key, above buttons that name them. */
export const othersLine = (words: Words, { monitor }: Titled, others: readonly Titled[]): string =>
  others.length > 0 ? words.alsoOnOtherPages(escapeHtml(clip(monitor.key, KEY_MAX))) : ''
