import type { Redis as Server } from 'ioredis'
import type { Metrics } from '../runtime/metrics.ts'
import { mastersOf, type Redis } from './connection.ts'

/** Adds metrics of the memory of every server, read from it when they are asked for; without a value where it cannot be read. */
export function measureMemory(redis: Redis, metrics: Metrics): void {
  const measure = (name: string, help: string, of: 'used' | 'limit'): void =>
    metrics.measuredBy(name, help, 'server', async () => {
      const read = await Promise.allSettled(mastersOf(redis).map(readMemory))
      return read.flatMap((one) =>
        one.status === 'fulfilled' ? [[one.value.server, one.value[of]] as const] : [],
      )
    })
  measure('redis_memory_bytes', 'Memory that a Redis server uses', 'used')
  measure('redis_memory_limit_bytes', 'maxmemory of a Redis server, or the memory of its machine', 'limit')
}

interface Memory {
  readonly server: string
  readonly used: number
  readonly limit: number
}

async function readMemory(server: Server): Promise<Memory> {
  const info = await server.info('memory')
  const figure = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  const { host, port, path } = server.options
  return {
    server: path ?? `${host}:${port}`,
    used: figure('used_memory'),
    limit: figure('maxmemory') || figure('total_system_memory'),
  }
}
