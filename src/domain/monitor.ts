import type { Decimal } from './decimal.ts'

/** The foreign currency a price is quoted in: the path segment of the rate API. */
export const CURRENCIES = ['dollar', 'euro'] as const
export type Currency = (typeof CURRENCIES)[number]

export type CurrencyCode = 'USD' | 'EUR'
export const CODE_OF: Readonly<Record<Currency, CurrencyCode>> = { dollar: 'USD', euro: 'EUR' }
export const MONEY_OF: Readonly<Record<CurrencyCode, Currency>> = { USD: 'dollar', EUR: 'euro' }
export const SIGN_OF: Readonly<Record<Currency, string>> = { dollar: '$', euro: '€' }

export const isCurrency = (text: string): text is Currency => (CURRENCIES as readonly string[]).includes(text)

/** What names one published rate. A key may stand in both currencies of a page, so all three parts count. */
export interface MonitorId {
  readonly page: string
  readonly currency: Currency
  readonly key: string
}

/** The price that counts until the newest published one, which has an effective day in the future, does. Time in ms. */
export interface PriceInForce {
  readonly price: Decimal
  readonly lastUpdate: number
}

/** The price in force at the end of a day (`YYYY-MM-DD` in Caracas). */
export interface DayClose {
  readonly day: string
  readonly price: Decimal
}

/** The close of a monitor for effective days, with the day for which that price was published. */
export interface EffectiveClose extends DayClose {
  readonly effectiveDay: string
}

/** A monitor with its newest published price. `lastUpdate` is the source's own time for it, in ms. */
export interface Quote {
  readonly monitor: MonitorId
  readonly title: string
  /** What people call its page, where that is known. */
  readonly source?: string
  /** Where another monitor has the same title: on another page, or on this one. */
  readonly namesake?: 'elsewhere' | 'here'
  /** Words by which people name it, where its server says them. */
  readonly aliases?: readonly string[]
  /** The change in percent that a new follow begins with, where its server says it. */
  readonly leastChange?: number
  /** Its prices are published for effective days (fecha valor), where its server says it. */
  readonly effectiveDay?: boolean
  /** The names of the sources that the price was made of, where its server says them. */
  readonly sources?: readonly string[]
  readonly image: string | null
  readonly price: Decimal
  readonly priceOld: Decimal
  readonly lastUpdate: number
  /** The price in force until `holdsFrom`. */
  readonly inForce?: PriceInForce
  /** From when the newest price is in force (ms), where that was to come when it was published. */
  readonly holdsFrom?: number
  /** What was in force at the end of the day before, where that is known. */
  readonly close?: DayClose
  /** Of a monitor for effective days: what was in force at the end of each of the last days that are known, at most 7. */
  readonly weekCloses?: readonly EffectiveClose[]
  readonly simulated: boolean
  readonly stale: boolean
}

/** What is kept of the days before beside a quote. */
export type Closes = Pick<Quote, 'close' | 'weekCloses'>

/** Page identifiers and monitor keys. */
export const NAME_PATTERN = /^[a-z][a-z0-9_]{0,31}$/

/** `page.key`, as people name a monitor. */
export const monitorName = ({ page, key }: MonitorId): string => `${page}.${key}`

/** `currency:page.key`, unique, for Redis. */
export const monitorRef = (id: MonitorId): string => `${id.currency}:${id.page}.${id.key}`

/** Whether a name (`key`, `page.key` or `currency:page.key`) is that of a monitor, in small letters or capitals. */
export function isNamed(monitor: MonitorId, name: string): boolean {
  const typed = name.toLowerCase()
  return [monitor.key, monitorName(monitor), monitorRef(monitor)].some((one) => one.toLowerCase() === typed)
}

/** Reads what `monitorRef` wrote; undefined for anything else. */
export function parseMonitorRef(ref: string): MonitorId | undefined {
  const [currency = '', name = ''] = ref.split(':', 2)
  const dot = name.indexOf('.')
  return isCurrency(currency) && dot > 0
    ? { currency, page: name.slice(0, dot), key: name.slice(dot + 1) }
    : undefined
}

export const isSameMonitor = (a: MonitorId, b: MonitorId): boolean => monitorRef(a) === monitorRef(b)
