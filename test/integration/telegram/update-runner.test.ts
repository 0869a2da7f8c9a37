import type { Update } from 'grammy/types'
import { beforeEach, expect, test } from 'vitest'
import { atEnd } from '../../../sandbox/test/support/harness.ts'
import { createDueQueue } from '../../../src/queue/due-queue.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import { createUpdateRunner } from '../../../src/telegram/update-runner.ts'
import { UPDATE_STORE_TAGS } from '../../../src/telegram/update-store.ts'
import { silent, useRedis } from '../../support/redis.ts'

const server = useRedis()
let inboxes = 0

const update = (number: number, chat: number): Update =>
  ({ update_id: number, message: { chat: { id: chat } } }) as unknown as Update

/** One process that takes updates; those of one `name` share their store. */
async function startProcess(
  name: string,
  handle: (update: Update) => Promise<void>,
  holder = `${Math.random()}`,
) {
  const redis = await server.connect()
  const stopping = new AbortController()
  const metrics = createMetrics()
  const updateRunner = createUpdateRunner({
    redis,
    subscriber: await server.connect(true),
    queue: createDueQueue({ redis, name, tags: UPDATE_STORE_TAGS, holder }),
    handle,
    stopping: stopping.signal,
    log: silent,
    metrics,
  })
  const stop = async (): Promise<void> => {
    stopping.abort()
    await updateRunner.stop()
  }
  atEnd(stop)
  atEnd(async () => hanging.end())
  return { updateRunner, stop, redis, metrics }
}

const newName = (): string => `inbox${inboxes++}`
/** Hangs until the test is over. */
const never = (): Promise<never> => hanging.promise
let hanging = hang()
function hang() {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  return { promise, end: (): void => reject(new Error('the test is over')) }
}

beforeEach(() => {
  hanging = hang()
})

test('a slow chat does not hold up the others, and each chat is answered in order', async () => {
  const slow = Promise.withResolvers<void>()
  const done: number[] = []
  const { updateRunner } = await startProcess(newName(), async ({ update_id }) => {
    if (update_id === 1) await slow.promise
    done.push(update_id)
  })
  await updateRunner.start()
  await updateRunner.keep([update(1, 10), update(2, 10), update(3, 20), update(4, 20)])
  await updateRunner.keep([update(5, 10)])
  await expect.poll(() => done).toEqual([3, 4])
  slow.resolve()
  await expect.poll(() => done).toEqual([3, 4, 1, 2, 5])
})

test('an update that comes again is passed over, also by another process', async () => {
  const name = newName()
  const done: number[] = []
  const handle = async ({ update_id }: Update): Promise<void> => void done.push(update_id)
  const one = await startProcess(name, handle)
  const other = await startProcess(name, handle)
  await one.updateRunner.start()
  await other.updateRunner.start()
  for (let i = 0; i < 10; i++) {
    await one.updateRunner.keep([update(70_000, 10)])
    await other.updateRunner.keep([update(70_000, 10), update(70_001, 10)])
  }
  await Promise.all([one.stop(), other.stop()])
  const third = await startProcess(name, handle)
  await third.updateRunner.start()
  await third.updateRunner.keep([update(70_000, 10), update(70_002, 10)])
  await expect.poll(() => done.includes(70_002)).toBe(true)
  expect(done).toEqual([70_000, 70_001, 70_002])
})

test('updates that a process stored and did not handle are handled by another, and no chat by two at once', async () => {
  const name = newName()
  const begun: number[] = []
  const dead = await startProcess(name, async ({ update_id }) => {
    begun.push(update_id)
    await never()
  })
  await dead.updateRunner.keep([update(1, 10), update(2, 10), update(3, 20)]) // never started: it renews nothing
  expect(begun).toEqual([1, 3])
  const done: number[] = []
  const heir = await startProcess(name, async ({ update_id }) => void done.push(update_id))
  await heir.updateRunner.start()
  await heir.updateRunner.keep([update(4, 10)])
  expect(done).toEqual([])
  await expect.poll(() => done.toSorted(), { timeout: 30_000 }).toEqual([1, 2, 3, 4])
  expect(done.filter((number) => number !== 3)).toEqual([1, 2, 4])
})

