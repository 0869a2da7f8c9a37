import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectRedis, mastersOf, type Redis } from '../../../src/redis/connection.ts'
import { requireDurable } from '../../../src/redis/open.ts'
import { startCluster } from '../../support/cluster.ts'
import { silent } from '../../support/redis.ts'

const KEYS = Array.from({ length: 30 }, (_, index) => `key ${index}`)

describe('a connection to a Redis Cluster', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster.stop())

  async function connect(waits = false): Promise<Redis> {
    const redis = await connectRedis({ urls: cluster.urls, log: silent, waits })
    onTestFinished(() => redis.disconnect())
    return redis
  }
  const readAll = async (redis: Redis): Promise<string[]> =>
    Promise.all(KEYS.map((key) => redis.get(key).then((value) => value ?? 'ok', String)))

  it('is refused where one of the masters may lose data', async () => {
    const redis = await connect()
    await requireDurable(redis)
    const last = mastersOf(redis).at(-1)
    await last?.config('SET', 'appendfsync', 'everysec')
    await expect(requireDurable(redis)).rejects.toThrow(/may lose data: set appendfsync always there/)
    await last?.config('SET', 'appendfsync', 'always')
  })

  it('can be made while one master is away, reads from the others, and from that one when it is back', async () => {
    const [first] = cluster.masters
    await first?.kill()
    const redis = await connect()
    const listener = await connect(true)
    const heard: string[] = []
    listener.on('message', (channel) => heard.push(channel))
    await listener.subscribe('news')
    const answers = await readAll(redis)
    expect(new Set(answers)).toEqual(new Set(['ok', 'Error: Connection is closed.']))
    await first?.start()
    await cluster.whole()
    await expect.poll(async () => new Set(await readAll(redis))).toEqual(new Set(['ok']))
    await Promise.all(mastersOf(redis).map((server) => server.publish('news', '')))
    await expect.poll(() => heard.filter((channel) => channel === 'news').length).toBe(3)
  })

  it('fails at once while all masters are away, and works again when they are back', async () => {
    const [redis, listener] = [await connect(), await connect(true)]
    await listener.subscribe('news')
    await Promise.all(cluster.masters.map(({ kill }) => kill()))
    await readAll(redis)
    await expect
      .poll(async () => new Set(await readAll(redis)))
      .toEqual(new Set(['Error: the cluster is away']))
    await Promise.all(cluster.masters.map(({ start }) => start()))
    await cluster.whole()
    await expect.poll(async () => new Set(await readAll(redis))).toEqual(new Set(['ok']))
    const news = new Promise((done) =>
      listener.on('message', (channel) => channel === 'news' && done(channel)),
    )
    await expect.poll(() => redis.publish('news', '').then(() => 'sent', String)).toBe('sent')
    const again = setInterval(() => void redis.publish('news', '').catch(() => 0), 50)
    await news
    clearInterval(again)
  })
})
