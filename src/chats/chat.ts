import { createHash } from 'node:crypto'
import type { Decimal } from '../rates/decimal.ts'
import { type MonitorId, parseMonitorRef } from '../rates/monitor.ts'
import { NUMBER_STYLES, type NumberStyle } from '../rates/number-format.ts'
import {
  minuteOfDay,
  minutesOf,
  nextTimeOfDay,
  type QuietHours,
  type TimeOfDay,
} from '../rates/time-of-day.ts'
import { type Alert, parseAlert, parseAlertField } from './alert.ts'
import { parseFollowField, parseTold, type Told } from './keys.ts'

export const quietHoursText = ({ from, to }: QuietHours): string => `${from}-${to}`

/** Reads what `quietHoursText` wrote; undefined for anything else, and for hours of no length. */
export function parseQuietHours(text: string | undefined): QuietHours | undefined {
  const [from = '', to = ''] = text?.split('-') ?? []
  const isTime = minutesOf(from) !== undefined && minutesOf(to) !== undefined
  return isTime && from !== to ? { from, to } : undefined
}

/** When the quiet hours that reign now end (ms); undefined while there are none. */
export function quietUntil({ from, to }: QuietHours, nowMs: number, zone?: string): number | undefined {
  const now = minuteOfDay(nowMs, zone)
  const start = minutesOf(from) ?? 0
  const end = minutesOf(to) ?? 0
  const isQuiet = start < end ? now >= start && now < end : now >= start || now < end
  return isQuiet ? nextTimeOfDay(to, nowMs, zone) : undefined
}

const PRINT_LENGTH = 8
/** Of a message that shows no prices yet. */
export const NO_PRINT = '-'

/** A pinned message whose prices are kept up to date in place. */
export interface Live {
  /** 0: to be posted, as the chat moved and its messages did not. */
  readonly message: number
  /** The one monitor it shows; all of them, if not given. */
  readonly ref?: string
  /** What tells the prices that it shows from others. */
  readonly print: string
  /** When it changed last (ms). */
  readonly at: number
}

/** The field of a chat, as `message ref print at`. */
export const liveText = ({ message, ref, print, at }: Live): string =>
  `${message} ${ref ?? '*'} ${print} ${at}`

/** Reads what `liveText` wrote; undefined for a chat without one. */
export function parseLive(text: string | undefined): Live | undefined {
  if (!text) return undefined
  const [message = '', ref = '*', print = NO_PRINT, at = '0'] = text.split(' ')
  return { message: Number(message), ...(ref !== '*' && { ref }), print, at: Number(at) }
}

/** What is shown of one price; `silent` where the rate API was last heard of it too long ago. */
export interface LivePrice {
  readonly ref: string
  readonly price: Decimal
  readonly stale: boolean
  readonly silent: boolean
}

/** The same for the same prices. */
export const livePrint = (prices: readonly LivePrice[]): string =>
  createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, PRINT_LENGTH)

export interface Follow {
  readonly monitor: MonitorId
  /** Its ref, by which prices are known. */
  readonly ref: string
  readonly told: Told
  /** Changes smaller than this, in percent of what was told, are not told. */
  readonly least?: Decimal
}

/** A daily message: its hour, and when (ms) and at what prices, by ref, the last one was told. */
export interface Digest {
  readonly at: TimeOfDay
  readonly last: number
  readonly prices: ReadonlyMap<string, Decimal>
}

/** What we keep about a chat. */
export interface Chat {
  readonly language?: string
  /** How its figures are written, where not as in Venezuela. */
  readonly numbers?: NumberStyle
  /** The topic that is told what it follows: where it followed something last. Alerts have their own. */
  readonly thread?: number
  readonly quiet?: QuietHours
  readonly digest?: Digest
  /** Where its hours are those of another time zone than Caracas: the IANA name. */
  readonly zone?: string
  /** The monitors it means where it names none, the first before the others. */
  readonly defaults: readonly MonitorId[]
  /** Its pinned message that is kept up to date. */
  readonly live?: Live
  /** The operator's message that it is still to be told, by its number. */
  readonly broadcast?: string
  /** Nothing is sent to it: it was stopped, or could not be reached. */
  readonly isGone?: true
  /** Why. */
  readonly absence?: 'stopped' | 'unreachable'
  /** It has refused messages since the last one that it took. */
  readonly hasSoftRefusals?: true
  /** How many in a row, and when the last one came (ms). */
  readonly refusals?: { readonly count: number; readonly last: number }
  readonly follows: readonly MonitorId[]
  readonly told: readonly Follow[]
  readonly alerts: readonly Alert[]
}

