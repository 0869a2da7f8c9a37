import { describe, expect, it } from 'vitest'
import { createBroadcasts } from '../../../../src/chats/broadcast.ts'
import { quoteOf, usePush } from '../../../support/push.ts'

const push = await usePush()

/** Other chats in each test, as all share a Redis. */
let next = 5_000
const newGroup = (): string => String(-next++)

const sight = (price: string) => ({ quote: quoteOf(price), asOf: Date.now() })
const textsTo = (chat: string): string[] =>
  push.sent.filter((one) => one.chat === chat).map(({ text }) => text)

describe('a live message', () => {
  it('changes in place when a price does, and not where it shows it already', async () => {
    const chat = newGroup()
    await push.chats.live.set(chat, 42, undefined)
    await push.prices.record([sight('101')])
    await expect.poll(() => textsTo(chat)).toHaveLength(1)
    expect(textsTo(chat)[0]).toMatch(/^42 becomes .*101,00/s)
    await push.queue.hurry(chat)
    await push.rest()
    expect(textsTo(chat)).toHaveLength(1)
  })

  it('that was ended during an edit stays ended', async () => {
    const chat = newGroup()
    push.judgeBy(async () => {
      await push.chats.live.stop(chat)
      return { kind: 'sent' }
    })
    await push.prices.record([sight('101')])
    await push.chats.live.set(chat, 42, undefined)
    await push.queue.makeDue(chat)
    await expect.poll(() => textsTo(chat)).toHaveLength(1)
    await expect.poll(push.inHand).toBe(0)
    expect((await push.chats.read(chat)).live).toBeUndefined()
  })

  it('of a group that migrated is posted anew', async () => {
    const [from, to] = [newGroup(), newGroup()]
    await push.chats.live.set(from, 42, 'dollar:page_alpha.usd')
    await push.chats.presence.migrate(from, to)
    const { live } = await push.chats.read(to)
    expect(live).toEqual({ message: 0, ref: 'dollar:page_alpha.usd', fingerprint: '-', at: 0 })
    expect(await push.chats.live.chats()).toContain(to)
    expect(await push.chats.live.chats()).not.toContain(from)
  })
})

describe('a broadcast', () => {
  const broadcastOf = (at = Date.now()) => ({ id: at.toString(36), html: 'Mañana', chat: '1', message: 7 })
  const said = (): string[] =>
    push.sent
      .filter(({ text }) => text === 'Mañana')
      .map(({ chat }) => chat)
      .toSorted()

  async function begin(chats: readonly string[]) {
    const broadcasts = createBroadcasts(push.redis)
    await broadcasts.end((await broadcasts.current())?.id ?? '')
    const broadcast = broadcastOf()
    expect(await broadcasts.begin(broadcast)).toBe(true)
    const enlist = async (): Promise<number> => {
      const added = await Promise.all(chats.map((chat) => push.chats.broadcasts.enlist(chat, broadcast.id)))
      return added.filter(Boolean).length
    }
    return { broadcasts, broadcast, enlist }
  }

  const newChats = async (count: number): Promise<string[]> => {
    const chats = Array.from({ length: count }, () => String(next++))
    for (const chat of chats) await push.chats.settings.setLanguage(chat, 'es')
    return chats
  }

  it('is sent to every chat once, however often it is enlisted, and is counted', async () => {
    const chats = await newChats(20)
    const { broadcasts, broadcast, enlist } = await begin(chats)
    expect([await enlist(), await enlist()]).toEqual([20, 0])
    await push.rest()
    expect(await enlist()).toBe(0)
    await push.rest()
    expect(said()).toEqual(chats.toSorted())
    expect(await broadcasts.progress(broadcast.id)).toMatchObject({ found: 20, sent: 20, failed: 0 })
  })

  it('is sent to no chat once it is cancelled', async () => {
    const chats = await newChats(3)
    const { broadcasts, broadcast, enlist } = await begin(chats)
    await broadcasts.end(broadcast.id)
    await enlist()
    await expect.poll(push.inHand).toBe(0)
    expect(said()).toEqual([])
  })

  it('is not sent to chats that left, and blocks a second one until it ends', async () => {
    const chats = await newChats(2)
    const { broadcasts, enlist } = await begin(chats)
    await push.chats.presence.retire(chats[0] ?? '')
    expect(await enlist()).toBe(1)
    expect(await broadcasts.begin(broadcastOf(1))).toBe(false)
  })
})
