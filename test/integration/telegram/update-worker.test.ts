import type { Update } from 'grammy/types'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { onThisMachine } from '../../support/machine.ts'
import { useRedis } from '../../support/redis.ts'
import { until } from '../../support/until.ts'
import { messageIn, startUpdateProcess, type UpdateProcess } from '../../support/update-processes.ts'

const server = await useRedis()
const [ONE, TWO] = [messageIn(10, 1), messageIn(10, 2)]
const TAKEN_OVER_MS_MAX = 4_000
let names = 0
let name = ''

/** Hangs until the test is over. */
const never = (): Promise<never> => hanging.promise
let hanging = Promise.withResolvers<never>()

beforeEach(() => {
  name = `inbox:${names++}`
  hanging = Promise.withResolvers<never>()
  hanging.promise.catch(() => undefined)
})

async function start(handle: UpdateProcess['handle'], more: Partial<UpdateProcess> = {}) {
  const started = await startUpdateProcess({ name, connect: server.connect, handle, ...more })
  onTestFinished(started.stop)
  onTestFinished(async () => hanging.reject(new Error('the test is over')))
  /** Stores updates as webhooks do, once more where a busy machine cannot do so in 200 ms. */
  const append = (...updates: readonly Update[]): Promise<void> => until(() => started.stream.append(updates))
  return { ...started, append }
}

/** A process that notes the numbers of the updates that it handles, each after what `hold` waits for. */
async function startNoting(
  more: Partial<UpdateProcess> = {},
  hold: (update_id: number) => Promise<void> | undefined = () => undefined,
) {
  const done: number[] = []
  const handle: UpdateProcess['handle'] = async ({ update_id }) => {
    await hold(update_id)
    done.push(update_id)
  }
  return { ...(await start(handle, more)), done }
}

/** A process that is killed with so many updates in hand, each of a chat of its own. */
async function dieWith(chats: number): Promise<void> {
  const begun: number[] = []
  const { append, die } = await start(async ({ update_id }) => {
    begun.push(update_id)
    await never()
  })
  await append(...Array.from({ length: chats }, (_, chat) => messageIn(chat, chat)))
  await expect.poll(() => begun.length).toBe(chats)
  die()
}

type Process = Awaited<ReturnType<typeof start>>

/** How often each update that was taken and is not done was given to a process. */
async function deliveriesIn({ redis }: Process): Promise<number[]> {
  const pending = await redis.xpending(`{${name}}:updates`, 'bot', '-', '+', 100)
  return pending.map((entry) => Number(Array.isArray(entry) ? entry[3] : Number.NaN))
}

const lengthIn = ({ redis }: Process): Promise<number> => redis.xlen(`{${name}}:updates`)