test('a process that is alone handles at once what the one before it left', async () => {
  const name = newName()
  const dead = await startProcess(name, never, '')
  await dead.updateRunner.keep([update(1, 10), update(2, 10)])
  const done: number[] = []
  const next = await startProcess(name, async ({ update_id }) => void done.push(update_id), '')
  await next.updateRunner.start()
  await expect.poll(() => done).toEqual([1, 2])
})

/** A process that died with the first update of so many chats in hand, as others had before it. */
async function die(name: string, chats: number, deathsBefore = 0): Promise<void> {
  const { updateRunner, redis } = await startProcess(name, never, '') // never started: it takes and renews nothing more
  const updates = Array.from({ length: chats }, (_, chat) => update(chat, chat))
  await updateRunner.keep(updates)
  for (const key of deathsBefore > 0 ? await redis.keys(`${name}:*:fences`) : [])
    for (const chat of await redis.hkeys(key))
      if (chat !== '') await redis.hset(key.replace(/fences$/, 'failures'), chat, deathsBefore + 1)
}

test('updates in hand at a death are handled all at once, and one that hangs holds up no other', async () => {
  const name = newName()
  await die(name, 24)
  const begun: number[] = []
  const next = await startProcess(
    name,
    async ({ update_id }) => {
      begun.push(update_id)
      await never()
    },
    '',
  )
  await next.updateRunner.start()
  await expect.poll(() => begun.length).toBe(24)
})

test('updates in hand at two deaths are removed before they are tried, one after another', async () => {
  const name = newName()
  await die(name, 6, 1)
  const left: number[] = []
  const last = await startProcess(
    name,
    async () => {
      left.push((await last.redis.keys(`${name}:*:updates:*`)).length)
      await never()
    },
    '',
  )
  await last.updateRunner.start()
  await expect.poll(() => left, { timeout: 30_000 }).toEqual([5, 4, 3, 2, 1, 0])
})

test('a chat whose updates were set aside is shown in the metrics, and served again when somebody writes there', async () => {
  const name = newName()
  await die(name, 1, 2)
  const done: number[] = []
  const next = await startProcess(name, async ({ update_id }) => void done.push(update_id), '')
  await next.updateRunner.start()
  await expect.poll(() => next.metrics.text()).toContain('inbox_chats_parked 1')
  expect(await next.redis.smembers('inboxes')).toContain(name)
  await next.updateRunner.keep([update(1, 0)])
  await expect.poll(() => done).toEqual([0, 1])
  expect(await next.metrics.text()).toContain('inbox_chats_parked 0')
})

test('a stop does not count as a failed attempt at an update in hand at a death', async () => {
  const name = newName()
  await die(name, 1)
  const stopped = await startProcess(name, async () => new Promise((_, reject) => rejectors.push(reject)), '')
  const rejectors: ((error: Error) => void)[] = []
  await stopped.updateRunner.start()
  await expect.poll(() => rejectors.length).toBe(1)
  const ended = stopped.stop()
  rejectors[0]?.(new Error('stopping'))
  await ended
  const [key = ''] = await stopped.redis.keys(`${name}:*:failures`)
  expect(await stopped.redis.hgetall(key)).toEqual({ 0: '1' })
})

test('a stop waits for an update that takes 4 s, which does not come again', async () => {
  const name = newName()
  const begun = Promise.withResolvers<void>()
  const done: number[] = []
  const handle = async ({ update_id }: Update): Promise<void> => {
    begun.resolve()
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    done.push(update_id)
  }
  const stopped = await startProcess(name, handle, '')
  await stopped.updateRunner.start()
  await stopped.updateRunner.keep([update(1, 10)])
  await begun.promise
  await stopped.stop()
  expect(done).toEqual([1])
  expect(await stopped.redis.keys(`${name}:*:updates:*`)).toEqual([])
})

