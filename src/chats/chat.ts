import { createHash } from 'node:crypto'
import { minuteOfDay, minutesOf, nextTimeOfDay, type QuietHours, SECOND_MS } from '../domain/caracas.ts'
import { ROUNDINGS } from '../domain/deal/charge.ts'
import { parseMobilePayment } from '../domain/deal/mobile-payment.ts'
import { type Decimal, NUMBER_STYLES } from '../domain/decimal.ts'
import { type MonitorId, parseMonitorRef } from '../domain/monitor.ts'
import { parseSchedule, type Schedule } from '../domain/schedule.ts'
import { type Alert, parseAlert, parseAlertField } from './alert.ts'
import { parseFollowField, parsePosted, parseProducts, parseTold, type Told } from './keys.ts'

export const quietHoursText = ({ from, to }: QuietHours): string => `${from}-${to}`

/** Reads what `quietHoursText` wrote; undefined for anything else, and for hours of no length. */
function parseQuietHours(text: string): QuietHours | undefined {
  const [from = '', to = ''] = text.split('-')
  const isTime = minutesOf(from) !== undefined && minutesOf(to) !== undefined
  return isTime && from !== to ? { from, to } : undefined
}

/** When a chat may be sent something again (ms); undefined if it may now. */
export const silentUntil = ({ mutedUntil = 0, quiet, zone }: Chat, nowMs: number): number | undefined =>
  mutedUntil > nowMs ? mutedUntil : quiet && quietUntil(quiet, nowMs, zone)

/** When the current quiet hours end (ms); undefined outside of them. */
function quietUntil({ from, to }: QuietHours, nowMs: number, zone?: string): number | undefined {
  const now = minuteOfDay(nowMs, zone)
  const start = minutesOf(from) ?? 0
  const end = minutesOf(to) ?? 0
  const isQuiet = start < end ? now >= start && now < end : now >= start || now < end
  return isQuiet ? nextTimeOfDay(to, nowMs, zone) : undefined
}

const FINGERPRINT_LENGTH = 8
/** The fingerprint of a message that shows no prices yet. */
export const NO_FINGERPRINT = '-'

/** A pinned message whose prices are kept up to date in place. */
export interface Live {
  /** 0 where it must be posted again, as messages do not move with a chat. */
  readonly message: number
  /** The one monitor it shows; all of them, if not given. */
  readonly ref?: string
  /** Differs for other prices than those that it shows. */
  readonly fingerprint: string
  /** When it changed last (ms). */
  readonly at: number
}

/** The field of a chat, as `message ref fingerprint at`. */
export const liveText = ({ message, ref, fingerprint, at }: Live): string =>
  `${message} ${ref ?? '*'} ${fingerprint} ${at}`

/** Reads what `liveText` wrote; undefined for a chat without one. */
export function parseLive(text: string | undefined): Live | undefined {
  if (!text) return undefined
  const [message = '', ref = '*', fingerprint = NO_FINGERPRINT, at = '0'] = text.split(' ')
  return { message: Number(message), ...(ref !== '*' && { ref }), fingerprint, at: Number(at) }
}

/** What a live message shows of one price; `silent` if the rate API has not confirmed it for too long. */
export interface LivePrice {
  readonly ref: string
  readonly price: Decimal
  readonly stale: boolean
  readonly silent: boolean
}

/** Equal for equal prices. */
export const liveFingerprint = (prices: readonly LivePrice[]): string =>
  createHash('sha256').update(JSON.stringify(prices)).digest('base64url').slice(0, FINGERPRINT_LENGTH)

export interface Follow {
  readonly monitor: MonitorId
  /** Its ref, by which prices are known. */
  readonly ref: string
  readonly told: Told
  /** Smaller changes, in percent of the price last told, are withheld. */
  readonly least?: Decimal | undefined
}

/** A message at set times: these, when the last one was delivered (ms), and the prices in it by ref. */
export interface Digest {
  readonly schedule: Schedule
  readonly last: number
  readonly prices: ReadonlyMap<string, Decimal>
}

/** The value of the field `gone` of a chat that asked to be sent nothing; for others it is when they left (s). */
export const STOPPED = 'stopped'

/** The hash of a chat, by field. */
export type ChatFields = Readonly<Record<string, string>>

const isSet = (): true => true

