import { type MonitorId, monitorName, monitorRef } from '../domain/monitor.ts'
import type { Resources } from '../redis/connection.ts'
import { daysOf, type Merged, type MergedHistory, mergeHistories } from '../service/history/merge.ts'
import { type OfficialPrices, readOfficialPrices, type Workbook } from '../service/import/bcv.ts'
import {
  type ImportedRows,
  type ReadIntermediates,
  readAnswer,
  readCsvRows,
  readJsonRows,
} from '../service/import/rows.ts'
import { readWorkbook } from '../service/import/workbook.ts'
import { KEYS } from '../service/keys.ts'
import type { Import } from './import-line.ts'
import type { CommandDeps } from './print.ts'

export interface ImportOptions extends CommandDeps, Pick<Resources, 'clock'> {
  /** Those that the sources name; none but those that come with the program if not given. */
  readonly intermediates?: ReadIntermediates
}

/** The operator's `import` command: merges rows into the history, all or nothing. Throws a Failure if nothing was changed. */
export async function runImport(
  wanted: Import,
  { redis, print, clock, intermediates = async () => [] }: ImportOptions,
): Promise<void> {
  const { series, notes } = await readSeries(wanted, { now: clock(), intermediates })
  const histories = series.map(historyOf)
  const merged = await mergeHistories(redis, histories)
  const offered = await redis.hmget(KEYS.numbers, ...histories.map(({ ref }) => ref))
  for (const note of notes) print(note)
  for (const [i, one] of series.entries()) {
    const [result, days] = [merged[i], histories[i]?.days.length ?? 0]
    if (result) print(describe(one, { result, days, isOffered: offered[i] !== null }))
  }
}

interface Series extends ImportedRows {
  readonly monitor: MonitorId
}

async function readSeries(
  wanted: Import,
  { now, intermediates }: { readonly now: number; readonly intermediates: ReadIntermediates },
): Promise<{ readonly series: readonly Series[]; readonly notes: readonly string[] }> {
  switch (wanted.kind) {
    case 'csv': {
      const rows = await readCsvRows(wanted.columns, now)
      return { series: [{ monitor: wanted.monitor, ...rows }], notes: [] }
    }
    case 'json': {
      const { from: name, pointers } = wanted
      const rows = await readJsonRows(await readAnswer(name, intermediates), pointers, { name, now })
      return { series: [{ monitor: wanted.monitor, ...rows }], notes: [] }
    }
    case 'bcv': {
      const { byCode, notes } = readOfficialPrices(await readWorkbooks(wanted.files), now)
      return { series: officialSeries(byCode, wanted.page), notes }
    }
  }
}

async function readWorkbooks(files: readonly string[]): Promise<Workbook[]> {
  const workbooks: Workbook[] = []
  for (const file of files) workbooks.push({ file, sheets: await readWorkbook(file) })
  return workbooks
}

/** The API knows two currencies: euros are one of them, all others are monitors beside the dollar. */
const officialSeries = (byCode: OfficialPrices['byCode'], page: string): Series[] =>
  [...byCode].map(([code, updates]) => ({
    monitor: { page, currency: code === 'EUR' ? 'euro' : 'dollar', key: code.toLowerCase() },
    updates,
    empty: 0,
  }))

const historyOf = ({ monitor, updates }: Series): MergedHistory => ({
  ref: monitorRef(monitor),
  updates,
  days: daysOf(updates, 'imported'),
})

function describe(
  { monitor, updates, empty }: Series,
  {
    result: { written, same, kept },
    days,
    isOffered,
  }: { readonly result: Merged; readonly days: number; readonly isOffered: boolean },
): string {
  return [
    `${monitorName(monitor)} (${monitor.currency}): ${updates.length} rows on ${days} days`,
    `${written} days written`,
    `${same} already so`,
    ...(kept > 0 ? [`${kept} kept as they were collected`] : []),
    ...(empty > 0 ? [`${empty} rows without a price passed over`] : []),
    ...(isOffered ? [] : ['no page has offered this monitor yet']),
  ].join(', ')
}