test('a stop leaves unhandled updates to another process', async () => {
  const name = newName()
  const stuck = await startProcess(name, async ({ update_id }) => {
    if (update_id === 1) await new Promise((_, reject) => setTimeout(reject, 50, new Error('stopping')))
  })
  await stuck.updateRunner.start()
  await stuck.updateRunner.keep([update(1, 10), update(2, 10)])
  await stuck.stop()
  const done: number[] = []
  const next = await startProcess(name, async ({ update_id }) => void done.push(update_id))
  await next.updateRunner.start()
  await expect.poll(() => done).toEqual([1, 2])
})

test('an update that fails is skipped, and the next of its chat is handled', async () => {
  const done: number[] = []
  const { updateRunner } = await startProcess(newName(), async ({ update_id }) => {
    if (update_id === 1) throw new Error('poison')
    done.push(update_id)
  })
  await updateRunner.start()
  await updateRunner.keep([update(1, 10), update(2, 10)])
  await expect.poll(() => done).toEqual([2])
})

test('without Redis polled updates are answered from memory once, and a webhook is refused', async () => {
  const done: number[] = []
  const { updateRunner, redis } = await startProcess(
    newName(),
    async ({ update_id }) => void done.push(update_id),
  )
  redis.disconnect()
  await expect(updateRunner.keep([update(1, 10)])).rejects.toThrow()
  expect(await updateRunner.take([update(2, 10), update(3, 10)])).toBe(2)
  expect(await updateRunner.take([update(3, 10)])).toBe(1)
  expect(done).toEqual([2, 3])
})

const flood = Array.from({ length: 250 }, (_, number) => update(number, 10))

test('a chat that floods has 200 updates stored, further ones are dropped and counted, and there is room again later', async () => {
  const name = newName()
  const { updateRunner, redis, metrics } = await startProcess(name, never)
  await updateRunner.keep(flood)
  expect(await metrics.text()).toContain('telegram_updates_dropped_total 50')
  const [list = ''] = await redis.keys(`${name}:*:updates:10`)
  expect(await redis.llen(list)).toBe(200)
  await updateRunner.keep(flood.slice(0, 200)) // they came before
  await redis.ltrim(list, 50, -1)
  await updateRunner.keep(flood)
  expect(await redis.llen(list)).toBe(200)
})

test('a polled flood is dropped and counted beyond 200, and holds up no other chat', async () => {
  const name = newName()
  const done: number[] = []
  const { updateRunner, metrics } = await startProcess(name, async ({ update_id }) => {
    if (update_id < flood.length) await never()
    done.push(update_id)
  })
  await updateRunner.start()
  expect(await updateRunner.take([...flood, update(1_000, 20)])).toBe(251)
  await expect.poll(() => done).toEqual([1_000])
  expect(await metrics.text()).toContain('telegram_updates_dropped_total 50')
})

test('once a process that is alone has caught up, polled updates are handled before they are stored, and one that hangs survives its death', async () => {
  const name = newName()
  const stored: number[] = []
  const handle = async ({ update_id }: Update): Promise<void> => {
    stored.push((await one.redis.keys(`${name}:*:updates:*`)).length)
    if (update_id > 1_000) await never()
  }
  const one = await startProcess(name, handle, '')
  await one.updateRunner.start()
  let number = 0
  await expect
    .poll(async () => {
      number += 1
      await one.updateRunner.take([update(number, number)])
      return stored.at(-1)
    })
    .toBe(0)
  expect(stored[0]).toBe(1)
  expect(await one.updateRunner.take([update(1_001, 1_001)])).toBe(1)
  one.redis.disconnect()
  const done: number[] = []
  const next = await startProcess(name, async ({ update_id }) => void done.push(update_id), '')
  await next.updateRunner.start()
  await expect.poll(() => done).toEqual([1_001])
})
