import { describe, expect, it, onTestFinished, test } from 'vitest'
import { connectRedis, mastersOf, type Redis } from '../../../src/redis/connection.ts'
import { requireDurable } from '../../../src/redis/open.ts'
import { startCluster } from '../../support/cluster.ts'
import { forFile } from '../../support/folder.ts'
import { silent } from '../../support/redis.ts'
import { until } from '../../support/until.ts'
import { messageIn, startUpdateProcess } from '../../support/update-processes.ts'

const KEYS = Array.from({ length: 30 }, (_, index) => `key ${index}`)

const cluster = await forFile(startCluster())

async function connect(waits = false): Promise<Redis> {
  const redis = await connectRedis({ urls: cluster.urls, log: silent, waits })
  onTestFinished(() => redis.disconnect())
  return redis
}

describe('a connection to a Redis Cluster', () => {
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

const CHATS = 60
const EACH = 5

test('on a cluster of three masters each update is handled once, in the order of its chat, also after a death', async () => {
  const chats = Array.from({ length: CHATS }, (_, index) => index + 1)
  const numbersOf = (chat: number): number[] => Array.from({ length: EACH }, (_, turn) => chat * 100 + turn)
  const hanging = Promise.withResolvers<never>()
  const dead = await startUpdateProcess({ name: 'inbox:7', connect, handle: () => hanging.promise })
  onTestFinished(dead.stop)
  onTestFinished(async () => hanging.reject(new Error('the test is over')))
  await until(() => dead.stream.append(chats.map((chat) => messageIn(chat, chat * 100))))
  const pending = async (): Promise<unknown> =>
    (await dead.redis.xpending('{inbox:7}:updates', 'bot', '-', '+', 100)).length
  await expect.poll(pending).toBe(CHATS)
  dead.die()

  const done = new Map<number, number[]>()
  const heir = await startUpdateProcess({
    name: 'inbox:7',
    connect,
    handle: async ({ update_id, message }) => {
      const chat = message?.chat.id ?? 0
      done.set(chat, [...(done.get(chat) ?? []), update_id])
    },
  })
  onTestFinished(heir.stop)
  for (let turn = 0; turn < EACH; turn++)
    for (const chat of chats) {
      // Telegram repeats what it got no answer to.
      for (let again = 0; again < 2; again++)
        await until(() => heir.stream.append([messageIn(chat, chat * 100 + turn)]))
    }
  await expect.poll(() => done).toEqual(new Map(chats.map((chat) => [chat, numbersOf(chat)])))
})
