import { beforeEach, describe, expect, it } from 'vitest'
import { monitorRef } from '../../../../src/domain/monitor.ts'
import { quoteOf, USD, usePush } from '../../../support/push.ts'
import { countScripts } from '../../../support/redis.ts'

const push = await usePush()

describe('an entry of the stream that cannot be matched', () => {
  beforeEach(async () => {
    await push.chats.follows.add('1', USD, { price: '100', at: 1_000 })
  })

  const poison = (text: string) => push.redis.xadd('{updates}', '*', 'quotes', text)
  const waiting = () => push.redis.xlen('{updates}')
  const setAside = () => push.redis.xlen('{updates}:aside')
  const toldPrice = async () => (await push.chats.read('1')).told[0]?.told.price
  const see = (price: number) => push.see({ quote: quoteOf(String(price)), asOf: price * 1_000 })

  it.each([
    ['is no JSON', 'nonsense'],
    ['lacks its price', JSON.stringify([{ asOf: 5_000 }])],
  ])('does not block others, and is set aside after some of them: %s', async (_case, text) => {
    await poison(text)
    for (const price of [101, 102, 103]) {
      await see(price)
      await expect.poll(toldPrice).toBe(String(price))
    }
    await expect.poll(setAside).toBe(1)
    await expect.poll(waiting).toBe(0)
  })

  it('is not set aside while nothing at all can be matched', async () => {
    const prices = Array.from({ length: push.queue.shards }, (_, shard) => `prices:{${shard}}`)
    for (const key of prices) await push.redis.set(key, 'not a hash')
    for (const price of [101, 102, 103, 104]) await see(price)
    const triesOf = async () => (await countScripts(push.redis)) / (push.queue.shards * 4)
    const before = await triesOf()
    await expect.poll(triesOf).toBeGreaterThan(before + 5)
    expect(await waiting()).toBe(4)
    for (const key of prices) await push.redis.del(key)
    await expect.poll(toldPrice).toBe('104')
    await expect.poll(waiting).toBe(0)
    expect(await setAside()).toBe(0)
    expect(await push.redis.hget(prices[0] ?? '', monitorRef(USD))).toContain('104')
  })
})
