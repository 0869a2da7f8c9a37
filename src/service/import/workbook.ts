import { codeOf, Failure, messageOf } from '../../runtime/log.ts'
import { readWhole } from './rows.ts'

const BYTES_MAX = 16 * 1024 * 1024
/** More than the official workbooks have: a sheet a business day, a row a currency. */
const SHEETS_MAX = 150
const ROWS_MAX = 300
/** The first bytes of a compound file, in which Excel 97 to 2003 keep a workbook. */
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const WITHOUT_READER = 'the optional package that reads it is missing: npm ci --include=optional'

const OPTIONS = {
  type: 'buffer',
  dense: true,
  cellText: false,
  cellFormula: false,
  cellHTML: false,
  sheetRows: ROWS_MAX,
} as const

export type Cell = string | number | null

/** A sheet with its cells by row and column, of which the first ones only were read. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly Cell[])[]
}

/** Reads a legacy workbook (`.xls`). Throws a Failure. */
export async function readWorkbook(file: string): Promise<readonly Sheet[]> {
  const bytes = await readWhole(file, BYTES_MAX)
  const refuse = (reason: string): never => {
    throw new Failure(`${file} ${reason}; nothing was imported`)
  }
  if (!SIGNATURE.equals(bytes.subarray(0, SIGNATURE.length)))
    refuse('is no workbook of Excel 97 to 2003 (.xls)')
  return readSheets(bytes).catch((error: unknown) => {
    const [reason] = messageOf(error).split('\n', 1)
    const isMissing = codeOf(error) === 'ERR_MODULE_NOT_FOUND'
    return refuse(`cannot be read as a workbook: ${isMissing ? WITHOUT_READER : reason}`)
  })
}

async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  const { read } = await import('@e965/xlsx')
  const { SheetNames: names } = read(bytes, { type: 'buffer', bookSheets: true })
  if (names.length > SHEETS_MAX) throw new Failure(`it has over ${SHEETS_MAX} sheets`)
  const { Sheets: sheets } = read(bytes, OPTIONS)
  return names.map((name) => ({
    name,
    // Rows and cells without content are holes in these lists.
    rows: Array.from(sheets[name]?.['!data'] ?? [], (row) =>
      Array.from(row ?? [], (cell) => cellOf(cell?.v)),
    ),
  }))
}

const cellOf = (value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'string' ? value : null
