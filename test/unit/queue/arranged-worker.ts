import { onTestFinished, vi } from 'vitest'
import type { DueQueue, Reservation, Reserved } from '../../../src/queue/due-queue.ts'
import { createWorker, type WorkerOptions } from '../../../src/queue/worker.ts'
import type { Log } from '../../../src/runtime/log.ts'
import { createScriptedRedis } from './scripted-redis.ts'

export const LEASE_MS = 60_000

export const member = (name: string, shard = 0, failures = 0): Reservation => ({
  member: name,
  token: `we.${name}`,
  shard,
  failures,
  retries: 0,
})

export const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

type Options = Partial<WorkerOptions<Reserved>> & {
  readonly beginAttempt?: DueQueue['beginAttempt']
  readonly endAttempt?: DueQueue['endAttempt']
}

/**
 * A worker on a queue whose shards give these members, one list a call, and nothing after that; what it did, in order. It has
 * read all shards for the first time when this resolves, and stops at the end of the test. The clock is moved by `pass`.
 */
export function arrangeWorker(shards: Reservation[][][], options: Options = {}) {
  const { reserve, beginAttempt, endAttempt, ...others } = options
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], fakeNodeBuiltins: true })
  const startedAt = performance.now()
  const done: string[] = []
  /** With ms since the start. */
  const asked: { at: number; shard: number; limit: number }[] = []
  const logged: string[] = []
  const note = (_: object, text: string): void => void logged.push(text)
  const { redis, publish } = createScriptedRedis()
  const queue = {
    name: 'due',
    holder: 'we',
    shards: shards.length,
    channels: shards.map((_, shard) => `due:{${shard}}`),
    beginAttempt: async (one: Reservation) => void done.push(`begin ${one.member}`),
    endAttempt: async (one: Reservation) => void done.push(`end ${one.member}`),
    endLeases: async () => {
      done.push('end leases')
      return 0
    },
    ...(beginAttempt && { beginAttempt }),
    ...(endAttempt && { endAttempt }),
  } as unknown as DueQueue
  const worker = createWorker<Reserved>({
    queue,
    subscriber: redis,
    log: { warn: note, error: note } as unknown as Log,
    leaseMs: LEASE_MS,
    batchMax: 4,
    inHandMax: 8,
    isAlone: false,
    reserve: async (shard, limit, leaseMs, urgentMax) => {
      asked.push({ at: performance.now() - startedAt, shard, limit })
      if (reserve) return reserve(shard, limit, leaseMs, urgentMax)
      return { reservations: shards[shard]?.shift() ?? [], nextInMs: undefined }
    },
    handle: async ({ reservations }) =>
      void done.push(`handle ${reservations.map((one) => one.member).join(' ')}`),
    ...others,
  })
  onTestFinished(async () => {
    const stopped = worker.stop()
    await pass(5_000)
    await stopped
    vi.useRealTimers()
  })
  return {
    worker,
    /** Resolves when it has read all shards for the first time. */
    async start() {
      await worker.start()
      await pass(0)
    },
    done,
    asked,
    logged,
    /** The shards that were asked, in order. */
    shardsAsked: () => asked.map(({ shard }) => shard),
    reconnect: () => redis.emit('ready'),
    publish: (shard: number, text: string) => publish(`due:{${shard}}`, text),
  }
}