describe('updates that webhooks store', () => {
  it('are handled in the order of their chat, and a slow chat holds up no other', async () => {
    const slow = Promise.withResolvers<void>()
    const process = await startNoting({}, (id) => (id === 1 ? slow.promise : undefined))
    const { append, done } = process
    await append(ONE, TWO, messageIn(20, 3), messageIn(20, 4))
    await append(messageIn(10, 5))
    await expect.poll(() => done).toEqual([3, 4])
    slow.resolve()
    await expect.poll(() => done).toEqual([3, 4, 1, 2, 5])
    await expect.poll(() => lengthIn(process)).toBe(0)
  })

  it('are handled once although they come again, also after a restart', async () => {
    const one = await startNoting()
    for (let i = 0; i < 10; i++) await one.append(messageIn(10, 70_000), messageIn(10, 70_001))
    await expect.poll(() => one.done).toEqual([70_000, 70_001])
    await one.stop()
    const next = await startNoting()
    await next.append(messageIn(10, 70_000), messageIn(10, 70_002))
    await expect.poll(() => next.done).toEqual([70_002])
  })

  it('are refused beyond 10,000, and taken later', async () => {
    const full = await start(never, { polls: true })
    for (let first = 0; first < 10_000; first += 500)
      await full.append(...Array.from({ length: 500 }, (_, i) => messageIn(first + i, first + i)))
    await expect(full.stream.append([messageIn(1, 10_000)])).rejects.toThrow('too many updates wait')
    await full.redis.xtrim(`{${name}}:updates`, 'MAXLEN', 10)
    await full.append(messageIn(1, 10_000))
    expect(await lengthIn(full)).toBe(11)
  })

  it('of one chat are dropped and counted beyond 200, and there is room again later', async () => {
    const gate = Promise.withResolvers<void>()
    const { append, metrics, done } = await startNoting({}, () => gate.promise)
    await append(...Array.from({ length: 250 }, (_, number) => messageIn(10, number)))
    await expect.poll(() => metrics.text()).toContain('telegram_updates_dropped_total 50')
    gate.resolve()
    await expect.poll(() => done.length).toBe(200)
    await append(messageIn(10, 250))
    await expect.poll(() => done.at(-1)).toBe(250)
  })

  it('are handled by one of two processes, and by the other at most 4 s after a kill', async () => {
    const dead = await start(never, { holder: 'a' })
    await dead.takenOver
    const other = await startNoting({ holder: 'b' })
    await other.append(ONE, TWO, messageIn(20, 3))
    await expect.poll(() => deliveriesIn(other)).toEqual([1, 1, 1])
    dead.die()
    const diedAt = performance.now()
    await expect.poll(() => other.done.toSorted()).toEqual([1, 2, 3])
    expect(performance.now() - diedAt).toBeLessThan(await onThisMachine(TAKEN_OVER_MS_MAX))
    expect(other.done.filter((number) => number !== 3)).toEqual([1, 2])
  })

  it('are left to the process that leads now by one that was frozen', async () => {
    const gate = Promise.withResolvers<void>()
    const frozen = await startNoting({ holder: 'a' }, () => gate.promise)
    await frozen.takenOver
    await frozen.append(ONE, TWO)
    await expect.poll(() => deliveriesIn(frozen)).toEqual([1, 1])
    await frozen.redis.set(`{polling}:${name}`, 'b')
    await expect.poll(() => frozen.isLeader()).toBe(false)
    gate.resolve()
    await expect.poll(() => lengthIn(frozen)).toBe(1)
    expect(frozen.done).toEqual([1])
  })

  it('are found although the stream and its group were deleted meanwhile', async () => {
    const process = await startNoting()
    await process.takenOver
    await process.redis.del(`{${name}}:updates`)
    await process.append(ONE)
    await expect.poll(() => process.done).toEqual([1])
  })
})

describe('updates in hand at a death', () => {
  it('are handled all at once, and one that hangs holds up no other', async () => {
    await dieWith(128)
    const { done } = await startNoting({}, (id) => (id === 7 ? never() : undefined))
    await expect.poll(() => done.length).toBe(127)
  })

  it('and at a second one are skipped and counted, and the next ones are handled', async () => {
    for (let death = 0; death < 2; death++) await dieWith(4)
    const { append, done, metrics } = await startNoting()
    await append(messageIn(1, 100))
    await expect.poll(() => done).toEqual([100])
    expect(await metrics.text()).toContain('telegram_updates_dropped_total 4')
  })

  it('that were given back at a stop count no death', async () => {
    await dieWith(2)
    const rejected: ((error: Error) => void)[] = []
    const stopped = await start(() => new Promise((_, reject) => rejected.push(reject)))
    await expect.poll(() => rejected.length).toBe(2)
    expect(await deliveriesIn(stopped)).toEqual([2, 2])
    const ended = stopped.stop()
    for (const reject of rejected) reject(new Error('stopping'))
    await ended
    expect(await deliveriesIn(stopped)).toEqual([0, 0])
  })
})

