import { beforeEach, describe, expect, it } from 'vitest'
import type { NewAlert } from '../../../src/chats/alert.ts'
import { priceSignal } from '../../../src/chats/alert.ts'
import { audit, isBalanced } from '../../../src/chats/delivery-ledger.ts'
import { keysOfShard } from '../../../src/chats/keys.ts'
import { keysOfChats, MATCH, priceArguments } from '../../../src/chats/scripts.ts'
import { useChats } from '../../support/chats.ts'
import { EUR, quoteOf, USD } from '../../support/push.ts'

const { redis, queue, chats, see } = await useChats()
const OLD = '-5'
const NEW = '-100500'
const above: NewAlert = { kind: 'above', signal: priceSignal(USD), value: '900' }

beforeEach(() => see('890', 1_000))

const firedOf = (chat: string) => redis.hgetall(keysOfShard(queue.shardOf(chat)).fired)
/** The members of its shard that an alert, or a digest, made due. */
const urgentOf = (chat: string) => redis.zrange(queue.keysOf(queue.shardOf(chat))[0] ?? '', '0', '-1')

describe('a group that became a supergroup', () => {
  const isGone = (chat: string) => redis.hexists(keysOfShard(queue.shardOf(chat)).chat(chat), 'gone')
  /** Lets something happen between two steps of the next move of a group that has a live message. */
  function meanwhile(act: () => Promise<unknown>): void {
    const { sadd } = redis
    redis.sadd = (async (...args: Parameters<typeof sadd>) => {
      redis.sadd = sadd
      await act()
      return redis.sadd(...args)
    }) as typeof sadd
  }

  it.each([
    ['repeats', above],
    ['is told once', { ...above, once: true }],
  ])('is still sent an alert that triggered before it moved, and %s', async (_case, alert) => {
    await chats.alerts.add(OLD, alert, '890')
    await see('910', 2_000)
    await chats.presence.migrate(OLD, NEW)
    expect([await firedOf(OLD), await firedOf(NEW)]).toEqual([{}, { [`${NEW}:1`]: '890 910 2000' }])
    expect(await urgentOf(NEW)).toEqual([NEW])
    expect(await audit(redis, queue)).toSatisfy(isBalanced)
    expect(await chats.alerts.list(NEW)).toMatchObject([{ value: '900', done: 'once' in alert }])
  })

  it('is sent an alert once, however often the move is repeated', async () => {
    await chats.alerts.add(OLD, above, '890')
    await see('910', 2_000)
    await chats.live.set(OLD, 42, undefined)
    meanwhile(async () => {
      await chats.presence.migrate(OLD, NEW)
      await redis.del(keysOfShard(queue.shardOf(NEW)).fired) // it was told
    })
    await chats.presence.migrate(OLD, NEW)
    expect(await firedOf(NEW)).toEqual({})
  })

  it('is not sent a broadcast again that it got under its new number', async () => {
    for (const chat of [OLD, NEW]) {
      await chats.follows.add(chat, USD, { price: '890', at: 1_000 })
      await chats.broadcasts.enlist(chat, 'a')
    }
    expect(await chats.broadcasts.claim(NEW, 'a')).toBe(true)
    await chats.presence.migrate(OLD, NEW)
    expect(await chats.broadcasts.claim(NEW, 'a')).toBe(false)
  })

  it('loses no alert that was triggered while it moved', async () => {
    await chats.live.set(OLD, 42, undefined)
    await chats.alerts.add(OLD, above, '890')
    meanwhile(() => see('910', 2_000))
    await chats.presence.migrate(OLD, NEW)
    expect(await firedOf(NEW)).toEqual({ [`${NEW}:1`]: '890 910 2000' })
  })

  it('loses nothing that it chooses while it moves', async () => {
    await chats.live.set(OLD, 42, undefined)
    meanwhile(() => chats.follows.add(OLD, EUR, { price: '990', at: 1_000 }))
    await chats.presence.migrate(OLD, NEW)
    expect(await chats.read(NEW)).toMatchObject({ follows: [EUR] })
  })

  const wishesOf = async (chat: string) =>
    (await chats.alerts.list(chat)).map(({ id, kind, value }) => `${id} ${kind} ${value}`).toSorted()

  it('keeps an alert whose number is taken at its new number under another, which triggers', async () => {
    await chats.alerts.add(NEW, { ...above, kind: 'below', value: '500' }, '890')
    await chats.alerts.add(OLD, above, '890')
    await chats.presence.migrate(OLD, NEW)
    expect(await wishesOf(NEW)).toEqual(['1 below 500', '2 above 900'])
    await see('910', 2_000)
    expect(await firedOf(NEW)).toEqual({ [`${NEW}:2`]: '890 910 2000' })
    await see('490', 3_000)
    expect(Object.keys(await firedOf(NEW)).toSorted()).toEqual([`${NEW}:1`, `${NEW}:2`])
  })

  it('has an alert once that it had added at both numbers, also after a move that was broken off', async () => {
    await chats.alerts.add(NEW, { ...above, kind: 'below', value: '500' }, '890')
    await chats.alerts.add(NEW, above, '890')
    await chats.live.set(OLD, 42, undefined)
    await chats.alerts.add(OLD, above, '890')
    await chats.alerts.add(OLD, { ...above, kind: 'percent', value: '1' }, '890')
    meanwhile(() => see('910', 2_000)) // from there the percentage is measured now
    await chats.presence.migrate(OLD, NEW)
    expect(await wishesOf(NEW)).toEqual(['1 below 500', '2 above 900', '3 percent 1'])
  })

  it('is still stopped where it had stopped the bot, and keeps its choices', async () => {
    await chats.settings.setLanguage(NEW, 'es') // it was greeted
    await chats.settings.setLanguage(OLD, 'en')
    await chats.follows.add(OLD, USD, { price: '890', at: 1_000 })
    await chats.alerts.add(OLD, above, '890')
    await chats.presence.retire(OLD)
    await chats.presence.migrate(OLD, NEW)
    expect([await isGone(NEW), await chats.wanted.monitors()]).toEqual([1, []])
    await chats.presence.revive(NEW)
    expect(await chats.read(NEW)).toMatchObject({
      language: 'en',
      follows: [USD],
      alerts: [{ value: '900' }],
    })
  })

  it('keeps what it follows at its new number, though it had stopped the bot at the old one', async () => {
    await chats.follows.add(OLD, USD, { price: '890', at: 1_000 })
    await chats.presence.retire(OLD)
    await chats.follows.add(NEW, EUR, { price: '990', at: 1_000 })
    await chats.presence.migrate(OLD, NEW)
    expect(await chats.read(NEW)).toMatchObject({ follows: [EUR] })
    expect([await isGone(NEW), await isGone(OLD)]).toEqual([0, 0])
  })
})

