import type { ClockTime } from '../../domain/caracas.ts'
import { type Decimal, NUMBERS_IN, type NumberStyle } from '../../domain/decimal.ts'
import { SIGN_OF } from '../../domain/monitor.ts'
import type { Schedule } from '../../domain/schedule.ts'
import { sumOf } from '../../words/price.ts'
import { lines, quoted } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'

/** The sum of foreign money that a push about a price to come is said for where a chat chose none. */
export const USUAL_AMOUNT = '100'

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
export const hourOf = (words: Words, time: string): string => words.clock(clockTimeOf(time))

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
  settings[`bad${name}`](quoted(text))

/** `cada día a las 8:00 a. m.`, `de lunes a viernes a las 9:00 a. m. y a la 1:00 p. m.` */
export function scheduleOf(words: Words, { times, weekdays }: Schedule): string {
  const at = words.listed(times.map((time) => words.atTime(clockTimeOf(time))))
  return `${weekdaysOf(words, weekdays)} ${at}`
}

/** As many days in a row are said by the first and the last of them. */
const RANGE_DAYS_MIN = 3
const WEEK_DAYS = 7

function weekdaysOf({ settings, weekdays: all }: Words, weekdays: readonly number[]): string {
  const names = weekdays.map((day) => all[day] ?? '')
  const [first, last] = [names[0], names.at(-1)]
  if (first === undefined || last === undefined || names.length === WEEK_DAYS) return settings.everyDay
  const isRow = weekdays.every((day, at) => at === 0 || day === ((weekdays[at - 1] ?? 0) + 1) % WEEK_DAYS)
  return isRow && names.length >= RANGE_DAYS_MIN ? settings.fromDayToDay(first, last) : settings.onDays(names)
}

/** Says when the digest comes, and that it has the main rates where the chat follows nothing. */
export const digestSet = (words: Words, schedule: Schedule, follows: boolean): string =>
  lines(words.settings.digestSet(scheduleOf(words, schedule)), !follows && words.settings.digestOfMain)
