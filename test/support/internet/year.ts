import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { addDays, DAY_MS, type Day, dayOf } from '../../../src/domain/caracas.ts'

export type Recorded = 'usd' | 'eur' | 'paralelo'

export interface Row {
  readonly date: Day
  readonly price: number
}

const file = new URL('../../fixtures/internet/year.csv', import.meta.url)
const lines: Record<'date' | Recorded, string>[] = parse(readFileSync(file, 'utf8'), { columns: true })
const WEEK_DAYS = 7

/** A recorded year of a price, oldest first, moved by whole weeks so that it ends within the week before `now` (ms). */
export function recordedYear(of: Recorded, now = Date.now()): Row[] {
  const last = lines.at(-1)?.date as Day
  const behind = (Date.parse(dayOf(now)) - Date.parse(last)) / DAY_MS - 1
  const shift = Math.floor(behind / WEEK_DAYS) * WEEK_DAYS
  return lines
    .filter((line) => line[of] !== '')
    .map((line) => ({ date: addDays(line.date as Day, shift), price: Number(line[of]) }))
}
