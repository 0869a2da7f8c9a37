import { DAY_MS, parseMoment } from '../../domain/caracas.ts'
import { type Decimal, decimalOf, isPositive, parseDecimal } from '../../domain/decimal.ts'

/** The price that a source has for one monitor. `lastUpdate` (ms) is the source's own time for it, where it gives one. */
export interface Observation {
  readonly key: string
  readonly price: Decimal
  readonly lastUpdate?: number
  /** When the source published it (ms), where that is known; else it is the collection that first saw it. */
  readonly publishedAt?: number
  /** The price in force until `lastUpdate`, where the source tells both. */
  readonly inForce?: { readonly price: Decimal; readonly lastUpdate: number }
  /** What the price was made of, where the source says so; else it is the source itself. */
  readonly sources?: readonly string[]
  readonly simulated?: boolean
  /** The source marks its price as stale. */
  readonly stale?: boolean
}

/** A time later than this after now is a slip of the pen. */
export const AHEAD_MS_MAX = 366 * DAY_MS

/** A monitor that could not be read, and why. The other monitors of its page are not affected. */
export interface Unreadable {
  readonly key: string
  readonly reason: string
}

export interface Reading {
  readonly observations: readonly Observation[]
  readonly unreadable: readonly Unreadable[]
}

/** A reading of what was read of each monitor. */
export const toReading = (read: readonly (Observation | Unreadable)[]): Reading => ({
  observations: read.filter((one): one is Observation => 'price' in one),
  unreadable: read.filter((one): one is Unreadable => 'reason' in one),
})

/** Fetches a page and reads it, nothing else. Throws a PageProblem, or the error of the connection. */
export interface Source {
  fetch(signal: AbortSignal): Promise<Reading>
}

/** The page as a whole cannot be used: its status, size or form is wrong. `message` is for the operator. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem'
}

/** The page answered with another status than 200. */
export class AnswerProblem extends PageProblem {
  readonly status: number
  constructor(status: number) {
    super(`the page answered ${status}`)
    this.status = status
  }
}

/** One monitor to read from a page. `price` and `lastUpdate` are places on it: CSS selectors or JSON Pointers. */
export interface Wanted<Place = string> {
  readonly key: string
  readonly price: Place
  readonly lastUpdate?: string
}

const UNIT = String.raw`(?:bs\.?\s?[sdf]?\.?|ves|usd|eur|[$€])`
const UNITS = new RegExp(String.raw`^${UNIT}\s*|\s*${UNIT}$`, 'giu')
const TEXT_LENGTH_MAX = 100

/** Parses a price above zero as pages write it, with or without a unit (`Bs. 1.234,56`); undefined for anything else. */
export function parsePrice(text: string): Decimal | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const bare = text.trim().replace(UNITS, '')
  const price = decimalOf(bare) ?? parseDecimal(bare)
  return price !== undefined && isPositive(price) ? price : undefined
}

/** The price at a place of a page, or why there is none. */
export type PriceRead = { readonly price: Decimal } | { readonly reason: string }

/** Reads the price in a text; `place` is where the text stands on the page. */
export function priceIn(text: string | undefined, place: string): PriceRead {
  if (text === undefined) return { reason: `nothing at ${place}` }
  const price = parsePrice(text)
  return price === undefined ? { reason: `no price above zero at ${place}: ${excerpt(text)}` } : { price }
}

/** How to read one page. */
interface PageReader<Place> {
  readonly priceAt: (place: Place) => PriceRead
  /** Returns the text at a place; undefined where the page has no such place. */
  readonly lookUp: (place: string) => string | undefined
}

/** Reads each wanted monitor separately, so that one that cannot be read does not affect the others. */
export const readMonitors = <Place>(wanted: readonly Wanted<Place>[], reader: PageReader<Place>): Reading =>
  toReading(wanted.map((monitor) => readMonitor(monitor, reader)))

function readMonitor<Place>(
  { key, price: place, lastUpdate: when }: Wanted<Place>,
  { priceAt, lookUp }: PageReader<Place>,
): Observation | Unreadable {
  const read = priceAt(place)
  if ('reason' in read) return { key, reason: read.reason }
  const { price } = read
  const moment = when === undefined ? undefined : lookUp(when)?.trim()
  if (!moment) return { key, price }
  const lastUpdate = parseMoment(moment)
  if (lastUpdate === undefined) return { key, reason: `no date or time at ${when}: ${excerpt(moment)}` }
  return { key, price, lastUpdate }
}

const EXCERPT_LENGTH = 40
export const excerpt = (text: string): string => JSON.stringify(text.trim().slice(0, EXCERPT_LENGTH))
