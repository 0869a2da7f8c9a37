import { InlineKeyboard } from 'grammy'
import { act, inRows, keyboardOf } from '../../bot/buttons.ts'
import type { BotContext } from '../../bot/context.ts'
import type { Chat } from '../../chats/chat.ts'
import type { Chats } from '../../chats/chats.ts'
import { type ClockTime, minuteOfDay } from '../../domain/caracas.ts'
import {
  mobilePaymentLines,
  mobilePaymentText,
  parseMobilePayment,
} from '../../domain/deal/mobile-payment.ts'
import { NUMBER_STYLES, type NumberStyle } from '../../domain/decimal.ts'
import { type MonitorId, monitorName } from '../../domain/monitor.ts'
import { daily } from '../../domain/schedule.ts'
import { parseForeignSum, parseRate } from '../../language/amounts.ts'
import { parseHours, parseTime, parseZone } from '../../language/times.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import { capitalized, labelsOf, type Titled } from '../../words/price.ts'
import { escapeHtml, lines } from '../../words/text.ts'
import { weekdayAndDay } from '../../words/times.ts'
import { LANGUAGES, type Language, type Words, wordsIn } from '../../words/words.ts'
import { dollars, hourOf, placeOf, sampleOf, scheduleOf, type TypedSetting, USUAL_AMOUNT } from './text.ts'

/** The page of the mobile payment data of a shop. */
export const PAY_TO = 'p'

const CARACAS = 'America/Caracas'
const ZONES = [CARACAS, 'America/Bogota', 'Europe/Madrid', 'America/New_York']
const QUIET_HOURS = ['21:00-06:00', '22:00-07:00', '23:00-08:00']
const DIGEST_HOURS = ['07:00', '08:00', '18:00']
const OWN_AMOUNTS = ['50', USUAL_AMOUNT, '200', '500']
/** How bills are rounded, and whether they have the tax, with the captions. */
const CHARGING = new Map<string, (words: Words) => string>([
  ['centimo', ({ settings }) => settings.button.toCentimo],
  ['bolivar', ({ settings }) => settings.button.toBolivar],
  ['0', ({ charge }) => charge.button.withoutTax],
  ['1', ({ charge }) => capitalized(charge.withTax)],
])

/** A chat whose settings are shown; `now` in ms. */
export interface SettingsView {
  readonly words: Words
  readonly language: Language
  readonly chat: Chat
  readonly isPrivate: boolean
  readonly titled: (monitor: MonitorId) => Titled
  readonly now: number
}

/** The page of a setting: its question, its buttons, what may be typed, and where the answer is stored. */
interface PageOf<Value> {
  /** Begins the data of its buttons. */
  readonly letter: string
  /** The letter of the page that its buttons stand on, or the one that leads to it where its value is typed. */
  readonly on?: string
  readonly ask: (view: SettingsView) => string
  /** The values that buttons choose, each with its caption; none where the value is typed alone. Those in force are marked where the page marks any. */
  readonly values?: readonly string[]
  readonly caption?: (value: string, view: SettingsView) => string
  readonly chosen?: (view: SettingsView) => readonly string[]
  /** Its values are switched: those in force have no button. */
  readonly isSwitch?: boolean
  /** Choices in a row of buttons; two, if not given. */
  readonly perRow?: number
  /** The caption of the button that takes a choice back. */
  readonly none?: (button: Words['settings']['button']) => string
  /** Names the question for a typed value, and what is said of a bad one. */
  readonly typed?: TypedSetting
  /** Reads a value that is typed; one of the buttons' alone if not given. */
  readonly read?: (text: string, words: Words) => Value | undefined
  /** The value is undefined where a choice is taken back. */
  readonly set: (settings: Chats['settings'], ctx: BotContext, value: Value | undefined) => Promise<void>
}

export type Page = ReturnType<typeof pageOf>

/** One setting: its line, its part of the export of a chat, and its page. */
export interface Setting {
  /** Names the text of its line, which the button that opens its page has too, unless it has one of its own. */
  readonly name: TextName
  /** It says when and of what the chat is told without asking. */
  readonly isNotice?: boolean
  /** Its value as people read it; undefined where the chat has no such setting. */
  readonly value: (view: SettingsView) => string | undefined
  readonly exported?: (chat: Chat) => object
  readonly page?: Page
}

type Texts = Words['settings']
type TextName = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts]

