import { ReplyError } from 'ioredis'
import { expect, it } from 'vitest'
import { failureOfStart, type Redis } from '../../../src/redis/connection.ts'
import { requireDurable, requireVersion } from '../../../src/redis/open.ts'
import { Failure } from '../../../src/runtime/log.ts'

const DURABLE = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' }

const serverOf = (version: string, config: Readonly<Record<string, string>> = DURABLE): Redis =>
  ({
    info: async () => `# Server\r\n${version}\r\nos:Linux\r\n`,
    config: async (_get: string, name: string) => [name, config[name]],
  }) as unknown as Redis

it('a Redis of version 7.0 and later is used, and one that does not name its version; an earlier one is refused', async () => {
  for (const version of ['redis_version:7.0.0', 'redis_version:10.1.2', 'server_name:other'])
    await expect(requireVersion(serverOf(version))).resolves.toBeUndefined()
  await expect(requireVersion(serverOf('redis_version:6.2.14'))).rejects.toThrow('Redis 6.2.14 is too old')
})

it('a Redis that went away while it was asked is not said to forbid anything', async () => {
  const error = new Error('Connection is closed.')
  const redis = { config: () => Promise.reject(error) } as unknown as Redis
  await expect(requireDurable(redis)).rejects.toBe(error)
  expect(failureOfStart(error)).toEqual(
    new Failure('Redis went away during the start (Connection is closed): start this again once Redis runs'),
  )
  const other = new Error('a bug')
  expect(failureOfStart(other)).toBe(other)
})

it('a Redis that keeps what it acknowledges is used', async () => {
  await expect(requireDurable(serverOf('', DURABLE))).resolves.toBeUndefined()
})

it.each([
  [{ ...DURABLE, appendonly: 'no' }, 'set appendonly yes there'],
  [{ ...DURABLE, appendfsync: 'everysec' }, 'set appendfsync always there'],
  [{ ...DURABLE, 'maxmemory-policy': 'allkeys-lru' }, 'set maxmemory-policy noeviction there'],
  [{}, 'set appendonly yes, appendfsync always, maxmemory-policy noeviction there'],
])('a Redis with %j may lose data and is refused', async (config, text) => {
  await expect(requireDurable(serverOf('', config))).rejects.toThrow(text)
})

it('a Redis that does not let us read its configuration is refused', async () => {
  const redis = { config: () => Promise.reject(new ReplyError('NOPERM')) } as unknown as Redis
  await expect(requireDurable(redis)).rejects.toThrow('REDIS_UNSAFE=true')
})
