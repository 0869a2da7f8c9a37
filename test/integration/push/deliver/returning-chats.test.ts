import { beforeEach, describe, expect, it } from 'vitest'
import { type NewAlert, priceSignal } from '../../../../src/chats/alert.ts'
import { quoteOf, USD, usePush } from '../../../support/push.ts'

const push = await usePush()
const CHAT = '1'
const sight = (price: string, asOf: number) => ({ quote: quoteOf(price), asOf })

describe('a chat that comes back', () => {
  beforeEach(async () => {
    await push.tell(sight('100', 1_000))
    await push.chats.follows.add(CHAT, USD, { price: '100', at: 1_000 })
  })

  /** The texts that it hears of a price. */
  async function heardAt(price: string, asOf: number): Promise<string[]> {
    const before = push.sent.length
    await push.tell(sight(price, asOf))
    return push.sent.slice(before).map(({ text }) => text)
  }

  it('is sent changes from the price that it was shown, not those while it was away', async () => {
    await push.chats.presence.retire(CHAT)
    await push.chats.presence.revive(CHAT, [sight('150', 5_000)])
    expect(await heardAt('150', 6_000)).toEqual([])
    const [text] = await heardAt('160', 7_000)
    expect(text).toContain('160,00')
    expect(text).not.toContain('60,00\u00a0%')
  })

  it('is sent at once a newer price than the one that it was shown', async () => {
    await push.chats.presence.retire(CHAT)
    await push.tell(sight('110', 3_000))
    await push.chats.presence.revive(CHAT, [sight('105', 2_000)])
    await push.rest()
    expect(push.sent.map(({ text }) => text)).toEqual([expect.stringContaining('110,00')])
  })

  it('has its alerts armed by the price that it was shown', async () => {
    await push.chats.alerts.add(CHAT, { kind: 'above', signal: priceSignal(USD), value: '120' }, '100')
    await push.chats.alerts.add(CHAT, { kind: 'percent', signal: priceSignal(USD), value: '10' }, '100')
    await push.chats.follows.remove(CHAT, USD)
    await push.chats.presence.retire(CHAT)
    await push.chats.presence.revive(CHAT, [sight('150', 5_000)])
    expect(await heardAt('151', 6_000)).toEqual([])
    expect(await heardAt('119', 7_000)).toHaveLength(1) // by 10 %
    expect(await heardAt('121', 8_000)).toEqual([expect.stringContaining('120')])
  })

  it('is sent changes from the price that it was shown where it comes back by following', async () => {
    await push.chats.presence.retire(CHAT)
    expect(await push.chats.follows.add(CHAT, USD, { price: '150', at: 5_000 })).toBe('followed')
    expect(await heardAt('150', 6_000)).toEqual([])
    expect(await heardAt('151', 7_000)).toHaveLength(1)
  })

  const above: NewAlert = { kind: 'above', signal: priceSignal(USD), value: '120' }

  it('is alerted at the next crossing of a new alert that is already passed', async () => {
    await push.chats.presence.retire(CHAT)
    await push.chats.alerts.add(CHAT, above, '150', [sight('150', 5_000)])
    expect(await heardAt('150', 6_000)).toEqual([])
    await heardAt('119', 7_000)
    expect(await heardAt('121', 8_000)).toEqual([expect.stringContaining('🔔')])
  })

  it('has its live message edited again, and not while it is away', async () => {
    await push.chats.live.set(CHAT, 42, undefined)
    await push.chats.presence.retire(CHAT)
    expect(await push.chats.live.chats()).toEqual([])
    await push.chats.presence.revive(CHAT)
    expect(await push.chats.live.chats()).toEqual([CHAT])
    await push.chats.presence.forget(CHAT)
    expect(await push.chats.live.chats()).toEqual([])
  })
})
