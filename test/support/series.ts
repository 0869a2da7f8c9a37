import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

export interface SeriesOptions {
  readonly dateColumn: string
  readonly priceColumn: string
  /** The first day (YYYY-MM-DD), or all. */
  readonly from?: string
}

export interface Day {
  readonly date: string
  readonly price: number
}

/** The days of a CSV file that have a price. */
export function readSeries(file: string, { dateColumn, priceColumn, from = '' }: SeriesOptions): Day[] {
  const records: Record<string, string>[] = parse(readFileSync(file, 'utf8'), { columns: true })
  const days = records
    .map((record) => ({ date: record[dateColumn] ?? '', price: Number(record[priceColumn]) }))
    .filter(({ date, price }) => date >= from && price > 0)
  if (days.length === 0) throw new Error('there is no row with a price')
  return days
}
