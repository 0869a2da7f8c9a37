import type { Decimal } from '../../rates/decimal.ts'

/** What a source says of one monitor. `lastUpdate` (ms) is the source's own time for the price, where it gives one. */
export interface Observation {
  readonly key: string
  readonly price: Decimal
  readonly lastUpdate?: number
  /** The price that counts until `lastUpdate`, where the source itself tells both. */
  readonly inForce?: { readonly price: Decimal; readonly lastUpdate: number }
  readonly simulated?: boolean
  /** The source itself says that its price stands still. */
  readonly stale?: boolean
}

/** A monitor that could not be read, and why; the others of its page are unharmed. */
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

/** A page that cannot be used as a whole: its status, its size, its form. `message` is for the operator. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem'
}

/** One monitor to be read from a page; what `price` and `lastUpdate` mean is the business of the kind of source. */
export interface Wanted {
  readonly key: string
  readonly price: string
  readonly lastUpdate?: string
}
