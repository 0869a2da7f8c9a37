import type { Update } from 'grammy/types'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox, TOKEN } from '../../../sandbox/test/support/harness.ts'
import type { Failure } from '../../../src/runtime/log.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createTelegram } from '../../../src/telegram/api.ts'
import { createUpdateStream } from '../../../src/telegram/update-stream.ts'
import { createUpdates } from '../../../src/telegram/updates.ts'
import { onThisMachine } from '../../support/machine.ts'
import { silent, useEmptyRedis } from '../../support/redis.ts'

const { redis, connect } = await useEmptyRedis()

interface Arranged {
  readonly root: string
  readonly handle: (text: string, update: Update) => Promise<void>
  readonly prepare?: () => Promise<void>
  readonly token?: string
}

async function startPolling({ root, handle, prepare = async () => {}, token = TOKEN }: Arranged) {
  const { api, close } = createTelegram({ token, apiRoot: root })
  const refused: Failure[] = []
  const stopping = new AbortController()
  const metrics = createMetrics()
  const waiting = await connect(true)
  const updates = createUpdates({
    api,
    apiRoot: root,
    kinds: ['message'],
    prepare,
    handle: (update) => handle(update.message?.text ?? '', update),
    stream: createUpdateStream({ redis, waiting, name: 'inbox:1' }),
    onRefused: (failure) => refused.push(failure),
    stopping: stopping.signal,
    log: silent,
    metrics,
  })
  await updates.start()
  const stop = async (): Promise<void> => {
    stopping.abort()
    await updates.stop()
  }
  onTestFinished(async () => {
    await stop()
    await close()
  })
  return { stop, stopping: stopping.signal, refused, updates, metrics }
}

test('updates come in order, one at a time, and do not come again after a stop', async () => {
  const { root, say } = await startSandbox()
  for (const text of ['1', '2', '3']) await say(text)
  const seen: string[] = []
  const { stop } = await startPolling({ root, handle: async (text) => void seen.push(text) })
  await expect.poll(() => seen).toEqual(['1', '2', '3'])
  await stop()

  await startPolling({ root, handle: async (text) => void seen.push(text) })
  await say('4')
  await expect.poll(() => seen).toEqual(['1', '2', '3', '4'])
})

test('a stop ends a waiting poll at once', async () => {
  const { root } = await startSandbox()
  let polls = 0
  const { stop } = await startPolling({ root, handle: async () => {}, prepare: async () => void polls++ })
  await expect.poll(() => polls).toBe(1)
  const startedAt = performance.now()
  await stop()
  expect(performance.now() - startedAt).toBeLessThan(await onThisMachine(2_000))
})

test('a preparation that fails is tried again', async () => {
  const { root, say } = await startSandbox()
  let attempts = 0
  const seen: string[] = []
  await startPolling({
    root,
    prepare: async () => {
      if (++attempts === 1) throw new Error('ECONNREFUSED')
    },
    handle: async (text) => void seen.push(text),
  })
  await say('1')
  await expect.poll(() => seen).toEqual(['1'])
  expect(attempts).toBe(2)
})

test('a token that is refused later ends the polling with one clear line', async () => {
  const { root } = await startSandbox()
  const { refused } = await startPolling({ root, handle: async () => {}, token: `1${TOKEN}` })
  await expect
    .poll(() => refused.map(({ message }) => message))
    .toEqual([
      `BOT_TOKEN is refused by Telegram at ${root} (401 Unauthorized): correct it, @BotFather shows it`,
    ])
})

test('a second program with the same token is told of by the check and by a counter, one conflict of a restart is not', async () => {
  const { root } = await startSandbox()
  const { updates, metrics } = await startPolling({ root, handle: async () => {} })
  const conflicts = async (): Promise<number> =>
    Number(/tasa_polling_failures_total\{reason="conflict"\} (\d+)/.exec(await metrics.text())?.[1])
  const other = createTelegram({ token: TOKEN, apiRoot: root })
  onTestFinished(other.close)
  const pollElsewhere = async (): Promise<void> => {
    const before = await conflicts()
    await expect
      .poll(async () => {
        await other.api.getUpdates({ timeout: 0 })
        return conflicts()
      })
      .toBeGreaterThan(before)
  }
  await pollElsewhere()
  expect(updates.check).not.toThrow()
  await pollElsewhere()
  await pollElsewhere()
  expect(updates.check).toThrow('another program polls with this BOT_TOKEN')
})
