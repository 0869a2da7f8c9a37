import { utils, write } from '@e965/xlsx'

type Row = readonly (string | number | null)[]

/** A currency with its prices in bolivares: bought and sold. */
export type OfficialRow = readonly [code: string, bid: number | string | null, ask: number | string | null]

/** The rows of a sheet in the form of the official workbooks. */
export const officialTable = (effective: string, rows: readonly OfficialRow[]): Row[] => [
  ['', '21/01/2026 04:41 PM'],
  ['', 'BANCO CENTRAL DE VENEZUELA'],
  ['', null, 'TIPO DE CAMBIO DE REFERENCIA'],
  [],
  ['', 'Fecha Operacion: 01/01/2026', null, `Fecha Valor: ${effective}`],
  [],
  ['', null, null, 'M.E./US$', null, 'Bs./M.E.'],
  ['', null, 'Moneda/País', 'Compra (BID)', 'Venta (ASK)', 'Compra (BID)', 'Venta (ASK)'],
  [],
  ...rows.map(([code, bid, ask]): Row => ['', code, 'país', 1.1, 1.2, bid, ask]),
  [],
  ['', 'Nota: el tipo de cambio de referencia es el promedio ponderado.'],
]

/** The bytes of a legacy workbook with those sheets. */
export function workbook(sheets: Readonly<Record<string, readonly Row[]>>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  }
  return write(book, { bookType: 'biff8', type: 'buffer' })
}
