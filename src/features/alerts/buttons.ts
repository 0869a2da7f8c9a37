import { InlineKeyboard } from 'grammy'
import { inRows, leaveButtons, listedButtons, monitorButtons } from '../../bot/buttons.ts'
import { type Alert, hasKnownKind, monitorsOf, type NewAlert, type Signal } from '../../chats/alert.ts'
import { ALERT_KIND_NAMES, ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import { compare, type Decimal, decimalOf } from '../../domain/decimal.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { type FieldsOf, formatButtonData, shortHashesOf } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/quote.ts'
import type { Words } from '../../words/words.ts'
import { type AlertView, isGap, type Subject, shortThreshold, thresholdFigure } from './text.ts'

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
  const list = { action: 'alert', fields: {}, buttonsMax: SIGNALS_MAX } as const
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

/** Which values are offered. */
interface Values {
  readonly kind: AlertKind
  readonly subject: Subject
  /** The present value of an alert. */
  readonly except?: Decimal | undefined
}

const SIGN_OF_MOVE = { 1: '+ ', 0: '± ', '-1': '− ' } as const

/** Buttons for values; `dataOf` returns the data of a button, `?` stands for a value to be typed; `back` asks the question before. */
export function valueButtons(
  words: Words,
  { kind, subject, except }: Values,
  dataOf: (value: Decimal | '?') => string,
  back: string,
): InlineKeyboard {
  const { side, isMove } = ALERT_KINDS[kind]
  const sign = isMove ? SIGN_OF_MOVE[side] : ''
  const values = suggestValues(kind, isGap(subject), subject.now).filter(
    (value) => except === undefined || compare(value, except) !== 0,
  )
  const buttons = values
    .slice(0, VALUES_MAX)
    .map((value) =>
      InlineKeyboard.text(sign + thresholdFigure(words, kind, isGap(subject), value), dataOf(value)),
    )
  return InlineKeyboard.from(inRows(buttons, VALUES_A_ROW))
    .row()
    .text(words.alerts.button.other, dataOf('?'))
    .append(leaveButtons(words, back))
}

/** Buttons for how often an alert triggers: once, or every time. */
export const oftenButtons = (words: Words, about: About, step: Step): InlineKeyboard =>
  new InlineKeyboard()
    .text(words.alerts.button.repeat, alertData(about, { ...step, once: false }))
    .row()
    .text(words.alerts.button.once, alertData(about, { ...step, once: true }))
    .append(leaveButtons(words, alertData(about, step.kind ? { kind: step.kind } : {})))

/** What is asked of a value far from the price now: whether it is meant, another one, or `meant`, its nearer reading. */
export const farButtons = (
  words: Words,
  dataOf: (value: Decimal | '?') => string,
  { kind, subject, value, meant }: Omit<Values, 'except'> & { value: Decimal; meant: Decimal | undefined },
): InlineKeyboard => {
  const { button } = words.alerts
  const keyboard = new InlineKeyboard()
  if (meant !== undefined)
    keyboard.text(thresholdFigure(words, kind, isGap(subject), meant), dataOf(meant)).row()
  return keyboard
    .text(button.asAsked, dataOf(value))
    .row()
    .text(button.other, dataOf('?'))
    .append(leaveButtons(words, undefined, { isAlone: true }))
}

/** Buttons that make the same alert on other monitors, each with what `alertOn` gives. */
export const otherMonitors = (
  others: readonly Titled[],
  alertOn: (monitor: MonitorId) => Omit<NewAlert, 'signal'>,
  canTurn = false,
): InlineKeyboard =>
  monitorButtons('alert', others.slice(0, canTurn ? OTHERS_MAX - 1 : OTHERS_MAX), (monitor) => ({
    once: false,
    ...alertOn(monitor),
  }))

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
      .text(button.instead[other](shortThreshold(words, kind, isGap(subject), value)), listData('turn', id))
      .row()
  return keyboard
    .text(button.editThis, listData('edit', id))
    .text(button.removeThis, listData('remove', id))
    .row()
    .text(button.list, listData())
}

