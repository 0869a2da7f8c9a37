import { InlineKeyboard } from 'grammy'
import { leaveButtons, listedButtons, monitorButtons, NO_DIALOG } from '../../bot/buttons.ts'
import { type Alert, hasKnownKind, type NewAlert } from '../../chats/alert.ts'
import { ALERT_KIND_NAMES, ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { formatButtonData } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/quote.ts'
import type { Words } from '../../words/words.ts'
import { type About, againData, alertData, formatStep, type Step } from './step.ts'
import { type AlertView, isGap, shortThreshold, thresholdFigure } from './text.ts'

const OTHERS_MAX = 3
/** One less than elsewhere, as the gap and a way out stand below them. */
const SIGNALS_MAX = 4

/** Alerts on one page of the list. */
export const PAGE_SIZE = 3
/** With another value and the ways out, six buttons. */
const VALUES_MAX = 3
const VALUES_A_ROW = 2

/** Buttons for the monitors, and for the gap if there is one. */
export function signalButtons(words: Words, monitors: readonly Titled[], hasGap: boolean): InlineKeyboard {
  const list = { action: 'alert', argument: '', buttonsMax: SIGNALS_MAX } as const
  const keyboard = listedButtons(words, list, monitors).row()
  if (hasGap) keyboard.text(words.alerts.button.gap, alertData({}, {}))
  return keyboard.append(leaveButtons(words))
}

/** Buttons for the kind of an alert. */
export function kindButtons(words: Words, about: About): InlineKeyboard {
  const { button } = words.alerts
  const captions: Readonly<Partial<Record<AlertKind, string>>> = about.monitor ? button.kind : button.gapKind
  const keyboard = new InlineKeyboard()
  for (const kind of ALERT_KIND_NAMES) {
    const caption = captions[kind]
    if (caption !== undefined) keyboard.text(caption, alertData(about, { kind })).row()
  }
  const back = formatButtonData('alert')
  // The kinds of a price leave room for one way out.
  return about.monitor
    ? keyboard.text(words.button.previous, back)
    : keyboard.append(leaveButtons(words, back))
}

export interface Values {
  readonly kind: AlertKind
  readonly isGap: boolean
  readonly values: readonly Decimal[]
}

const SIGN_OF_MOVE = { 1: '+ ', 0: '± ', '-1': '− ' } as const

/** Buttons for values; `dataOf` returns the data of a button, `?` stands for a value to be typed. */
function valueButtons(
  words: Words,
  { kind, isGap, values }: Values,
  dataOf: (value: Decimal | '?') => string,
): InlineKeyboard {
  const { button } = words.alerts
  const { side, isMove } = ALERT_KINDS[kind]
  const sign = isMove ? SIGN_OF_MOVE[side] : ''
  const keyboard = new InlineKeyboard()
  for (const [index, value] of values.slice(0, VALUES_MAX).entries()) {
    keyboard.text(sign + thresholdFigure(words, kind, isGap, value), dataOf(value))
    if (index % VALUES_A_ROW === VALUES_A_ROW - 1) keyboard.row()
  }
  return keyboard.row().text(button.other, dataOf('?'))
}

/** Buttons for the value of a new alert. */
export const newValueButtons = (words: Words, about: About, values: Values): InlineKeyboard =>
  valueButtons(words, values, (value) => alertData(about, { kind: values.kind, value })).append(
    leaveButtons(words, alertData(about, {})),
  )

/** The data of a button that gives an alert another value; `?` is one to be typed. */
export const valueData = (id: number, value: Decimal | '?'): string => listData(`v${id}:${value}`)

/** Buttons for another value of an alert. */
export const editValueButtons = (words: Words, id: number, values: Values): InlineKeyboard =>
  valueButtons(words, values, (value) => valueData(id, value)).append(leaveButtons(words, listData(`s${id}`)))

/** Buttons for how often an alert triggers: once, or every time. */
export const oftenButtons = (words: Words, about: About, step: Step): InlineKeyboard =>
  new InlineKeyboard()
    .text(words.alerts.button.repeat, alertData(about, { ...step, once: false }))
    .row()
    .text(words.alerts.button.once, alertData(about, { ...step, once: true }))
    .append(leaveButtons(words, alertData(about, step.kind ? { kind: step.kind } : {})))

/** A threshold far from the price now. */
export interface FarValue {
  readonly kind: AlertKind
  readonly isGap: boolean
  readonly value: Decimal
  /** Its other reading, where that is nearer. */
  readonly meant?: Decimal | undefined
}

/** What is asked of a value far from the price now: whether it is meant, or another one. */
export const farButtons = (
  words: Words,
  dataOf: (value: Decimal | '?') => string,
  { kind, isGap: isOfGap, value, meant }: FarValue,
): InlineKeyboard => {
  const { button } = words.alerts
  const keyboard = new InlineKeyboard()
  if (meant !== undefined) keyboard.text(thresholdFigure(words, kind, isOfGap, meant), dataOf(meant)).row()
  return keyboard
    .text(button.asAsked, dataOf(value))
    .row()
    .text(button.other, dataOf('?'))
    .append(leaveButtons(words, undefined, NO_DIALOG))
}

/** Buttons that make the same alert on other monitors, each with what `alertOn` gives. */
export const otherMonitors = (
  others: readonly Titled[],
  alertOn: (monitor: MonitorId) => Omit<NewAlert, 'signal'>,
  canTurn = false,
): InlineKeyboard =>
  monitorButtons('alert', others.slice(0, canTurn ? OTHERS_MAX - 1 : OTHERS_MAX), (monitor) =>
    formatStep({ once: false, ...alertOn(monitor) }),
  )

/** Buttons under an alert that was just made; one turns it round where its direction was taken from the price. */
export const createdButtons = (
  words: Words,
  { id, kind, subject, value }: AlertView,
  canTurn = false,
): InlineKeyboard => {
  const { button } = words.alerts
  const keyboard = new InlineKeyboard()
  const other = canTurn ? otherWay(kind) : undefined
  if (other)
    keyboard
      .text(button.instead[other](shortThreshold(words, kind, isGap(subject), value)), listData(`t${id}`))
      .row()
  return keyboard
    .text(button.editThis, formatButtonData('alerts', undefined, `e${id}`))
    .text(button.removeThis, formatButtonData('alerts', undefined, `d${id}`))
    .row()
    .text(button.list, formatButtonData('alerts'))
}

/** The kind that waits for the other direction of a threshold; undefined for a move. */
export const otherWay = (kind: AlertKind): 'above' | 'below' | undefined => {
  if (ALERT_KINDS[kind].isMove) return undefined
  return kind === 'above' ? 'below' : 'above'
}

const listData = (argument: string): string => formatButtonData('alerts', undefined, argument)

/** A page of the list of alerts. */
interface ListPage {
  readonly at: number
  /** On all pages. */
  readonly count: number
  /** The alert that was just deleted. */
  readonly deleted?: Alert | undefined
  /** The chat is sent nothing. */
  readonly isGone?: boolean | undefined
}

/** Buttons under a page of the list: one that opens each alert, the pages beside it, and a new alert. */
export function listButtons(
  { alerts: { button }, undo }: Words,
  ids: readonly number[],
  { at, count, deleted, isGone = false }: ListPage,
): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  const canUndo = deleted !== undefined && hasKnownKind(deleted)
  if (canUndo) keyboard.text(undo, againData(deleted)).row()
  for (const id of ids) keyboard.text(`🔔 ${id}`, listData(`s${id}`))
  keyboard.row()
  // After the last page comes the first.
  const next = at + PAGE_SIZE < count ? at + PAGE_SIZE : 0
  if (count > PAGE_SIZE) keyboard.text('›', listData(`l${next}`))
  // A way back stands above the list of a chat that is sent nothing, and six buttons are enough.
  if (!isGone) keyboard.text(button.create, formatButtonData('alert'))
  return count > 1 && !canUndo ? keyboard.row().text(button.removeAll, listData('x')) : keyboard
}

/** Buttons under the question whether all alerts are to be deleted. */
export const removeAllButtons = ({ alerts: { button } }: Words): InlineKeyboard =>
  new InlineKeyboard().text(button.removeAllYes, listData('xy')).row().text(button.keep, listData(''))

/** Buttons under the card of an alert that cannot be shown. */
export const unknownButtons = ({ alerts: { button } }: Words, id: number): InlineKeyboard =>
  new InlineKeyboard().text(button.removeThis, listData(`d${id}`)).text(button.list, listData(''))

/** Buttons under the card of an alert. */
export function cardButtons(
  { alerts: { button } }: Words,
  { id, paused }: { readonly id: number; readonly paused: boolean },
): InlineKeyboard {
  return new InlineKeyboard()
    .text(paused ? button.resume : button.pause, listData(`${paused ? 'r' : 'p'}${id}`))
    .text(button.editThis, listData(`e${id}`))
    .row()
    .text(button.removeThis, listData(`d${id}`))
    .text(button.list, formatButtonData('alerts'))
}
