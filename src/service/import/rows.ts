import type { PriceUpdate } from '../../domain/daily-price.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { parseMoment } from '../../domain/moment.ts'
import { Failure } from '../../runtime/failure.ts'
import { parsePrice } from '../sources/source.ts'

const ROWS_MAX = 200_000
const BAD_ROWS_NAMED_MAX = 5
const EXCERPT_LENGTH = 40
/** A day later than this after today is a slip of the pen. */
export const AHEAD_MS_MAX = 366 * DAY_MS

/** A row as it is written. `place` names it in messages (`line 3`); an empty price means that nothing was published. */
export interface WrittenRow {
  readonly place: string
  readonly date: string
  readonly price: string
}

/** Where rows come from: the file or address, and what it calls the date and the price. */
export interface RowsOrigin {
  readonly name: string
  readonly date: string
  readonly price: string
}

/** The rows by time, and how many had no price: nothing was published then. */
export interface ImportedRows {
  readonly updates: readonly PriceUpdate[]
  readonly empty: number
}

/** Reads all rows or none. Throws a Failure that names the bad ones. `now` in ms. */
export async function importRows(
  rows: AsyncIterable<WrittenRow> | Iterable<WrittenRow>,
  origin: RowsOrigin,
  now: number,
): Promise<ImportedRows> {
  const { updates, bad, empty } = await readAll(rows, origin, now)
  const refuse = (reason: string): never => {
    throw new Failure(`${origin.name}: ${reason}; nothing was imported`)
  }
  if (bad.length > 0) refuse(namedRows(bad))
  if (updates.length > ROWS_MAX) refuse(`over ${ROWS_MAX} rows`)
  if (updates.length === 0) refuse(`no row has a price in ${origin.price}`)
  return { updates: updates.sort((a, b) => a.lastUpdate - b.lastUpdate), empty }
}

async function readAll(
  rows: AsyncIterable<WrittenRow> | Iterable<WrittenRow>,
  origin: RowsOrigin,
  now: number,
) {
  const updates: PriceUpdate[] = []
  const bad: string[] = []
  let empty = 0
  for await (const row of rows) {
    const read = readRow(row, origin, now)
    if (read === 'empty') empty++
    else if (typeof read === 'string') bad.push(`${row.place}: ${read}`)
    else updates.push(read)
    if (bad.length > BAD_ROWS_NAMED_MAX || updates.length > ROWS_MAX) break
  }
  return { updates, bad, empty }
}

const namedRows = (bad: readonly string[]): string =>
  bad.length > BAD_ROWS_NAMED_MAX
    ? `${bad.slice(0, BAD_ROWS_NAMED_MAX).join('; ')}; and more`
    : bad.join('; ')

function readRow(row: WrittenRow, origin: RowsOrigin, now: number): PriceUpdate | 'empty' | string {
  if (row.price === '') return 'empty'
  const price = parsePrice(row.price)
  if (price === undefined) return `${origin.price} is no price above zero: ${excerpt(row.price)}`
  const lastUpdate = parseMoment(row.date)
  if (lastUpdate === undefined) return `${origin.date} is no date: ${excerpt(row.date)}`
  if (lastUpdate > now + AHEAD_MS_MAX) return `${origin.date} is over a year ahead: ${row.date}`
  return { price, lastUpdate }
}

const excerpt = (text: string): string => JSON.stringify(text.slice(0, EXCERPT_LENGTH))
