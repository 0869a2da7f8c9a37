import { beforeEach, describe, expect, it } from 'vitest'
import { createDueQueue, type DueQueue, type Reservation } from '../../../src/queue/due-queue.ts'
import type { Redis } from '../../../src/runtime/redis.ts'
import { useRedis } from '../../support/redis.ts'

const LEASE_MS = 60_000

describe('the due queue', () => {
  const server = useRedis()
  let redis: Redis
  let queue: DueQueue

  beforeEach(async () => {
    redis = await server.connect()
    await redis.flushall()
    queue = createDueQueue({ redis, name: 'test', tags: ['0'] })
  })

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

  it('takes the urgent before the routine, and each by the time it is due', async () => {
    await queue.makeDue('late', 'routine', 2_000)
    await queue.makeDue('early', 'routine', 1_000)
    await queue.makeDue('alert', 'urgent')
    expect(members(await take())).toEqual(['alert', 'early', 'late'])
  })

  it('keeps what is due later, and says in how many ms', async () => {
    await queue.makeDue('ana', 'routine', Date.now() + 5_000)
    const { reservations, nextInMs } = await queue.reserve(0, 10, LEASE_MS)
    expect(reservations).toEqual([])
    expect(nextInMs).toBeGreaterThan(4_000)
    expect(nextInMs).toBeLessThanOrEqual(5_000)
  })

  it('forgets a member that is done', async () => {
    await queue.makeDue('ana')
    await queue.settle(0, [[await takeOne(), { kind: 'done', ms: 0 }]])
    expect(await queue.reserve(0, 10, LEASE_MS)).toEqual({ reservations: [], nextInMs: undefined })
  })

  it('hears of a change that came while the member was in hand', async () => {
    await queue.makeDue('ana')
    const taken = await takeOne()
    await queue.makeDue('ana')
    expect(await take()).toEqual([])
    await queue.settle(0, [[taken, { kind: 'done', ms: 0 }]])
    expect(members(await take())).toEqual(['ana'])
  })

  it('leaves a member due at the later time that was set while it was in hand', async () => {
    await queue.makeDue('ana')
    const taken = await takeOne()
    const at = Date.now() + 5_000
    await queue.makeDue('ana', 'routine', at)
    await queue.settle(0, [[taken, { kind: 'done', ms: 0 }]])
    expect(await redis.zscore(queue.keysOf(0)[1] ?? '', 'ana')).toBe(String(at))
  })

  it('lets a member rest after it was told, and tells it of what came meanwhile after the rest', async () => {
    await queue.makeDue('ana')
    await queue.settle(0, [[await takeOne(), { kind: 'done', ms: 150 }]])
    await queue.makeDue('ana')
    expect(await take()).toEqual([])
    await expect.poll(async () => members(await take())).toEqual(['ana'])
  })

  it('gives the members of a worker that died to another when the lease ends', async () => {
    await queue.makeDue('ana')
    expect((await takeOne(50)).failures).toBe(0)
    await expect
      .poll(async () => (await take()).map(({ member, failures }) => [member, failures]))
      .toEqual([['ana', 1]])
  })

  it('ends the leases of a process that died for one that is alone, and no rest', async () => {
    await queue.makeDue('luis')
    await queue.settle(0, [[await takeOne(), { kind: 'done', ms: LEASE_MS }]])
    await queue.makeDue('luis')
    await queue.makeDue('ana', 'routine', 1)
    const dead = await takeOne()
    await queue.endLeases()
    expect((await take()).map(({ member, failures }) => [member, failures])).toEqual([['ana', 1]])
    await queue.settle(0, [[dead, { kind: 'drop' }]])
    expect(await queue.depth()).toBe(1)
  })

  it('lets a worker whose lease ended change nothing', async () => {
    await queue.makeDue('ana')
    const frozen = await takeOne(50)
    await expect.poll(async () => members(await take())).toEqual(['ana'])
    await queue.settle(0, [[frozen, { kind: 'drop' }]])
    expect(await redis.zscore(queue.keysOf(0)[2] ?? '', 'ana')).not.toBeNull()
  })

  it('parks a member that failed three times, and serves all others', async () => {
    await queue.makeDue('poison')
    await queue.makeDue('ana')
    for (let i = 0; i < 3; i++) {
      for (const taken of await take(10)) {
        await queue.settle(0, [
          [taken, taken.member === 'poison' ? { kind: 'fail', ms: 0 } : { kind: 'done', ms: 0 }],
        ])
      }
    }
    await queue.makeDue('poison')
    expect(await queue.parked()).toEqual(['poison'])
    expect(await queue.depth()).toBe(0)
  })

  it('takes one that failed before alone, so that it takes no other down', async () => {
    await queue.makeDue('poison', 'routine', 1)
    await queue.settle(0, [[await takeOne(), { kind: 'fail', ms: 0 }]])
    for (const [at, member] of ['ana', 'emma', 'luis'].entries())
      await queue.makeDue(member, 'routine', at + 1)
    const batches = [members(await take()), members(await take())].sort((a, b) => a.length - b.length)
    expect(batches).toEqual([['poison'], ['ana', 'emma', 'luis']])
  })

  it('counts a retry and not a wait, and neither comes early even if made due again', async () => {
    for (const [kind, retries] of [
      ['wait', 0],
      ['retry', 1],
    ] as const) {
      await queue.makeDue('ana')
      const putOffAt = performance.now()
      await queue.settle(0, [[await takeOne(), { kind, ms: 100 }]])
      await queue.makeDue('ana')
      await queue.makeDue('ana', 'urgent')
      await expect.poll(async () => (await take()).map((taken) => taken.retries)).toEqual([retries])
      expect(performance.now() - putOffAt).toBeGreaterThanOrEqual(99)
      await redis.flushall()
    }
  })

  it('drops a member with everything about it', async () => {
    await queue.makeDue('ana')
    const taken = await takeOne()
    await queue.makeDue('ana')
    await queue.settle(0, [[taken, { kind: 'drop' }]])
    expect(await queue.depth()).toBe(0)
    expect(await take()).toEqual([])
  })
})
