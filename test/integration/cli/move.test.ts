import { beforeAll, describe, expect, test } from 'vitest'
import { parseMove, runMove } from '../../../src/cli/move.ts'
import { silent, useRedis } from '../../support/redis.ts'

const [here, there] = [await useRedis(), await useRedis()]
const [redis, other] = [await here.connect(), await there.connect()]
const DAY_MS = 86_400_000
const STRINGS = 1_000

describe('npm run move', () => {
  const printed: string[] = []
  const move = () => runMove([there.url], { redis, log: silent, print: (line) => void printed.push(line) })

  beforeAll(async () => {
    await redis.mset(...Array.from({ length: STRINGS }, (_, i) => [`number:${i}`, String(i)]).flat())
    await redis.zadd('scores', 1.5, 'a', 2.5, 'b')
    await redis.hset('chat', 'language', 'es')
    await redis.set('lease', 'holder', 'PX', DAY_MS)
    await redis.xadd('prices', '5-1', 'usd', '812.5')
    await redis.xgroup('CREATE', 'prices', 'push', '0')
    await redis.xreadgroup('GROUP', 'push', 'one', 'COUNT', 1, 'STREAMS', 'prices', '>')
  })

  test('copies every kind of key, how long each lives, and what a group of a stream has in hand', async () => {
    await move()
    expect(printed).toEqual([
      `Copied ${STRINGS + 4} keys. Set REDIS_URL to the other Redis, then start the program.`,
    ])
    expect(await other.get('number:999')).toBe('999')
    expect(await other.zrange('scores', '0', '-1', 'WITHSCORES')).toEqual(['a', '1.5', 'b', '2.5'])
    expect(await other.hgetall('chat')).toEqual({ language: 'es' })
    expect(await other.pttl('chat')).toBe(-1)
    const leftMs = await other.pttl('lease')
    expect([leftMs > DAY_MS - 60_000, leftMs <= DAY_MS]).toEqual([true, true])
    expect(await other.xpending('prices', 'push')).toEqual([1, '5-1', '5-1', [['one', '1']]])
    expect(await redis.dbsize()).toBe(STRINGS + 4)
  })

  test('refuses a Redis that has something already', async () => {
    await expect(move()).rejects.toThrow('The other Redis is not empty')
  })

  test('refuses a Redis that may lose what it acknowledged', async () => {
    await other.config('SET', 'appendfsync', 'everysec')
    await expect(move()).rejects.toThrow('Redis at REDIS_URL may lose data: set appendfsync always there')
  })

  test('takes the address, or the nodes of a cluster, and says what to type where it was given anything else', () => {
    expect(parseMove(['redis://a:1,redis://b:2'], {})).toEqual(['redis://a:1', 'redis://b:2'])
    for (const args of [[], ['not an address'], ['redis://127.0.0.1:1', 'more']])
      expect(() => parseMove(args, {})).toThrow('Usage: MOVE_TO_REDIS_URL=')
  })

  test('takes the address from the environment, where only its user can read it', () => {
    expect(parseMove([], { MOVE_TO_REDIS_URL: 'redis://:secret@a:1' })).toEqual(['redis://:secret@a:1'])
    expect(() => parseMove(['redis://b:2'], { MOVE_TO_REDIS_URL: 'redis://a:1' })).toThrow('Usage: ')
  })

  test.each(['redis://:secret@a:1', 'redis://a:1,rediss://ana:secret@b:2', 'redis://a:1?password=secret'])(
    'refuses a password in a command line, and says where to give it: %s',
    (text) => {
      expect(() => parseMove([text], {})).toThrow(/^(?!.*secret).*MOVE_TO_REDIS_URL/)
    },
  )
})
