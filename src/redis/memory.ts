import type { Redis as Server } from 'ioredis'
import type { Metrics } from '../runtime/metrics.ts'
import { mastersOf, type Redis } from './connection.ts'

/**
 * Adds metrics of the memory of every server, read from it when they are asked for; without a value where it cannot be read.
 * Servers are numbered, as whoever reads metrics need not know their addresses.
 */
export function measureMemory(redis: Redis, metrics: Metrics): void {
  const measure = (name: string, help: string, of: 'used' | 'limit'): void =>
    metrics.measuredBy(name, help, 'server', async () => {
      const servers = mastersOf(redis).toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1))
      const read = await Promise.allSettled(servers.map(readMemory))
      return read.flatMap((one, i) =>
        one.status === 'fulfilled' ? [[String(i + 1), one.value[of]] as const] : [],
      )
    })
  measure('redis_memory_bytes', 'Memory that a Redis server uses', 'used')
  measure('redis_memory_limit_bytes', 'maxmemory of a Redis server, or the memory of its machine', 'limit')
}

interface Memory {
  readonly used: number
  readonly limit: number
}

async function readMemory(server: Server): Promise<Memory> {
  const info = await server.info('memory')
  const figure = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)
  return {
    used: figure('used_memory'),
    limit: figure('maxmemory') || figure('total_system_memory'),
  }
}

const addressOf = ({ options: { host, port, path } }: Server): string => path ?? `${host}:${port}`
