import { type Day, dayOf, startOfDay } from '../../domain/caracas.ts'
import type { PriceUpdate } from '../../domain/daily-price.ts'
import { Failure } from '../../runtime/failure.ts'
import { daysOf } from '../history/merge.ts'
import type { StoredDay } from '../history/stored-day.ts'
import { REDENOMINATION } from '../import/bcv.ts'
import { type RowPointers, readJsonRows } from '../import/json.ts'

/** The past of a monitor as its history source tells it, oldest first. */
export interface Past {
  readonly updates: readonly PriceUpdate[]
  readonly days: readonly StoredDay[]
  /** Rows in the bolivar from before 2021-10-04, which were left out. */
  readonly redenominated: number
  /** Rows of days to come, which were left out: a price to come is for the live sources to tell. */
  readonly ahead: number
  /** Rows without a price, which were left out. */
  readonly empty: number
}

export interface PastOptions {
  /** The address. */
  readonly name: string
  /** In ms. */
  readonly now: number
  /** Rows until this day are known, and left out. */
  readonly after?: Day | undefined
}

/** Reads all rows of an answer, or none: throws a Failure that names the bad ones. */
export async function readPast(
  text: string,
  pointers: RowPointers,
  { name, now, after = '' }: PastOptions,
): Promise<Past> {
  const { updates: all, empty } = await readJsonRows(text, pointers, { name, now })
  const today = dayOf(now)
  const come = all.filter(({ lastUpdate }) => dayOf(lastUpdate) <= today)
  const valid = come.filter(({ lastUpdate }) => lastUpdate >= startOfDay(REDENOMINATION))
  if (valid.length === 0) throw new Failure(`${name} has no row since ${REDENOMINATION}`)
  const [ahead, redenominated] = [all.length - come.length, come.length - valid.length]
  const updates = valid.filter(({ lastUpdate }) => dayOf(lastUpdate) > after)
  return { updates, days: daysOf(updates, 'imported'), redenominated, ahead, empty }
}
