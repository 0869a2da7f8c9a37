import type { Update } from 'grammy/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDueQueue, type Reservation } from '../../../src/queue/due-queue.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { createUpdateStore } from '../../../src/telegram/update-store.ts'
import { useRedis } from '../../support/redis.ts'

const LEASE_MS = 60_000
const server = useRedis()
let redis: Redis

beforeEach(async () => {
  redis = await server.connect()
  await redis.flushall()
})

const update = (number: number): Update =>
  ({ update_id: number, message: { chat: { id: 10 } } }) as unknown as Update

/** A store whose first process lost its chat to a second one: both reservations. */
async function loseChat() {
  const queue = createDueQueue({ redis, name: 'inbox', tags: ['0'], holder: 'dead' })
  const store = createUpdateStore({ redis, queue, leaseMs: LEASE_MS })
  const { inHand } = await store.keep([update(1), update(2)], 10)
  await queue.endLeases({ reason: 'died' })
  const { reservations } = await queue.reserve(0, 10, LEASE_MS)
  const [lost, held] = [inHand[0]?.reservation, reservations[0]]
  if (!lost || !held) throw new Error('the chat was not taken twice')
  const leaseEnd = async (): Promise<number> => Number(await redis.zscore(queue.keysOf(0)[2] ?? '', '10'))
  return { store, lost, held, leaseEnd }
}

it('an end that is repeated, as its answer was lost, removes no second update', async () => {
  const queue = createDueQueue({ redis, name: 'inbox', tags: ['0'] })
  const store = createUpdateStore({ redis, queue, leaseMs: LEASE_MS })
  const { inHand } = await store.keep([update(1), update(11), update(12)], 10)
  const reservation = inHand[0]?.reservation
  if (!reservation) throw new Error('the chat was not taken')
  const next = (done: Update) => store.next(reservation, done)
  for (const _ of ['first', 'repeated']) expect(await next(update(1))).toEqual(update(11))
  // Both in one turn, as after a Redis that hung.
  expect(await Promise.all([next(update(11)), next(update(11))])).toEqual([update(12), update(12)])
  expect(await next(update(12))).toBeUndefined()
})

describe('a process that lost a chat', () => {
  let found: Awaited<ReturnType<typeof loseChat>>
  beforeEach(async () => {
    found = await loseChat()
  })
  const next = (reservation: Reservation, done?: Update) => found.store.next(reservation, done)

  it('gets none of its updates, and removes none', async () => {
    expect(await next(found.lost)).toBeUndefined()
    expect(await next(found.lost, update(1))).toBeUndefined()
    expect(await next(found.held)).toEqual(update(1))
    expect(await next(found.held, update(1))).toEqual(update(2))
  })

  it('renews no lease of it', async () => {
    await redis.zadd('inbox:{0}:leased', 1_000, '10')
    await found.store.renew([found.lost])
    expect(await found.leaseEnd()).toBe(1_000)
    await found.store.renew([found.held])
    expect(await found.leaseEnd()).toBeGreaterThan(1_000)
  })
})