function pageOf<Value = string>({ set, read: given, values = [], caption = String, ...page }: PageOf<Value>) {
  const read = given ?? ((text) => values.find((value) => value === text) as Value | undefined)
  return {
    ...page,
    values,
    caption,
    /** Whether a typed text is a value. */
    canRead: (text: string, words: Words): boolean => read(text, words) !== undefined,
    /** Stores the value of a button or a text, `-` for none; undefined for what is no value. */
    store(settings: Chats['settings'], ctx: BotContext, text: string): Promise<void> | undefined {
      const value = read(text, ctx.words)
      if (value === undefined && !(page.none && text === '-')) return undefined
      return set(settings, ctx, value)
    },
  }
}

/** All settings in the order of their lines. A new one is a row here. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'language',
    value: ({ words }) => words.settings.languageName,
    exported: ({ language }) => ({ language }),
    page: pageOf({
      letter: 'l',
      ask: ({ words }) => words.settings.askLanguage,
      values: LANGUAGES,
      caption: (value) => wordsIn(value as Language).settings.languageName,
      chosen: ({ language }) => [language],
      set: async (settings, { chatKey }, language) => {
        if (language) await settings.setLanguage(chatKey, language)
      },
    }),
  },
  {
    name: 'numbers',
    value: ({ words }) => sampleOf(words.numbers.style),
    exported: ({ numbers = 'es-VE' }) => ({ numberFormat: sampleOf(numbers) }),
    page: pageOf({
      letter: 'n',
      on: 'l',
      ask: ({ words }) => words.settings.askLanguage,
      values: NUMBER_STYLES,
      caption: (value) => sampleOf(value as NumberStyle),
      chosen: ({ words }) => [words.numbers.style],
      set: (settings, { chatKey, language }, style) =>
        settings.set(chatKey, 'numbers', style === wordsIn(language).numbers.style ? undefined : style),
    }),
  },
  {
    name: 'quiet',
    isNotice: true,
    value: ({ words, chat: { quiet, mutedUntil = 0 }, now }) =>
      mutedUntil > now
        ? words.inForce.shortUntil(weekdayAndDay(words, mutedUntil))
        : quiet
          ? words.settings.hours(hourOf(words, quiet.from), hourOf(words, quiet.to))
          : words.settings.noQuiet,
    exported: ({ quiet, mutedUntil }) => ({
      quietHours: quiet,
      mutedUntil: mutedUntil && new Date(mutedUntil).toISOString(),
    }),
    page: pageOf({
      letter: 'q',
      ask: ({ words }) => words.settings.askQuiet,
      values: QUIET_HOURS,
      caption(value, { words }) {
        const [from = '', to = ''] = value.split('-')
        return `${hourOf(words, from)} – ${hourOf(words, to)}`
      },
      perRow: 1,
      none: ({ noQuiet }) => noQuiet,
      typed: 'Quiet',
      read: parseHours,
      set: (settings, { chatKey }, hours) => settings.setQuietHours(chatKey, hours),
    }),
  },
  {
    name: 'digest',
    isNotice: true,
    value: ({ words, chat: { digest } }) =>
      digest ? scheduleOf(words, digest.schedule) : words.settings.none,
    page: pageOf({
      letter: 'g',
      ask: ({ words }) => words.settings.askDigest,
      values: DIGEST_HOURS,
      caption: (value, { words }) => hourOf(words, value),
      perRow: 3,
      none: ({ noDigest }) => noDigest,
      typed: 'Digest',
      read: parseTime,
      set: (settings, { chatKey, now }, at) =>
        settings.setDigest(chatKey, at === undefined ? undefined : daily(at), now),
    }),
  },
  {
    name: 'zone',
    isNotice: true,
    value: ({ chat: { zone = CARACAS } }) => placeOf(zone),
    exported: ({ zone = CARACAS }) => ({ timeZone: zone }),
    page: pageOf({
      letter: 'z',
      ask: ({ words, chat, now }) => words.settings.askZone(words.clock(clockIn(chat.zone, now))),
      values: ZONES,
      caption: placeOf,
      typed: 'Zone',
      read: parseZone,
      set: (settings, { chatKey }, zone) => settings.setZone(chatKey, zone === CARACAS ? undefined : zone),
    }),
  },
  {
    name: 'ownAmount',
    isNotice: true,
    value: ({ words, chat: { ownAmount = USUAL_AMOUNT } }) => dollars(words, ownAmount),
    exported: ({ ownAmount = USUAL_AMOUNT }) => ({ ownAmountInDollars: ownAmount }),
    page: pageOf({
      letter: 'a',
      ask: ({ words }) => words.settings.askOwnAmount,
      values: OWN_AMOUNTS,
      caption: (value, { words }) => dollars(words, value),
      chosen: ({ chat: { ownAmount = USUAL_AMOUNT } }) => [ownAmount],
      typed: 'OwnAmount',
      read: (text, { numbers }) => parseForeignSum(text, numbers.style),
      set: (settings, { chatKey }, sum) =>
        settings.set(chatKey, 'ownAmount', sum === USUAL_AMOUNT ? undefined : sum),
    }),
  },
  {
    name: 'defaults',
    value: ({ words, chat, titled }) =>
      labelsOf(chat.defaults.map(titled)).join(', ') || words.settings.usual,
    exported: ({ defaults }) => ({ preferredMonitors: defaults.map(monitorName) }),
  },
  {
    name: 'charts',
    value: ({ words, chat }) => words.settings.chartColours(chat.hasDarkCharts === true),
    exported: ({ hasDarkCharts = false }) => ({ darkCharts: hasDarkCharts }),
    page: pageOf({
      letter: 'v',
      ask: ({ words }) => words.settings.askCharts,
      values: ['0', '1'],
      caption: (value, { words }) => words.settings.button[value === '1' ? 'dark' : 'light'],
      chosen: ({ chat }) => [chat.hasDarkCharts ? '1' : '0'],
      set: (settings, { chatKey }, value) => settings.set(chatKey, 'hasDarkCharts', value),
    }),
  },
  {
    // Whether today's card is posted by itself; the page of the shop changes it.
    name: 'auto',
    value: ({ words, chat, isPrivate }) =>
      isPrivate ? undefined : words.settings.isAuto(chat.posted !== undefined),
  },
  {
    name: 'charge',
    value: ({ words, chat: { rounding, isTaxed = false } }) =>
      words.settings.charging(rounding === 'bolivar', isTaxed),
    exported: ({ rounding = 'centimo', isTaxed = false }) => ({
      billsRoundedTo: rounding,
      billsWithIgtf: isTaxed,
    }),
    page: pageOf({
      letter: 'c',
      ask: ({ words, chat: { rounding, isTaxed = false } }) =>
        words.settings.askCharge(words.settings.charging(rounding === 'bolivar', isTaxed)),
      isSwitch: true,
      values: [...CHARGING.keys()],
      caption: (value, { words }) => CHARGING.get(value)?.(words) ?? '',
      chosen: ({ chat: { rounding = 'centimo', isTaxed } }) => [rounding, isTaxed ? '1' : '0'],
      set: (settings, { chatKey }, value) =>
        value === 'centimo' || value === 'bolivar'
          ? settings.set(chatKey, 'rounding', value === 'bolivar' ? value : undefined)
          : settings.set(chatKey, 'isTaxed', value === '1' ? value : undefined),
    }),
  },
  {
    name: 'ownRate',
    value: ({ words, chat: { ownRate } }) => ownRate && words.numbers.exactBolivares(ownRate),
    exported: ({ ownRate }) => ({ ownRateOfTheDollar: ownRate }),
    page: pageOf({
      letter: 'r',
      on: 'c',
      ask: ({ words }) => words.settings.askOwnRate,
      none: ({ noOwnRate }) => noOwnRate,
      typed: 'OwnRate',
      read: (text, { numbers }) => parseRate(text, numbers.style),
      set: (settings, { chatKey }, rate) => settings.set(chatKey, 'ownRate', rate),
    }),
  },
  {
    name: 'payTo',
    value: ({ chat: { payTo } }) => payTo && mobilePaymentLines(payTo).join(' · '),
    exported: ({ payTo }) => ({ mobilePayment: payTo }),
    page: pageOf({
      letter: PAY_TO,
      on: 'c',
      ask: ({ words }) => words.settings.askPayTo,
      none: ({ noPayTo }) => noPayTo,
      typed: 'PayTo',
      read: parseMobilePayment,
      set: (settings, { chatKey }, payTo) =>
        settings.set(chatKey, 'payTo', payTo && mobilePaymentText(payTo)),
    }),
  },
]

function clockIn(zone: string | undefined, now: number): ClockTime {
  const minute = minuteOfDay(now, zone)
  return { hour: Math.floor(minute / 60), minute: minute % 60 }
}

/** The settings of a chat, a line each; or those alone that say when and of what it is told without asking. */
export function settingsMessage(view: SettingsView, isOfNotices = false): string {
  const { settings } = view.words
  const shown = isOfNotices ? SETTINGS.filter(({ isNotice }) => isNotice) : SETTINGS
  const said = shown.map(({ name, value }) => [settings[name], value(view)] as const)
  return lines(
    `<b>${isOfNotices ? settings.notices : settings.title}</b>`,
    ...said.map(([name, value]) => value !== undefined && `${name}: <b>${escapeHtml(value)}</b>`),
  )
}

