import { expect, test } from 'vitest'
import { createLeader } from '../../../src/redis/leader.ts'

test('a process cut off from Redis does not confirm its lead by a failed request', async () => {
  let isAway = false
  const lease = {
    hold: async () => {
      if (isAway) throw new Error('Redis is away')
      return true
    },
    release: async () => {},
  }
  const stopping = new AbortController()
  const leader = createLeader({ lease, everyMs: 5, stopping: stopping.signal })
  await leader.elected()
  await leader.confirm()
  isAway = true
  await expect.poll(() => leader.confirm().then(String, String)).toContain('Redis is away')
  expect(leader.isLeader()).toBe(true) // nobody else can take it meanwhile
  stopping.abort()
  await leader.resign()
})
