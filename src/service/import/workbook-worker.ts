import { parentPort } from 'node:worker_threads'
import { read, type WorkBook } from '@e965/xlsx'
import { messageOf } from '../../runtime/log.ts'
import type { Cell, Opened, Sheet } from './workbook.ts'

/** More than the official workbooks have: a sheet a business day, a row a currency, seven columns. */
const SHEETS_MAX = 150
const ROWS_MAX = 300
const COLUMNS_MAX = 30
const TEXT_LENGTH_MAX = 200
const NAME_LENGTH_MAX = 31

const OPTIONS = {
  type: 'buffer',
  dense: true,
  cellText: false,
  cellFormula: false,
  cellHTML: false,
  sheetRows: ROWS_MAX,
} as const

function open(bytes: Uint8Array): Opened {
  try {
    const { SheetNames: names } = read(bytes, { type: 'buffer', bookSheets: true })
    if (names.length > SHEETS_MAX) return { problem: `it has over ${SHEETS_MAX} sheets` }
    const book = read(bytes, OPTIONS)
    return { sheets: book.SheetNames.map((name) => sheetOf(book, name)) }
  } catch (error) {
    return { problem: messageOf(error).split('\n', 1)[0] ?? '' }
  }
}

const sheetOf = (book: WorkBook, name: string): Sheet => ({
  name: name.slice(0, NAME_LENGTH_MAX),
  // Rows and cells without content are holes in these lists.
  rows: Array.from(book.Sheets[name]?.['!data'] ?? [], (row) =>
    Array.from((row ?? []).slice(0, COLUMNS_MAX), (cell) => cellOf(cell?.v)),
  ),
})

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? value.slice(0, TEXT_LENGTH_MAX) : null
}

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(open(bytes)))
parentPort?.postMessage('ready')
