import type { Update } from 'grammy/types'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Redis } from '../../../src/redis/connection.ts'
import { createLeader, type Leader } from '../../../src/redis/leader.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createUpdateStream, type UpdateStream } from '../../../src/telegram/update-stream.ts'
import { createSequencer, createUpdateWorker } from '../../../src/telegram/update-worker.ts'
import { silent } from '../../support/redis.ts'
import { messageIn } from '../../support/update-processes.ts'

it('where Redis hangs an update is refused soon, or handled without it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const redis = {
    defineCommand(name: string) {
      Reflect.set(this, name, () => new Promise(() => {}))
    },
    xgroup: () => new Promise(() => {}),
  } as unknown as Redis
  const handled: number[] = []
  const stopping = new AbortController().signal
  const stream = createUpdateStream({ redis, waiting: redis, name: 'inbox:1' })
  const { take } = createUpdateWorker({
    stream,
    leader: createLeader({ lease: undefined, everyMs: 500, stopping }),
    handle: async ({ update_id }) => void handled.push(update_id),
    stopping,
    log: silent,
    metrics: createMetrics(),
  })
  const refused = expect(stream.append([messageIn(5, 1)])).rejects.toThrow('Redis is silent')
  await vi.advanceTimersByTimeAsync(201)
  await refused
  const taken = take([messageIn(5, 1)])
  await vi.advanceTimersByTimeAsync(201)
  expect([await taken, handled]).toEqual([1, [1]])
})

it('an update that was left while another process led for a moment is found again', async () => {
  const gate = Promise.withResolvers<void>()
  const reads = [[1, 2], []].map((numbers) => numbers.map((number) => messageIn(10, number)))
  const second = Promise.withResolvers<void>()
  const undone = new Map<string, Update>()
  const stored = (updates: readonly Update[]) =>
    updates.map((update) => ({ id: String(update.update_id), update, deaths: 0 }))
  const stream = {
    createGroup: async () => {},
    read: async () => {
      const next = reads.shift()
      if (next?.length === 0) await second.promise
      for (const update of next ?? []) undone.set(String(update.update_id), update)
      await new Promise(setImmediate)
      return stored(next ?? [])
    },
    takeOver: async (isInHand: (id: string) => boolean) =>
      stored([...undone.values()].filter(({ update_id }) => !isInHand(String(update_id)))),
    remove: async (id: string) => void undone.delete(id),
  } as unknown as UpdateStream
  let leads = true
  const begun: number[] = []
  const { readStream } = createUpdateWorker({
    stream,
    leader: { isLeader: () => leads, isUnsure: () => false } as unknown as Leader,
    handle: async ({ update_id }) => {
      begun.push(update_id)
      await gate.promise
    },
    stopping: new AbortController().signal,
    log: silent,
    metrics: createMetrics(),
  })
  const reading = readStream()
  await expect.poll(() => [begun, reads.length]).toEqual([[1], 0])
  leads = false
  gate.resolve()
  await expect.poll(() => [...undone.keys()]).toEqual(['2'])
  await new Promise(setImmediate)
  leads = true
  second.resolve()
  await expect.poll(() => begun).toEqual([1, 2])
  leads = false
  await reading
})

type Options = Parameters<typeof createSequencer>[0]
const create = (handle: Options['handle'], alsoChanges?: Options['alsoChanges']) => {
  const stopping = new AbortController().signal
  return createSequencer({ handle, alsoChanges, mayBegin: async () => true, stopping, log: silent })
}

it('the sequencer skips an update that cannot be handled, and goes on with the next of the chat', async () => {
  const handled: number[] = []
  const { run } = create(async ({ update_id }) => {
    handled.push(update_id)
    if (update_id === 10) throw new Error('broken')
  })
  expect(await Promise.all([run(messageIn(1, 10)), run(messageIn(1, 11))])).toEqual(['done', 'done'])
  expect(handled).toEqual([10, 11])
})

it('the sequencer handles a change of another chat after the earlier updates of both chats, and before the later ones', async () => {
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const { run } = create(
    ({ update_id }) => {
      begun.push(update_id)
      return gates[update_id]?.promise ?? Promise.resolve()
    },
    ({ update_id }) => (update_id === 2 ? -100 : undefined),
  )
  const done = [-100, 1, 1, -100, 1].map((chat, number) => run(messageIn(chat, number)))
  for (const [number, expected] of [
    [0, 1],
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3, 4],
  ].entries()) {
    await new Promise(setImmediate)
    expect(begun).toEqual(expected)
    gates[number]?.resolve()
  }
  gates[4]?.resolve()
  await Promise.all(done)
})

it('the sequencer has room for 128 chats, for more updates of these, and again when one of them ends', async () => {
  const gate = Promise.withResolvers<void>()
  const { run, room } = create(({ update_id }) => (update_id === 0 ? gate.promise : new Promise(() => {})))
  for (let chat = 0; chat < 128; chat++) {
    await room(messageIn(chat, chat))
    void run(messageIn(chat, chat))
  }
  await room(messageIn(5, 1_000))
  let hasRoom = false
  const waited = room(messageIn(500, 500)).then(() => {
    hasRoom = true
  })
  await room(messageIn(6, 1_001))
  expect(hasRoom).toBe(false)
  gate.resolve()
  await waited
})
