import { expect, it, onTestFinished, vi } from 'vitest'
import type { Redis } from '../../../src/redis/connection.ts'
import { createLeader } from '../../../src/redis/leader.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createUpdateStream } from '../../../src/telegram/update-stream.ts'
import { createUpdateWorker } from '../../../src/telegram/update-worker.ts'
import { silent } from '../../support/redis.ts'
import { messageIn } from '../../support/update-processes.ts'

it('where Redis hangs an update is refused soon, or handled without it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const redis = {
    defineCommand(name: string) {
      Reflect.set(this, name, () => new Promise(() => {}))
    },
    xgroup: () => new Promise(() => {}),
  } as unknown as Redis
  const handled: number[] = []
  const stopping = new AbortController().signal
  const stream = createUpdateStream({ redis, waiting: redis, name: 'inbox:1' })
  const { take } = createUpdateWorker({
    stream,
    leader: createLeader({ lease: undefined, everyMs: 500, stopping }),
    handle: async ({ update_id }) => void handled.push(update_id),
    stopping,
    log: silent,
    metrics: createMetrics(),
  })
  const refused = expect(stream.append([messageIn(5, 1)])).rejects.toThrow('Redis is silent')
  await vi.advanceTimersByTimeAsync(201)
  await refused
  const taken = take([messageIn(5, 1)])
  await vi.advanceTimersByTimeAsync(201)
  expect([await taken, handled]).toEqual([1, [1]])
})