it('a stop waits for updates in hand, which do not come again, and leaves the others', async () => {
  const gate = Promise.withResolvers<void>()
  const begun: number[] = []
  const stopped = await start(async ({ update_id }) => {
    begun.push(update_id)
    await gate.promise
  })
  await stopped.append(ONE, TWO)
  await expect.poll(() => begun).toEqual([1])
  const ended = stopped.stop()
  gate.resolve()
  await ended
  const next = await startNoting()
  await expect.poll(() => next.done).toEqual([2])
  expect(begun).toEqual([1])
})

describe('polled updates', () => {
  /** A process that polls and has polled before. */
  async function startPolling(hold?: (update_id: number) => Promise<void> | undefined) {
    const started = await startNoting({ polls: true }, hold)
    await started.takenOver
    await started.worker.take([])
    return started
  }

  it('that are done soon are not stored, and not handled again after a kill', async () => {
    const process = await startPolling()
    const updates = [1, 2, 3].map((number) => messageIn(number, number))
    expect(await process.worker.take(updates)).toBe(3)
    const seen = () => process.redis.getbit(`{${name}}:updates:seen:0`, 3)
    await expect.poll(seen).toBe(1)
    expect(await lengthIn(process)).toBe(0)
    process.die()
    const next = await startNoting({ polls: true })
    await next.takenOver
    expect(await next.worker.take([...updates, messageIn(4, 4)])).toBe(4)
    await expect.poll(() => next.done).toEqual([4])
  })

  it('that take long are stored, so that Telegram can forget them, and removed when they are done', async () => {
    const slow = Promise.withResolvers<void>()
    const process = await startPolling((id) => (id === 1 ? slow.promise : undefined))
    const { done } = process
    expect(await process.worker.take([ONE, TWO, messageIn(20, 3)])).toBe(3)
    expect([done, await lengthIn(process)]).toEqual([[3], 2])
    expect(await process.worker.take([messageIn(20, 4)])).toBe(1)
    slow.resolve()
    await expect.poll(() => done).toEqual([3, 4, 1, 2])
    await expect.poll(() => lengthIn(process)).toBe(0)
  })

  it('are stored before they are handled where a process before may have had them in hand', async () => {
    const stored: number[] = []
    const first = await start(async () => void stored.push(await lengthIn(first)), { polls: true })
    await first.takenOver
    await first.worker.take([ONE])
    await expect.poll(() => stored).toEqual([1])
  })

  it('are handled from memory once without Redis, and webhooks are refused', async () => {
    const process = await startPolling()
    const other = await startPolling()
    process.die()
    other.die()
    await expect(process.stream.append([ONE])).rejects.toThrow()
    expect(await other.worker.take([messageIn(10, 2), messageIn(10, 3)])).toBe(2)
    expect(await other.worker.take([messageIn(10, 3)])).toBe(1)
    expect(other.done).toEqual([2, 3])
  })

  it('that take long are waited for without Redis, as Telegram alone keeps them', async () => {
    const slow = Promise.withResolvers<void>()
    const process = await startPolling(() => slow.promise)
    process.die()
    const append = vi.spyOn(process.stream, 'append')
    let isTaken = false
    const taken = process.worker.take([ONE]).finally(() => {
      isTaken = true
    })
    await expect.poll(() => append.mock.calls.length).toBeGreaterThan(2)
    expect(isTaken).toBe(false)
    slow.resolve()
    expect(await taken).toBe(1)
  })

  it('that are not done at a stop stay with Telegram, and none before them is handled again', async () => {
    const stopping = () => new Promise<void>((_, reject) => void setImmediate(reject, new Error('stopping')))
    const process = await startPolling((id) => (id === 2 ? stopping() : undefined))
    const taken = process.worker.take([1, 2, 3].map((number) => messageIn(10, number)))
    const ended = process.stop()
    expect(await taken).toBeLessThan(3)
    await ended
    const next = await startNoting({ polls: true })
    await next.takenOver
    await next.worker.take([1, 2, 3].map((number) => messageIn(10, number)))
    await expect.poll(() => next.done.at(-1)).toBe(3)
  })
})
