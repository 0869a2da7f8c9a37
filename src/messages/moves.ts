import type { Decimal } from '../rates/decimal.ts'
import type { Quote } from '../rates/monitor.ts'

/** A monitor now, and what the chat was last told of it: the price, and when (ms). */
export interface Move {
  readonly quote: Quote
  readonly from: Decimal
  readonly fromAt: number
}

/** What moved for one chat, at least one monitor; `now` in ms. */
export interface Moves {
  readonly moves: readonly Move[]
  readonly now: number
}
