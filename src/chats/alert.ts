import {
  ALERT_KIND_NAMES,
  ALERT_KINDS,
  type AlertKind,
  isAlertKind,
  MOVE_PERCENT_MIN,
} from '../domain/alert-kinds.ts'
import type { Decimal } from '../domain/decimal.ts'
import { type MonitorId, monitorRef, parseMonitorRef } from '../domain/monitor.ts'
import { loadScript, type Script } from '../redis/connection.ts'

/** What an alert watches: the price of a monitor (its ref), or the gap of two in percent of the first (`REF/REF`). */
export type Signal = string

export const priceSignal = (monitor: MonitorId): Signal => monitorRef(monitor)
export const gapSignal = (first: MonitorId, second: MonitorId): Signal =>
  `${monitorRef(first)}/${monitorRef(second)}`

/** The one or two monitors of a signal. */
export const monitorsOf = (signal: Signal): readonly MonitorId[] =>
  signal.split('/').flatMap((ref) => parseMonitorRef(ref) ?? [])

/** A standing condition of a chat. `value` is a price, a gap in percent, or for a move how many percent the price must move. */
export interface Alert {
  readonly id: number
  /** As stored: a later version of the program may have kinds that this one does not know. */
  readonly kind: string
  readonly signal: Signal
  readonly value: Decimal
  readonly once: boolean
  readonly paused: boolean
  /** It triggered for the last time, and is deleted once that is delivered. */
  readonly done: boolean
  readonly cooldownSeconds?: number
  /** When it ends (ms). */
  readonly until?: number
  /** What a move is measured from. */
  readonly from?: Decimal
  /** The topic it was made in. */
  readonly thread?: number
  /** The mark of the person who made it; not in private chats. */
  readonly by?: string
}

/** An alert whose kind this program knows. */
export type KnownAlert = Alert & { readonly kind: AlertKind }

export const hasKnownKind = (alert: Alert): alert is KnownAlert => isAlertKind(alert.kind)

/** Whether an alert still waits for something, or would if it were not paused; `now` in ms. */
export const isStanding = ({ done, until }: Alert, now: number): boolean =>
  !done && (until === undefined || until > now)

export type NewAlert = Pick<KnownAlert, 'kind' | 'signal' | 'value'> &
  Partial<Pick<Alert, 'once' | 'paused' | 'cooldownSeconds' | 'until' | 'thread' | 'by'>> & {
    /** It overtakes no follower. */
    readonly isRoutine?: boolean
  }

const FIELD = /^alert(\d+)$/

/** The number of the alert that a field of a chat's hash holds; undefined for another field. */
export const parseAlertField = (field: string): number | undefined => {
  const id = FIELD.exec(field)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** An alert as text, as `lua/alerts/alerts.lua` reads it. */
export function alertText(alert: NewAlert): string {
  const { kind, signal, value, once, paused, isRoutine, cooldownSeconds, until, thread, by } = alert
  return [
    kind,
    signal,
    value,
    once && 'once',
    paused && 'paused',
    isRoutine && 'routine',
    cooldownSeconds !== undefined && `cooldown=${cooldownSeconds}`,
    until !== undefined && `until=${Math.floor(until / 1000)}`,
    thread !== undefined && `thread=${thread}`,
    by !== undefined && `by=${by}`,
  ]
    .filter((word) => word !== false && word !== undefined)
    .join(' ')
}

/** Parses what `alertText` or a script wrote. */
export function parseAlert(id: number, text: string): Alert {
  const [kind = '', signal = '', value = '', ...words] = text.split(' ')
  const given = new Map(words.map((word) => word.split('=', 2) as [string, string | undefined]))
  const [cooldown, until, from, thread, by] = ['cooldown', 'until', 'from', 'thread', 'by'].map((name) =>
    given.get(name),
  )
  return {
    id,
    kind,
    signal,
    value: isTooSmall(kind, value) ? MOVE_PERCENT_MIN : value,
    once: given.has('once'),
    paused: given.has('paused'),
    done: given.has('done'),
    ...(cooldown !== undefined && { cooldownSeconds: Number(cooldown) }),
    ...(until !== undefined && { until: Number(until) * 1000 }),
    ...(from !== undefined && { from }),
    ...(thread !== undefined && { thread: Number(thread) }),
    ...(by !== undefined && { by }),
  }
}

/** Earlier versions took any percentage. */
const isTooSmall = (kind: string, value: Decimal): boolean =>
  isAlertKind(kind) && ALERT_KINDS[kind].isMove && Number(value) < Number(MOVE_PERCENT_MIN)

const KINDS_IN_LUA = ALERT_KIND_NAMES.map((kind) => {
  const { side, isMove } = ALERT_KINDS[kind]
  return `${kind} = { side = ${side}, is_move = ${isMove} }`
})

/** Loads a script that needs `lua/alerts/arm.lua`, with what each kind of alert waits for. */
export const loadAlertScript = (file: URL): Script =>
  loadScript(
    file,
    `local ALERT_KINDS, MOVE_PERCENT_MIN = { ${KINDS_IN_LUA.join(', ')} }, ${MOVE_PERCENT_MIN}`,
  )
