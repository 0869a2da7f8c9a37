import { InlineKeyboard } from 'grammy'
import type { Rounding } from '../../domain/deal/charge.ts'
import type { Decimal } from '../../domain/decimal.ts'
import { isSameMonitor, type MonitorId } from '../../domain/monitor.ts'
import { NUMBER_STYLES } from '../../domain/number-format.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import { buttonLabels, type Titled } from '../../words/quote.ts'
import { LANGUAGES, type Language, type Words, wordsIn } from '../../words/words.ts'
import { dollars, hourOf, placeOf, sampleOf, USUAL_AMOUNT } from './text.ts'

const ZONES = ['America/Caracas', 'America/Bogota', 'Europe/Madrid', 'America/New_York']
const QUIET_HOURS = ['21:00-06:00', '22:00-07:00', '23:00-08:00']
const DIGEST_HOURS = ['07:00', '08:00', '18:00']
const OWN_AMOUNTS = ['50', USUAL_AMOUNT, '200', '500']
/** Rates on one page of the preferred ones. */
const PAGE_SIZE = 3

/** The data of a button of the settings: the letter of a page, and the choice made on it. */
export const settingsData = (argument: string): string => formatButtonData('settings', undefined, argument)

/** A keyboard of captions and button arguments, `perRow` in a row. */
function rows(
  buttons: readonly (readonly [caption: string, argument: string])[],
  perRow: number,
): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const [index, [caption, argument]] of buttons.entries()) {
    keyboard.text(caption, settingsData(argument))
    if (index % perRow === perRow - 1) keyboard.row()
  }
  return keyboard.row()
}

/** A button for each topic. */
/** The topics of the settings; that of notices is left out where the chat is sent none, as a way back stands above them. */
export const mainButtons = ({ settings: { button } }: Words, isGone = false): InlineKeyboard =>
  rows(
    [
      [button.defaults, 'm'],
      ...(isGone ? [] : [[button.notices, NOTICES] as const]),
      [button.language, 'l'],
      [button.charts, 'v'],
      [button.charge, 'c'],
      [button.data, OWN_DATA],
    ],
    2,
  )

/** The arguments of the buttons that open a topic with more pages below it. */
export const NOTICES = 'w'
export const OWN_DATA = 'o'

/** The arguments of the buttons that take the data of a chat away. */
export const EXPORT = 'x'
export const DELETE = 'd'

/** With a button back to the settings, or to one of their topics. */
const withBack = (keyboard: InlineKeyboard, { settings: { button } }: Words, topic = ''): InlineKeyboard =>
  keyboard.row().text(button.back, settingsData(topic))

/** In groups and channels with a button for cards that are posted by themselves; not while the chat is sent nothing, as a way back stands above them. */
export const noticeButtons = (
  words: Words,
  { isPrivate, isGone = false }: { readonly isPrivate: boolean; readonly isGone?: boolean | undefined },
): InlineKeyboard => {
  const { button } = words.settings
  const topics = [
    [button.quiet, 'q'],
    [button.digest, 'g'],
    [button.zone, 'z'],
    [button.ownAmount, 'a'],
  ] as const
  const keyboard = rows(topics, 2)
  if (!isPrivate && !isGone) keyboard.text(button.auto, formatButtonData('shop', undefined, 'a'))
  return withBack(keyboard, words)
}

export const ownDataButtons = (words: Words): InlineKeyboard => {
  const { button } = words.settings
  const choices = [
    [button.export, EXPORT],
    [button.delete, DELETE],
  ] as const
  return withBack(rows(choices, 1), words)
}

/** Languages and notations; those in force are marked. */
export const languageButtons = (words: Words, language: Language): InlineKeyboard =>
  withBack(
    rows(
      [
        ...LANGUAGES.map((one) => [marked(nameOf(one), one === language), `l${one}`] as const),
        ...NUMBER_STYLES.map(
          (style) => [marked(sampleOf(style), style === words.numbers.style), `n${style}`] as const,
        ),
      ],
      2,
    ),
    words,
  )

const marked = (caption: string, isChosen: boolean): string => (isChosen ? `✓ ${caption}` : caption)