/** The kind that waits for the other direction of a threshold; undefined for a move. */
export const otherWay = (kind: AlertKind): 'above' | 'below' | undefined => {
  if (ALERT_KINDS[kind].isMove) return undefined
  return kind === 'above' ? 'below' : 'above'
}

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
  for (const id of ids) keyboard.text(`🔔 ${id}`, listData('show', id))
  keyboard.row()
  // After the last page comes the first.
  const next = at + PAGE_SIZE < count ? at + PAGE_SIZE : 0
  if (count > PAGE_SIZE) keyboard.text('›', listData('list', next))
  // A way back stands above the list of a chat that is sent nothing, and six buttons are enough.
  if (!isGone) keyboard.text(button.create, formatButtonData('alert'))
  return count > 1 && !canUndo ? keyboard.row().text(button.removeAll, listData('removeAll')) : keyboard
}

/** Buttons under the question whether all alerts are to be deleted. */
export const removeAllButtons = ({ alerts: { button } }: Words): InlineKeyboard =>
  new InlineKeyboard().text(button.removeAllYes, listData('removeAllNow')).row().text(button.keep, listData())

/** Buttons under the card of an alert that cannot be shown. */
export const unknownButtons = ({ alerts: { button } }: Words, id: number): InlineKeyboard =>
  new InlineKeyboard().text(button.removeThis, listData('remove', id)).text(button.list, listData())

/** Buttons under the card of an alert. */
export function cardButtons(
  { alerts: { button } }: Words,
  { id, paused }: { readonly id: number; readonly paused: boolean },
): InlineKeyboard {
  return new InlineKeyboard()
    .text(paused ? button.resume : button.pause, listData(paused ? 'resume' : 'pause', id))
    .text(button.editThis, listData('edit', id))
    .row()
    .text(button.removeThis, listData('remove', id))
    .text(button.list, listData())
}

/** The choices made for a new alert so far; its button also names the monitor. */
export type Step = FieldsOf<'alert'>

/** What a new alert watches: a monitor, else the gap of a pair, else the usual gap. */
export interface About {
  readonly monitor?: MonitorId | undefined
  readonly pair?: string | undefined
}

/** The data of a button that goes on from what was chosen for a new alert. */
export const alertData = ({ monitor, pair }: About, step: Step): string =>
  formatButtonData('alert', monitor, { ...step, isGap: !monitor, pair: monitor ? undefined : pair })

/** What an alert on a signal is about. */
export function aboutOf(signal: Signal): About {
  const [first, second] = monitorsOf(signal)
  return first && second ? { pair: shortHashesOf([first, second]) } : { monitor: first }
}

/** The data of a button that makes an alert, without a question. */
export const againData = ({ signal, ...alert }: NewAlert): string =>
  alertData(aboutOf(signal), { once: false, ...alert })

/** The data of a button of the list: what it does, with the number of an alert or of a place, and a value. */
export const listData = (act?: FieldsOf<'alerts'>['act'], number?: number, value?: Decimal | '?'): string =>
  formatButtonData('alerts', undefined, { act, number, value })

const PERCENTS: readonly Decimal[] = ['1', '2', '5', '10']
const NEAR = [0, 1, 2]
const FAR_SHARES = [0.05, 0.1]
const STEPS = [1, 2, 5, 10]
const POINTS = 5

/** Values to offer for an alert: round numbers above or below the present value of the signal. */
export function suggestValues(kind: AlertKind, isGap: boolean, now: Decimal | undefined): readonly Decimal[] {
  const { side, isMove } = ALERT_KINDS[kind]
  if (isMove) return PERCENTS
  if (now === undefined) return []
  const at = Number(now)
  const found = isGap
    ? NEAR.map((index) => beyond(at, POINTS, side) + side * index * POINTS)
    : roundPrices(at, side)
  const texts = new Set(found.filter((value) => isGap || value > 0).flatMap(textOf))
  // Rounding of binary fractions may have put a value on the wrong side of the price.
  return [...texts].filter((text) => compare(text, now) === side)
}

function roundPrices(at: number, side: 1 | -1): number[] {
  const near = roundStep(at * 0.01)
  const far = roundStep(at * 0.05)
  return [
    ...NEAR.map((index) => beyond(at, near, side) + side * index * near),
    ...FAR_SHARES.map((share) => beyond(at * (1 + side * share), far, side)),
  ]
}

/** The smallest 1, 2 or 5 times a power of ten that is at least as large as wanted. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  return (STEPS.find((step) => step * power >= wanted) ?? 10) * power
}

/** The first multiple of a step above or below a number. */
const beyond = (at: number, step: number, side: 1 | -1): number =>
  (side > 0 ? Math.floor(at / step) + 1 : Math.ceil(at / step) - 1) * step

/** Rounds away the error of binary fractions. */
const textOf = (value: number): Decimal | [] => decimalOf(Number(value.toPrecision(10))) ?? []
