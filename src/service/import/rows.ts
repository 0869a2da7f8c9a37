import { readFile } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse/sync'
import { parseMoment } from '../../domain/caracas.ts'
import type { PriceUpdate } from '../../domain/in-force.ts'
import { codeOf, Failure, messageOf } from '../../runtime/log.ts'
import { createAgents } from '../sources/connect/agents.ts'
import { decodePage, fetchPage } from '../sources/page-request.ts'
import { parseExactJson, pointAt } from '../sources/parse/json.ts'
import { AHEAD_MS_MAX, excerpt, parsePrice } from '../sources/source.ts'

/** Reads a whole file of at most `bytesMax` bytes. Throws a Failure. */
export async function readWhole(file: string, bytesMax: number): Promise<Uint8Array> {
  const bytes = await readFile(file).catch((error: unknown) => {
    const reason = codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error)
    throw new Failure(`${file} cannot be read: ${reason}`)
  })
  if (bytes.length > bytesMax) throw new Failure(`${file} is over ${bytesMax} bytes; nothing was imported`)
  return bytes
}

const FILE_BYTES_MAX = 16 * 1024 * 1024
const ROWS_MAX = 200_000
const BAD_ROWS_NAMED_MAX = 5

/** A row as it is written. `place` names it in messages (`line 3`); an empty price means that nothing was published. */
interface WrittenRow {
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
function importRows(rows: readonly WrittenRow[], origin: RowsOrigin, now: number): ImportedRows {
  const { updates, bad, empty } = readAll(rows, origin, now)
  const refuse = (reason: string): never => {
    throw new Failure(`${origin.name}: ${reason}; nothing was imported`)
  }
  const [more] = bad.splice(BAD_ROWS_NAMED_MAX)
  if (bad.length > 0) refuse([...bad, ...(more ? ['and more'] : [])].join('; '))
  if (updates.length > ROWS_MAX) refuse(`over ${ROWS_MAX} rows`)
  if (updates.length === 0) refuse(`no row has a price in ${origin.price}`)
  return { updates: updates.sort((a, b) => a.lastUpdate - b.lastUpdate), empty }
}

function readAll(rows: readonly WrittenRow[], origin: RowsOrigin, now: number) {
  const updates: PriceUpdate[] = []
  const bad: string[] = []
  let empty = 0
  for (const row of rows) {
    const read = readRow(row, origin, now)
    if (read === 'empty') empty++
    else if (typeof read === 'string') bad.push(`${row.place}: ${read}`)
    else updates.push(read)
    if (bad.length > BAD_ROWS_NAMED_MAX || updates.length > ROWS_MAX) break
  }
  return { updates, bad, empty }
}

function readRow(row: WrittenRow, origin: RowsOrigin, now: number): PriceUpdate | 'empty' | string {
  if (row.price === '') return 'empty'
  const price = parsePrice(row.price)
  if (price === undefined) return `${origin.price} is no price above zero: ${excerpt(row.price)}`
  const lastUpdate = parseMoment(row.date)
  if (lastUpdate === undefined) return `${origin.date} is no date: ${excerpt(row.date)}`
  if (lastUpdate > now + AHEAD_MS_MAX) return `${origin.date} is over a year ahead: ${row.date}`
  return { price, lastUpdate }
}

/** Reads a CSV file with a header line. Throws a Failure that names the lines of bad rows. `now` in ms. */
export async function readCsvRows(columns: RowsOrigin, now: number): Promise<ImportedRows> {
  const text = decodePage(await readWhole(columns.name, FILE_BYTES_MAX))
  return importRows(csvRows(text, columns), columns, now)
}

interface CsvRow {
  readonly record: Readonly<Record<string, string>>
  readonly info: { readonly lines: number }
}

function csvRows(text: string, columns: RowsOrigin): WrittenRow[] {
  const [header = ''] = text.split(/\r?\n/, 1)
  const options = {
    columns: namesOf(columns),
    delimiter: delimiterOf(header),
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
  } as const
  try {
    const rows = parse(text, options) as readonly CsvRow[]
    return rows.map(({ record, info }) => ({
      place: `line ${info.lines}`,
      date: record[columns.date] ?? '',
      price: record[columns.price] ?? '',
    }))
  } catch (error) {
    throw error instanceof CsvError ? new Failure(`${columns.name}: ${error.message}`) : error
  }
}

const delimiterOf = (header: string): string => [';', '\t'].find((one) => header.includes(one)) ?? ','

/** Checks that the header has the wanted columns. Throws a Failure that names the missing ones. */
const namesOf =
  ({ name: file, date, price }: RowsOrigin) =>
  (names: string[]): string[] => {
    const missing = [date, price].filter((name) => !names.includes(name))
    if (missing.length === 0) return names
    throw new Failure(`${file} has no column ${missing.join(' and ')}: it has ${names.join(', ')}`)
  }

/** Where a JSON answer has its rows, and where each row has its date and its price: JSON Pointers (RFC 6901). */
export interface RowPointers {
  /** `''`: the whole answer is the list. */
  readonly rows: string
  readonly date: string
  readonly price: string
}

/** Reads the rows of a JSON answer. `name` is the file or address. Throws a Failure that names the bad rows. `now` in ms. */
export async function readJsonRows(
  text: string,
  { rows, date, price }: RowPointers,
  { name, now }: { readonly name: string; readonly now: number },
): Promise<ImportedRows> {
  const list = pointAt(parseJson(text, name), rows)
  if (!Array.isArray(list)) {
    throw new Failure(`${name} has no list at ${rows === '' ? 'the top' : rows}; nothing was imported`)
  }
  const written = list.map((row, i) => ({
    place: `row ${i + 1}`,
    date: textOf(pointAt(row, date)),
    price: textOf(pointAt(row, price)),
  }))
  return importRows(written, { name, date, price }, now)
}

function parseJson(text: string, name: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw new Failure(`${name} is not JSON; nothing was imported`)
  }
}

/** Numbers come as their source text. A list or an object is neither a date nor a price. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return Array.isArray(value) ? '[…]' : '{…}'
  return String(value).trim()
}

const TIMEOUT_MS = 60_000

/** Certificates that complete chains of https; asked for only where an address is read. */
export type ReadIntermediates = () => Promise<readonly string[]>

/** Reads the text of a file, or of an address that begins with http. Throws a Failure. */
export async function readAnswer(from: string, intermediates: ReadIntermediates): Promise<string> {
  if (!/^https?:\/\//i.test(from)) return decodePage(await readWhole(from, FILE_BYTES_MAX))
  if (!URL.canParse(from)) throw new Failure(`${from} is no address; nothing was imported`)
  return readAddress(from, await intermediates()).catch((error: unknown) => {
    throw new Failure(`${from} cannot be read: ${messageOf(error)}; nothing was imported`)
  })
}

async function readAddress(url: string, intermediates: readonly string[]): Promise<string> {
  const agents = createAgents({ intermediates })
  try {
    return await fetchPage({ url, timeoutMs: TIMEOUT_MS }, agents, new AbortController().signal)
  } finally {
    await agents.close()
  }
}
