import type { Rounding } from '../../domain/deal/charge.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { SIGN_OF } from '../../domain/monitor.ts'
import { NUMBERS_IN, type NumberStyle } from '../../domain/number-format.ts'
import type { ClockTime } from '../../words/calendar.ts'
import { inSentence, labelsOf, percentFigure, sumOf, type Titled } from '../../words/quote.ts'
import { clip, escapeHtml, lines } from '../../words/text.ts'
import type { Words } from '../../words/words.ts'

/** The sum of foreign money that a push about a price to come is said for where a chat chose none. */
export const USUAL_AMOUNT = '100'

const ASKED_MAX = 40
const FOLLOWED_SHOWN_MAX = 50

/** What a chat chose. `zone` is an IANA name, hours are `HH:MM`. */
export interface SettingsView {
  readonly zone: string
  readonly quiet?: { readonly from: string; readonly to: string } | undefined
  readonly digest?: string | undefined
  readonly defaults: readonly Titled[]
  readonly hasDarkCharts: boolean
  /** Whether today's card is posted by itself; undefined in private chats. */
  readonly isAuto?: boolean
  /** The sum of foreign money that a push about a price to come is said for. */
  readonly ownAmount: Decimal
  /** How bills are charged. */
  readonly charging: { readonly rounding: Rounding; readonly isTaxed: boolean }
}

/** A monitor that is followed, and from how many percent of change it is told. */
export interface FollowedView extends Titled {
  readonly least?: Decimal | undefined
}

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

const line = (name: string, value: string): string => `${name}: <b>${escapeHtml(value)}</b>`

export function settingsMessage(words: Words, view: SettingsView): string {
  const { defaults, hasDarkCharts, charging, isAuto } = view
  const { settings } = words
  return lines(
    `<b>${settings.title}</b>`,
    line(settings.language, settings.languageName),
    line(settings.numbers, sampleOf(words.numbers.style)),
    noticeLines(words, view),
    line(settings.defaults, labelsOf(defaults).join(', ') || settings.usual),
    line(settings.charts, settings.chartColours(hasDarkCharts)),
    isAuto !== undefined && line(settings.auto, settings.isAuto(isAuto)),
    line(settings.charge, settings.charging(charging.rounding === 'bolivar', charging.isTaxed)),
  )
}

/** When and of what the chat is told without asking. */
type NoticesView = Pick<SettingsView, 'zone' | 'quiet' | 'digest' | 'ownAmount'>

function noticeLines(words: Words, { zone, quiet, digest, ownAmount }: NoticesView): string {
  const { settings } = words
  const hour = (time: string): string => hourOf(words, time)
  return lines(
    line(settings.quiet, quiet ? settings.hours(hour(quiet.from), hour(quiet.to)) : settings.noQuiet),
    line(settings.digest, digest ? words.atTime(clockTimeOf(digest)) : settings.none),
    line(settings.zone, placeOf(zone)),
    line(settings.ownAmount, dollars(words, ownAmount)),
  )
}

/** What a chat that comes back is sent again. */
export interface ResumedView {
  readonly follows: readonly Titled[]
  /** How many alerts are active, and how many are paused. */
  readonly alerts: number
  readonly paused: number
}

const RESUMED_SHOWN_MAX = 10

export function resumed(words: Words, { follows, alerts, paused }: ResumedView): string {
  const { settings } = words
  const left = follows.length - RESUMED_SHOWN_MAX
  const titles = follows.slice(0, RESUMED_SHOWN_MAX).map((titled) => inSentence(words, titled))
  const parts = [
    [...titles, ...(left > 0 ? [words.more(left)] : [])].join(', '),
    alerts > 0 && settings.alertCount(alerts),
    paused > 0 && settings.pausedCount(paused),
  ].filter((part) => part !== false && part !== '')
  return parts.length > 0 ? settings.resumed(parts.join('; ')) : settings.resumedNothing
}

function leastOf(words: Words, least: Decimal | undefined): string {
  const { everyChange, fromPercent } = words.settings
  return least === undefined ? everyChange : fromPercent(percentFigure(words, least))
}

/** What a chat follows, each with which changes are told. */
export function followedList(words: Words, followed: readonly FollowedView[]): string {
  const labels = labelsOf(followed)
  const shown = followed.slice(0, FOLLOWED_SHOWN_MAX)
  return lines(
    words.settings.followed,
    ...shown.map(
      ({ least }, index) =>
        `• <b>${escapeHtml(clip(labels[index] ?? '', ASKED_MAX))}</b> · ${leastOf(words, least)}`,
    ),
    words.settings.chooseFollow,
  )
}

/** When and of what the chat is told without asking. */
export const noticesMessage = (words: Words, view: NoticesView): string =>
  lines(`<b>${words.settings.notices}</b>`, noticeLines(words, view))

export type BadSetting = 'badZone' | 'badOwnAmount' | 'badQuiet' | 'badDigest'

/** A typed setting that cannot be used, and how it is typed. */
export const badSetting = ({ settings }: Words, name: BadSetting, text: string): string =>
  settings[name](escapeHtml(clip(text, ASKED_MAX)))

export const askDigest = ({ settings }: Words, follows: boolean): string =>
  lines(settings.askDigest, !follows && settings.digestNeedsFollows)

export const digestSet = (words: Words, at: string, follows: boolean): string =>
  lines(
    words.settings.digestSet(words.atTime(clockTimeOf(at))),
    !follows && words.settings.digestNeedsFollows,
  )

export const digestToo = (words: Words, at: string): string =>
  words.settings.digestToo(words.atTime(clockTimeOf(at)))

const exampleOf = ({ numbers }: Words): string => numbers.decimal('1.5', 1)

export const typeLeast = (words: Words): string => words.settings.typeLeast(exampleOf(words))

export const badLeast = (words: Words, text: string): string =>
  words.settings.badLeast(escapeHtml(clip(text, ASKED_MAX)), exampleOf(words))

export const askLeast = (words: Words, subject: Titled): string =>
  words.settings.least(inSentence(words, subject))

export const leastSet = (words: Words, subject: Titled, least: Decimal | undefined): string =>
  words.settings.leastSet(inSentence(words, subject), leastOf(words, least))

export const leastRaised = (
  words: Words,
  subject: Titled,
  least: Decimal,
  before: Decimal | undefined,
): string => lines(leastSet(words, subject, least), words.settings.leastBefore(leastOf(words, before)))

export const leastIsMost = (words: Words, subject: Titled, least: Decimal | undefined): string =>
  words.settings.leastIsMost(inSentence(words, subject), leastOf(words, least))
