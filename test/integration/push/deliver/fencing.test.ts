import { beforeEach, describe, expect, it } from 'vitest'
import { createOutcomeWriter, NOTHING } from '../../../../src/push/deliver/outcomes.ts'
import type { Reservation } from '../../../../src/queue/due-queue.ts'
import { useChats } from '../../../support/chats.ts'
import { silent } from '../../../support/redis.ts'

const { redis, queue, chats } = await useChats()
const LEASE_MS = 60_000
const CHAT = '1'

describe('the outcome of a send', () => {
  let held: Reservation

  beforeEach(async () => {
    await chats.settings.setLanguage(CHAT, 'en')
    await queue.makeDue(CHAT)
    const [taken] = (await queue.reserve(queue.shardOf(CHAT), 1, LEASE_MS)).reservations
    if (!taken) throw new Error('the chat was not due')
    held = taken
  })

  /** Writes that the chat was told its digest, by a worker with this reservation. */
  async function write(reservation: Reservation): Promise<void> {
    const outcomes = createOutcomeWriter({ redis, queue, log: silent })
    const leaseEndsAt = performance.now() + LEASE_MS
    const account = { ...NOTHING, fields: { digested: '7' } }
    outcomes.write({ reservation, leaseEndsAt, account, restMs: 0 })
    await outcomes.written(reservation.shard)
  }
  const digested = () => redis.hget(`chat:{${queue.shardOf(CHAT)}}:${CHAT}`, 'digested')
  const isLeased = async () => (await redis.zscore(queue.keysOf(held.shard)[2] ?? '', CHAT)) !== null

  it('is recorded by the worker that has the chat', async () => {
    await write(held)
    expect([await digested(), await isLeased()]).toEqual(['7', false])
  })

  it('of a worker that lost the chat changes nothing of it, nor the lease of the one that has it', async () => {
    await write({ ...held, token: 'frozen.1' })
    expect([await digested(), await isLeased()]).toEqual([null, true])
  })
})