/** What we keep about a chat beside its follows and alerts: the field of its hash, and how that is read. A switch that is on is `1`. */
export const CHAT_FIELDS = {
  language: ['lang', String],
  /** How its numbers are written; as in Venezuela if not given. */
  numbers: ['numbers', (text) => NUMBER_STYLES.find((one) => one === text)],
  /** It is a channel: who reads it can change nothing there. */
  isChannel: ['channel', isSet],
  /** The topic that its price updates go to: where it last followed something. Alerts have their own. */
  thread: ['thread', Number],
  quiet: ['quiet', parseQuietHours],
  /** Nothing is sent before (ms). */
  mutedUntil: ['muted', Number],
  digest: ['digest', digestOf],
  /** IANA name of its time zone; Caracas if not given. */
  zone: ['zone', String],
  /** The sum of foreign money that a push about a price to come is said for; the usual one if not given. */
  ownAmount: ['amount', String],
  /** Whether its charts are dark; undefined where it was never asked. */
  hasDarkCharts: ['dark', (text) => text === '1'],
  /** To what its bills are rounded; to the centimo if not given. */
  rounding: ['rounding', (text) => ROUNDINGS.find((one) => one === text)],
  /** Its bills have the tax on foreign money. */
  isTaxed: ['igtf', isSet],
  /** Bolivares for a dollar, by its own rate. */
  ownRate: ['rate', String],
  /** Where its customers pay. */
  payTo: ['payto', parseMobilePayment],
  /** The name on its card, and what it sells. */
  shop: ['shop', String],
  products: ['products', parseProducts],
  /** The format and colours of its card, as `features/card` names them. */
  look: ['look', String],
  /** Its card is posted by itself; the official price of the last one. */
  posted: ['card', parsePosted],
  /** Its pinned message that is kept up to date. */
  live: ['live', parseLive],
  /** The id of the broadcast that it has not been sent yet. */
  broadcast: ['cast', (text) => (text.endsWith('.') ? undefined : text)],
  /** Nothing is sent to it: it was stopped, or could not be reached. */
  isGone: ['gone', isSet],
  /** Why. */
  absence: ['gone', (why) => (why === STOPPED ? 'stopped' : 'unreachable')],
  /** When it was found to be unreachable (ms, to the second); in 1970 by an earlier version. */
  leftAt: ['gone', (seconds) => (seconds === STOPPED ? undefined : Number(seconds) * SECOND_MS)],
  /** It has soft refusals since the last delivered message. */
  hasSoftRefusals: ['doubts', isSet],
  /** How many in a row, and when the last one came (ms). */
  refusals: ['doubts', refusalsOf],
} as const satisfies Record<
  string,
  readonly [field: string, read: (text: string, fields: ChatFields) => unknown]
>

type Known = typeof CHAT_FIELDS

/** What we keep about a chat. */
export type Chat = { readonly [Name in keyof Known]?: NonNullable<ReturnType<Known[Name][1]>> } & {
  /** The monitors that a command without a name means, the most important first. */
  readonly defaults: readonly MonitorId[]
  readonly follows: readonly MonitorId[]
  readonly told: readonly Follow[]
  readonly alerts: readonly Alert[]
}

/** Reads the hash of a chat. */
export function parseChat(fields: ChatFields): Chat {
  const told: Follow[] = []
  const alerts: Alert[] = []
  for (const [field, value] of Object.entries(fields)) {
    const monitor = parseFollowField(field)
    const id = monitor ? undefined : parseAlertField(field)
    if (monitor) told.push({ monitor, ref: field, ...parseTold(value) })
    else if (id !== undefined) alerts.push(parseAlert(id, value))
  }
  const known = Object.entries(CHAT_FIELDS).map(([name, [field, read]]) => {
    const text = fields[field]
    return [name, text ? read(text, fields) : undefined] as const
  })
  return {
    ...Object.fromEntries(known.filter(([, value]) => value !== undefined)),
    defaults: (fields.defaults ?? '').split(' ').flatMap((ref) => parseMonitorRef(ref) ?? []),
    follows: told.map(({ monitor }) => monitor),
    told,
    alerts,
  }
}

/** A triggered alert that is not delivered yet: the values that its signal moved between, and as of when (ms). */
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
  /** The id of the last broadcast that it was sent. */
  readonly lastBroadcast?: string
  /** The fingerprint of the chat's state at its former number. */
  readonly movedFrom?: string
}

/** Reads the hash of a chat with the texts of its pending triggers, by alert number. */
export function parseChatRecord(fields: ChatFields, triggers: ReadonlyMap<number, string>): ChatRecord {
  const { cast, lastAlert, moved } = fields
  return {
    ...parseChat(fields),
    ...(triggers.size > 0 && { pendingTriggers: [...triggers].map(parseTrigger) }),
    ...(lastAlert && { lastAlert: Number(lastAlert) }),
    ...(cast?.endsWith('.') && { lastBroadcast: cast.slice(0, -1) }),
    ...(moved && { movedFrom: moved }),
  }
}

function parseTrigger([alert, text]: readonly [number, string]): PendingTrigger {
  const [from = '', to = '', at = '0'] = text.split(' ')
  return { alert, from, to, at: Number(at) }
}

/** Parses what `lua/leaving/soft-refusals.lua` wrote. */
function refusalsOf(doubts: string) {
  const [count, last] = doubts.split(' ').map(Number)
  return { count: count ?? 0, last: last ?? 0 }
}

function digestOf(text: string, { digested = '0', digestPrices = '' }: ChatFields): Digest | undefined {
  const schedule = parseSchedule(text)
  if (!schedule) return undefined
  const words = digestPrices.split(' ')
  const prices = new Map<string, Decimal>()
  for (let i = 0; i + 1 < words.length; i += 2) prices.set(words[i] ?? '', words[i + 1] ?? '')
  return { schedule, last: Number(digested), prices }
}
