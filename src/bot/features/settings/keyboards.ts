import { InlineKeyboard } from 'grammy'
import { buttonLabels, type Titled } from '../../../messages/format/quote.ts'
import { type Messages, messagesIn } from '../../../messages/messages.ts'
import { USUAL_AMOUNT } from '../../../messages/prices/moves.ts'
import { LANGUAGES, type Language } from '../../../messages/words/words.ts'
import type { Rounding } from '../../../rates/deal/charge.ts'
import type { Decimal } from '../../../rates/decimal.ts'
import { isSameMonitor, type MonitorId } from '../../../rates/monitor.ts'
import { NUMBER_STYLES } from '../../../rates/number-format.ts'
import { formatButtonData } from '../../buttons.ts'

const ZONES = [
  'America/Caracas',
  'America/Bogota',
  'America/Lima',
  'America/Santiago',
  'America/Argentina/Buenos_Aires',
  'Europe/Madrid',
  'America/New_York',
  'America/Mexico_City',
]
const QUIET_HOURS = ['21:00-06:00', '22:00-06:00', '22:00-07:00', '23:00-08:00']
const DIGEST_HOURS = ['07:00', '08:00', '09:00', '12:00', '18:00', '20:00']
const OWN_AMOUNTS = ['20', '50', USUAL_AMOUNT, '200', '500']
const MONITORS_MAX = 40

const data = (argument: string): string => formatButtonData('settings', undefined, argument)

/** A keyboard of captions and button arguments, `perRow` in a row. */
function rows(
  buttons: readonly (readonly [caption: string, argument: string])[],
  perRow: number,
): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const [index, [caption, argument]] of buttons.entries()) {
    keyboard.text(caption, data(argument))
    if (index % perRow === perRow - 1) keyboard.row()
  }
  return keyboard.row()
}

/** In groups and channels with a button for cards that are posted by themselves. */
export function mainButtons({ settings: { button } }: Messages, isPrivate: boolean): InlineKeyboard {
  const keyboard = rows(
    [
      [button.language, 'l'],
      [button.numbers, 'n'],
      [button.zone, 'z'],
      [button.quiet, 'q'],
      [button.digest, 'g'],
      [button.defaults, 'm'],
      [button.charge, 'c'],
      [button.charts, 'v'],
    ],
    2,
  ).text(button.ownAmount, data('a'))
  if (!isPrivate) keyboard.text(button.auto, formatButtonData('shop', undefined, 'a'))
  return keyboard.row().text(button.export, data('x')).text(button.delete, data('d'))
}

const withBack = (keyboard: InlineKeyboard, { settings: { button } }: Messages): InlineKeyboard =>
  keyboard.row().text(button.back, data(''))

export const languageButtons = (messages: Messages): InlineKeyboard =>
  withBack(
    rows(
      LANGUAGES.map((language) => [nameOf(language), `l${language}`]),
      2,
    ),
    messages,
  )

export const numbersButtons = (messages: Messages): InlineKeyboard =>
  withBack(
    rows(
      NUMBER_STYLES.map((style) => [messages.settings.sample(style), `n${style}`]),
      2,
    ),
    messages,
  )

const marked = (caption: string, isChosen: boolean): string => (isChosen ? `✓ ${caption}` : caption)

/** Light and dark charts; the one in force is marked. */
export const chartButtons = (messages: Messages, isDark: boolean): InlineKeyboard => {
  const { button } = messages.settings
  const captions = [
    [marked(button.light, !isDark), 'v0'],
    [marked(button.dark, isDark), 'v1'],
  ] as const
  return withBack(rows(captions, 2), messages)
}

/** The sums that a price to come may be said for; the chosen one is marked. */
export function ownAmountButtons(messages: Messages, chosen: Decimal): InlineKeyboard {
  const { settings } = messages
  const sums = OWN_AMOUNTS.map((sum) => [marked(settings.dollars(sum), sum === chosen), `a${sum}`] as const)
  return withBack(rows([...sums, [settings.button.other, 'a?'] as const], 3), messages)
}

/** The buttons that say how bills are charged; those in force are marked. */
export function chargeButtons(
  messages: Messages,
  { rounding, isTaxed }: { readonly rounding: Rounding; readonly isTaxed: boolean },
): InlineKeyboard {
  const { button } = messages.settings
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
    messages,
  )
}

const nameOf = (language: Language): string => messagesIn(language).settings.languageName

export const zoneButtons = (messages: Messages): InlineKeyboard =>
  withBack(
    rows(
      [
        ...ZONES.map((zone) => [messages.settings.place(zone), `z${zone}`] as const),
        [messages.settings.button.other, 'z?'],
      ],
      2,
    ),
    messages,
  )

export function quietButtons(messages: Messages): InlineKeyboard {
  const { settings } = messages
  const hours = QUIET_HOURS.map((range) => {
    const [from = '', to = ''] = range.split('-')
    return [`${settings.hour(from)} – ${settings.hour(to)}`, `q${range}`] as const
  })
  const more = [[settings.button.other, 'q?'] as const, [settings.button.noQuiet, 'q-'] as const]
  return withBack(rows(hours, 1).append(rows(more, 2)), messages)
}

export function digestButtons(messages: Messages): InlineKeyboard {
  const { settings } = messages
  const hours = DIGEST_HOURS.map((at) => [settings.hour(at), `g${at}`] as const)
  const more = [[settings.button.other, 'g?'] as const, [settings.button.noDigest, 'g-'] as const]
  return withBack(rows(hours, 3).append(rows(more, 2)), messages)
}

/** A button for each monitor; the chosen ones are numbered in their order. */
export function defaultsButtons(
  messages: Messages,
  all: readonly Titled[],
  chosen: readonly MonitorId[],
): InlineKeyboard {
  const shown = all.slice(0, MONITORS_MAX)
  const labels = buttonLabels(shown)
  const keyboard = new InlineKeyboard()
  for (const [index, { monitor }] of shown.entries()) {
    const place = chosen.findIndex((one) => isSameMonitor(one, monitor))
    const mark = place < 0 ? '' : `${place + 1}. `
    keyboard.text(`${mark}${labels[index]}`, formatButtonData('default', monitor)).row()
  }
  return withBack(keyboard.text(messages.settings.button.usual, data('m-')), messages)
}

export const deleteButtons = ({ settings: { button } }: Messages): InlineKeyboard =>
  new InlineKeyboard().text(button.deleteAll, data('dy')).row().text(button.keep, data(''))

export const stoppedButtons = ({ settings: { button } }: Messages): InlineKeyboard =>
  new InlineKeyboard().text(button.resume, formatButtonData('resume')).row().text(button.delete, data('d'))
