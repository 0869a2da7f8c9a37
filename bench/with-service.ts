import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeRedis, connectRedis, type Redis } from '../src/redis/connection.ts'
import { createPrivateRedis } from '../src/redis/private-redis.ts'
import { createMetrics } from '../src/runtime/metrics.ts'
import { DEMONSTRATION } from '../src/service/demo/demonstration.ts'
import { createService } from '../src/service/service.ts'
import type { PageConfig } from '../src/service/sources/file/sources-file.ts'
import { silent } from '../test/support/redis.ts'

/** The token that the service under measure knows as its own: it has no limits. */
export const TOKEN = 'token-of-the-bench'

interface Measured {
  readonly address: string
  readonly redis: Redis
  /** A folder that is removed afterwards. */
  readonly directory: string
}

/** Runs the rate service on a Redis of its own while something is measured. */
export async function withService<Result>(
  measure: (measured: Measured) => Promise<Result>,
  pages: readonly PageConfig[] = DEMONSTRATION,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-bench-'))
  const server = await createPrivateRedis(directory, { log: silent, mayInstall: true })
  const redis = await connectRedis({ urls: [server.url], log: silent })
  const subscriber = await connectRedis({ urls: [server.url], log: silent, waits: true })
  const service = createService({
    redis,
    subscriber,
    pages,
    host: '127.0.0.1',
    port: 0,
    allowPrivate: true,
    ownToken: TOKEN,
    ownReceiverUrl: () => '',
    isAlone: true,
    log: silent,
    metrics: createMetrics(),
    clock: Date.now,
    random: Math.random,
  })
  try {
    await service.start()
    return await measure({ address: service.address(), redis, directory })
  } finally {
    await service.stop()
    await Promise.all([closeRedis(redis), closeRedis(subscriber)])
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
