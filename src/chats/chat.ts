import { createHash } from 'node:crypto'
import { ROUNDINGS, type Rounding } from '../domain/deal/charge.ts'
import type { Product } from '../domain/deal/product.ts'
import type { Decimal } from '../domain/decimal.ts'
import { SECOND_MS } from '../domain/durations.ts'
import { type MonitorId, parseMonitorRef } from '../domain/monitor.ts'
import { NUMBER_STYLES, type NumberStyle } from '../domain/number-format.ts'
import {
  minuteOfDay,
  minutesOf,
  nextTimeOfDay,
  type QuietHours,
  type TimeOfDay,
} from '../domain/time-of-day.ts'
import { type Alert, parseAlert, parseAlertField } from './alert.ts'
import {
  type PostedPrice,
  parseFollowField,
  parsePosted,
  parseProducts,
  parseTold,
  type Told,
} from './keys.ts'

export const quietHoursText = ({ from, to }: QuietHours): string => `${from}-${to}`

/** Reads what `quietHoursText` wrote; undefined for anything else, and for hours of no length. */
export function parseQuietHours(text: string | undefined): QuietHours | undefined {
  const [from = '', to = ''] = text?.split('-') ?? []
  const isTime = minutesOf(from) !== undefined && minutesOf(to) !== undefined
  return isTime && from !== to ? { from, to } : undefined
}

/** When the current quiet hours end (ms); undefined outside of them. */
export function quietUntil({ from, to }: QuietHours, nowMs: number, zone?: string): number | undefined {
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
  readonly least?: Decimal
}

/** A daily message: its hour, when the last one was delivered (ms), and the prices in it by ref. */
export interface Digest {
  readonly at: TimeOfDay
  readonly last: number
  readonly prices: ReadonlyMap<string, Decimal>
}

/** What we keep about a chat. */
export interface Chat {
  readonly language?: string
  /** How its numbers are written; as in Venezuela if not given. */
  readonly numbers?: NumberStyle
  /** It is a channel: who reads it can change nothing there. */
  readonly isChannel?: true
  /** The topic that its price updates go to: where it last followed something. Alerts have their own. */
  readonly thread?: number
  readonly quiet?: QuietHours
  readonly digest?: Digest
  /** IANA name of its time zone; Caracas if not given. */
  readonly zone?: string
  /** The sum of foreign money that a push about a price to come is said for; the usual one if not given. */
  readonly ownAmount?: Decimal
  /** Its charts are dark. */
  readonly hasDarkCharts?: true
  /** The monitors that a command without a name means, the most important first. */
  readonly defaults: readonly MonitorId[]
  /** To what its bills are rounded; to the centimo if not given. */
  readonly rounding?: Rounding
  /** Its bills have the tax on foreign money. */
  readonly isTaxed?: true
  /** The name on its card, and what it sells. */
  readonly shop?: string
  readonly products?: readonly Product[]
  /** The format and colours of its card, as `bot/features/card` names them. */
  readonly look?: string
  /** Its card is posted by itself; the official price of the last one. */
  readonly posted?: PostedPrice
  /** Its pinned message that is kept up to date. */
  readonly live?: Live
  /** The id of the broadcast that it has not been sent yet. */
  readonly broadcast?: string
  /** Nothing is sent to it: it was stopped, or could not be reached. */
  readonly isGone?: true
  /** Why. */
  readonly absence?: 'stopped' | 'unreachable'
  /** When it was found to be unreachable (ms, to the second); in 1970 by an earlier version. */
  readonly leftAt?: number
  /** It has soft refusals since the last delivered message. */
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
    ...languageOf(fields),
    ...channelOf(fields),
    ...(fields.thread && { thread: Number(fields.thread) }),
    ...(quiet && { quiet }),
    ...(fields.digest && { digest: digestOf(fields.digest, fields) }),
    ...(fields.zone && { zone: fields.zone }),
    ...looksOf(fields),
    ...(live && { live }),
    ...(fields.cast && !fields.cast.endsWith('.') && { broadcast: fields.cast }),
    ...reachOf(fields),
    ...chargingIn(fields),
    ...cardIn(fields),
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

/** The value of the field `gone` of a chat that asked to be sent nothing; for others it is when they left (s). */
export const STOPPED = 'stopped'

/** Its language and number style. */
function languageOf({ lang, numbers }: ChatFields): Pick<Chat, 'language' | 'numbers'> {
  const style = NUMBER_STYLES.find((one) => one === numbers)
  return { ...(lang && { language: lang }), ...(style && { numbers: style }) }
}

const channelOf = ({ channel }: ChatFields): Pick<Chat, 'isChannel'> => (channel ? { isChannel: true } : {})

/** What its pushes and charts show. */
const looksOf = ({ amount, dark }: ChatFields): Pick<Chat, 'ownAmount' | 'hasDarkCharts'> => ({
  ...(amount && { ownAmount: amount }),
  ...(dark && { hasDarkCharts: true }),
})

/** How its bills are charged. */
function chargingIn({ rounding, igtf }: ChatFields): Pick<Chat, 'rounding' | 'isTaxed'> {
  const known = ROUNDINGS.find((one) => one === rounding)
  return { ...(known && { rounding: known }), ...(igtf && { isTaxed: true }) }
}

/** What its card shows, and whether that is posted by itself. */
const cardIn = ({
  shop,
  products,
  look,
  card,
}: ChatFields): Pick<Chat, 'shop' | 'products' | 'look' | 'posted'> => ({
  ...(shop && { shop }),
  ...(products && { products: parseProducts(products) }),
  ...(look && { look }),
  ...(card && { posted: parsePosted(card) }),
})

/** Whether it is sent anything. */
const reachOf = ({
  gone,
  doubts,
}: ChatFields): Pick<Chat, 'isGone' | 'absence' | 'leftAt' | 'hasSoftRefusals' | 'refusals'> => ({
  ...(gone === STOPPED && { isGone: true, absence: 'stopped' }),
  ...(gone && gone !== STOPPED && { isGone: true, absence: 'unreachable', leftAt: Number(gone) * SECOND_MS }),
  ...(doubts && { hasSoftRefusals: true, refusals: refusalsOf(doubts) }),
})

/** Parses what `lua/leaving/soft-refusals.lua` wrote. */
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
