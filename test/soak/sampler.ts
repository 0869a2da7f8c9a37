import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Redis } from '../../src/redis/connection.ts'
import { mastersOf } from '../../src/redis/connection.ts'
import { memoryOf } from '../faults/worlds.ts'
import type { Program } from '../support/program.ts'
import type { Sample } from './figures.ts'

const MIB = 1024 ** 2
const MS = 1_000
const ANSWER_MS_MAX = 4_000
/** Within this the signal has arrived and garbage is collected. */
const COLLECTED_MS = 500

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
  ['event loop, p50', 'tasa_nodejs_eventloop_lag_p50_seconds', MS],
  ['event loop, p99', 'tasa_nodejs_eventloop_lag_p99_seconds', MS],
]

const LIVE_HEAP: (typeof METRICS)[number] = ['live heap', 'tasa_nodejs_heap_size_used_bytes', 1 / MIB]

/** Memory and open files, and what its metrics say if it answers in time; nothing of a process that has ended. */
export async function sampleProgram(sampled: Sampled): Promise<Reading[]> {
  const { name, program } = sampled
  if (program.child.exitCode !== null || program.child.signalCode !== null) return []
  const answered = await readMetrics(sampled, METRICS)
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

async function readMetrics({ name, address }: Sampled, wanted: typeof METRICS): Promise<Reading[]> {
  const text = await request(`${address}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS_MAX) }).then(
    ({ body }) => body.text(),
    () => '',
  )
  return wanted.flatMap(([figure, metric, factor]) => {
    const value = new RegExp(`^${metric} (\\S+)$`, 'm').exec(text)?.[1]
    return value === undefined ? [] : [{ of: name, figure, value: Number(value) * factor }]
  })
}

/** What the heap holds once all garbage is collected, which a preload does at the signal. */
export async function sampleLiveHeap(sampled: Sampled): Promise<Reading[]> {
  sampled.program.child.kill('SIGUSR2')
  await sleep(COLLECTED_MS)
  return readMetrics(sampled, [LIVE_HEAP])
}

/** Memory of Redis, and its keys that do not expire; nothing while it is down. */
export async function sampleRedis(redis: Redis): Promise<Reading[]> {
  const readings = await Promise.allSettled(
    mastersOf(redis).map(
      async (server) => [await server.info('memory'), await server.info('keyspace')] as const,
    ),
  )
  return readings.flatMap((reading) => {
    if (reading.status === 'rejected') return []
    const [memory, keyspace] = reading.value
    const [, keys = 0, expiring = 0] = /keys=(\d+),expires=(\d+)/.exec(keyspace) ?? []
    const bytes = Number(/^used_memory:(\d+)/m.exec(memory)?.[1])
    return [
      { of: 'Redis', figure: 'Redis memory', value: bytes / MIB },
      { of: 'Redis', figure: 'Redis keys that stay', value: Number(keys) - Number(expiring) },
    ]
  })
}
