import { expect, test } from 'vitest'
import { createTurn } from '../../../src/queue/turn.ts'

test('who is cut off from Redis is not sure of his turn by having asked in vain', async () => {
  let isAway = false
  const lease = {
    hold: async () => {
      if (isAway) throw new Error('Redis is away')
      return true
    },
    release: async () => {},
  }
  const stopping = new AbortController()
  const turn = createTurn({ lease, everyMs: 5, stopping: stopping.signal })
  await turn.comes()
  await turn.confirm()
  isAway = true
  await expect.poll(() => turn.confirm().then(String, String)).toContain('Redis is away')
  expect(turn.isOurs()).toBe(true) // nobody else can take it meanwhile
  stopping.abort()
  await turn.end()
})
