import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createBroadcasts } from '../../../src/chats/broadcast.ts'
import { FOLLOWS_PER_CHAT_MAX } from '../../../src/chats/chats.ts'
import { audit } from '../../../src/chats/delivery-ledger.ts'
import { keysOfShard } from '../../../src/chats/keys.ts'
import { monitorRef } from '../../../src/domain/monitor.ts'
import { daily } from '../../../src/domain/schedule.ts'
import { namedIn, useChats } from '../../support/chats.ts'
import { USD } from '../../support/push.ts'

const { redis, queue, chats } = await useChats()

describe('what we keep about a chat', () => {
  const told = { price: '800', at: 1_000 }

  it('includes what it follows and was told, its language and its topic', async () => {
    expect(await chats.read('1')).toEqual({ defaults: [], follows: [], told: [], alerts: [] })
    await chats.settings.setLanguage('1', 'en')
    expect(await chats.follows.add('1', USD, told, 7)).toBe('followed')
    expect(await chats.read('1')).toEqual({
      language: 'en',
      thread: 7,
      follows: [USD],
      told: [{ monitor: USD, ref: monitorRef(USD), told: { ...told, sequence: 0 } }],
      defaults: [],
      alerts: [],
    })
    await chats.refusals.clearThread('1')
    expect(await chats.read('1')).not.toHaveProperty('thread')
  })

  it('counts whom a message to all reaches: people, groups and channels that did not leave', async () => {
    const [group, channel] = ['-1001', '-1002']
    for (const chat of ['1', '2', '3', group, channel]) await chats.settings.setLanguage(chat, 'es')
    await chats.settings.noteChannel(channel)
    expect(await chats.reach()).toEqual({ people: 3, groups: 1, channels: 1 })
    expect(await chats.read(channel)).toMatchObject({ isChannel: true })
    await chats.presence.stop('2')
    await chats.presence.forget(channel)
    expect(await chats.reach()).toEqual({ people: 2, groups: 1, channels: 0 })
  })

  it.each(['it waits in the queue', 'it is leased', 'it is parked'])(
    'leaves its number nowhere in Redis once it is deleted, also where %s',
    async (state) => {
      const chat = '48151623421'
      await chats.follows.add(chat, USD, told)
      await chats.settings.setDigest(chat, daily('07:30'), 0)
      await chats.live.set(chat, 5, undefined)
      await chats.cards.begin(chat, { price: '800', lastUpdate: 0 })
      await queue.makeDue(chat, 'urgent')
      const shard = queue.shardOf(chat)
      const [, , leased = '', fences = '', failures = '', retries = '', parked = ''] = queue.keysOf(shard)
      if (state === 'it is leased') {
        await redis.zadd(leased, 1, chat)
        for (const hash of [fences, failures, retries]) await redis.hset(hash, chat, '1')
      }
      if (state === 'it is parked') {
        await redis.zadd(parked, 1, chat)
        await redis.hset(`${parked}:reasons`, chat, '3 it threw')
      }
      expect(await namedIn(redis, chat)).not.toEqual([])
      await chats.presence.forget(chat)
      expect(await namedIn(redis, chat)).toEqual([])
    },
  )

  it('is not brought back by a card that was on its way when the chat was deleted or ended its posts', async () => {
    const price = { price: '800', lastUpdate: 0 }
    for (const chat of ['1', '2', '3']) await chats.cards.begin(chat, price)
    await chats.presence.forget('1')
    await chats.cards.stop('2')
    for (const chat of ['1', '2', '3']) await chats.cards.note(chat, { price: '801', lastUpdate: 1 })
    expect(await redis.exists(keysOfShard(queue.shardOf('1')).chat('1'))).toBe(0)
    expect(await chats.read('2')).not.toHaveProperty('posted')
    expect((await chats.read('3')).posted).toEqual({ price: '801', lastUpdate: 1 })
    expect(await chats.cards.chats()).toEqual(['3'])
  })

  it.each(['forget', 'stop', 'retire'] as const)(
    'is not waited for by a broadcast that it was not sent: %s',
    async (leave) => {
      const broadcasts = createBroadcasts(redis)
      await broadcasts.begin({ id: 'a', html: 'hola', chat: '9', message: 1 })
      for (const chat of ['1', '2', '3']) {
        await chats.settings.setLanguage(chat, 'es')
        await chats.broadcasts.enlist(chat, 'a')
      }
      await chats.broadcasts.claim('1', 'a')
      for (const chat of ['1', '2']) await chats.presence[leave](chat)
      expect(await broadcasts.progress('a')).toMatchObject({ found: 2 })
      await chats.presence.forget('2')
      await chats.presence.migrate('3', '-1003')
      expect(await broadcasts.progress('a')).toMatchObject({ found: 2 })
      expect(await chats.broadcasts.claim('-1003', 'a')).toBe(true)
    },
  )

  it('does not change when a request is repeated', async () => {
    await chats.follows.add('1', USD, told)
    expect(await chats.follows.add('1', USD, { price: '900', at: 2_000 })).toBe('already')
    expect((await chats.read('1')).told).toEqual([
      { monitor: USD, ref: monitorRef(USD), told: { ...told, sequence: 0 } },
    ])
    expect([await chats.follows.remove('1', USD), await chats.follows.remove('1', USD)]).toEqual([
      true,
      false,
    ])
    expect(await chats.wanted.monitors()).toEqual([])
  })

  it('lists the most followed monitors first, and by name those with equally many', async () => {
    const monitor = (key: string) => ({ ...USD, key })
    for (const [key, followers] of Object.entries({ b: ['1'], a: ['2'], z: ['1', '3'], y: ['1', '2', '3'] }))
      for (const chat of followers) await chats.follows.add(chat, monitor(key), told)
    for (const read of [chats.wanted.monitors, chats.wanted.knownMonitors])
      expect((await read()).map(({ key }) => key)).toEqual(['y', 'z', 'a', 'b'])
  })

  it('has room for 50 follows, and again after one is left', async () => {
    const monitor = (number: number) => ({ ...USD, key: `m${number}` })
    for (let number = 0; number < FOLLOWS_PER_CHAT_MAX; number++)
      await chats.follows.add('1', monitor(number), told)
    expect(await chats.follows.add('1', USD, told)).toBe('full')
    await chats.follows.remove('1', monitor(0))
    expect(await chats.follows.add('1', USD, told)).toBe('followed')
  })

  it('says a pause until a time, which ends where no quiet hours are wanted, and not where others are', async () => {
    await chats.settings.setMuted('1', 5_000)
    await chats.settings.setQuietHours('1', { from: '22:00', to: '07:00' })
    expect(await chats.read('1')).toMatchObject({ mutedUntil: 5_000, quiet: { from: '22:00' } })
    await chats.settings.setQuietHours('1', undefined)
    expect(await chats.read('1')).not.toMatchObject({ mutedUntil: expect.anything() })
  })

  it('is kept for 90 days after the chat left, which is sent nothing until it is back', async () => {
    await chats.follows.add('1', USD, told)
    await chats.presence.retire('1')
    const keys = keysOfShard(queue.shardOf('1'))
    expect(await chats.wanted.monitors()).toEqual([])
    expect(await redis.ttl(keys.chat('1'))).toBe(90 * 24 * 3600)
    await chats.presence.revive('1')
    await chats.presence.revive('1')
    expect(await chats.wanted.monitors()).toEqual([USD])
    expect(await redis.ttl(keys.chat('1'))).toBe(-1)
    expect(await redis.hget(keys.followed, monitorRef(USD))).toBe('1')
  })

  it('says since when the chat cannot be reached, from the first refusal on, and not of one that was stopped', async () => {
    const before = Math.floor(Date.now() / 1_000) * 1_000
    await chats.follows.add('1', USD, told)
    await chats.presence.retire('1')
    const { leftAt = 0 } = await chats.read('1')
    expect(leftAt).toBeGreaterThanOrEqual(before)
    expect(leftAt).toBeLessThanOrEqual(Date.now())
    await redis.hset(keysOfShard(queue.shardOf('1')).chat('1'), 'gone', '1763900000')
    await chats.presence.retire('1')
    expect(await chats.read('1')).toMatchObject({ leftAt: 1_763_900_000_000, absence: 'unreachable' })
    await chats.presence.revive('1')
    await chats.presence.stop('1')
    expect(await chats.read('1')).not.toHaveProperty('leftAt')
  })

  it('stays stopped when the bot may write there again', async () => {
    await chats.follows.add('1', USD, told)
    await chats.presence.retire('1')
    await chats.presence.rejoin('1', [])
    expect(await chats.wanted.monitors()).toEqual([USD])
    await chats.presence.stop('1')
    await chats.presence.retire('1') // the bot is blocked as well
    await chats.presence.rejoin('1', [])
    expect(await chats.wanted.monitors()).toEqual([])
    expect((await chats.read('1')).isGone).toBe(true)
    await chats.presence.revive('1')
    expect(await chats.wanted.monitors()).toEqual([USD])
  })
})

it('the audit counts a chat once although a scan returns it twice', async () => {
  await chats.follows.add('1', USD, { price: '100', at: 1_000 })
  const { chat, prices } = keysOfShard(queue.shardOf('1'))
  await redis.hset(prices, monitorRef(USD), '1 2000 101 {}')
  await queue.makeDue('1')
  const twice = [[chat('1')], [chat('1'), chat('1')]]
  Object.assign(redis, { scanStream: () => Readable.from(twice) })
  expect(await audit(redis, queue)).toMatchObject({ waiting: 1 })
  Reflect.deleteProperty(redis, 'scanStream')
})
