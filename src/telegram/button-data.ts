import { createHash } from 'node:crypto'
import { type Currency, type MonitorId, monitorName, monitorRef } from '../domain/monitor.ts'

/** What a button does; `rates` is the overview and names no monitor. */
export type Action =
  | 'alert'
  | 'alerts'
  | 'least'
  | 'less'
  | 'settings'
  | 'default'
  | 'resume'
  | 'rate'
  | 'rates'
  | 'more'
  | 'sources'
  | 'follow'
  | 'unfollow'
  | 'convert'
  | 'charge'
  | 'worth'
  | 'image'
  | 'shop'
  | 'gap'
  | 'pin'
  | 'broadcast'
  | 'chart'
  | 'changes'
  | 'cancel'
  | 'answer'

export interface ButtonData {
  readonly action: Action
  /** The name or hash of a monitor, which `monitorOf` reads. */
  readonly target?: string
  /** Short text that the handler of the action reads; '' where there is none. */
  readonly argument: string
  /** The message of the button stays as it is: the answer is a message of its own. */
  readonly isBelow?: true
}

/** So much fits in a link to the private chat, which leads there who may not press a button. */
export const BUTTON_BYTES_MAX = 48
/** Telegram's limit, and that of buttons of earlier versions. */
const DATA_BYTES_MAX = 64
const HASH_LENGTH = 12

/** The code of each action in a button, and whether its buttons name a monitor. */
const ACTIONS: Readonly<
  Record<Action, { readonly code: string; readonly monitor: 'always' | 'never' | 'maybe' }>
> = {
  rate: { code: 'r', monitor: 'always' },
  rates: { code: 'o', monitor: 'never' },
  more: { code: 'm', monitor: 'never' },
  sources: { code: 'rs', monitor: 'always' },
  follow: { code: 'f', monitor: 'maybe' },
  unfollow: { code: 'u', monitor: 'maybe' },
  alert: { code: 'a', monitor: 'maybe' },
  alerts: { code: 'al', monitor: 'never' },
  least: { code: 'fl', monitor: 'maybe' },
  less: { code: 'fm', monitor: 'always' },
  settings: { code: 's', monitor: 'never' },
  default: { code: 'sd', monitor: 'always' },
  resume: { code: 'sr', monitor: 'never' },
  convert: { code: 'cv', monitor: 'maybe' },
  charge: { code: 'ch', monitor: 'never' },
  worth: { code: 'w', monitor: 'never' },
  image: { code: 'im', monitor: 'never' },
  shop: { code: 'sh', monitor: 'never' },
  gap: { code: 'g', monitor: 'always' },
  pin: { code: 'p', monitor: 'maybe' },
  broadcast: { code: 'bc', monitor: 'never' },
  chart: { code: 'h', monitor: 'maybe' },
  changes: { code: 'c', monitor: 'maybe' },
  cancel: { code: 'ca', monitor: 'never' },
  answer: { code: 'an', monitor: 'never' },
}
const ACTION_OF = new Map(Object.entries(ACTIONS).map(([action, { code }]) => [code, action as Action]))
const LETTER_OF: Readonly<Record<Currency, string>> = { dollar: 'd', euro: 'e' }
const BELOW = '+'

export const codeOf = (action: Action): string => ACTIONS[action].code

/** The action of a code; undefined for what is none. */
export const actionOf = (code: string): Action | undefined => ACTION_OF.get(code)

/** `r:d:page.key|argument`: where that has more than `BUTTON_BYTES_MAX` the name is replaced by its hash. */
export function formatButtonData(action: Action, monitor?: MonitorId, argument = ''): string {
  const end = argument === '' ? '' : `|${argument}`
  const room = BUTTON_BYTES_MAX - ACTIONS[action].code.length - BELOW.length - 1 - Buffer.byteLength(end)
  return `${ACTIONS[action].code}${monitor ? `:${targetOf(monitor, room)}` : ''}${end}`
}

/** The data of a button whose message stays, as people read it again: `+u:d:page.key`. */
export const formatButtonBelow = (action: Action, monitor?: MonitorId, argument = ''): string =>
  BELOW + formatButtonData(action, monitor, argument)

function targetOf(monitor: MonitorId, bytesMax: number): string {
  const target = `${LETTER_OF[monitor.currency]}:${monitorName(monitor)}`
  return Buffer.byteLength(target) <= bytesMax && !target.includes('|') ? target : hashTarget(monitor)
}

/** The hash of a monitor, for the argument of a button; `monitorOf` reads it. */
export const hashTarget = (monitor: MonitorId): string => `#${hashOf(monitor)}`

const hashOf = (monitor: MonitorId): string =>
  createHash('sha256').update(monitorRef(monitor)).digest('hex').slice(0, HASH_LENGTH)

const SHORT_HASH_LENGTH = 8

const shortHashOf = (monitor: MonitorId): string =>
  createHash('sha256').update(monitorRef(monitor)).digest('base64url').slice(0, SHORT_HASH_LENGTH)

/** Several monitors as part of an argument, 8 characters of base64url each; `monitorsOfHashes` reads it. */
export const shortHashesOf = (monitors: readonly MonitorId[]): string => monitors.map(shortHashOf).join('')

/** The monitors among `known` that such a text names, in its order; undefined where one is not known. */
export function monitorsOfHashes(text: string, known: readonly MonitorId[]): MonitorId[] | undefined {
  const hashes = text.match(/.{1,8}/g) ?? []
  const monitors = hashes.flatMap((hash) => known.find((monitor) => shortHashOf(monitor) === hash) ?? [])
  return monitors.length === hashes.length ? monitors : undefined
}

/** Matches the data of every button of an action. */
export const isButtonOf = (action: Action): RegExp =>
  new RegExp(`^[${BELOW}]?${ACTIONS[action].code}(?=[:|]|$)`)

const BUTTON_DATA = /^(\+?)([a-z]+)(?::([^|]+))?(?:\|(.+))?$/

/** Reads what `formatButtonData` wrote; undefined for anything else. */
export function parseButtonData(data: string): ButtonData | undefined {
  if (Buffer.byteLength(data) > DATA_BYTES_MAX) return undefined
  const [, below, code = '', target, argument = ''] = BUTTON_DATA.exec(data) ?? []
  const action = ACTION_OF.get(code)
  if (action === undefined) return undefined
  const { monitor } = ACTIONS[action]
  if (monitor !== 'maybe' && (monitor === 'always') !== (target !== undefined)) return undefined
  return { action, ...(target !== undefined && { target }), argument, ...(below && { isBelow: true }) }
}

/** The monitor among `known` that a button names; a button cannot name any other. Earlier versions wrote longer hashes. */
export const monitorOf = (
  { target }: Pick<ButtonData, 'target'>,
  known: readonly MonitorId[],
): MonitorId | undefined =>
  known.find(
    (monitor) => targetOf(monitor, DATA_BYTES_MAX) === target || target?.startsWith(hashTarget(monitor)),
  )
