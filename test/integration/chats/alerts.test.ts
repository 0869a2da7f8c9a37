import { beforeEach, describe, expect, it } from 'vitest'
import type { NewAlert } from '../../../src/chats/alert.ts'
import { gapSignal, priceSignal } from '../../../src/chats/alert.ts'
import { ALERTS_PER_CHAT_MAX, ALERTS_PER_PERSON_MAX } from '../../../src/chats/alerts.ts'
import { audit, isBalanced } from '../../../src/chats/delivery-ledger.ts'
import { keysOfShard } from '../../../src/chats/keys.ts'
import { namedIn, useChats } from '../../support/chats.ts'
import { EUR, quoteOf, USD } from '../../support/push.ts'

const { redis, queue, chats, see } = await useChats()
const CHAT = '1'
const above = (value: number, more: Partial<NewAlert> = {}): NewAlert => ({
  kind: 'above',
  signal: priceSignal(USD),
  value: String(value),
  ...more,
})

beforeEach(() => see('890', 1_000))

describe('the alerts of a chat', () => {
  const fired = () => redis.hgetall(keysOfShard(queue.shardOf(CHAT)).fired)

  it('do not deliver a trigger of a value that was changed afterwards', async () => {
    await chats.alerts.add(CHAT, above(900), '890')
    await see('910', 2_000)
    expect(Object.keys(await fired())).toEqual([`${CHAT}:1`])
    await chats.alerts.edit(CHAT, 1, { value: '950' })
    expect(await fired()).toEqual({})
    expect(await audit(redis, queue)).toSatisfy(isBalanced)
  })

  it('are measured from the price that was shown, where the last one of a monitor that nobody wanted is out of date', async () => {
    await see('890', 9_000)
    const seen = [{ quote: quoteOf('1100'), asOf: 2_000 }]
    await chats.alerts.add(CHAT, above(1_000), '1100', seen)
    await see('1101', 10_000)
    expect(await fired()).toEqual({})
  })

  it('of a kind that only a later version knows do not keep a stopped chat from coming back', async () => {
    await chats.alerts.add(CHAT, above(900), '890')
    await redis.hset(
      keysOfShard(queue.shardOf(CHAT)).chat(CHAT),
      'alert7',
      `sideways ${priceSignal(USD)} 900`,
    )
    await chats.presence.stop(CHAT)
    await chats.presence.revive(CHAT)
    await see('910', 2_000)
    expect(Object.keys(await fired())).toEqual([`${CHAT}:1`])
    await chats.alerts.pause(CHAT, 7, true)
    await chats.alerts.pause(CHAT, 7, false)
    await chats.alerts.edit(CHAT, 7, { value: '1' })
    expect((await chats.alerts.list(CHAT))[1]).toMatchObject({ value: '900', paused: false })
  })

  it('of a stopped chat can be paused and resumed, and trigger once it is back only if they are active', async () => {
    await chats.alerts.add(CHAT, above(900), '890')
    await chats.alerts.add(CHAT, above(900), '890')
    await chats.alerts.pause(CHAT, 2, true)
    await chats.presence.stop(CHAT)
    await chats.alerts.pause(CHAT, 1, true)
    await chats.alerts.pause(CHAT, 2, false)
    await see('910', 2_000)
    await see('890', 3_000)
    expect(await fired()).toEqual({})
    await chats.presence.revive(CHAT)
    await see('920', 4_000)
    expect(Object.keys(await fired())).toEqual([`${CHAT}:2`])
    expect(await audit(redis, queue)).toSatisfy(isBalanced)
  })

  it('added paused wait for nothing until they are resumed', async () => {
    await chats.alerts.add(CHAT, above(900, { paused: true }), '890')
    await see('910', 2_000)
    await see('890', 3_000)
    expect(await fired()).toEqual({})
    await chats.alerts.pause(CHAT, 1, false)
    await see('910', 4_000)
    expect(Object.keys(await fired())).toEqual([`${CHAT}:1`])
  })

  it('on a gap are armed from the prices that were shown, though the shard has neither yet', async () => {
    const gap: NewAlert = { kind: 'below', signal: gapSignal(USD, EUR), value: '20' }
    const euro = (price: string, asOf: number) => ({ quote: quoteOf(price, { monitor: EUR }), asOf })
    await chats.alerts.add('2', gap, '10', [{ quote: quoteOf('100'), asOf: 1_001 }, euro('110', 1_001)])
    await chats.alerts.add(CHAT, gap, '30', [{ quote: quoteOf('100'), asOf: 1_001 }, euro('130', 2_000)])
    await see('100.1', 3_000)
    expect(await fired()).toEqual({})
    await chats.presence.stop(CHAT)
    await chats.presence.revive(CHAT, [euro('140', 4_000)])
    await see('110', 5_000)
    expect(await fired()).toEqual({})
    await see('120', 6_000)
    expect(await fired()).toEqual({ [`${CHAT}:1`]: '27.272727 16.666667 6000' })
    expect(await audit(redis, queue)).toSatisfy(isBalanced)
  })

  it('are armed from the price that was shown where the price of the shard is out of date', async () => {
    const seen = (price: string, asOf: number) => [{ quote: quoteOf(price), asOf }]
    await chats.follows.add(CHAT, USD, { price: '890', at: 1_000 }) // so that the price of the shard counts
    await chats.alerts.add(CHAT, above(900), '905', seen('905', 5_000))
    await see('906', 5_500)
    expect(await fired()).toEqual({}) // it was past already
    await chats.alerts.remove(CHAT, 1)
    await chats.alerts.add(CHAT, { ...above(10), kind: 'percent' }, '1000', seen('1000', 6_000))
    expect((await chats.alerts.list(CHAT)).map(({ from }) => from)).toEqual(['1000'])
  })

  it('never reuse the number of a deleted one, which buttons of old messages still name', async () => {
    await chats.alerts.add(CHAT, above(900), '890')
    await chats.alerts.add(CHAT, above(910), '890')
    await chats.alerts.remove(CHAT, 1)
    await chats.alerts.remove(CHAT, 2)
    expect(await chats.alerts.add(CHAT, above(920), '890')).toBe(3)
    expect(await chats.alerts.remove(CHAT, 2)).toBe(false)
  })
})