/** The data of a button of the settings: the letter of a page, and the choice made on it. */
export const settingsData = (page?: string, value?: string): string =>
  formatButtonData('settings', undefined, { page: page || undefined, value: value || undefined })

/** The topics with more pages below them. */
export const NOTICES = 'w'
export const OWN_DATA = 'o'
export const LANGUAGE = 'l'

/** A button of the settings: the letter of a page, and the choice made on it. */
export const settingsButton = (caption: string, page?: string, value?: string) =>
  InlineKeyboard.text(caption, settingsData(page, value))

/** A button back to the settings, or to one of their topics. */
export const backButton = ({ button }: Words, topic = '') => settingsButton(button.previous, topic)

/** Buttons that open the pages of settings; that of numbers has none. */
const openersOf = (settings: Texts, isWanted: (one: Setting) => boolean) =>
  SETTINGS.filter(isWanted).flatMap(({ name, page }) =>
    page && name !== 'numbers' ? settingsButton({ ...settings, ...settings.button }[name], page.letter) : [],
  )

/** The settings with a page of their own, of notices or not. */
const topicsOf = (settings: Texts, isOfNotices: boolean) =>
  openersOf(settings, ({ page, isNotice = false }) => !page?.on && isNotice === isOfNotices)

/** The topics of the settings; that of notices is left out where the chat is sent none, as a way back stands above them. */
export function mainButtons({ words: { settings }, chat }: SettingsView): InlineKeyboard {
  const { defaults, notices, button } = settings
  const topics = [
    settingsButton(defaults, 'm'),
    ...(chat.isGone ? [] : [settingsButton(notices, NOTICES)]),
    ...topicsOf(settings, false),
    settingsButton(button.data, OWN_DATA),
  ]
  return keyboardOf(...inRows(topics, 2))
}

