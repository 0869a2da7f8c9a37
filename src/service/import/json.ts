import { Failure } from '../../runtime/failure.ts'
import { parseExactJson, pointAt } from '../sources/parse/exact-json.ts'
import { type ImportedRows, importRows, type WrittenRow } from './rows.ts'

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
  const list = pointAt(parse(text, name), rows)
  if (!Array.isArray(list)) {
    throw new Failure(`${name} has no list at ${rows === '' ? 'the top' : rows}; nothing was imported`)
  }
  return importRows(writtenRows(list, { date, price }), { name, date, price }, now)
}

function parse(text: string, name: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    throw new Failure(`${name} is not JSON; nothing was imported`)
  }
}

function* writtenRows(
  list: readonly unknown[],
  { date, price }: Omit<RowPointers, 'rows'>,
): Generator<WrittenRow> {
  for (const [i, row] of list.entries()) {
    yield { place: `row ${i + 1}`, date: textOf(pointAt(row, date)), price: textOf(pointAt(row, price)) }
  }
}

/** Numbers come as their source text. A list or an object is neither a date nor a price. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') return Array.isArray(value) ? '[…]' : '{…}'
  return String(value).trim()
}