describe('an alert of a group that became a supergroup', () => {
  const forgetFired = (chat: string) => redis.del(keysOfShard(queue.shardOf(chat)).fired)

  it('keeps the price that its percentage is measured from', async () => {
    await chats.alerts.add(OLD, { ...above, kind: 'percent', value: '2' }, '890')
    await see('895', 2_000)
    await chats.presence.migrate(OLD, NEW)
    await see('908', 3_000) // 2.02% above 890
    expect(await firedOf(NEW)).toEqual({ [`${NEW}:1`]: '890 908 3000' })
  })

  /** Lets the shard of one chat alone hear of a price: it is ahead of the others then. */
  async function seeIn(chat: string, price: string, asOf: number): Promise<void> {
    const args = [1_000, ...priceArguments({ quote: quoteOf(price), asOf })]
    await MATCH.run(redis, keysOfChats(queue, queue.shardOf(chat), []), args)
  }

  it.each([
    ['a threshold', above, '890'],
    ['a threshold from above', { ...above, kind: 'below' }, '905'],
    ['a percentage', { ...above, kind: 'percent', value: '2' }, '890'],
    ['a one-time threshold', { ...above, once: true }, '890'],
  ] as const)(
    'on %s triggers once where only its new shard has a price beyond it',
    async (_case, alert, from) => {
      const to = from === '890' ? '910' : '880'
      await see(from, 1_500)
      await chats.alerts.add(OLD, alert, from)
      await seeIn(NEW, to, 2_000)
      await chats.presence.migrate(OLD, NEW)
      expect(await firedOf(NEW)).toEqual({ [`${NEW}:1`]: `${from} ${to} 2000` })
      expect(await urgentOf(NEW)).toEqual([NEW])
      expect(await chats.alerts.list(NEW)).toMatchObject([{ done: 'once' in alert }])
      await forgetFired(NEW) // it was told
      await see(to, 2_000)
      await see(to === '910' ? '911' : '879', 3_000)
      expect(await firedOf(NEW)).toEqual({})
    },
  )

  it.each([
    ['a threshold', above],
    ['a percentage', { ...above, kind: 'percent', value: '2' }],
  ] as const)('on %s triggers once where only its old shard had a price beyond it', async (_case, alert) => {
    await chats.alerts.add(OLD, alert, '890')
    await seeIn(OLD, '910', 2_000)
    await chats.presence.migrate(OLD, NEW)
    await forgetFired(NEW) // it was told
    await see('910', 2_000)
    expect(await firedOf(NEW)).toEqual({})
  })

  it('starts its cooldown where only its new shard has a price beyond it', async () => {
    await chats.alerts.add(OLD, { ...above, cooldownSeconds: 3_600 }, '890')
    await seeIn(NEW, '910', 2_000)
    await chats.presence.migrate(OLD, NEW)
    expect(await firedOf(NEW)).toEqual({ [`${NEW}:1`]: '890 910 2000' })
    await forgetFired(NEW) // it was told
    await see('890', 3_000)
    await see('911', 4_000)
    expect(await firedOf(NEW)).toEqual({})
  })
})
