import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDueQueue, type DueQueue, type Reserved } from '../../../src/queue/due-queue.ts'
import { createWorker } from '../../../src/queue/worker.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { silent, useRedis } from '../../support/redis.ts'

const LEASE_MS = 60_000
const TAGS = ['0', '1', '2']

describe('a worker that reserves members of a process that died', () => {
  const server = useRedis()
  let redis: Redis
  let queue: DueQueue
  let stop: () => Promise<unknown> = async () => {}
  /** One of each shard. */
  let suspects: string[]

  beforeEach(async () => {
    redis = await server.connect()
    await redis.flushall()
    queue = createDueQueue({ redis, name: 'test', tags: TAGS, holder: 'we' })
    suspects = TAGS.map((_, shard) => nameOf(shard))
    for (const suspect of suspects) await queue.makeDue(suspect)
    for (const shard of TAGS.keys()) await queue.reserve(shard, 10, LEASE_MS)
    await queue.endLeases({ reason: 'died' })
  })
  afterEach(() => stop())

  const nameOf = (shard: number): string => {
    for (let number = 1; ; number++) if (queue.shardOf(String(number)) === shard) return String(number)
  }

  /** Starts one whose queue answers the given call with an error the first time; the members that it works off. */
  async function startWith(failing: 'beginAttempt' | 'endAttempt'): Promise<string[]> {
    const handled: string[] = []
    let isFirst = true
    const failOnce = async (...args: Parameters<DueQueue['beginAttempt']>): Promise<void> => {
      if (isFirst) {
        isFirst = false
        throw new Error('Redis is away')
      }
      await queue[failing](...args)
    }
    const worker = createWorker<Reserved>({
      queue: { ...queue, [failing]: failOnce },
      subscriber: await server.connect(true),
      log: silent,
      leaseMs: LEASE_MS,
      batchMax: 10,
      inHandMax: 10,
      isAlone: false,
      settlesAll: true,
      reserve: queue.reserve,
      handle: async ({ reservations }, _leaseEndsAt, survived) => {
        survived()
        for (const one of reservations) {
          handled.push(one.member)
          await queue.settle(one.shard, [[one, { kind: 'done', ms: 0 }]])
        }
      },
    })
    stop = worker.stop
    await worker.start()
    return handled
  }

  it.each(['beginAttempt', 'endAttempt'] as const)(
    'handles all of them although one %s fails',
    async (failing) => {
      const handled = await startWith(failing)
      await expect.poll(() => handled.toSorted(), { timeout: 30_000 }).toEqual(suspects.toSorted())
      expect(await queue.parked()).toEqual([])
    },
  )
})
