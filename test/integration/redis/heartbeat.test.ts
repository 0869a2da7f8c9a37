import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/caracas.ts'
import { createHeartbeat, readHeartbeats } from '../../../src/redis/heartbeat.ts'
import type { Role } from '../../../src/runtime/config.ts'
import { useEmptyRedis } from '../../support/redis.ts'

const { redis } = await useEmptyRedis()

test('each role of each process gives a sign of life at its start; one that never ran is named, but for a service elsewhere', async () => {
  const at = Date.now()
  const beat = async (now: number, ...roles: Role[]): Promise<void> => {
    const heartbeat = createHeartbeat({ redis, roles: new Set(roles), clock: () => now })
    await heartbeat.start()
    await heartbeat.stop()
  }
  await beat(at, 'bot', 'sandbox')
  const read = (now: number) => readHeartbeats(redis, () => now)
  expect(await read(at)).toEqual([
    { role: 'bot', at, isSilent: false },
    { role: 'push', at: undefined, isSilent: true },
  ])
  await beat(at + MINUTE_MS, 'service', 'push')
  expect(await read(at + 2 * MINUTE_MS)).toEqual([
    { role: 'service', at: at + MINUTE_MS, isSilent: false },
    { role: 'bot', at, isSilent: true },
    { role: 'push', at: at + MINUTE_MS, isSilent: false },
  ])
  expect((await read(at + 2 * DAY_MS)).map(({ role }) => role)).toEqual(['bot', 'push'])
})
