import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runImport } from '../src/cli/import.ts'
import { addDays } from '../src/domain/caracas.ts'
import type { Redis } from '../src/redis/connection.ts'
import { type Figure, percentile } from './figure.ts'
import { TOKEN, withService } from './with-service.ts'

const FIRST_DAY = '2014-01-01'
const DAYS = 3_652
const REQUESTS = 60
const SILENT = { print: () => {}, progress: { write: () => {} } }

/** Ten years of one monitor: how long they take to import, and to answer where no answer is ready (ms). */
export const benchHistory = (): Promise<Figure[]> =>
  withService(async ({ address, redis, directory }) => {
    const importMs = await importTenYears(redis, join(directory, 'ten-years.csv'))
    const samples = await askForTenYears(address)
    return [
      { name: `import of ${DAYS} rows`, unit: 'ms', ours: importMs },
      { name: 'history of 10 years, not ready, p50', unit: 'ms', ours: percentile(samples, 0.5) },
      { name: 'history of 10 years, not ready, p99', unit: 'ms', ours: percentile(samples, 0.99) },
    ]
  })

async function importTenYears(redis: Redis, file: string): Promise<number> {
  const rows = Array.from(
    { length: DAYS },
    (_, day) => `${addDays(FIRST_DAY, day)},${(100 + day / 7).toFixed(4)}`,
  )
  writeFileSync(file, `date,price\n${rows.join('\n')}\n`)
  const monitor = { page: 'page_delta', currency: 'dollar', key: 'usd' } as const
  const wanted = { kind: 'csv', monitor, columns: { file, date: 'date', price: 'price' } } as const
  const startedAt = performance.now()
  await runImport(wanted, { redis, ...SILENT, clock: Date.now, name: 'bench' })
  return performance.now() - startedAt
}

/** Each request begins on another day, so that no answer was made before. */
async function askForTenYears(address: string): Promise<number[]> {
  const samples: number[] = []
  for (let request = 0; request < REQUESTS; request++) {
    const range = `start_date=${addDays(FIRST_DAY, request)}&end_date=${addDays(FIRST_DAY, DAYS - 1)}`
    const startedAt = performance.now()
    const response = await fetch(`${address}/api/v1/dollar/history?page=page_delta&monitor=usd&${range}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    const { history } = (await response.json()) as { history: unknown[] }
    if (history.length !== DAYS - request) throw new Error(`${history.length} days were answered`)
    samples.push(performance.now() - startedAt)
  }
  return samples
}
