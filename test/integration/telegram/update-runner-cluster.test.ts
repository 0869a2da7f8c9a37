import type { Update } from 'grammy/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../../sandbox/test/support/harness.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { connectRedis } from '../../../src/redis/connection.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createUpdateRunner } from '../../../src/telegram/update-runner.ts'
import { UPDATE_STORE_TAGS } from '../../../src/telegram/update-store.ts'
import { startCluster } from '../../support/cluster.ts'
import { silent } from '../../support/redis.ts'
import { until } from '../../support/until.ts'

const CHATS = 60
const EACH = 5

let cluster: Awaited<ReturnType<typeof startCluster>>
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

async function connect(waits = false) {
  const redis = await connectRedis({ urls: cluster.urls, log: silent, waits })
  atEnd(async () => redis.disconnect())
  return redis
}

async function startProcess(handle: (update: Update) => Promise<void>, holder: string) {
  const redis = await connect()
  const stopping = new AbortController()
  const updateRunner = createUpdateRunner({
    redis,
    subscriber: await connect(true),
    queue: createDueQueue({ redis, name: 'inbox', tags: UPDATE_STORE_TAGS, holder }),
    handle,
    stopping: stopping.signal,
    log: silent,
    metrics: createMetrics(),
  })
  atEnd(async () => {
    stopping.abort()
    await updateRunner.stop()
  })
  return updateRunner
}

const update = (number: number, chat: number): Update =>
  ({ update_id: number, message: { chat: { id: chat } } }) as unknown as Update

test('on a cluster of three masters two processes handle each update once, in the order of its chat', async () => {
  const done = new Map<number, number[]>()
  const handle = async ({ update_id, message }: Update): Promise<void> => {
    const chat = message?.chat.id ?? 0
    done.set(chat, [...(done.get(chat) ?? []), update_id])
  }
  const processes = [await startProcess(handle, 'one'), await startProcess(handle, 'other')]
  for (const { start } of processes) await start()
  const chats = Array.from({ length: CHATS }, (_, index) => index + 1)
  for (let turn = 0; turn < EACH; turn++)
    for (const chat of chats) {
      const one = update(chat * 100 + turn, chat)
      // Telegram repeats what it got no answer to, and another process takes it.
      for (const { keep } of processes) await until(() => keep([one]))
    }
  const wanted = new Map(
    chats.map((chat) => [chat, Array.from({ length: EACH }, (_, turn) => chat * 100 + turn)]),
  )
  await expect.poll(() => done, { timeout: 30_000 }).toEqual(wanted)
  const homes = await Promise.all(chats.map((chat) => cluster.masterOf(`{${chat % 8}}`)))
  expect(new Set(homes).size).toBeGreaterThan(1)
})
