import { type Decimal, decimalOf, isPositive, parseDecimal } from '../../rates/decimal.ts'
import { parseMoment } from '../../rates/moment.ts'

/** The price that a source has for one monitor. `lastUpdate` (ms) is the source's own time for it, where it gives one. */
export interface Observation {
  readonly key: string
  readonly price: Decimal
  readonly lastUpdate?: number
  /** The price in force until `lastUpdate`, where the source tells both. */
  readonly inForce?: { readonly price: Decimal; readonly lastUpdate: number }
  readonly simulated?: boolean
  /** The source marks its price as stale. */
  readonly stale?: boolean
}

/** A monitor that could not be read, and why. The other monitors of its page are not affected. */
export interface Unreadable {
  readonly key: string
  readonly reason: string
}

export interface Reading {
  readonly observations: readonly Observation[]
  readonly unreadable: readonly Unreadable[]
}

/** Fetches a page and reads it, nothing else. Throws a PageProblem, or the error of the connection. */
export interface Source {
  fetch(signal: AbortSignal): Promise<Reading>
}

/** The page as a whole cannot be used: its status, size or form is wrong. `message` is for the operator. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem'
}

/** One monitor to read from a page. `price` and `lastUpdate` are places on it: CSS selectors or JSON Pointers. */
export interface Wanted {
  readonly key: string
  readonly price: string
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

/** Returns the text at a place of the page; undefined where the page has no such place. */
export type LookUp = (place: string) => string | undefined

/** Reads each wanted monitor separately, so that one that cannot be read does not affect the others. */
export function readMonitors(wanted: readonly Wanted[], lookUp: LookUp): Reading {
  const read = wanted.map((monitor) => readMonitor(monitor, lookUp))
  return {
    observations: read.filter((one): one is Observation => 'price' in one),
    unreadable: read.filter((one): one is Unreadable => 'reason' in one),
  }
}

function readMonitor(
  { key, price: place, lastUpdate: when }: Wanted,
  lookUp: LookUp,
): Observation | Unreadable {
  const text = lookUp(place)
  if (text === undefined) return { key, reason: `nothing at ${place}` }
  const price = parsePrice(text)
  if (price === undefined) return { key, reason: `no price above zero at ${place}: ${excerpt(text)}` }
  const moment = when === undefined ? undefined : lookUp(when)?.trim()
  if (!moment) return { key, price }
  const lastUpdate = parseMoment(moment)
  if (lastUpdate === undefined) return { key, reason: `no date or time at ${when}: ${excerpt(moment)}` }
  return { key, price, lastUpdate }
}

const EXCERPT_LENGTH = 40
const excerpt = (text: string): string => JSON.stringify(text.trim().slice(0, EXCERPT_LENGTH))
