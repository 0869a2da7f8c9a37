import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays } from '../src/rates/caracas.ts'
import { createMetrics } from '../src/runtime/metrics.ts'
import { createPrivateRedis } from '../src/runtime/private-redis.ts'
import { closeRedis, connectRedis } from '../src/runtime/redis.ts'
import { DEMONSTRATION } from '../src/service/demonstration.ts'
import { runImport } from '../src/service/import.ts'
import { createService } from '../src/service/service.ts'
import { silent } from '../test/support/redis.ts'
import { type Figure, percentile } from './figure.ts'

const FIRST_DAY = '2014-01-01'
const DAYS = 3_652
const REQUESTS = 60
const TOKEN = 'token-of-the-bench'
const SILENT = { write: () => {} }

/** Ten years of one monitor: how long they take to import, and to answer where no answer is ready (ms). */
export async function benchHistory(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-bench-'))
  const server = await createPrivateRedis(directory, silent)
  const redis = await connectRedis({ urls: [server.url], log: silent })
  const subscriber = await connectRedis({ urls: [server.url], log: silent, waits: true })
  const file = join(directory, 'ten-years.csv')
  const rows = Array.from(
    { length: DAYS },
    (_, day) => `${addDays(FIRST_DAY, day)},${(100 + day / 7).toFixed(4)}`,
  )
  writeFileSync(file, `date,price\n${rows.join('\n')}\n`)
  const service = createService({
    redis,
    subscriber,
    pages: DEMONSTRATION,
    host: '127.0.0.1',
    port: 0,
    allowPrivate: false,
    ownToken: TOKEN,
    ownReceiverUrl: () => '',
    isAlone: true,
    log: silent,
    metrics: createMetrics(),
    clock: Date.now,
    random: Math.random,
  })
  await service.start()
  try {
    const startedAt = performance.now()
    const monitor = ['--page', 'page_delta', '--currency', 'dollar', '--monitor', 'usd']
    const columns = ['--date-column', 'date', '--price-column', 'price']
    await runImport([...monitor, ...columns, file], {
      redis,
      print: () => {},
      progress: SILENT,
      clock: Date.now,
      name: 'bench',
    })
    const importMs = performance.now() - startedAt
    const samples = await askForTenYears(service.address())
    return [
      { name: `import of ${DAYS} rows`, unit: 'ms', ours: importMs },
      { name: 'history of 10 years, not ready, p50', unit: 'ms', ours: percentile(samples, 0.5) },
      { name: 'history of 10 years, not ready, p99', unit: 'ms', ours: percentile(samples, 0.99) },
    ]
  } finally {
    await service.stop()
    await Promise.all([closeRedis(redis), closeRedis(subscriber)])
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
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
