import type { Api } from 'grammy'
import { expect, test } from 'vitest'
import { createBroadcasts } from '../../../src/chats/broadcast.ts'
import { createChats } from '../../../src/chats/chats.ts'
import { TAGS } from '../../../src/chats/keys.ts'
import { createOperator } from '../../../src/features/operator/command.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { silent, useRedis } from '../../support/redis.ts'

const server = await useRedis()
const OPERATOR = '1'

/** What serves operators in one of several processes, under a lease that the test answers for. */
async function arrange(hold: () => Promise<boolean>) {
  const redis = await server.connect()
  await redis.flushall()
  const queue = createDueQueue({ redis, name: 'due', tags: TAGS, holder: 'a' })
  const edits: string[] = []
  const editMessageText = async (_chat: unknown, _message: unknown, html: string) => void edits.push(html)
  const operator = createOperator({
    redis,
    queue,
    chatIds: [OPERATOR],
    chats: createChats({ redis, queue }),
    lease: { hold, release: async () => {} },
    checks: {},
    replacedWebhook: async () => undefined,
    pastProgress: () => undefined,
    readDoubts: async () => [],
    version: '',
    ratePerSecond: 28,
    api: { editMessageText } as unknown as Api,
    prices: { all: () => [] },
    defaultLanguage: 'es',
    clock: Date.now,
    log: silent,
  })
  return { operator, broadcasts: createBroadcasts(redis), edits }
}

test('a process that was frozen checks that it still leads before it shows the progress of a broadcast', async () => {
  const answer = Promise.withResolvers<boolean>()
  let asked = 0
  const { operator, broadcasts, edits } = await arrange(async () => {
    asked += 1
    return asked === 1 || answer.promise // it led; what came of that meanwhile it hears late
  })
  await operator.start()
  await broadcasts.begin({ id: Date.now().toString(36), html: 'hola', chat: OPERATOR, message: 1 })
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(2)
  answer.resolve(false)
  await operator.stop()
  expect(edits).toEqual([])
})
