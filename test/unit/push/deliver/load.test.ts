import { describe, expect, it } from 'vitest'
import { createLoader } from '../../../../src/push/deliver/load.ts'
import { createDueQueue } from '../../../../src/queue/due-queue.ts'
import { createScriptedRedis } from '../../queue/scripted-redis.ts'

const PRICE = 'page_alpha:dollar:usd'

async function load(...added: unknown[]) {
  const reply = [-1, ['we.1', 0, -1], ['7', '8'], [], ...added]
  const { redis, calls } = createScriptedRedis(reply)
  const queue = createDueQueue({ redis, name: 'due', tags: ['0'], holder: 'we' })
  return { batch: await createLoader(redis, queue)(0, 5, 1_000, 3), calls }
}

describe('what is read of chats that are due', () => {
  it('has one state for all chats that are alike, and one price for each monitor', async () => {
    const prices = [PRICE, '3 2000 801.5 {"quote":{"price":"801.5"}}']
    const { batch, calls } = await load(99, prices, [['thread', '5', 'fired:2', '890 910 50']], [1, 1])
    expect(batch.stateOf).toEqual([0, 0])
    expect(batch.now).toBe(99)
    expect(batch.prices.get(PRICE)).toEqual({ quote: { price: '801.5' }, asOf: 2000, sequence: 3 })
    expect(batch.states[0]?.()).toMatchObject({
      chat: { thread: 5 },
      triggers: [{ id: 2, from: '890', to: '910', at: 50, text: '890 910 50' }],
    })
    expect(calls[0]?.slice(-4)).toEqual([5, 1_000, 'we', 3])
  })

  it('is nothing for a chat that left while it was due', async () => {
    const { batch } = await load(
      99,
      [],
      [['gone', '1', 'live', 'x', 'language', 'en', 'fired:2', '1 2 3']],
      [1, 1],
    )
    expect(batch.states[0]?.()).toEqual({
      chat: { follows: [], told: [], alerts: [], defaults: [] },
      triggers: [],
    })
  })

  it('is nothing where no chat is due', async () => {
    expect((await load(99)).batch).toMatchObject({ prices: new Map(), states: [], stateOf: [] })
  })
})
