import { beforeEach, describe, expect, it } from 'vitest'
import { gapSignal, priceSignal } from '../../../../src/chats/alert.ts'
import { audit, isBalanced } from '../../../../src/chats/delivery-ledger.ts'
import { keysOfShard } from '../../../../src/chats/keys.ts'
import { keysOfChats, MATCH, priceArguments } from '../../../../src/chats/scripts.ts'
import { monitorRef } from '../../../../src/domain/monitor.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { useChats } from '../../../support/chats.ts'
import { EUR, quoteOf, startPush, USD } from '../../../support/push.ts'

const server = await useChats()
const { redis, queue, chats } = server
const SHARD = 0
const FOLLOWERS = 300

/** One page of a fan-out: whether there is more, and how many were made due. */
async function matchPage(observedQuotes: readonly ObservedQuote[], size: number): Promise<[number, number]> {
  const args = [size, ...observedQuotes.flatMap(priceArguments)]
  return (await MATCH.run(redis, keysOfChats(queue, SHARD, []), args)) as [number, number]
}

describe('a fan-out to the followers of one shard', () => {
  beforeEach(async () => {
    const ours: string[] = []
    for (let chat = 1; ours.length < FOLLOWERS; chat++)
      if (queue.shardOf(String(chat)) === SHARD) ours.push(String(chat))
    await Promise.all(ours.map((chat) => chats.follows.add(chat, USD, { price: '100', at: 1_000 })))
  })

  const page = (price: string, asOf: number) => matchPage([{ quote: quoteOf(price), asOf }], 50)

  async function finish(price: string, asOf: number): Promise<number> {
    let made = 0
    for (;;) {
      const [again, count] = await page(price, asOf)
      made += count
      if (again === 0) return made
    }
  }

  it('makes every follower due once, and is not repeated for the same or an older price', async () => {
    expect(await finish('101', 2_000)).toBe(FOLLOWERS)
    expect((await queue.backlog()).waiting).toBe(FOLLOWERS)
    for (const [price, asOf] of [
      ['101', 2_000],
      ['101', 3_000],
      ['102', 3_000],
      ['99', 2_500],
      ['102', 1_000],
    ] as const)
      expect(await finish(price, asOf)).toBe(0)
    expect(await redis.hget(keysOfShard(SHARD).prices, monitorRef(USD))).toMatch(/^1 3000 101 /)
  })

  it('counts a price that is dated before 1970', async () => {
    await finish('101', -5)
    await finish('102', 2_000)
    expect(await redis.hget(keysOfShard(SHARD).prices, monitorRef(USD))).toMatch(/^2 2000 102 /)
  })

  it('makes no chat due again that is behind the first price when the second comes', async () => {
    await finish('101', 2_000)
    expect(await finish('102', 3_000)).toBe(0)
    expect((await queue.backlog()).waiting).toBe(FOLLOWERS)
  })

  it('goes on where a kill ended it, also with a newer price', async () => {
    const [, first] = await page('101', 2_000)
    expect(first).toBeLessThan(FOLLOWERS)
    expect(first + (await finish('102', 3_000))).toBe(FOLLOWERS)
    expect(await redis.exists(keysOfShard(SHARD).fanOuts)).toBe(0)
  })
})

describe('a notification of two monitors in one shard', () => {
  const ALERTS_A_CHAT = 50
  const NEW_PRICES = [
    { quote: quoteOf('101'), asOf: 2_000 },
    { quote: quoteOf('201', { monitor: EUR }), asOf: 2_000 },
  ]
  let ours: readonly string[]

  beforeEach(async () => {
    const all = Array.from({ length: 5_000 }, (_, index) => String(index + 1))
    ours = all.filter((chat) => queue.shardOf(chat) === SHARD)
    const first = [
      { quote: quoteOf('100'), asOf: 1_000 },
      { quote: quoteOf('200', { monitor: EUR }), asOf: 1_000 },
    ]
    await match(first)
  })

  const match = (observedQuotes: readonly ObservedQuote[]) => matchPage(observedQuotes, 16)
  const newest = async () =>
    (await redis.hmget(keysOfShard(SHARD).prices, monitorRef(USD), monitorRef(EUR))).map(
      (value) => value?.split(' ')[2],
    )

  it('is kept whole before the first page of its followers is due, each of them once', async () => {
    for (const monitor of [USD, EUR])
      for (const chat of ours) await chats.follows.add(chat, monitor, { price: '1', at: 1_000 })
    const [again, made] = await match(NEW_PRICES)
    expect([again, made < ours.length, await newest()]).toEqual([1, true, ['101', '201']])
    let sum = made
    for (let page: [number, number] = [1, 0]; page[0] === 1; sum += page[1]) page = await match(NEW_PRICES)
    expect([sum, (await queue.backlog()).waiting]).toEqual([ours.length, ours.length])
    expect(await audit(redis, queue)).toMatchObject({ due: 2 * ours.length, waiting: 2 * ours.length })
  })

  it('is kept whole though its alerts take several calls, and later prices wait for them', async () => {
    const gap = { kind: 'above', signal: gapSignal(USD, EUR), value: '110' } as const
    const alerts = [
      { kind: 'above', signal: priceSignal(USD), value: '100.5' },
      { kind: 'above', signal: priceSignal(EUR), value: '200.5' },
    ] as const
    const ringing = ours.slice(0, 24)
    for (const chat of ringing) {
      await chats.alerts.add(chat, gap, '100')
      const more = Array.from({ length: ALERTS_A_CHAT - 1 }, (_, index) => alerts[index % 2] ?? gap)
      await Promise.all(more.map((alert) => chats.alerts.add(chat, alert, '100')))
    }
    expect([await match(NEW_PRICES), await newest()]).toEqual([
      [1, expect.any(Number)],
      ['101', '201'],
    ])
    expect(await redis.hget(keysOfShard(SHARD).fanOuts, '')).not.toBeNull()
    await match([{ quote: quoteOf('90'), asOf: 3_000 }]) // before it the alerts of the first two
    expect([await newest(), await redis.exists(keysOfShard(SHARD).fanOuts)]).toEqual([['90', '201'], 0])
    const fired = await redis.hlen(keysOfShard(SHARD).fired)
    expect(fired).toBe(ringing.length * ALERTS_A_CHAT)
    expect(await audit(redis, queue)).toSatisfy(isBalanced)
  })
})

it('the stream of price updates may be deleted: later entries are delivered', async () => {
  const push = await startPush(server)
  await push.chats.follows.add('1', USD, { price: '100', at: 1_000 })
  for (const price of ['101', '102']) {
    await push.redis.del('{updates}')
    await push.see({ quote: quoteOf(price), asOf: Number(price) * 1_000 })
    await expect.poll(() => push.sent.at(-1)?.text).toContain(price)
  }
  await push.stop()
})
