import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import type { PriceUpdate } from '../../rates/daily-price.ts'
import { DAY_MS } from '../../rates/durations.ts'
import { parseMoment } from '../../rates/moment.ts'
import { codeOf, Failure, messageOf } from '../../runtime/failure.ts'
import { parsePrice } from '../sources/source.ts'

const ROWS_MAX = 200_000
const BAD_ROWS_NAMED_MAX = 5
const HEADER_BYTES_MAX = 64 * 1024
const AHEAD_MS_MAX = 366 * DAY_MS

export interface CsvColumns {
  readonly file: string
  readonly date: string
  readonly price: string
}

/** The rows of a file by time, and how many had no price: nothing was published then. */
export interface ImportedRows {
  readonly updates: readonly PriceUpdate[]
  readonly empty: number
}

/** Reads a CSV file with a header line. Throws a Failure that names the lines of bad rows. `now` in ms. */
export async function readRows(columns: CsvColumns, now: number): Promise<ImportedRows> {
  const { updates, bad, empty } = await readAll(columns, now).catch((error: unknown) => {
    throw error instanceof CsvError ? new Failure(`${columns.file}: ${error.message}`) : error
  })
  const refuse = (reason: string): never => {
    throw new Failure(`${columns.file}: ${reason}; nothing was imported`)
  }
  if (bad.length > 0) refuse(namedRows(bad))
  if (updates.length > ROWS_MAX) refuse(`over ${ROWS_MAX} rows`)
  if (updates.length === 0) refuse(`no row has a price in ${columns.price}`)
  return { updates: updates.sort((a, b) => a.lastUpdate - b.lastUpdate), empty }
}

async function readAll(columns: CsvColumns, now: number) {
  const parser = parse({
    columns: namesOf(columns),
    delimiter: delimiterOf(await readHeader(columns.file)),
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
  })
  const updates: PriceUpdate[] = []
  const bad: string[] = []
  let empty = 0
  for await (const { record, info } of createReadStream(columns.file).compose(parser)) {
    const row = readRow(record, { ...columns, now })
    if (row === 'empty') empty++
    else if (typeof row === 'string') bad.push(`line ${info.lines}: ${row}`)
    else updates.push(row)
    if (bad.length > BAD_ROWS_NAMED_MAX || updates.length > ROWS_MAX) break
  }
  return { updates, bad, empty }
}

const delimiterOf = (header: string): string => [';', '\t'].find((one) => header.includes(one)) ?? ','

const namedRows = (bad: readonly string[]): string =>
  bad.length > BAD_ROWS_NAMED_MAX
    ? `${bad.slice(0, BAD_ROWS_NAMED_MAX).join('; ')}; and more`
    : bad.join('; ')

/** Checks that the header has the wanted columns. Throws a Failure that names the missing ones. */
const namesOf =
  ({ file, date, price }: CsvColumns) =>
  (names: string[]): string[] => {
    const missing = [date, price].filter((name) => !names.includes(name))
    if (missing.length === 0) return names
    throw new Failure(`${file} has no column ${missing.join(' and ')}: it has ${names.join(', ')}`)
  }

function readRow(
  record: Readonly<Record<string, string>>,
  columns: CsvColumns & { readonly now: number },
): PriceUpdate | 'empty' | string {
  const written = record[columns.price] ?? ''
  if (written === '') return 'empty'
  const price = parsePrice(written)
  if (price === undefined)
    return `${columns.price} is no price above zero: ${JSON.stringify(written.slice(0, 40))}`
  const when = record[columns.date] ?? ''
  const lastUpdate = parseMoment(when)
  if (lastUpdate === undefined) return `${columns.date} is no date: ${JSON.stringify(when.slice(0, 40))}`
  if (lastUpdate > columns.now + AHEAD_MS_MAX) return `${columns.date} is over a year ahead: ${when}`
  return { price, lastUpdate }
}

async function readHeader(file: string): Promise<string> {
  const start = await readStart(file).catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
    throw new Failure(`${file} cannot be read: ${reason}`)
  })
  return start.split(/\r?\n/, 1)[0] ?? ''
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES_MAX), 0, HEADER_BYTES_MAX, 0)
  return buffer.toString('utf8', 0, bytesRead)
}
