import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Day } from '../../../domain/caracas.ts'
import type { DailyPrice } from '../../../domain/in-force.ts'

/** The series of daily prices that come with the program. */
export const PAST_NAMES = ['bcv.usd', 'bcv.eur', 'paralelo.usd', 'binance.usdt'] as const
export type PastName = (typeof PAST_NAMES)[number]

export type PastDay = Omit<DailyPrice, 'lastUpdate'>

/** A line a day, of close, low and high: `paralelo.usd,2026-08-22,900.88,895.97,905.41`. */
const FILE = new URL('./past.csv.gz', import.meta.url)

/** Reads a series of the file, oldest first. */
export function readPastDays(name: PastName): readonly PastDay[] {
  const lines = gunzipSync(readFileSync(FILE)).toString().split('\n')
  return lines.flatMap((line) => {
    const [series, day = '', price = '', low = price, high = price] = line.split(',')
    return series === name ? [{ day, price, low, high }] : []
  })
}

/** The last day of a series. */
export const lastPastDay = (name: PastName): Day => readPastDays(name).at(-1)?.day ?? ''
