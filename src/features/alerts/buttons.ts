import { InlineKeyboard } from 'grammy'
import { act, inRows, keyboardOf, leaveButtons, listedButtons, monitorButtons } from '../../bot/buttons.ts'
import { type Alert, hasKnownKind, monitorsOf, type NewAlert, type Signal } from '../../chats/alert.ts'
import { ALERT_KIND_NAMES, ALERT_KINDS, type AlertKind } from '../../domain/alert-kinds.ts'
import { compare, type Decimal, decimalOf } from '../../domain/decimal.ts'
import type { MonitorId } from '../../domain/monitor.ts'
import { type FieldsOf, formatButtonData, shortHashesOf } from '../../telegram/button-data.ts'
import type { Titled } from '../../words/price.ts'
import type { Words } from '../../words/words.ts'
import {
  type AlertView,
  alertLabel,
  isGap,
  type ShownCondition,
  shortThreshold,
  thresholdFigure,
  type UnknownAlert,
} from './text.ts'

const OTHERS_MAX = 3
/** One less than elsewhere, as the gap and a way out stand below them. */
const SIGNALS_MAX = 4

/** Alerts on one page of the list. */
export const PAGE_SIZE = 3
const ALERTS_A_ROW = 2
/** With another value and the ways out, six buttons. */
const VALUES_MAX = 3
const VALUES_A_ROW = 2

/** Buttons for the monitors, and for the gap if there is one. */
export function signalButtons(words: Words, monitors: readonly Titled[], hasGap: boolean): InlineKeyboard {
  const gap = InlineKeyboard.text(words.alerts.button.gap, alertData({}, {}))
  return keyboardOf(
    listedButtons(words, { action: 'alert', buttonsMax: SIGNALS_MAX }, monitors),
    [hasGap && gap],
    leaveButtons(words),
  )
}

/** Buttons for the kind of an alert: those of a price, and behind one more those of a percentage. */
export function kindButtons(words: Words, about: About, byPercent = false): InlineKeyboard {
  const { button } = words.alerts
  const captions: Readonly<Partial<Record<AlertKind, string>>> = about.monitor ? button.kind : button.gapKind
  const kinds = ALERT_KIND_NAMES.filter((kind) => ALERT_KINDS[kind].isMove === byPercent).map((kind) => {
    const caption = captions[kind]
    return [caption !== undefined && InlineKeyboard.text(caption, alertData(about, { kind }))]
  })
  const others = InlineKeyboard.text(button.percents, alertData(about, { byPercent: true }))
  const back = byPercent ? alertData(about, {}) : formatButtonData('alert')
  return keyboardOf(...kinds, [about.monitor && !byPercent && others], leaveButtons(words, back))
}

const SIGN_OF_MOVE = { 1: '+ ', 0: '± ', '-1': '− ' } as const

/** Buttons for values, but for the present one of an alert (`except`); `dataOf` returns the data of a button, `?` stands for a value to be typed; `back` asks the question before. */
export function valueButtons(
  words: Words,
  { kind, subject, except }: Omit<ShownCondition, 'value'> & { readonly except?: Decimal | undefined },
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
  const other = InlineKeyboard.text(words.alerts.button.other, dataOf('?'))
  return keyboardOf(...inRows(buttons, VALUES_A_ROW), [other], leaveButtons(words, back))
}

/** Buttons for how often an alert triggers: once, or every time. */
export function oftenButtons(words: Words, about: About, step: Step): InlineKeyboard {
  const { button } = words.alerts
  return keyboardOf(
    [InlineKeyboard.text(button.repeat, alertData(about, { ...step, once: false }))],
    [InlineKeyboard.text(button.once, alertData(about, { ...step, once: true }))],
    leaveButtons(words, alertData(about, step.kind ? { kind: step.kind } : {})),
  )
}

