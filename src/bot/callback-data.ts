import { createHash } from 'node:crypto'
import type { Currency } from '../rates/currency.ts'
import { type MonitorId, monitorName, monitorRef } from '../rates/monitor.ts'

/** What a button does; `rates` is the overview and names no monitor. */
export type Action = 'rate' | 'rates' | 'follow' | 'unfollow'

export interface Press {
  readonly action: Action
  /** The monitor as the button names it, for `monitorOf`. */
  readonly target?: string
}

const DATA_BYTES_MAX = 64
const HASH_LENGTH = 24

const CODE_OF: Readonly<Record<Action, string>> = { rate: 'r', rates: 'o', follow: 'f', unfollow: 'u' }
const ACTION_OF = new Map(Object.entries(CODE_OF).map(([action, code]) => [code, action as Action]))
const LETTER_OF: Readonly<Record<Currency, string>> = { dollar: 'd', euro: 'e' }

/** `r:d:page.key`, at most 64 bytes: a name that is too long is replaced by its hash. */
export const formatPress = (action: Action, monitor?: MonitorId): string =>
  monitor ? `${CODE_OF[action]}:${targetOf(monitor)}` : CODE_OF[action]

function targetOf(monitor: MonitorId): string {
  const target = `${LETTER_OF[monitor.currency]}:${monitorName(monitor)}`
  return Buffer.byteLength(target) <= DATA_BYTES_MAX - 2 ? target : `#${hashOf(monitor)}`
}

const hashOf = (monitor: MonitorId): string =>
  createHash('sha256').update(monitorRef(monitor)).digest('hex').slice(0, HASH_LENGTH)

/** Reads what `formatPress` wrote; undefined for anything else. */
export function parsePress(data: string): Press | undefined {
  if (Buffer.byteLength(data) > DATA_BYTES_MAX) return undefined
  const action = ACTION_OF.get(data.slice(0, 1))
  if (action === undefined) return undefined
  if (action === 'rates') return data.length === 1 ? { action } : undefined
  const target = data.slice(2)
  return data[1] === ':' && target !== '' ? { action, target } : undefined
}

/** The monitor among `known` that a button names; a button cannot name any other. */
export const monitorOf = (press: Press, known: readonly MonitorId[]): MonitorId | undefined =>
  known.find((monitor) => targetOf(monitor) === press.target)
