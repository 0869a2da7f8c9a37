import { beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../../src/chats/alert.ts'
import { createBroadcasts } from '../../../../src/chats/broadcast.ts'
import { readCounted } from '../../../../src/chats/delivery-ledger.ts'
import { daily } from '../../../../src/domain/schedule.ts'
import { quoteOf, USD, usePush } from '../../../support/push.ts'

const push = await usePush()

describe('a chat that changes while it is sent a message', () => {
  beforeEach(async () => {
    await push.chats.follows.add('1', USD, { price: '100', at: 1_000 })
  })

  /** Tells the chat a price, and lets something happen before Telegram answers. */
  async function deliverWhile(act: () => Promise<unknown>, messages = 1): Promise<void> {
    push.judgeBy(async () => {
      await act()
      return { kind: 'sent' }
    })
    await push.tell({ quote: quoteOf('101'), asOf: 2_000 })
    expect(push.sent).toHaveLength(messages)
  }

  it('stays without what it unfollows', async () => {
    await deliverWhile(() => push.chats.follows.remove('1', USD))
    expect((await push.chats.read('1')).told).toEqual([])
  })

  it('that follows anew counts as one that did not want the price', async () => {
    await deliverWhile(async () => {
      await push.chats.follows.remove('1', USD)
      await push.chats.follows.add('1', USD, { price: '101', at: 2_000 })
    })
    expect((await push.chats.read('1')).told).toMatchObject([{ told: { price: '101' } }])
    const { due, told, superseded, withheld } = await readCounted(push.redis, push.queue)
    expect([due, told, superseded, withheld]).toEqual([1, 0, 0, 1])
  })

  it('keeps the least change that it sets', async () => {
    await deliverWhile(() => push.chats.follows.setLeastChange('1', USD, '5'))
    expect((await push.chats.read('1')).told).toMatchObject([{ least: '5', told: { price: '101' } }])
  })

  it('is alerted again where its alert triggers anew', async () => {
    const price = (value: string, asOf: number) => push.see({ quote: quoteOf(value), asOf })
    await push.chats.follows.remove('1', USD)
    await push.chats.alerts.add('1', { kind: 'above', signal: priceSignal(USD), value: '100.5' }, '100')
    await deliverWhile(async () => {
      push.judgeBy(async () => ({ kind: 'sent' }))
      await price('100', 3_000)
      await price('102', 4_000)
    }, 2)
  })

  it.each([
    ['a digest', async () => push.chats.settings.setDigest('1', daily('08:00'), 1_000)],
    ['a refusal', async () => push.see({ quote: quoteOf('101'), asOf: 2_000 })],
    ['a broadcast', () => broadcast('1')],
    ['a broadcast that a 429 refused', () => broadcast('1')],
  ])('leaves nothing in Redis where it is deleted while %s is sent', async (what, begin) => {
    await push.tell({ quote: quoteOf('100'), asOf: 1_000 })
    let calls = 0
    push.judgeBy(async () => {
      calls += 1
      await push.chats.presence.forget('1')
      if (what === 'a refusal') return { kind: 'retry', afterMs: 1, softRefusal: 'person' }
      return what.endsWith('refused')
        ? { kind: 'pause', reason: 'flood_limit', afterMs: 1 }
        : { kind: 'sent' }
    })
    await begin()
    await expect.poll(() => calls).toBe(1)
    await expect.poll(push.inHand).toBe(0)
    expect(await push.redis.exists(`chat:{${push.queue.shardOf('1')}}:1`)).toBe(0)
  })

  async function broadcast(chat: string): Promise<void> {
    const broadcasts = createBroadcasts(push.redis)
    const id = Date.now().toString(36)
    await broadcasts.begin({ id, html: 'Mañana', chat: '9', message: 7 })
    await push.chats.broadcasts.enlist(chat, id)
  }
})
