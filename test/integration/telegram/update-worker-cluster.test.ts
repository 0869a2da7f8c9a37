import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectRedis } from '../../../src/redis/connection.ts'
import { startCluster } from '../../support/cluster.ts'
import { silent } from '../../support/redis.ts'
import { until } from '../../support/until.ts'
import { messageIn, startUpdateProcess } from '../../support/update-processes.ts'

const CHATS = 60
const EACH = 5

let cluster: Awaited<ReturnType<typeof startCluster>>
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

async function connect(waits = false) {
  const redis = await connectRedis({ urls: cluster.urls, log: silent, waits })
  onTestFinished(() => redis.disconnect())
  return redis
}

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
