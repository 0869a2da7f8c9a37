import { describe, expect, it } from 'vitest'
import { RatesError } from '../../../src/api/client.ts'
import { audit } from '../../../src/chats/delivery-ledger.ts'
import { mastersOf } from '../../../src/redis/connection.ts'
import type { SendResult } from '../../../src/telegram/send-result.ts'
import { onThisMachine } from '../../support/machine.ts'
import { EUR, quoteOf, USD, usePush } from '../../support/push.ts'
import { countScripts } from '../../support/redis.ts'

const push = await usePush()

describe('a price', () => {
  const told = { price: '100', at: 1_000 }
  /** Lets so many chats follow the dollar. */
  async function follow(count: number): Promise<void> {
    for (let chat = 1; chat <= count; chat++) await push.chats.follows.add(String(chat), USD, told)
  }
  const sight = (price: string, asOf: number) => ({ quote: quoteOf(price), asOf })
  const tell = (price: string, asOf: number) => push.tell(sight(price, asOf))
  const chatsTold = () => push.sent.map(({ chat }) => chat).sort()

  it('is sent once to every chat that follows the monitor, and to no other', async () => {
    await follow(2)
    await push.chats.follows.add('3', EUR, told)
    await tell('101', 2_000)
    expect(chatsTold()).toEqual(['1', '2'])
    expect(push.sent[0]?.text).toContain('101')
  })

  it('comes in a second message where the first has no room, and is recorded once it is shown', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...USD, key: `m${index}` }))
    for (const monitor of many) await push.chats.follows.add('1', monitor, told)
    const priceOf = (index: number): string => String(501 + index)
    const shown = () => {
      const texts = push.sent.map(({ text }) => text).join('\n')
      return many.filter((_, index) => texts.includes(`${priceOf(index)},00`)).length
    }
    const counts: number[][] = []
    push.judgeBy(async () => {
      counts.push([(await audit(push.redis, push.queue)).told, shown()])
      return { kind: 'sent' }
    })
    const quotes = many.map((monitor, index) => quoteOf(priceOf(index), { monitor, title: monitor.key }))
    await push.tell(...quotes.map((quote) => ({ quote, asOf: 2_000 })))
    counts.push([(await audit(push.redis, push.queue)).told, shown()])
    expect(counts).toEqual([
      [0, 0],
      [25, 25],
      [30, 30],
    ])
  })

  it('waits for a second after the last message to a chat, and then the newest one is sent', async () => {
    await follow(1)
    await tell('101', 2_000)
    await push.see(sight('102', 3_000))
    await tell('103', 4_000)
    expect(push.sent.length).toBe(2)
    expect(push.sent[1]?.text).toContain('103')
    expect(push.sent[1]?.text).not.toContain('102')
  })

  it('waits for every chat once two got a 429, and is sent to none twice', async () => {
    await follow(20)
    let refusedAt = 0
    const calls: number[] = []
    push.judgeBy(async () => {
      calls.push(performance.now())
      if (calls.length !== 5 && calls.length !== 6) return { kind: 'sent' }
      refusedAt = performance.now()
      return { kind: 'pause', reason: 'flood_limit', afterMs: 500 }
    })
    await tell('101', 2_000)
    expect(new Set(chatsTold()).size).toBe(20)
    expect(push.sent.length).toBe(20)
    expect(calls.filter((at) => at > refusedAt + 20 && at < refusedAt + 480)).toEqual([])
  })

  it('waits for one chat only while that one got a 429', async () => {
    await follow(20)
    let refused = 0
    push.judgeBy(async ({ chat }) => {
      if (chat !== '7') return { kind: 'sent' }
      refused += 1
      return { kind: 'pause', reason: 'flood_limit', afterMs: 60_000 }
    })
    await push.see(sight('101', 2_000))
    await expect.poll(() => push.sent.length).toBe(19)
    await push.see(sight('102', 3_000))
    await expect.poll(() => push.sent.length).toBe(38)
    expect([chatsTold().includes('7'), refused]).toEqual([false, 1])
    expect((await push.queue.backlog()).waiting).toBe(1)
  })

  it('keeps no chat leased while a 429 lasts, so that none counts as the death of a worker', async () => {
    await follow(20)
    let isRefused = true
    push.judgeBy(async () =>
      isRefused ? { kind: 'pause', reason: 'flood_limit', afterMs: 2_500 } : { kind: 'sent' },
    )
    await push.see(sight('101', 2_000))
    await expect.poll(() => push.limiter.pausedForMs()).toBeGreaterThan(0)
    isRefused = false
    await expect.poll(push.inHand).toBe(0)
    expect((await push.queue.backlog()).waiting).toBe(20)
    await push.rest()
    expect(chatsTold().length).toBe(20)
  })

  it('is sent to all once an outage of Telegram is over, which had only a few chats tried and parks none', async () => {
    await follow(100)
    for (let chat = 1; chat <= 100; chat++) {
      const [, , , , , retries = ''] = push.queue.keysOf(push.queue.shardOf(String(chat)))
      await push.redis.hset(retries, String(chat), 7) // as after minutes of failures
    }
    let calls = 0
    let isOut = true
    push.judgeBy(async () => {
      calls += 1
      return isOut ? { kind: 'retry', afterMs: 1_000 } : { kind: 'sent' }
    })
    await push.see(sight('101', 2_000))
    await expect.poll(() => calls).toBeGreaterThanOrEqual(11)
    for (const server of mastersOf(push.redis)) await server.config('RESETSTAT')
    const callsBefore = calls
    await expect.poll(() => calls).toBeGreaterThan(callsBefore)
    expect(calls).toBeLessThan(50)
    expect(await countScripts(push.redis)).toBeLessThan(200)
    isOut = false
    await push.rest()
    expect(chatsTold().length).toBe(100)
    expect(new Set(chatsTold()).size).toBe(100)
    expect(await push.queue.parked()).toEqual([])
  })

  it('is recorded though Redis is away for a moment, and is sent to none twice', async () => {
    await follow(1)
    push.judgeBy(async () => {
      await push.loseRedis()
      return { kind: 'sent' }
    })
    await push.see(sight('101', 2_000))
    await expect
      .poll(async () => (await push.chats.read('1')).told[0]?.told)
      .toMatchObject({ price: '101', at: 2_000 })
    await push.rest()
    expect(chatsTold()).toEqual(['1'])
  })

  it('is recorded where Telegram accepts it in the first 5 s of a stop, which takes 8 s where it is silent', async () => {
    await follow(300)
    let calls = 0
    const [silence, answer] = [Promise.withResolvers<SendResult>(), Promise.withResolvers<SendResult>()]
    push.judgeBy(({ chat }) => {
      calls += 1
      return (Number(chat) % 2 === 0 ? answer : silence).promise
    })
    await push.see(sight('101', 2_000))
    await expect.poll(() => calls).toBeGreaterThan(50)
    const startedAt = performance.now()
    const stopped = push.stop()
    setTimeout(() => answer.resolve({ kind: 'sent' }), 5_000)
    await stopped
    expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(8_000))
    expect(push.sent.length).toBeGreaterThan(10)
    expect(await push.inHand()).toBe(calls - push.sent.length)
    silence.resolve({ kind: 'sent' })
  })

  it('is not sent to a chat that blocked the bot, which keeps its settings and is sent prices once it is back', async () => {
    await follow(1)
    push.judgeBy(async () => ({ kind: 'unreachable', reason: 'Forbidden: bot was blocked by the user' }))
    await tell('101', 2_000)
    push.judgeBy(async () => ({ kind: 'sent' }))
    await tell('102', 3_000)
    expect(push.sent).toEqual([])
    expect((await push.chats.read('1')).follows).toEqual([USD])
    await push.chats.presence.revive('1')
    await tell('103', 4_000)
    expect(chatsTold()).toEqual(['1'])
  })

  it('is found by comparison where nothing can be registered at all', async () => {
    push.api.refuse = () => new RatesError(403, 'Webhooks are for others.')
    push.api.snapshots.set('page_alpha dollar', { asOf: 5_000, quotes: [quoteOf('105')] })
    await follow(1)
    await expect.poll(chatsTold).toEqual(['1'])
  })

  it('does not hold up a stop for more than 2 s while the rate API is silent', async () => {
    const silence = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    push.api.silence = () => {
      asked.resolve()
      return silence.promise
    }
    await follow(1)
    await asked.promise
    const startedAt = performance.now()
    await push.stop()
    expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(2_000))
    silence.resolve()
  })
})
