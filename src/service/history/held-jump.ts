import { z } from 'zod'
import { compare, type Decimal, multiply } from '../../rates/decimal.ts'
import { MINUTE_MS } from '../../rates/durations.ts'

const FACTOR: Decimal = '3'
const HELD_MS = 10 * MINUTE_MS

/** A jump that is not believed yet: its direction, and since when (ms) every collection has shown it. */
const HELD_JUMP = z.object({ direction: z.enum(['up', 'down']), since: z.number() })
export type HeldJump = z.output<typeof HELD_JUMP>

export const parseHeldJump = (text: string): HeldJump => HELD_JUMP.parse(JSON.parse(text))

function directionOf(last: Decimal, price: Decimal): HeldJump['direction'] | undefined {
  if (compare(price, multiply(last, FACTOR)) > 0) return 'up'
  if (compare(multiply(price, FACTOR), last) < 0) return 'down'
  return undefined
}

export interface ObservedPrice {
  /** The last price stored; undefined for the first one, which is always believed. */
  readonly last: Decimal | undefined
  readonly price: Decimal
  readonly held: HeldJump | undefined
  readonly now: number
}

/**
 * The jump to hold back: beyond ×3 or ÷3 of the last price, until every collection over 10 minutes, at least two, has
 * shown one in the same direction. Undefined where the price is believed. Collections that could not read the monitor
 * do not count.
 */
export function jumpToHold({ last, price, held, now }: ObservedPrice): HeldJump | undefined {
  const direction = last === undefined ? undefined : directionOf(last, price)
  if (!direction) return undefined
  const jump = held?.direction === direction ? held : { direction, since: now }
  return now - jump.since >= HELD_MS ? undefined : jump // the first collection never passes: its jump is since now
}
