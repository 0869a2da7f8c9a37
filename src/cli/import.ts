import { parseArgs } from 'node:util'
import {
  CURRENCIES,
  isCurrency,
  type MonitorId,
  monitorName,
  monitorRef,
  NAME_PATTERN,
} from '../rates/monitor.ts'
import type { Redis } from '../redis/connection.ts'
import type { Clock } from '../runtime/clock.ts'
import { Failure, messageOf } from '../runtime/failure.ts'
import { type CsvColumns, readRows } from '../service/history/import-rows.ts'
import { daysOf, mergeHistory } from '../service/history/merge.ts'
import { KEYS } from '../service/keys.ts'

const BAR_WIDTH = 30

/** Where the bar is drawn. Only a terminal (`isTTY`) can redraw a line. */
export interface ProgressOutput {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** A progress bar on a terminal; elsewhere one line at the start and one at the end. */
export function createProgressBar(title: string, output: ProgressOutput) {
  let isOpen = false
  if (!output.isTTY) output.write(`${title}\n`)
  return {
    draw(done: number, total: number): void {
      if (!output.isTTY) return
      const share = total === 0 ? 1 : done / total
      const filled = Math.round(share * BAR_WIDTH)
      output.write(
        `\r${title} [${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %`,
      )
      isOpen = true
    },
    end(): void {
      output.write(isOpen ? '\n' : `${title}: done\n`)
    },
  }
}

const USAGE =
  'usage: npm run import -- --page P --currency C --monitor M --date-column D --price-column X FILE.csv'

export interface ImportOptions {
  readonly redis: Redis
  /** Prints a line for people, on stdout. */
  readonly print: (line: string) => void
  /** Where the progress bar is drawn: `process.stderr`. */
  readonly progress: ProgressOutput
  readonly clock: Clock
  /** Unique to this run: the name of its temporary keys in Redis. */
  readonly name: string
}

/** The operator's `import` command: merges a CSV file into the history, all or nothing. Throws a Failure if nothing was changed. */
export async function runImport(
  args: readonly string[],
  { redis, print, progress, clock, name }: ImportOptions,
): Promise<void> {
  const { monitor, columns } = parseImport(args)
  const { updates, empty } = await readRows(columns, clock())
  const bar = createProgressBar(`importing ${updates.length} rows`, progress)
  const history = { ref: monitorRef(monitor), updates, days: daysOf(updates, 'imported') }
  const { written, same, kept } = await mergeHistory(history, { redis, name, onProgress: bar.draw })
  bar.end()
  const isOffered = (await redis.hexists(KEYS.numbers, history.ref)) === 1
  print(
    [
      `${monitorName(monitor)} (${monitor.currency}): ${updates.length} rows on ${history.days.length} days`,
      `${written} days written`,
      `${same} already so`,
      ...(kept > 0 ? [`${kept} kept as they were collected`] : []),
      ...(empty > 0 ? [`${empty} rows without a price passed over`] : []),
      ...(isOffered ? [] : ['no page has offered this monitor yet']),
    ].join(', '),
  )
}

interface Import {
  readonly monitor: MonitorId
  readonly columns: CsvColumns
}

const OPTIONS = {
  page: { type: 'string' },
  currency: { type: 'string' },
  monitor: { type: 'string' },
  'date-column': { type: 'string' },
  'price-column': { type: 'string' },
} as const

/** Reads the command line. Throws a Failure that names every problem and the usage. */
export function parseImport(args: readonly string[]): Import {
  const { values, positionals } = parseLine(args)
  const { page = '', currency = '', monitor: key = '' } = values
  const given = new Set(Object.entries(values).flatMap(([option, value]) => (value ? [option] : [])))
  const [file = '', ...more] = positionals
  const problems = [
    ...Object.keys(OPTIONS)
      .filter((option) => !given.has(option))
      .map((option) => `--${option} is missing`),
    ...(page && !NAME_PATTERN.test(page) ? [`--page must match ${NAME_PATTERN.source}`] : []),
    ...(key && !NAME_PATTERN.test(key) ? [`--monitor must match ${NAME_PATTERN.source}`] : []),
    ...(currency && !isCurrency(currency) ? [`--currency must be ${CURRENCIES.join(' or ')}`] : []),
    ...(file === '' ? ['the file is missing'] : []),
    ...(more.length > 0 ? ['only one file at a time'] : []),
  ]
  if (problems.length > 0 || !isCurrency(currency)) throw new Failure(`${problems.join('; ')}. ${USAGE}`)
  return {
    monitor: { page, currency, key },
    columns: { file, date: values['date-column'] ?? '', price: values['price-column'] ?? '' },
  }
}

function parseLine(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw new Failure(`${messageOf(error)}. ${USAGE}`) // the library's own words name the option
  }
}