/** Light and dark charts; the one in force is marked. */
export const chartButtons = (words: Words, isDark: boolean): InlineKeyboard => {
  const { button } = words.settings
  const captions = [
    [marked(button.light, !isDark), 'v0'],
    [marked(button.dark, isDark), 'v1'],
  ] as const
  return withBack(rows(captions, 2), words)
}

/** The sums that a price to come may be said for; the chosen one is marked. */
export function ownAmountButtons(words: Words, chosen: Decimal): InlineKeyboard {
  const { settings } = words
  const sums = OWN_AMOUNTS.map((sum) => [marked(dollars(words, sum), sum === chosen), `a${sum}`] as const)
  return withBack(rows(sums, 2), words, NOTICES).text(settings.button.other, settingsData('a?'))
}

/** The buttons that say how bills are charged; those in force are marked. */
export function chargeButtons(
  words: Words,
  { rounding, isTaxed }: { readonly rounding: Rounding; readonly isTaxed: boolean },
): InlineKeyboard {
  const { button } = words.settings
  return withBack(
    rows(
      [
        [marked(button.toCentimo, rounding === 'centimo'), 'ccentimo'],
        [marked(button.toBolivar, rounding === 'bolivar'), 'cbolivar'],
        [marked(button.withoutTax, !isTaxed), 'c0'],
        [marked(button.withTax, isTaxed), 'c1'],
      ],
      2,
    ),
    words,
  )
}

const nameOf = (language: Language): string => wordsIn(language).settings.languageName

export const zoneButtons = (words: Words): InlineKeyboard => {
  const { settings } = words
  const zones = ZONES.map((zone) => [placeOf(zone), `z${zone}`] as const)
  return withBack(rows(zones, 2), words, NOTICES).text(settings.button.other, settingsData('z?'))
}

export function quietButtons(words: Words): InlineKeyboard {
  const { settings } = words
  const hours = QUIET_HOURS.map((range) => {
    const [from = '', to = ''] = range.split('-')
    return [`${hourOf(words, from)} – ${hourOf(words, to)}`, `q${range}`] as const
  })
  const more = [[settings.button.other, 'q?'] as const, [settings.button.noQuiet, 'q-'] as const]
  return withBack(rows(hours, 1).append(rows(more, 2)), words, NOTICES)
}

export function digestButtons(words: Words): InlineKeyboard {
  const { settings } = words
  const hours = DIGEST_HOURS.map((at) => [hourOf(words, at), `g${at}`] as const)
  const more = [[settings.button.other, 'g?'] as const, [settings.button.noDigest, 'g-'] as const]
  return withBack(rows(hours, 3).append(rows(more, 2)), words, NOTICES)
}

/** A page of monitors from one on, each with a button; the chosen ones are numbered in their order. */
export function defaultsButtons(
  words: Words,
  all: readonly Titled[],
  chosen: readonly MonitorId[],
  at: number,
): InlineKeyboard {
  const { button, settings } = words
  const from = at < all.length ? at : 0
  const shown = all.slice(from, from + PAGE_SIZE)
  const labels = buttonLabels(shown)
  const keyboard = new InlineKeyboard()
  for (const [index, { monitor }] of shown.entries()) {
    const place = chosen.findIndex((one) => isSameMonitor(one, monitor))
    const mark = place < 0 ? '' : `${place + 1}. `
    keyboard.text(`${mark}${labels[index]}`, formatButtonData('default', monitor, String(from))).row()
  }
  // After the last page comes the first.
  const next = from + PAGE_SIZE < all.length ? from + PAGE_SIZE : 0
  if (chosen.length > 0) keyboard.text(settings.button.usual, settingsData('m-')).row()
  withBack(keyboard, words)
  return all.length > PAGE_SIZE ? keyboard.text(button.more, settingsData(`m${next}`)) : keyboard
}

export const deleteButtons = ({ settings: { button } }: Words): InlineKeyboard =>
  new InlineKeyboard()
    .text(button.deleteAll, settingsData(`${DELETE}y`))
    .row()
    .text(button.keep, settingsData(OWN_DATA))

export const stoppedButtons = ({ settings: { button } }: Words): InlineKeyboard =>
  new InlineKeyboard()
    .text(button.resume, formatButtonData('resume'))
    .row()
    .text(button.delete, settingsData(DELETE))