/** What is asked of a value far from the price now: whether it is meant, another one, or `meant`, its nearer reading. */
export function farButtons(
  words: Words,
  dataOf: (value: Decimal | '?') => string,
  { kind, subject, value, meant }: ShownCondition & { readonly meant: Decimal | undefined },
): InlineKeyboard {
  const { button } = words.alerts
  const near =
    meant !== undefined &&
    InlineKeyboard.text(thresholdFigure(words, kind, isGap(subject), meant), dataOf(meant))
  return keyboardOf(
    [near],
    [InlineKeyboard.text(button.asAsked, dataOf(value))],
    [InlineKeyboard.text(button.other, dataOf('?'))],
    leaveButtons(words, undefined, { isAlone: true }),
  )
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
export function createdButtons(
  words: Words,
  { id, kind, subject, value }: AlertView,
  canTurn = false,
): InlineKeyboard {
  const { button } = words.alerts
  const other = canTurn ? otherWay(kind) : undefined
  return keyboardOf(
    [
      other &&
        listButton(button.instead[other](shortThreshold(words, kind, isGap(subject), value)), 'turn', id),
    ],
    [listButton(button.editThis, 'edit', id), listButton(button.removeThis, 'remove', id)],
    [listButton(button.list)],
  )
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
  words: Words,
  shown: readonly (AlertView | UnknownAlert)[],
  { at, count, deleted, isGone = false }: ListPage,
): InlineKeyboard {
  const { alerts, undo } = words
  const { button } = alerts
  const again = deleted && hasKnownKind(deleted) && InlineKeyboard.text(undo, againData(deleted))
  // After the last page comes the first.
  const next = at + PAGE_SIZE < count ? at + PAGE_SIZE : 0
  return keyboardOf(
    [again],
    ...inRows(
      shown.map((alert) => listButton(alertLabel(words, alert), 'show', alert.id)),
      ALERTS_A_ROW,
    ),
    // A way back stands above the list of a chat that is sent nothing, and six buttons are enough.
    [count > PAGE_SIZE && listButton('›', 'list', next), !isGone && act(button.create, 'alert')],
    [count > 1 && !again && listButton(button.removeAll, 'removeAll')],
  )
}

/** Buttons for the ways in which a chat can be told; `official` is the monitor of the central bank. */
export const waysButtons = ({ alerts: { button } }: Words, official: MonitorId | undefined): InlineKeyboard =>
  keyboardOf(
    [act(button.onChange, 'follow')],
    [act(button.atPrice, 'alert')],
    [act(button.atHour, 'settings', undefined, { page: 'g' })],
    [official && act(button.onOfficial, 'follow', official)],
  )

/** Buttons under the question whether all alerts are to be deleted. */
export const removeAllButtons = ({ alerts, settings }: Words, keptId?: number): InlineKeyboard =>
  keyboardOf(
    [listButton(alerts.button.removeAllYes, 'removeAllNow', keptId)],
    [listButton(settings.button.keep)],
  )

/** Buttons under the card of an alert that cannot be shown. */
export const unknownButtons = ({ alerts: { button } }: Words, id: number): InlineKeyboard =>
  keyboardOf([listButton(button.removeThis, 'remove', id), listButton(button.list)])

/** Buttons under the card of an alert. */
export function cardButtons(words: Words, { id, paused }: Pick<AlertView, 'id' | 'paused'>): InlineKeyboard {
  const { button } = words.alerts
  const pause = paused ? listButton(button.resume, 'resume', id) : listButton(button.pause, 'pause', id)
  return keyboardOf([pause, listButton(button.editThis, 'edit', id)], unknownButtons(words, id))
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

const listButton = (caption: string, does?: FieldsOf<'alerts'>['act'], number?: number) =>
  InlineKeyboard.text(caption, listData(does, number))

const PERCENTS: readonly Decimal[] = ['1', '2', '5', '10']
/** One more than are shown, in place of the present value of an alert. */
const NEAR = [0, 1, 2, 3]
const STEP_SHARE = 0.01
const STEPS = [1, 2, 5, 10]
const POINTS = 5

/** Values to offer for an alert: round numbers above or below the present value of the signal. */
export function suggestValues(kind: AlertKind, isGap: boolean, now: Decimal | undefined): readonly Decimal[] {
  const { side, isMove } = ALERT_KINDS[kind]
  if (isMove) return PERCENTS
  if (now === undefined) return []
  const at = Number(now)
  const step = isGap ? POINTS : roundStep(at * STEP_SHARE)
  const found = NEAR.map((index) => beyond(at, step, side) + side * index * step)
  // Rounding of binary fractions may have put a value on the wrong side of the price.
  return found
    .filter((value) => isGap || value > 0)
    .flatMap(textOf)
    .filter((text) => compare(text, now) === side)
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
