import type { Numbers } from '../../rates/number-format.ts'
import type { AlertWords } from './alerts.ts'
import type { ChangesWords } from './changes.ts'
import type { ConversionWords } from './conversion.ts'
import type { HistoryWords } from './history.ts'
import type { GapWords, InlineWords } from './inline.ts'
import type { LiveWords, ProfileWords } from './live.ts'
import type { OperatorWords } from './operator.ts'
import type { SettingsWords } from './settings.ts'

/** What a chat is told in: a language, and the way figures are written. */
export interface Words extends Phrases {
  readonly numbers: Numbers
}

/** A day on the calendar of Caracas; `weekday` 0 is Sunday. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly weekday: number
}

/** A time on the wall clock of Caracas. */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
}

/** One command in the menu of Telegram: its name as typed in this language, and what it does. */
export interface MenuEntry {
  readonly command: string
  readonly description: string
}

/** Every phrase of a language. Placeholders are plain text: the messages that use a phrase escape it. */
export interface Phrases {
  readonly alerts: AlertWords
  readonly settings: SettingsWords
  readonly clock: (time: ClockTime) => string
  readonly menu: readonly MenuEntry[]

  readonly justNow: string
  readonly nowShort: string
  readonly minutesAgo: (minutes: number) => string
  readonly hoursAgo: (hours: number) => string
  readonly daysAgo: (days: number) => string
  readonly atTime: (time: ClockTime) => string
  readonly onDay: (day: CalendarDay, withYear: boolean) => string
  readonly sinceTime: (time: ClockTime) => string
  readonly sinceYesterday: (time: ClockTime) => string
  readonly sinceDay: (day: CalendarDay, withYear: boolean) => string
  readonly onWeekday: (day: CalendarDay) => string
  readonly nearWeekday: (day: CalendarDay) => string
  readonly sinceShortTime: (time: ClockTime) => string
  readonly sinceShortDay: (day: CalendarDay) => string
  readonly shortDate: (day: CalendarDay) => string
  readonly onShortDay: (day: CalendarDay, withYear: boolean) => string
  readonly priceOfToday: string
  readonly priceOfYesterday: string
  readonly priceOfDay: (day: CalendarDay, withYear: boolean) => string

  readonly rates: string
  readonly today: string
  readonly yesterday: string
  readonly inForceToday: (price: string) => string
  /** Since when a change counts: since the price published before, since the one in force, or some so and some so. */
  readonly change: {
    readonly sinceBefore: string
    readonly sinceToday: string
    readonly sinceEither: string
  }
  readonly lastChange: (age: string) => string
  readonly simulatedPrice: string
  readonly simulatedPrices: string
  readonly notUpdated: (since: string) => string
  readonly stalled: (since: string) => string
  readonly inForceShort: (day: string) => string
  readonly inForceOn: (day: string) => string
  readonly silent: (age: string) => string
  readonly silentSince: (since: string) => string
  readonly alsoOnOtherPages: (key: string) => string
  readonly more: (count: number) => string
  readonly noPrices: string
  readonly nothingNew: string

  readonly conversion: ConversionWords
  readonly gap: GapWords
  readonly live: LiveWords
  readonly profile: ProfileWords
  readonly operator: OperatorWords
  readonly history: HistoryWords
  readonly changes: ChangesWords
  readonly inline: InlineWords

  readonly hello: string
  readonly whatNext: (amount: string) => string
  readonly helpIntro: string
  readonly helpAmounts: (first: string, second: string) => string
  readonly helpNames: (short: string, long: string) => string
  readonly helpGroups: string

  readonly following: (title: string) => string
  readonly alreadyFollowing: (title: string) => string
  readonly followsFull: (max: number) => string
  readonly unfollowed: (title: string) => string
  readonly notFollowing: (title: string) => string
  readonly followsNothing: string
  readonly whichRate: string
  readonly whichFollow: string
  readonly whichUnfollow: string

  readonly wentAbove: (subject: string, value: string) => string
  readonly wentBelow: (subject: string, value: string) => string
  readonly movedBy: (subject: string, percent: string) => string
  readonly gapBetween: (first: string, second: string) => string
  readonly fromTo: (from: string, to: string, when: string) => string
  readonly nowAt: (value: string) => string
  readonly digestOf: (day: CalendarDay) => string

  readonly unknownMonitor: (asked: string) => string
  readonly didYouMean: string
  readonly seeAll: string
  readonly unknownCommand: string
  /** To a message that says nothing to us. Examples come as HTML. */
  readonly talkHint: (amount: string, name: string) => string
  readonly administratorsOnly: string
  readonly administratorsUnknown: string
  readonly tooManyCommands: string
  readonly oldButton: string
  readonly error: string

  readonly button: {
    readonly rates: string
    readonly refresh: string
    readonly share: string
    readonly see: string
    readonly follow: string
    readonly unfollow: string
  }
}
