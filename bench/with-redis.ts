import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectRedis, type Redis } from '../src/redis/connection.ts'
import { createPrivateRedis } from '../src/redis/private-redis.ts'
import { silent } from '../test/support/redis.ts'

export interface OwnRedis {
  readonly url: string
  readonly connect: (waits?: boolean) => Promise<Redis>
}

/** Lends a durable Redis of its own, as `npm start` runs it. */
export async function withRedis<Result>(measure: (server: OwnRedis) => Promise<Result>): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'tasa-bench-'))
  const server = await createPrivateRedis(directory, { log: silent, mayInstall: true })
  const open: Redis[] = []
  try {
    return await measure({
      url: server.url,
      connect: async (waits = false) => {
        const redis = await connectRedis({ urls: [server.url], log: silent, waits })
        open.push(redis)
        return redis
      },
    })
  } finally {
    for (const redis of open) redis.disconnect()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A number that `INFO` of Redis says, as `used_memory`. */
export async function infoOf(redis: Redis, section: string, name: string): Promise<number> {
  const text = await redis.info(section)
  return Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(text)?.[1])
}

/** CPU seconds that a Redis has used so far. */
export const cpuSecondsOf = async (redis: Redis): Promise<number> =>
  (await infoOf(redis, 'cpu', 'used_cpu_user')) + (await infoOf(redis, 'cpu', 'used_cpu_sys'))