/** In groups and channels with a button for cards that are posted by themselves; not while the chat is sent nothing, as a way back stands above them. */
export function noticeButtons({ words, chat, isPrivate }: SettingsView): InlineKeyboard {
  const { settings } = words
  const auto = !isPrivate && !chat.isGone && act(settings.auto, 'shop', undefined, { act: 'auto' })
  return keyboardOf(...inRows(topicsOf(settings, true), 2), [auto], [backButton(words)])
}

/** The setting whose page has a letter; undefined for another letter. */
export const pageOfLetter = (letter: string): (Setting & { readonly page: Page }) | undefined =>
  SETTINGS.flatMap((one) => (one.page?.letter === letter ? [{ ...one, page: one.page }] : []))[0]

/** The buttons of a page, with those of settings that share it; the values in force are marked. */
export function pageButtons(view: SettingsView, letter: string): InlineKeyboard {
  const { words } = view
  const { button } = words.settings
  const { page, isNotice = false } = pageOfLetter(letter) ?? {}
  const shown = SETTINGS.flatMap((one) =>
    one.page && (one.page.letter === letter || one.page.on === letter) ? [one.page] : [],
  )
  const choices = shown.flatMap(({ letter: own, values, caption, chosen, isSwitch }) =>
    values.flatMap((value) => {
      const mark = chosen?.(view).includes(value) ? '✓ ' : ''
      return isSwitch && mark ? [] : settingsButton(mark + caption(value, view), own, value)
    }),
  )
  const typed = openersOf(words.settings, ({ page: one }) => one?.typed !== undefined && one.on === letter)
  const other =
    page?.typed && settingsButton(page.values.length > 0 ? button.other : button.write, letter, '?')
  const none = page?.none && settingsButton(page.none(button), letter, '-')
  return keyboardOf(
    ...inRows([...choices, ...typed], page?.perRow ?? 2),
    [none && other, none],
    [backButton(words, isNotice ? NOTICES : page?.on), !none && other],
  )
}
