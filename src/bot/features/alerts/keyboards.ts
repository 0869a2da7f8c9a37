import { InlineKeyboard } from 'grammy'
import type { NewAlert } from '../../../chats/alert.ts'
import type { Titled } from '../../../messages/format/quote.ts'
import type { Messages } from '../../../messages/messages.ts'
import { ALERT_KIND_NAMES, ALERT_KINDS, type AlertKind } from '../../../rates/alert-kinds.ts'
import { compare, type Decimal, decimalOf } from '../../../rates/decimal.ts'
import type { MonitorId } from '../../../rates/monitor.ts'
import { formatButtonData, leaveButtons, listedButtons, monitorButtons } from '../../buttons.ts'

const OTHERS_MAX = 3
/** One less than elsewhere, as the gap and a way out stand below them. */
const SIGNALS_MAX = 4

/** The choices made for a new alert so far, as the argument of a button, which also names the monitor. */
export interface Step {
  /** About the gap, and not the monitor of the button. */
  readonly isGap?: boolean
  readonly kind?: AlertKind
  /** `?` asks for it to be typed. */
  readonly value?: Decimal | '?'
  readonly once?: boolean
  readonly cooldownSeconds?: number
  /** ms, whole seconds. */
  readonly until?: number
}

const CODES = ALERT_KIND_NAMES.map((kind) => ALERT_KINDS[kind].code).join('')
const KINDS: ReadonlyMap<string, AlertKind> = new Map(
  ALERT_KIND_NAMES.map((kind) => [ALERT_KINDS[kind].code, kind]),
)
const STEP = new RegExp(
  String.raw`^(g?)(?:([${CODES}])(?:(\?|-?\d+(?:\.\d+)?)(?:([ro])(?:c(\d{1,8}))?(?:u(\d{1,11}))?)?)?)?$`,
)

/** `a900r`: above 900, every time; `gb`: a gap below something. */
export function formatStep({ isGap, kind, value, once, cooldownSeconds, until }: Step): string {
  return [
    isGap && 'g',
    kind && ALERT_KINDS[kind].code,
    value,
    once !== undefined && (once ? 'o' : 'r'),
    cooldownSeconds !== undefined && `c${cooldownSeconds}`,
    until !== undefined && `u${Math.floor(until / 1000)}`,
  ]
    .filter((part) => typeof part === 'string')
    .join('')
}

/** Reads what `formatStep` wrote; undefined for anything else. */
export function parseStep(text: string): Step | undefined {
  const found = STEP.exec(text)
  if (!found) return undefined
  const [, gap, letter, value, often, cooldown, until] = found
  const kind = letter && KINDS.get(letter)
  return {
    ...(gap && { isGap: true }),
    ...(kind && { kind }),
    ...(value !== undefined && { value }),
    ...(often && { once: often === 'o' }),
    ...(cooldown && { cooldownSeconds: Number(cooldown) }),
    ...(until && { until: Number(until) * 1000 }),
  }
}

/** Alerts on one page of the list. */
export const PAGE_SIZE = 4
/** With another value and the ways out, six buttons. */
const VALUES_MAX = 3
const VALUES_A_ROW = 2

/** The data of a button that goes on with the choices made so far. */
export const stepData = (monitor: MonitorId | undefined, step: Step): string =>
  formatButtonData('alert', monitor, formatStep({ ...step, ...(!monitor && { isGap: true }) }))

/** Buttons for the monitors, and for the gap if there is one. */
export function signalButtons(
  messages: Messages,
  monitors: readonly Titled[],
  hasGap: boolean,
): InlineKeyboard {
  const list = { action: 'alert', argument: '', buttonsMax: SIGNALS_MAX } as const
  const keyboard = listedButtons(messages, list, monitors).row()
  if (hasGap) keyboard.text(messages.alerts.button.gap, stepData(undefined, {}))
  return keyboard.append(leaveButtons(messages))
}

/** Buttons for the kind of an alert. */
export function kindButtons(messages: Messages, monitor: MonitorId | undefined): InlineKeyboard {
  const { button } = messages.alerts
  const captions: Readonly<Partial<Record<AlertKind, string>>> = monitor ? button.kind : button.gapKind
  const keyboard = new InlineKeyboard()
  for (const kind of ALERT_KIND_NAMES) {
    const caption = captions[kind]
    if (caption !== undefined) keyboard.text(caption, stepData(monitor, { kind })).row()
  }
  const back = formatButtonData('alert')
  // The kinds of a price leave room for one way out.
  return monitor
    ? keyboard.text(messages.button.previous, back)
    : keyboard.append(leaveButtons(messages, back))
}

