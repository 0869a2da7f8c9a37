import { addDays, businessDayFrom, type Day, parseDay, startOfDay } from '../../domain/caracas.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { PriceUpdate } from '../../domain/in-force.ts'
import { Failure } from '../../runtime/log.ts'
import { AHEAD_MS_MAX, parsePrice } from '../sources/source.ts'
import type { Cell, Sheet } from './workbook.ts'

const GAPS_NAMED_MAX = 30

/** Names the business days between the first and the last of `days`, which are in order, that have no price: bank holidays, or missing sheets. */
function nameGaps(days: readonly Day[]): string[] {
  const runs = days
    .slice(1)
    .map((next, i) => businessDaysBetween(days[i] ?? next, next))
    .filter((run) => run.length > 0)
  if (runs.length === 0) return []
  const named = runs
    .slice(0, GAPS_NAMED_MAX)
    .map((run) => (run.length === 1 ? run[0] : `${run[0]} to ${run.at(-1)}`))
  const more = runs.length > GAPS_NAMED_MAX ? `, and ${runs.length - GAPS_NAMED_MAX} more` : ''
  return [
    `business days without a price, ${runs.flat().length} in all (bank holidays, or sheets that are missing): ${named.join(', ')}${more}`,
  ]
}

function businessDaysBetween(before: Day, after: Day): Day[] {
  const next = (day: Day): Day => businessDayFrom(addDays(day, 1))
  const between: Day[] = []
  for (let day = next(before); day < after; day = next(day)) between.push(day)
  return between
}

/** On this day one bolivar became what a million were before. */
export const REDENOMINATION: Day = '2021-10-04'
/** A price holds from the next business day on; the longest row of bank holidays is shorter. */
const DAYS_AHEAD_MAX = 15
const STUB_SHEETS_MAX = 2
/** The significant digits of a number in a cell; what comes after them is noise of the binary form. */
const CELL_DIGITS = 15

const RENAMED: ReadonlyMap<string, string> = new Map([['MXP', 'MXN']])
const LEFT_OUT: ReadonlySet<string> = new Set(['CUC'])

export interface Workbook {
  readonly file: string
  readonly sheets: readonly Sheet[]
}

/** Prices by ISO code of the currency, each list by day; and what the operator should know, a sentence each. */
export interface OfficialPrices {
  readonly byCode: ReadonlyMap<string, readonly PriceUpdate[]>
  readonly notes: readonly string[]
}

/** The table of one business day: `operation` is the day of its sheet, `effective` that of "Fecha Valor". */
interface DayTable {
  readonly operation: Day
  readonly effective: Day
  readonly prices: ReadonlyMap<string, Decimal>
}

/** Reads the official quarterly workbooks. Throws a Failure that names what is no price. `now` in ms. */
export function readOfficialPrices(workbooks: readonly Workbook[], now: number): OfficialPrices {
  const read = workbooks.map((workbook) => readTables(workbook, now))
  const tables = read.flatMap((one) => one.tables)
  const current = tables.filter(({ effective }) => effective >= REDENOMINATION)
  const byDay = new Map(
    current.sort((a, b) => (a.operation < b.operation ? -1 : 1)).map((table) => [table.effective, table]),
  )
  const days = [...byDay.values()].sort((a, b) => (a.effective < b.effective ? -1 : 1))
  if (days.length === 0) {
    const notes = [...read.flatMap((one) => one.notes), ...redenominated(tables.length)]
    throw new Failure(`${['no sheet has official prices', ...notes].join('; ')}; nothing was imported`)
  }
  return {
    byCode: pricesByCode(days),
    notes: [
      ...read.flatMap((one) => one.notes),
      ...redenominated(tables.length - current.length),
      ...nameGaps(days.map(({ effective }) => effective)),
    ],
  }
}

const redenominated = (count: number): string[] =>
  count === 0 ? [] : [`${count} days before ${REDENOMINATION} left out: they are in bolivares of before`]

