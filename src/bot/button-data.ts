import { createHash } from 'node:crypto'
import type { Currency } from '../rates/monitor.ts'
import { type MonitorId, monitorName, monitorRef } from '../rates/monitor.ts'

/** What a button does; `rates` is the overview and names no monitor. */
export type Action =
  | 'alert'
  | 'alerts'
  | 'least'
  | 'settings'
  | 'default'
  | 'resume'
  | 'rate'
  | 'rates'
  | 'follow'
  | 'unfollow'
  | 'convert'
  | 'gap'
  | 'pin'
  | 'broadcast'
  | 'chart'
  | 'changes'

export interface ButtonData {
  readonly action: Action
  /** The monitor as the button names it, for `monitorOf`. */
  readonly target?: string
  /** What else the button says, short plain text; '' where it says nothing. */
  readonly argument: string
}

const DATA_BYTES_MAX = 64
const HASH_LENGTH = 24

/** What each action is called in a button, and whether it names a monitor. */
const ACTIONS: Readonly<
  Record<Action, { readonly code: string; readonly monitor: 'always' | 'never' | 'maybe' }>
> = {
  rate: { code: 'r', monitor: 'always' },
  rates: { code: 'o', monitor: 'never' },
  follow: { code: 'f', monitor: 'always' },
  unfollow: { code: 'u', monitor: 'always' },
  alert: { code: 'a', monitor: 'maybe' },
  alerts: { code: 'al', monitor: 'never' },
  least: { code: 'fl', monitor: 'always' },
  settings: { code: 's', monitor: 'never' },
  default: { code: 'sd', monitor: 'always' },
  resume: { code: 'sr', monitor: 'never' },
  convert: { code: 'cv', monitor: 'maybe' },
  gap: { code: 'g', monitor: 'always' },
  pin: { code: 'p', monitor: 'maybe' },
  broadcast: { code: 'bc', monitor: 'never' },
  chart: { code: 'h', monitor: 'maybe' },
  changes: { code: 'c', monitor: 'maybe' },
}
const ACTION_OF = new Map(Object.entries(ACTIONS).map(([action, { code }]) => [code, action as Action]))
const LETTER_OF: Readonly<Record<Currency, string>> = { dollar: 'd', euro: 'e' }

/** `r:d:page.key|argument`, at most 64 bytes: a name that is too long is replaced by its hash. */
export function formatButtonData(action: Action, monitor?: MonitorId, argument = ''): string {
  const end = argument === '' ? '' : `|${argument}`
  const room = DATA_BYTES_MAX - ACTIONS[action].code.length - 1 - Buffer.byteLength(end)
  return `${ACTIONS[action].code}${monitor ? `:${targetOf(monitor, room)}` : ''}${end}`
}

function targetOf(monitor: MonitorId, bytesMax: number): string {
  const target = `${LETTER_OF[monitor.currency]}:${monitorName(monitor)}`
  return Buffer.byteLength(target) <= bytesMax && !target.includes('|') ? target : hashTarget(monitor)
}

/** Another monitor that a button names in its argument, for `monitorOf`. */
export const hashTarget = (monitor: MonitorId): string => `#${hashOf(monitor)}`

const hashOf = (monitor: MonitorId): string =>
  createHash('sha256').update(monitorRef(monitor)).digest('hex').slice(0, HASH_LENGTH)

/** Matches the data of every button of an action. */
export const isButtonOf = (action: Action): RegExp => new RegExp(`^${ACTIONS[action].code}(?=[:|]|$)`)

const PRESS = /^([a-z]+)(?::([^|]+))?(?:\|(.+))?$/

/** Reads what `formatButtonData` wrote; undefined for anything else. */
export function parseButtonData(data: string): ButtonData | undefined {
  if (Buffer.byteLength(data) > DATA_BYTES_MAX) return undefined
  const [, code = '', target, argument = ''] = PRESS.exec(data) ?? []
  const action = ACTION_OF.get(code)
  if (action === undefined) return undefined
  const { monitor } = ACTIONS[action]
  if (monitor !== 'maybe' && (monitor === 'always') !== (target !== undefined)) return undefined
  return { action, ...(target !== undefined && { target }), argument }
}

/** The monitor among `known` that a button names; a button cannot name any other. */
export const monitorOf = (
  { target }: Pick<ButtonData, 'target'>,
  known: readonly MonitorId[],
): MonitorId | undefined =>
  known.find((monitor) => targetOf(monitor, DATA_BYTES_MAX) === target || hashTarget(monitor) === target)
