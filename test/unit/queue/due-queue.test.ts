import { expect, it, onTestFinished, vi } from 'vitest'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { createGroups } from '../../../src/queue/groups.ts'
import { createScriptedRedis } from './scripted-redis.ts'

it('the due queue keeps a member in the same shard in every process and version', () => {
  const queue = createDueQueue({ redis: createScriptedRedis().redis, name: 'due', tags: ['0', '1', '2'] })
  expect(['1', '-100500', 'inline7', ''].map(queue.shardOf)).toEqual([1, 2, 0, 1])
})

it('groups are waited for 200 ms where Redis hangs', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { redis } = createScriptedRedis(() => new Promise(() => {}))
  const outcome = vi.fn()
  createGroups(redis).send('-5', 'push').catch(outcome)
  await vi.advanceTimersByTimeAsync(199)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2)
  expect(outcome).toHaveBeenCalledOnce()
})