export interface Values {
  readonly kind: AlertKind
  readonly isGap: boolean
  readonly values: readonly Decimal[]
}

const SIGN_OF_MOVE = { 1: '+ ', 0: '± ', '-1': '− ' } as const

/** Buttons for values; `dataOf` returns the data of a button, `?` stands for a value to be typed. */
function valueButtons(
  { alerts: { button, figure } }: Messages,
  { kind, isGap, values }: Values,
  dataOf: (value: Decimal | '?') => string,
): InlineKeyboard {
  const { side, isMove } = ALERT_KINDS[kind]
  const sign = isMove ? SIGN_OF_MOVE[side] : ''
  const keyboard = new InlineKeyboard()
  for (const [index, value] of values.slice(0, VALUES_MAX).entries()) {
    keyboard.text(sign + figure(kind, isGap, value), dataOf(value))
    if (index % VALUES_A_ROW === VALUES_A_ROW - 1) keyboard.row()
  }
  return keyboard.row().text(button.other, dataOf('?'))
}

/** Buttons for the value of a new alert. */
export const newValueButtons = (
  messages: Messages,
  monitor: MonitorId | undefined,
  values: Values,
): InlineKeyboard =>
  valueButtons(messages, values, (value) => stepData(monitor, { kind: values.kind, value })).append(
    leaveButtons(messages, stepData(monitor, {})),
  )

/** Buttons for another value of an alert. */
export const editValueButtons = (messages: Messages, id: number, values: Values): InlineKeyboard =>
  valueButtons(messages, values, (value) => formatButtonData('alerts', undefined, `v${id}:${value}`)).append(
    leaveButtons(messages, formatButtonData('alerts', undefined, `s${id}`)),
  )

/** Buttons for how often an alert triggers: once, or every time. */
export const oftenButtons = (
  messages: Messages,
  monitor: MonitorId | undefined,
  step: Step,
): InlineKeyboard =>
  new InlineKeyboard()
    .text(messages.alerts.button.repeat, stepData(monitor, { ...step, once: false }))
    .row()
    .text(messages.alerts.button.once, stepData(monitor, { ...step, once: true }))
    .append(leaveButtons(messages, stepData(monitor, step.kind ? { kind: step.kind } : {})))

/** Buttons that make the same alert on other monitors. */
export const otherMonitors = (others: readonly Titled[], alert: Omit<NewAlert, 'signal'>): InlineKeyboard =>
  monitorButtons('alert', others.slice(0, OTHERS_MAX), formatStep({ once: false, ...alert }))

/** Buttons under an alert that was just made. */
export const createdButtons = ({ alerts: { button } }: Messages, id: number): InlineKeyboard =>
  new InlineKeyboard()
    .text(button.editThis, formatButtonData('alerts', undefined, `e${id}`))
    .text(button.removeThis, formatButtonData('alerts', undefined, `d${id}`))
    .row()
    .text(button.list, formatButtonData('alerts'))

/** Buttons under a page of the list: one that opens each alert, the pages beside it, and a new alert. */
export function listButtons(
  { alerts: { button } }: Messages,
  ids: readonly number[],
  { at, count }: { readonly at: number; readonly count: number },
): InlineKeyboard {
  const data = (argument: string): string => formatButtonData('alerts', undefined, argument)
  const keyboard = new InlineKeyboard()
  for (const id of ids) keyboard.text(`🔔 ${id}`, data(`s${id}`))
  keyboard.row()
  // After the last page comes the first.
  const next = at + PAGE_SIZE < count ? at + PAGE_SIZE : 0
  if (count > PAGE_SIZE) keyboard.text('›', data(`l${next}`))
  return keyboard.text(button.create, formatButtonData('alert'))
}

/** Buttons under the card of an alert. */
export function cardButtons(
  { alerts: { button } }: Messages,
  { id, paused }: { readonly id: number; readonly paused: boolean },
): InlineKeyboard {
  const data = (argument: string): string => formatButtonData('alerts', undefined, argument)
  return new InlineKeyboard()
    .text(paused ? button.resume : button.pause, data(`${paused ? 'r' : 'p'}${id}`))
    .text(button.editThis, data(`e${id}`))
    .row()
    .text(button.removeThis, data(`d${id}`))
    .text(button.list, formatButtonData('alerts'))
}

const PERCENTS: readonly Decimal[] = ['1', '2', '5', '10']
const NEAR = [0, 1, 2]
const FAR = [0.05, 0.1]
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
    ...FAR.map((share) => beyond(at * (1 + side * share), far, side)),
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