/** The hash of a chat, by field. */
export type ChatFields = Readonly<Record<string, string>>

/** Reads the hash of a chat. */
export function parseChat(fields: ChatFields): Chat {
  const told: Follow[] = []
  const alerts: Alert[] = []
  for (const [field, value] of Object.entries(fields)) {
    const monitor = parseFollowField(field)
    const id = monitor ? undefined : parseAlertField(field)
    if (monitor) told.push(followOf(monitor, field, value))
    else if (id !== undefined) alerts.push(parseAlert(id, value))
  }
  const quiet = parseQuietHours(fields.quiet)
  const live = parseLive(fields.live)
  return {
    ...speechOf(fields),
    ...(fields.thread && { thread: Number(fields.thread) }),
    ...(quiet && { quiet }),
    ...(fields.digest && { digest: digestOf(fields.digest, fields) }),
    ...(fields.zone && { zone: fields.zone }),
    ...(live && { live }),
    ...(fields.cast && !fields.cast.endsWith('.') && { broadcast: fields.cast }),
    ...reachOf(fields),
    defaults: (fields.defaults ?? '').split(' ').flatMap((ref) => parseMonitorRef(ref) ?? []),
    follows: told.map(({ monitor }) => monitor),
    told,
    alerts,
  }
}

/** A triggered alert that its chat was not told yet: what its signal moved from and to, and as of when (ms). */
export interface PendingTrigger {
  readonly alert: number
  readonly from: Decimal
  readonly to: Decimal
  readonly at: number
}

/** Everything kept about a chat, also what only scripts read. */
export interface ChatRecord extends Chat {
  readonly pendingTriggers?: readonly PendingTrigger[]
  /** The highest alert number given so far. */
  readonly lastAlert?: number
  /** The number of the last broadcast that it was told. */
  readonly lastBroadcast?: string
  /** The fingerprint of the chat's state at its former number. */
  readonly movedFrom?: string
}

/** Reads the hash of a chat with the texts of its pending triggers, by alert number. */
export function parseChatRecord(fields: ChatFields, triggers: ReadonlyMap<number, string>): ChatRecord {
  const { cast = '', lastAlert, moved } = fields
  return {
    ...parseChat(fields),
    ...(triggers.size > 0 && { pendingTriggers: [...triggers].map(parseTrigger) }),
    ...(lastAlert && { lastAlert: Number(lastAlert) }),
    ...(cast.endsWith('.') && { lastBroadcast: cast.slice(0, -1) }),
    ...(moved && { movedFrom: moved }),
  }
}

function parseTrigger([alert, text]: readonly [number, string]): PendingTrigger {
  const [from = '', to = '', at = '0'] = text.split(' ')
  return { alert, from, to, at: Number(at) }
}

/** Stands in the field `gone` of a chat that asked for silence. */
export const STOPPED = 'stopped'

/** How it is spoken to. */
function speechOf({ lang, numbers }: ChatFields): Pick<Chat, 'language' | 'numbers'> {
  const style = NUMBER_STYLES.find((one) => one === numbers)
  return { ...(lang && { language: lang }), ...(style && { numbers: style }) }
}

/** Whether it is sent anything. */
const reachOf = ({
  gone,
  doubts,
}: ChatFields): Pick<Chat, 'isGone' | 'absence' | 'hasSoftRefusals' | 'refusals'> => ({
  ...(gone && { isGone: true, absence: gone === STOPPED ? 'stopped' : 'unreachable' }),
  ...(doubts && { hasSoftRefusals: true, refusals: refusalsOf(doubts) }),
})

/** Reads what `lua/leaving/soft-refusal.lua` wrote. */
function refusalsOf(doubts: string): NonNullable<Chat['refusals']> {
  const [count, last] = doubts.split(' ').map(Number)
  return { count: count ?? 0, last: last ?? 0 }
}

function followOf(monitor: MonitorId, ref: string, value: string): Follow {
  const { least, told } = parseTold(value)
  return least === undefined ? { monitor, ref, told } : { monitor, ref, told, least }
}

function digestOf(at: TimeOfDay, { digested = '0', digestPrices = '' }: ChatFields): Digest {
  const words = digestPrices.split(' ')
  const prices = new Map<string, Decimal>()
  for (let i = 0; i + 1 < words.length; i += 2) prices.set(words[i] ?? '', words[i + 1] ?? '')
  return { at, last: Number(digested), prices }
}
