import { describe, expect, it } from 'vitest'
import { createDueQueue, isUrgent, type Reservation } from '../../../src/queue/due-queue.ts'
import { redisTime } from '../../../src/redis/connection.ts'
import { useEmptyRedis } from '../../support/redis.ts'

const { redis, connect } = await useEmptyRedis()
const LEASE_MS = 60_000
const HOUR_MS = 3_600_000

describe('the due queue', () => {
  const queue = createDueQueue({ redis, name: 'test', tags: ['0'] })

  const take = async (limit = 10, leaseMs = LEASE_MS) => (await queue.reserve(0, limit, leaseMs)).reservations
  const members = (taken: readonly Reservation[]) => taken.map(({ member }) => member)

  async function takeOne(leaseMs = LEASE_MS): Promise<Reservation> {
    const [taken] = await take(1, leaseMs)
    if (!taken) throw new Error('nothing was due')
    return taken
  }

  it('gives a member to one worker, once, however often it was made due', async () => {
    await queue.makeDue('ana')
    await queue.makeDue('ana')
    expect(members(await take())).toEqual(['ana'])
    expect(await take()).toEqual([])
  })

  it('takes urgent members before routine ones, and each lane by time', async () => {
    await queue.makeDue('late', 'routine', 2_000)
    await queue.makeDue('early', 'routine', 1_000)
    await queue.makeDue('alert', 'urgent')
    expect(members(await take())).toEqual(['alert', 'early', 'late'])
  })

  it('takes no more urgent members than it may, and says when each lane is due next', async () => {
    for (const alert of ['one', 'two', 'three']) await queue.makeDue(alert, 'urgent')
    for (const follower of ['ana', 'luis']) await queue.makeDue(follower)
    const { reservations, nextInMs, urgentInMs } = await queue.reserve(0, 2, LEASE_MS, 1)
    expect(reservations.map(isUrgent)).toEqual([true, false])
    expect([nextInMs, urgentInMs]).toEqual([0, 0])
    expect((await queue.reserve(0, 2, LEASE_MS, 0)).reservations.map(isUrgent)).toEqual([false])
    const left = await queue.reserve(0, 0, LEASE_MS)
    expect(left.urgentInMs).toBe(0)
    expect(left.nextInMs).toBeGreaterThan(LEASE_MS / 2) // when a lease ends: no routine member is left
  })

  it('keeps a member due that was made due while it was leased', async () => {
    await queue.makeDue('ana')
    const taken = await takeOne()
    await queue.makeDue('ana')
    expect(await take()).toEqual([])
    await queue.settle(0, [[taken, { kind: 'done', ms: 0 }]])
    expect(members(await take())).toEqual(['ana'])
  })

  it('lets a member rest after it is done, and then returns it if it was made due meanwhile', async () => {
    await queue.makeDue('ana')
    await queue.settle(0, [[await takeOne(), { kind: 'done', ms: 150 }]])
    await queue.makeDue('ana')
    expect(await take()).toEqual([])
    await expect.poll(async () => members(await take())).toEqual(['ana'])
  })

  it('gives the members of a worker that died to another when the lease ends', async () => {
    await queue.makeDue('ana')
    expect((await takeOne(50)).failures).toBe(0)
    await expect.poll(() => take()).toMatchObject([{ member: 'ana', failures: 1 }])
  })

  it('ends the leases of a process that died for one that is alone, and does not end rests', async () => {
    await queue.makeDue('luis')
    await queue.settle(0, [[await takeOne(), { kind: 'done', ms: LEASE_MS }]])
    await queue.makeDue('luis')
    await queue.makeDue('ana', 'routine', 1)
    const dead = await takeOne()
    await queue.endLeases()
    expect((await take()).map(({ member, failures }) => [member, failures])).toEqual([['ana', 1]])
    await queue.settle(0, [[dead, { kind: 'done', ms: 0 }]])
    expect([(await queue.backlog()).waiting, await queue.parked()]).toEqual([1, []])
  })

  it('lets a worker whose lease ended change nothing', async () => {
    await queue.makeDue('ana')
    const frozen = await takeOne(50)
    await expect.poll(async () => members(await take())).toEqual(['ana'])
    await queue.settle(0, [[frozen, { kind: 'done', ms: 0 }]])
    expect(await redis.zscore(queue.keysOf(0)[2] ?? '', 'ana')).not.toBeNull()
  })

  it('parks a member that failed three times, and serves all others', async () => {
    await queue.makeDue('poison')
    await queue.makeDue('ana')
    for (let i = 0; i < 3; i++) {
      for (const taken of await take(10)) {
        const kind = taken.member === 'poison' ? 'fail' : 'done'
        await queue.settle(0, [[taken, { kind, ms: 0 }]])
      }
    }
    await queue.makeDue('poison')
    expect(await queue.parked()).toEqual(['poison'])
    expect((await queue.backlog()).waiting).toBe(0)
  })

  it('reserves a member that failed before alone, so that no other fails with it', async () => {
    await queue.makeDue('poison', 'routine', 1)
    await queue.settle(0, [[await takeOne(), { kind: 'fail', ms: 0 }]])
    for (const [at, member] of ['ana', 'emma', 'luis'].entries())
      await queue.makeDue(member, 'routine', at + 1)
    const batches = [members(await take()), members(await take())].sort((a, b) => a.length - b.length)
    expect(batches).toEqual([['poison'], ['ana', 'emma', 'luis']])
  })

  it.each([
    ['wait', 0],
    ['retry', 1],
  ] as const)(
    'returns what was put off by a %s no earlier though made due again, and counts %i retries',
    async (kind, retries) => {
      await queue.makeDue('ana')
      const putOffAt = performance.now()
      await queue.settle(0, [[await takeOne(), { kind, ms: 100 }]])
      await queue.makeDue('ana')
      await queue.makeDue('ana', 'urgent')
      await expect.poll(async () => (await take()).map((taken) => taken.retries)).toEqual([retries])
      expect(performance.now() - putOffAt).toBeGreaterThanOrEqual(99)
    },
  )

  describe('with an urgent member that is leased', () => {
    const laneOf = async (member: string): Promise<string[]> => {
      const [urgent = '', routine = ''] = queue.keysOf(0)
      const scores = await Promise.all([redis.zscore(urgent, member), redis.zscore(routine, member)])
      return ['urgent', 'routine'].filter((_, lane) => scores[lane] !== null)
    }

    it.each(['wait', 'retry', 'fail'] as const)(
      'keeps its lane at a %s, and the routine theirs',
      async (kind) => {
        await queue.makeDue('alert', 'urgent')
        await queue.makeDue('ana')
        const taken = await take()
        await queue.settle(
          0,
          taken.map((one) => [one, { kind, ms: 60_000 }] as const),
        )
        expect([await laneOf('alert'), await laneOf('ana')]).toEqual([['urgent'], ['routine']])
      },
    )

    it('keeps its lane where its worker died', async () => {
      await queue.makeDue('alert', 'urgent')
      await take()
      await queue.endLeases()
      await queue.reserve(0, 0, LEASE_MS)
      expect(await laneOf('alert')).toEqual(['urgent'])
    })

    it('makes a routine member urgent that became so while leased, and keeps the time of one that is urgent later', async () => {
      await queue.makeDue('ana')
      await queue.makeDue('luis')
      const [first, second] = await take()
      const later = (await redisTime(redis)) + 3_600_000
      await queue.makeDue(first?.member ?? '', 'urgent')
      await queue.makeDue(second?.member ?? '', 'urgent', later)
      for (const one of [first, second]) if (one) await queue.settle(0, [[one, { kind: 'wait', ms: 60_000 }]])
      expect(await laneOf(first?.member ?? '')).toEqual(['urgent'])
      expect(await laneOf(second?.member ?? '')).toEqual(['urgent', 'routine'])
      expect(await redis.zscore(queue.keysOf(0)[0] ?? '', second?.member ?? '')).toBe(String(later))
    })
  })

  describe('with members set aside', () => {
    async function parkByFailing(member: string, why: string): Promise<void> {
      await queue.makeDue(member)
      for (let i = 0; i < 3; i++) await queue.settle(0, [[await takeOne(), { kind: 'fail', ms: 0, why }]])
    }

    /** So many workers die with the one member that is due, after its attempt where that is ended by `end`. */
    async function dieWithIt(deaths: number, end?: (taken: Reservation) => Promise<unknown>): Promise<void> {
      for (let death = 0; death < deaths; death++) {
        const taken = await takeOne()
        if (death > 0) await queue.beginAttempt(taken)
        await end?.(taken)
        await queue.endLeases()
      }
    }

    it('does not park a member that survives its attempts, however often workers died', async () => {
      await queue.makeDue('innocent')
      await dieWithIt(5, queue.endAttempt)
      expect(members(await take())).toEqual(['innocent'])
    })

    it('gives the death of the worker as the reason', async () => {
      await queue.makeDue('killer')
      await dieWithIt(3)
      expect(await take()).toEqual([])
      expect(await queue.listParked()).toMatchObject([
        { member: 'killer', failures: 3, why: 'its worker died' },
      ])
    })

    it('makes a retried one due at once, without its failures, and tells the workers', async () => {
      await parkByFailing('poison', 'no')
      const subscriber = await connect(true)
      const heard: string[] = []
      subscriber.on('message', (channel) => heard.push(channel))
      await subscriber.subscribe(...queue.channels)
      expect(await queue.retry('poison')).toBe(true)
      await expect.poll(() => heard).toEqual(queue.channels)
      expect(await take()).toMatchObject([{ member: 'poison', failures: 0, retries: 0 }])
      expect(await queue.listParked()).toEqual([])
      expect(await redis.exists(`${queue.keysOf(0)[6]}:reasons`)).toBe(0)
    })
  })

  describe('with the clock of Redis set back by an hour', () => {
    /** All moments that the queue keeps lie an hour further ahead then, by that clock. */
    async function setClockBack(): Promise<void> {
      const [urgent = ''] = queue.keysOf(0)
      for (const set of queue.keysOf(0).slice(0, 3))
        for (const member of await redis.zrange(set, '0', '-1')) await redis.zincrby(set, HOUR_MS, member)
      const clock = urgent.replace(/urgent$/, 'clock')
      if ((await redis.exists(clock)) === 1) await redis.incrby(clock, HOUR_MS)
    }

    it('returns what was due before, and what became due meanwhile', async () => {
      await queue.makeDue('ana')
      await queue.makeDue('luis', 'urgent')
      await setClockBack()
      await queue.makeDue('emma')
      expect(members(await take()).toSorted()).toEqual(['ana', 'emma', 'luis'])
    })

    it('ends leases, rests and waits no later than they were to end', async () => {
      for (const member of ['dead', 'resting', 'waiting']) await queue.makeDue(member)
      for (const taken of await take(10, 1_000)) {
        if (taken.member === 'resting') await queue.settle(0, [[taken, { kind: 'done', ms: 1_000 }]])
        if (taken.member === 'waiting') await queue.settle(0, [[taken, { kind: 'wait', ms: 1_000 }]])
      }
      await queue.makeDue('resting')
      await setClockBack()
      const back: string[] = []
      await expect
        .poll(async () => back.push(...members(await take())) && back.toSorted())
        .toEqual(['dead', 'resting', 'waiting'])
    })

    it('keeps a member that was put off for long at the same distance', async () => {
      await queue.makeDue('ana')
      await queue.settle(0, [[await takeOne(), { kind: 'wait', ms: 12 * HOUR_MS }]])
      await setClockBack()
      const { reservations, nextInMs = 0 } = await queue.reserve(0, 10, LEASE_MS)
      expect(reservations).toEqual([])
      expect(nextInMs).toBeGreaterThan(12 * HOUR_MS - 60_000)
      expect(nextInMs).toBeLessThanOrEqual(12 * HOUR_MS)
    })
  })
})