describe('the alerts of one person', () => {
  const ANA = '700'
  const GROUPS = ['-11', '-12', '-13', '-14', '-15', '-16']

  const add = (chat: string, alert = above(900)) => chats.alerts.add(chat, alert, '890', [], ANA)
  const fill = async (chat: string, count = ALERTS_PER_CHAT_MAX): Promise<void> => {
    for (let i = 0; i < count; i++) expect(await add(chat, above(900 + i))).toEqual(expect.any(Number))
  }
  /** As many as a person may have, a fourth of them in the private chat. */
  async function fillAll(): Promise<void> {
    for (const chat of [ANA, ...GROUPS.slice(0, 3)]) await fill(chat)
  }

  it('are at most 200 in the private chat, the groups and the channels, and those of others are not counted', async () => {
    await fillAll()
    expect(ALERTS_PER_PERSON_MAX).toBe(4 * ALERTS_PER_CHAT_MAX)
    expect(await add('-14')).toBe('person_full')
    expect(await chats.alerts.list('-14')).toEqual([])
    expect(await chats.alerts.add('-14', above(900), '890', [], '701')).toEqual(expect.any(Number))
    expect(await chats.alerts.add('701', above(900), '890', [], '701')).toEqual(expect.any(Number))
  })

  it('overtake followers in the private chat and the first 10 groups, and in no further ones', async () => {
    const groups = Array.from({ length: 12 }, (_, index) => String(-21 - index))
    for (const chat of [...groups, ANA]) {
      await add(chat)
      await add(chat, above(900, { cooldownSeconds: 60 }))
    }
    await chats.alerts.edit('-31', 1, { value: '899' })
    await chats.alerts.pause('-32', 1, true)
    await chats.alerts.pause('-32', 1, false)
    await see('910', 2_000)
    const lanes = await Promise.all(
      [...groups, ANA].map(async (chat) => {
        const [urgent = '', routine = ''] = queue.keysOf(queue.shardOf(chat))
        return [await redis.zscore(urgent, chat), await redis.zscore(routine, chat)].map((at) => at !== null)
      }),
    )
    const [first, further] = [
      [true, false],
      [false, true],
    ]
    expect(lanes).toEqual([...groups.map((_, index) => (index < 10 ? first : further)), first])
  })

  it('have room again for each that is deleted, expires or leaves with its chat', async () => {
    await fillAll()
    await chats.alerts.remove('-11', 1)
    expect(await add('-14')).toEqual(expect.any(Number))
    expect(await add('-14')).toBe('person_full')
    await chats.alerts.remove('-12', 1)
    expect(await add('-14', above(900, { until: 1_000 }))).toEqual(expect.any(Number)) // over already
    expect(await add('-14')).toEqual(expect.any(Number))
    expect(await add('-14')).toBe('person_full')
    await chats.presence.forget('-13')
    await fill('-15')
    expect(await add('-16')).toBe('person_full')
  })

  it('stay theirs where a group gets another number, and in one that the bot was removed from', async () => {
    await fillAll()
    await chats.presence.migrate('-11', '-100500')
    await chats.presence.retire('-12')
    expect(await add('-14')).toBe('person_full')
    await chats.alerts.remove('-100500', 1)
    expect(await add('-14')).toEqual(expect.any(Number))
  })

  it('leave the number of their group nowhere, once its data is deleted or it has another number', async () => {
    const [deleted, moved] = ['-48151623421', '-48151623422']
    for (const chat of [deleted, moved]) {
      await add(chat)
      await chats.alerts.remove(chat, 1)
      await chats.cards.begin(chat, { price: '800', lastUpdate: 0 })
    }
    await chats.presence.forget(deleted)
    await chats.presence.migrate(moved, '-100501')
    expect([await namedIn(redis, deleted), await namedIn(redis, moved)]).toEqual([[], []])
    await chats.presence.forget('-100501')
    expect(await namedIn(redis, '-100501')).toEqual([])
  })

  it('leave no number of a group behind for a person whom a full group refused', async () => {
    await fill('-11')
    expect(await chats.alerts.add('-11', above(900), '890', [], '701')).toBe('full')
    await chats.presence.forget('-11')
    expect(await namedIn(redis, '-11')).toEqual([])
  })

  it('are no more than 200 where many are made at once in many groups', async () => {
    await fillAll()
    for (let id = 1; id <= 3; id++) await chats.alerts.remove('-11', id)
    await Promise.all(GROUPS.slice(3).flatMap((chat) => [add(chat), add(chat), add(chat)]))
    const lists = await Promise.all([ANA, ...GROUPS].map((chat) => chats.alerts.list(chat)))
    expect(lists.flat().length).toBeLessThanOrEqual(ALERTS_PER_PERSON_MAX)
  })
})
