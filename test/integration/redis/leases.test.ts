import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLease } from '../../../src/redis/leader.ts'
import { useRedis } from '../../support/redis.ts'

const LONG_MS = 60_000
const redis = await useRedis()

async function createTwo(ms = LONG_MS) {
  const connection = await redis.connect()
  const key = `{lease}:${randomUUID()}`
  const [a, b] = [createLease(connection, key, 'a', ms), createLease(connection, key, 'b', ms)]
  return { a, b, leftMs: () => connection.pttl(key) }
}

describe('a lease', () => {
  it('is held by one process, which may renew it', async () => {
    const { a, b, leftMs } = await createTwo()
    expect([await a.hold(), await b.hold(), await a.hold()]).toEqual([true, false, true])
    expect(await leftMs()).toBeGreaterThan(LONG_MS / 2)
  })

  it('is released by its holder only', async () => {
    const { a, b } = await createTwo()
    await a.hold()
    await b.release()
    expect(await b.hold()).toBe(false)
    await a.release()
    expect([await b.hold(), await a.hold()]).toEqual([true, false])
  })

  it('ends by itself, as that of a killed process must', async () => {
    const { a, b } = await createTwo(50)
    await a.hold()
    await expect.poll(() => b.hold()).toBe(true)
  })
})
