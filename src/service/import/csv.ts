import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { Failure } from '../../runtime/failure.ts'
import { unreadable } from './files.ts'
import { type ImportedRows, importRows, type WrittenRow } from './rows.ts'

const HEADER_BYTES_MAX = 64 * 1024

export interface CsvColumns {
  readonly file: string
  readonly date: string
  readonly price: string
}

/** Reads a CSV file with a header line. Throws a Failure that names the lines of bad rows. `now` in ms. */
export async function readCsvRows(columns: CsvColumns, now: number): Promise<ImportedRows> {
  const { file, date, price } = columns
  const rows = writtenRows(columns, delimiterOf(await readHeader(file)))
  return importRows(rows, { name: file, date, price }, now).catch((error: unknown) => {
    throw error instanceof CsvError ? new Failure(`${file}: ${error.message}`) : error
  })
}

async function* writtenRows(columns: CsvColumns, delimiter: string): AsyncGenerator<WrittenRow> {
  const parser = parse({
    columns: namesOf(columns),
    delimiter,
    bom: true,
    info: true,
    skip_empty_lines: true,
    trim: true,
  })
  for await (const { record, info } of createReadStream(columns.file).compose(parser)) {
    yield {
      place: `line ${info.lines}`,
      date: record[columns.date] ?? '',
      price: record[columns.price] ?? '',
    }
  }
}

const delimiterOf = (header: string): string => [';', '\t'].find((one) => header.includes(one)) ?? ','

/** Checks that the header has the wanted columns. Throws a Failure that names the missing ones. */
const namesOf =
  ({ file, date, price }: CsvColumns) =>
  (names: string[]): string[] => {
    const missing = [date, price].filter((name) => !names.includes(name))
    if (missing.length === 0) return names
    throw new Failure(`${file} has no column ${missing.join(' and ')}: it has ${names.join(', ')}`)
  }

async function readHeader(file: string): Promise<string> {
  const start = await readStart(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  return start.split(/\r?\n/, 1)[0] ?? ''
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES_MAX), 0, HEADER_BYTES_MAX, 0)
  return buffer.toString('utf8', 0, bytesRead)
}
