import { EventEmitter } from 'node:events'
import type { Update } from 'grammy/types'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createUpdateRunner } from '../../../src/telegram/update-runner.ts'
import { silent } from '../../support/redis.ts'

it('where Redis hangs an update is refused soon, or handled without it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const redis = {
    defineCommand(name: string) {
      Reflect.set(this, name, () => new Promise(() => {}))
    },
  } as unknown as Redis
  const handled: number[] = []
  const { keep, take } = createUpdateRunner({
    redis,
    subscriber: new EventEmitter() as unknown as Redis,
    queue: createDueQueue({ redis, name: 'inbox', tags: ['0'], holder: 'a' }),
    handle: async ({ update_id }) => void handled.push(update_id),
    stopping: new AbortController().signal,
    log: silent,
    metrics: createMetrics(),
  })
  const update = { update_id: 1, message: { chat: { id: 5 } } } as unknown as Update
  const refused = expect(keep([update])).rejects.toThrow('Redis is silent')
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
  expect([await take([update]), handled]).toEqual([1, [1]])
})
