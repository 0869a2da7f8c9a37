import { type Decimal, NUMBERS_IN, type NumberStyle } from '../../domain/decimal.ts'
import { SIGN_OF } from '../../domain/monitor.ts'
import type { ClockTime } from '../../words/calendar.ts'
import { sumOf } from '../../words/price.ts'
import { clip, escapeHtml, lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'

/** The sum of foreign money that a push about a price to come is said for where a chat chose none. */
export const USUAL_AMOUNT = '100'

const ASKED_MAX = 40

/** `America/Argentina/Buenos_Aires` as people say it: `Buenos Aires`. */
export const placeOf = (zone: string): string =>
  PLACES.get(zone) ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
const PLACES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'America/Bogota': 'Bogotá',
    'America/New_York': 'Miami, Nueva York',
    'America/Mexico_City': 'Ciudad de México',
    'America/Panama': 'Panamá',
  }),
)

/** `1.234,56` or `1,234.56`. */
export const sampleOf = (style: NumberStyle): string => NUMBERS_IN[style].decimal('1234.56')

/** `10:30 p. m.` */
export function hourOf(words: Words, time: string): string {
  return words.clock(clockTimeOf(time))
}

function clockTimeOf(time: string): ClockTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return { hour, minute }
}

/** `$100`. */
export const dollars = (words: Words, sum: Decimal): string => sumOf(words, SIGN_OF.dollar, sum)

/** A setting that may be typed, as its texts are named. */
export type TypedSetting = 'Quiet' | 'Digest' | 'Zone' | 'OwnAmount' | 'OwnRate' | 'PayTo'

/** A typed setting that cannot be used, and how it is typed. */
export const badSetting = ({ settings }: Words, name: TypedSetting, text: string): string =>
  settings[`bad${name}`](escapeHtml(clip(text, ASKED_MAX)))

/** `a las 8:00 a. m.` */
export const atHour = (words: Words, time: string): string => words.atTime(clockTimeOf(time))

/** A text about the digest, which a chat that follows nothing is not sent. */
export const needingFollows = ({ settings }: Words, html: string, follows: boolean): string =>
  lines(html, !follows && settings.digestNeedsFollows)

export const digestSet = (words: Words, at: string, follows: boolean): string =>
  needingFollows(words, words.settings.digestSet(atHour(words, at)), follows)
