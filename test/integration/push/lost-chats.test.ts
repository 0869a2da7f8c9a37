import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../src/chats/alert.ts'
import { audit, isBalanced } from '../../../src/chats/delivery-ledger.ts'
import { daily } from '../../../src/domain/schedule.ts'
import { createLostChatSearch } from '../../../src/push/lost-chats.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { runDueCommand, useChats } from '../../support/chats.ts'
import { USD } from '../../support/push.ts'
import { silent } from '../../support/redis.ts'

const stored = await useChats()
const ROUND_MS = 20
const told = { price: '100', at: 1_000 }

describe('a chat that is lost from the queue', () => {
  let stop: () => Promise<void> = async () => {}

  beforeEach(async () => {
    await stored.see('100', 1_000)
  })
  afterEach(() => stop())

  /** As when an entry of the queue is deleted. */
  async function lose(chat: string): Promise<void> {
    for (const key of stored.queue.keysOf(stored.queue.shardOf(chat)).slice(0, 3))
      await stored.redis.zrem(key, chat)
  }

  const placeOf = async (chat: string): Promise<string | undefined> => {
    const [urgent = '', routine = ''] = stored.queue.keysOf(stored.queue.shardOf(chat))
    if ((await stored.redis.zscore(urgent, chat)) !== null) return 'urgent'
    return (await stored.redis.zscore(routine, chat)) === null ? undefined : 'routine'
  }

  async function startSearch(): Promise<() => Promise<string>> {
    const metrics = createMetrics()
    const lostChats = createLostChatSearch({
      ...stored,
      lease: undefined,
      log: silent,
      metrics,
      roundMs: ROUND_MS,
    })
    stop = lostChats.stop
    await lostChats.start()
    return metrics.text
  }

  it('unbalances the delivery ledger, which shows it as lost', async () => {
    await stored.chats.follows.add('1', USD, told)
    await stored.see('101', 2_000)
    expect(await audit(stored.redis, stored.queue)).toMatchObject({ waiting: 1, lost: 0 })
    await lose('1')
    const ledger = await audit(stored.redis, stored.queue)
    expect([ledger.waiting, ledger.lost, isBalanced(ledger)]).toEqual([0, 1, false])
    const lines = await runDueCommand(stored.redis, 'audit')
    expect(lines).toContain('lost         1')
    expect(lines.at(-1)).toBe('The lost chats are in no queue: they are found and made due within a minute.')
  })

  it('is found, made due again and counted, whatever it waits for', async () => {
    await stored.chats.follows.add('1', USD, told)
    await stored.chats.alerts.add('2', { kind: 'above', signal: priceSignal(USD), value: '100' }, '100')
    await stored.chats.settings.setDigest('3', daily('08:00'), Date.now())
    await stored.see('101', 2_000)
    for (const chat of ['1', '2', '3']) await lose(chat)
    const text = await startSearch()
    const places = async () => Promise.all(['1', '2', '3'].map(placeOf))
    await expect.poll(places).toEqual(['routine', 'urgent', 'routine'])
    expect(await text()).toMatch(/^tasa_chats_lost_total 3$/m)
    expect(await audit(stored.redis, stored.queue)).toSatisfy(isBalanced)
  })

  it('is not one that has the newest price, left, is parked, or awaits a fan-out', async () => {
    for (const chat of ['1', '2', '3', '4']) await stored.chats.follows.add(chat, USD, told)
    await stored.see('101', 2_000)
    for (const chat of ['2', '3', '4']) await lose(chat)
    await stored.chats.presence.stop('2')
    await stored.redis.zadd(stored.queue.keysOf(stored.queue.shardOf('3')).at(-1) ?? '', 1, '3')
    await stored.redis.hset(`fan-outs:{${stored.queue.shardOf('4')}}`, 'dollar:page_alpha.usd', 0)
    await stored.chats.follows.add('5', USD, { price: '101', at: 2_000 })
    await startSearch()
    await lose('1')
    await expect.poll(() => placeOf('1')).toBe('routine') // a round has come to its end, or will by then
    await lose('1')
    await expect.poll(() => placeOf('1')).toBe('routine')
    expect(await Promise.all(['2', '3', '4', '5'].map(placeOf))).toEqual(Array(4).fill(undefined))
  })
})
