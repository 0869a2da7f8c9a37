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
  /** The price in force until `holdsFrom`, where the newest one has an effective day in the future. */
  readonly inForce?: Pick<Quote, 'price' | 'lastUpdate'>
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

const EUROS = /^(?:eur|euros?|€)$/
const DOLLARS = /^(?:usd[tc]?|d[oó]lar(?:es)?|dollars?|\$)$/
/** What some servers list among the dollars: the currencies of the neighbours and of the central bank's own list. */
const CODES = new Set(
  (
    'cny try rub cop brl ars clp pen mxn bob uyu pyg gbp chf jpy cad aud dop crc cup krw inr sek nok dkk nzd hkd sgd ttd ' +
    'ang awg gyd aed'
  ).split(' '),
)
const CODE_NAMED: ReadonlyMap<string, string> = new Map([
  ['yuan', 'CNY'],
  ['lira', 'TRY'],
  ['rublo', 'RUB'],
  ['ruble', 'RUB'],
])
const AMBIGUOUS = /^(?:pesos?|francos?|libras?|coronas?|yen|won|rupias?|d[ií]nar|reales|soles)$/
/** Of three letters like a currency's code, and none: sources of prices in dollars. */
const SOURCES = new Set(['bcv', 'p2p', 'dtd', 'dtv'])

type Money = Currency | string | undefined

type Named = Pick<Quote, 'monitor' | 'title'>

/**
 * The money that a monitor prices: dollars, euros, or the code of another. Servers list others among the dollars, so its key
 * and its title count before its place; undefined where they name one that we do not know.
 */
export function moneyNamed({ monitor: { currency, key }, title }: Named): Money {
  const inKey = wordsOf(key)
  const inTitle = wordsOf(title)
  for (const words of [inKey, inTitle]) {
    if (words.some((word) => EUROS.test(word))) return 'euro'
    if (words.some((word) => DOLLARS.test(word))) return 'dollar'
    const code = words.find((word) => CODES.has(word)) ?? words.find((word) => CODE_NAMED.has(word))
    if (code !== undefined) return CODE_NAMED.get(code) ?? code.toUpperCase()
  }
  if (inTitle.some((word) => AMBIGUOUS.test(word)) || isUnknownCode(key)) return undefined
  return currency
}

/** The same as a side of a conversion: where it is neither dollars nor euros, the currency of its place. */
export function currencyMeant(quote: Named): Currency {
  const money = moneyNamed(quote)
  return money === 'dollar' || money === 'euro' ? money : quote.monitor.currency
}

/** Whether a monitor is the euro beside a dollar of its page, which who names the page may mean. */
export const isEuroBeside = (dollar: Named, other: Named): boolean =>
  other.monitor.page === dollar.monitor.page && moneyNamed(other) === 'euro' && moneyNamed(dollar) !== 'euro'

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\d]+|[$€]/gu) ?? []

const isUnknownCode = (key: string): boolean => /^[a-z]{3}$/.test(key) && !SOURCES.has(key)
