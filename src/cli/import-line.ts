import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CURRENCIES, isCurrency, type MonitorId, NAME_PATTERN } from '../domain/monitor.ts'
import { Failure, messageOf } from '../runtime/log.ts'
import type { RowPointers, RowsOrigin } from '../service/import/rows.ts'
import { isPointer } from '../service/sources/parse/json.ts'

/** The text of `npm run import -- --help`. */
export const IMPORT_HELP = `npm run import backfills the history of monitors. It writes all rows or none; a day with prices that were collected
stays as it is, and so does the current price; the same file again changes nothing.

  npm run import -- --page P --currency C --monitor M --date-column D --price-column X FILE.csv
    a CSV file with a header line; D and X are names of its columns

  npm run import -- --page P --currency C --monitor M --json FILE|URL --rows R --date D --price X
    a JSON answer; R points at the list of rows ('' for the whole answer), D and X at the date and the price
    in each row (JSON Pointers, RFC 6901: /fecha)

  npm run import -- --page P --bcv FILE.xls…
    the quarterly workbooks of the Banco Central de Venezuela, from
    https://www.bcv.org.ve/estadisticas/tipo-cambio-de-referencia-smc; a monitor for each currency there (usd,
    eur, …), its selling price in bolivares by Fecha Valor, from 2021-10-04 on

  P is a page and M the key of a monitor, as in SOURCES_FILE; C is ${CURRENCIES.join(' or ')}.
  Dates are read as YYYY-MM-DD, DD/MM/YYYY, ISO 8601, Spanish long dates or Unix seconds, in Caracas.`

const USAGE = 'usage: npm run import -- --help'

/** What is to be imported. */
export type Import =
  | { readonly kind: 'csv'; readonly monitor: MonitorId; readonly columns: RowsOrigin }
  | {
      readonly kind: 'json'
      readonly monitor: MonitorId
      readonly from: string
      readonly pointers: RowPointers
    }
  | { readonly kind: 'bcv'; readonly page: string; readonly files: readonly string[] }

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  bcv: { type: 'boolean' },
  json: { type: 'string' },
  page: { type: 'string' },
  currency: { type: 'string' },
  monitor: { type: 'string' },
  'date-column': { type: 'string' },
  'price-column': { type: 'string' },
  rows: { type: 'string' },
  date: { type: 'string' },
  price: { type: 'string' },
} as const

type Option = keyof typeof OPTIONS
type Kind = 'csv' | 'json' | 'bcv'

const MONITOR_OPTIONS = ['page', 'currency', 'monitor'] as const
/** The options of each kind: all of them are required. */
const OPTIONS_OF: Readonly<Record<Kind, readonly Option[]>> = {
  csv: [...MONITOR_OPTIONS, 'date-column', 'price-column'],
  json: ['json', ...MONITOR_OPTIONS, 'rows', 'date', 'price'],
  bcv: ['bcv', 'page'],
}

/** Reads the command line; undefined where it asks for help. Throws a Failure that names every problem and the usage. */
export function parseImport(args: readonly string[]): Import | undefined {
  const { values, positionals: files } = readOptions(args, OPTIONS, USAGE)
  if (values.help) return undefined
  const kind = kindOf(values)
  const { page = '', currency = '', monitor: key = '', rows = '', date = '', price = '' } = values
  const problems = [...problemsOf(values, kind), ...problemsOfFiles(files, kind)]
  const refuse = (): never => {
    throw new Failure(`${problems.join('; ')}. ${USAGE}`)
  }
  if (problems.length > 0) refuse()
  if (kind === 'bcv') return { kind, page, files }
  if (!isCurrency(currency)) return refuse()
  const monitor = { page, currency, key }
  if (kind === 'json') return { kind, monitor, from: values.json ?? '', pointers: { rows, date, price } }
  const columns = { date: values['date-column'] ?? '', price: values['price-column'] ?? '' }
  return { kind, monitor, columns: { name: files[0] ?? '', ...columns } }
}

type Values = ReturnType<typeof readOptions<typeof OPTIONS>>['values']

function kindOf({ bcv, json }: Values): Kind {
  if (bcv) return 'bcv'
  return json === undefined ? 'csv' : 'json'
}

function problemsOf(values: Values, kind: Kind): string[] {
  const { page, currency, monitor: key, rows, date, price } = values
  const wanted = OPTIONS_OF[kind]
  const given = Object.keys(values) as Option[]
  const isGiven = (option: Option): boolean =>
    option === 'rows' ? rows !== undefined : Boolean(values[option])
  return [
    ...wanted.filter((option) => !isGiven(option)).map((option) => `--${option} is missing`),
    ...given
      .filter((option) => !wanted.includes(option))
      .map((option) => `--${option} does not go with ${kind === 'csv' ? 'a CSV file' : `--${kind}`}`),
    ...(page && !NAME_PATTERN.test(page) ? [`--page must match ${NAME_PATTERN.source}`] : []),
    ...(key && !NAME_PATTERN.test(key) ? [`--monitor must match ${NAME_PATTERN.source}`] : []),
    ...(currency && !isCurrency(currency) ? [`--currency must be ${CURRENCIES.join(' or ')}`] : []),
    ...Object.entries({ rows, date, price })
      .filter(([, pointer]) => pointer !== undefined && !isPointer(pointer))
      .map(([option]) => `--${option} must be a JSON Pointer such as /fecha`),
  ]
}

function problemsOfFiles(files: readonly string[], kind: Kind): string[] {
  if (kind === 'json') return files.length > 0 ? ['--json takes one file or address'] : []
  if (files.length === 0) return ['the file is missing']
  return kind === 'csv' && files.length > 1 ? ['only one file at a time'] : []
}

/** Reads options and names. Throws a Failure with the usage; Node's own words name the option. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new Failure(`${messageOf(error)}. ${usage}`)
  }
}