function pricesByCode(days: readonly DayTable[]): Map<string, PriceUpdate[]> {
  const byCode = new Map<string, PriceUpdate[]>()
  for (const { effective, prices } of days)
    for (const [code, price] of prices) {
      const known = byCode.get(code) ?? []
      known.push({ price, lastUpdate: startOfDay(effective) })
      byCode.set(code, known)
    }
  return byCode
}

function readTables({ file, sheets }: Workbook, now: number) {
  const tables: DayTable[] = []
  const notes: string[] = []
  for (const sheet of sheets) {
    const table = readTable(sheet, file)
    if (typeof table === 'string') notes.push(`${file}: sheet ${sheet.name} left out: ${table}`)
    else if (startOfDay(table.effective) > now + AHEAD_MS_MAX)
      notes.push(`${file}: sheet ${sheet.name} left out: ${table.effective} is over a year ahead`)
    else tables.push(table)
  }
  if (sheets.length <= STUB_SHEETS_MAX)
    notes.push(
      `${file} is a stub, it has ${sheets.length} sheets: the whole quarter is the first file of it on the page, with an ending such as _smc_60`,
    )
  return { tables, notes }
}

/** The table of a sheet, or why it has none. */
function readTable(sheet: Sheet, file: string): DayTable | string {
  const operation = operationDay(sheet.name)
  if (operation === undefined) return 'its name is no day (DDMMYYYY)'
  const effective = effectiveDay(sheet)
  if (effective === undefined) return 'no cell says "Fecha Valor: dd/mm/yyyy"'
  if (effective < operation || effective > addDays(operation, DAYS_AHEAD_MAX))
    return `its Fecha Valor is ${effective}, not soon after its own day`
  const header = sheet.rows.findIndex((row) => askColumns(row).length >= 2)
  if (header < 0) return 'no row has "Venta (ASK)" twice'
  const column = askColumns(sheet.rows[header] ?? []).at(-1) ?? 0
  const prices = pricesBelow(sheet.rows.slice(header + 1), column, `${file}: sheet ${sheet.name}`)
  return prices.size === 0 ? 'it has no prices' : { operation, effective, prices }
}

function operationDay(name: string): Day | undefined {
  const [, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(name.trim()) ?? []
  return day === undefined ? undefined : parseDay(`${day}/${month}/${year}`)
}

const plain = (cell: Cell): string =>
  String(cell ?? '')
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

function effectiveDay({ rows }: Sheet): Day | undefined {
  for (const row of rows)
    for (const cell of row) {
      const [, written] = /fecha valor ?:? ?(\d{1,2}\/\d{1,2}\/\d{4})/.exec(plain(cell)) ?? []
      if (written !== undefined) return parseDay(written)
    }
  return undefined
}

const askColumns = (row: readonly Cell[]): number[] =>
  row.flatMap((cell, i) => (/^venta ?\(ask\)$/.test(plain(cell)) ? [i] : []))

/** A row of the table has the ISO code in its second column; an empty price was not published. */
function pricesBelow(
  rows: readonly (readonly Cell[])[],
  column: number,
  place: string,
): Map<string, Decimal> {
  const prices = new Map<string, Decimal>()
  for (const row of rows) {
    const written = String(row[1] ?? '').trim()
    const cell = row[column] ?? null
    if (!/^[A-Z]{3}$/.test(written) || LEFT_OUT.has(written) || cell === null || cell === '') continue
    const price = priceOf(cell)
    if (price === undefined)
      throw new Failure(
        `${place}: ${written} has no price above zero: ${JSON.stringify(cell)}; nothing was imported`,
      )
    prices.set(RENAMED.get(written) ?? written, price)
  }
  return prices
}

const priceOf = (cell: string | number): Decimal | undefined =>
  parsePrice(typeof cell === 'number' ? String(Number(cell.toPrecision(CELL_DIGITS))) : cell)
