import { readdirSync } from 'node:fs'
import { request } from 'undici'
import type { Redis } from '../../src/redis/connection.ts'
import { mastersOf } from '../../src/redis/connection.ts'
import { memoryOf } from '../faults/worlds.ts'
import type { Program } from '../support/program.ts'
import type { Sample } from './figures.ts'

const MIB = 1024 ** 2
const MS = 1_000
const ANSWER_MS_MAX = 4_000

/** A process that is sampled for as long as it lives. */
export interface Sampled {
  readonly name: string
  readonly program: Program
  /** Where its metrics are. */
  readonly address: string
}

type Reading = Omit<Sample, 'at'>

/** From the metrics of a process: the name of each, and what makes its unit ours. */
const METRICS: readonly (readonly [figure: string, metric: string, factor: number])[] = [
  ['heap', 'tasa_nodejs_heap_size_used_bytes', 1 / MIB],
  ['event loop, p50', 'tasa_nodejs_eventloop_lag_p50_seconds', MS],
  ['event loop, p99', 'tasa_nodejs_eventloop_lag_p99_seconds', MS],
]

/** Memory and open files, and what its metrics say if it answers in time; nothing of a process that has ended. */
export async function sampleProgram({ name, program, address }: Sampled): Promise<Reading[]> {
  if (program.child.exitCode !== null || program.child.signalCode !== null) return []
  const text = await request(`${address}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).then(
    ({ body }) => body.text(),
    () => '',
  )
  const answered = METRICS.flatMap(([figure, metric, factor]) => {
    const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]
    return value === undefined ? [] : [{ of: name, figure, value: Number(value) * factor }]
  })
  try {
    return [
      { of: name, figure: 'memory', value: memoryOf(program) / MIB },
      { of: name, figure: 'open files', value: readdirSync(`/proc/${program.child.pid}/fd`).length },
      ...answered,
    ]
  } catch {
    return [] // it ended meanwhile
  }
}

/** Memory and keys of Redis; nothing while it is down. */
export async function sampleRedis(redis: Redis): Promise<Reading[]> {
  const readings = await Promise.allSettled(
    mastersOf(redis).map(async (server) => [await server.info('memory'), await server.dbsize()] as const),
  )
  return readings.flatMap((reading) => {
    if (reading.status === 'rejected') return []
    const [info, keys] = reading.value
    const bytes = Number(/^used_memory:(\d+)/m.exec(info)?.[1])
    return [
      { of: 'Redis', figure: 'Redis memory', value: bytes / MIB },
      { of: 'Redis', figure: 'Redis keys', value: keys },
    ]
  })
}
