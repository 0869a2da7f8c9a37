import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DueQueue, EndedLeases, Reservation, Reserved } from '../../../src/queue/due-queue.ts'
import { createShardSchedule, createWorker, type WorkerOptions } from '../../../src/queue/worker.ts'
import type { Redis } from '../../../src/redis/connection.ts'
import { silent } from '../../support/redis.ts'

describe('the schedule of shards', () => {
  it('reads all shards first, as nothing is known of them', () => {
    expect(createShardSchedule(3).next(0, 9)).toEqual([0, 1, 2])
  })

  it('reads each shard when its time has come, and the first of them says when', () => {
    const schedule = createShardSchedule(3)
    for (const shard of [0, 1, 2]) schedule.postpone(shard, 100 + shard)
    expect([schedule.next(99, 9), schedule.firstAt()]).toEqual([[], 100])
    expect([schedule.next(101, 9), schedule.next(102, 9)]).toEqual([
      [0, 1],
      [2, 0, 1],
    ])
    schedule.expect(2, 50)
    schedule.expect(2, 70)
    expect([schedule.firstAt(), schedule.next(50, 9)]).toEqual([50, [2]])
  })

  it('goes on where it stopped, so that no shard waits behind another for ever', () => {
    const schedule = createShardSchedule(4)
    expect([schedule.next(0, 3), schedule.next(0, 3), schedule.next(0, 3)]).toEqual([
      [0, 1, 2],
      [3, 0, 1],
      [2, 3, 0],
    ])
  })

  it('reads shards with urgent members before the others, and each once', () => {
    const schedule = createShardSchedule(4)
    schedule.hurry(2, 10)
    schedule.hurry(2, 20)
    schedule.hurry(3, 15)
    expect([schedule.next(10, 2), schedule.firstAt()]).toEqual([[2, 0], 0])
    expect(schedule.next(15, 3)).toEqual([3, 2, 1])
    for (const shard of [0, 1, 2, 3]) schedule.postpone(shard, 100)
    expect(schedule.next(99, 4)).toEqual([])
  })
})

const LEASE_MS = 60_000
const member = (name: string, shard = 0, failures = 0): Reservation => ({
  member: name,
  token: `we.${name}`,
  shard,
  failures,
  retries: 0,
})

/** A worker on a queue whose shards give these members, one list a call; what it did, in order. */
function arrange(shards: Reservation[][][], options: Partial<WorkerOptions<Reserved>> = {}) {
  const done: string[] = []
  const ended: EndedLeases[] = []
  const asked: { readonly shard: number; readonly limit: number; readonly leaseMs: number }[] = []
  const subscriber = Object.assign(new EventEmitter(), { subscribe: async () => 1 })
  const queue = {
    name: 'due',
    holder: 'we',
    shards: shards.length,
    channels: shards.map((_, shard) => `due:{${shard}}`),
    beginAttempt: async (one: Reservation) => void done.push(`begin ${one.member}`),
    endAttempt: async (one: Reservation) => void done.push(`end ${one.member}`),
    endLeases: async (which: EndedLeases) => {
      ended.push(which)
      return 0
    },
  } as unknown as DueQueue
  const worker = createWorker<Reserved>({
    queue,
    subscriber: subscriber as unknown as Redis,
    log: silent,
    leaseMs: LEASE_MS,
    batchMax: 4,
    inHandMax: 8,
    isAlone: false,
    reserve: async (shard, limit, leaseMs) => {
      asked.push({ shard, limit, leaseMs })
      return { reservations: shards[shard]?.shift() ?? [], nextInMs: undefined }
    },
    handle: async ({ reservations }) =>
      void done.push(`handle ${reservations.map((one) => one.member).join(' ')}`),
    ...options,
  })
  return {
    worker,
    done,
    ended,
    asked,
    publish: (shard: number, text: string) => subscriber.emit('message', `due:{${shard}}`, text),
  }
}

describe('a worker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

  it('handles what is due, and reads each shard again in a second at the latest', async () => {
    const { worker, done, asked } = arrange([[[member('a'), member('b')]], [[member('c', 1)]]])
    await worker.start()
    await pass(0)
    expect(done).toEqual(['handle a b', 'handle c'])
    expect(asked).toEqual([
      { shard: 0, limit: 4, leaseMs: LEASE_MS },
      { shard: 1, limit: 4, leaseMs: LEASE_MS },
    ])
    await pass(999)
    expect(asked).toHaveLength(2)
    await pass(1)
    expect(asked.map(({ shard }) => shard)).toEqual([0, 1, 0, 1])
    await worker.stop()
  })

  it('reads a shard as soon as a member is due there', async () => {
    const { worker, asked, publish } = arrange([[], []])
    await worker.start()
    await pass(0)
    publish(1, '50')
    await pass(49)
    expect(asked).toHaveLength(2)
    await pass(1)
    expect(asked.at(-1)).toMatchObject({ shard: 1 })
    worker.readSoon([0])
    await pass(0)
    expect(asked.at(-1)).toMatchObject({ shard: 0 })
    await worker.stop()
  })

  it('has no more members in hand than it may, and takes others once these are done', async () => {
    const full = () => ['a', 'b', 'c', 'd'].map((name) => member(name))
    const gate = Promise.withResolvers<void>()
    let inHand = 0
    let most = 0
    const { worker, asked } = arrange([[full(), full(), full(), full()]], {
      handle: async ({ reservations }) => {
        inHand += reservations.length
        most = Math.max(most, inHand)
        await gate.promise
        inHand -= reservations.length
      },
    })
    await worker.start()
    for (let i = 0; i < 10; i++) {
      worker.readSoon([0])
      await pass(30)
    }
    expect([most, asked.length]).toEqual([8, 2])
    gate.resolve()
    worker.readSoon([0])
    await pass(0)
    expect(asked.length).toBeGreaterThan(2)
    await worker.stop()
  })

  it('shares its room among the shards that it reads at once', async () => {
    const { worker, asked } = arrange([[], [], [], [], []])
    await worker.start()
    await pass(0)
    expect(asked.map(({ limit }) => limit)).toEqual([1, 1, 1, 1, 1])
    await worker.stop()
  })

  it('counts the attempt at a suspect before it begins, and tries the next one after it', async () => {
    const first = Promise.withResolvers<void>()
    const { worker, done } = arrange([[[member('a', 0, 1)]], [[member('b', 1, 2)]]], {
      handle: async ({ reservations: [one] }) => {
        done.push(`handle ${one?.member}`)
        if (one?.member === 'a') await first.promise
      },
    })
    await worker.start()
    await pass(5_000)
    expect(done).toEqual(['begin a', 'handle a'])
    first.resolve()
    await pass(0)
    expect(done).toEqual(['begin a', 'handle a', 'end a', 'begin b', 'handle b', 'end b'])
    await worker.stop()
  })

  it('takes back the count once the suspect can kill it no more', async () => {
    const gate = Promise.withResolvers<void>()
    const { worker, done } = arrange([[[member('a', 0, 1)]]], {
      handle: async (_taken, _endsAt, survived) => {
        survived()
        await gate.promise
        done.push('handled a')
      },
    })
    await worker.start()
    await pass(0)
    expect(done).toEqual(['begin a', 'end a'])
    gate.resolve()
    await pass(0)
    expect(done.at(-1)).toBe('handled a')
    await worker.stop()
  })

  it('lets a suspect that hangs hold up the next one for so long only', async () => {
    const { worker, done } = arrange([[[member('a', 0, 1)]], [[member('b', 1, 1)]]], {
      aloneMsOf: () => 0,
      stopMsMax: 1,
      handle: async ({ reservations: [one] }) => {
        done.push(`handle ${one?.member}`)
        if (one?.member === 'a') await new Promise(() => {})
      },
    })
    await worker.start()
    while (done.length < 5) {
      await pass(0)
      await new Promise(setImmediate)
    }
    expect(done).toEqual(['begin a', 'handle a', 'begin b', 'handle b', 'end b'])
    await worker.stop()
  })

  it('gives back a reservation whose reply was lost, except what it works on', async () => {
    let isAway = false
    const gate = Promise.withResolvers<void>()
    const { worker, ended } = arrange([[]], {
      settlesAll: true,
      reserve: async () => {
        if (isAway) throw new Error('Redis is away')
        isAway = true
        return { reservations: [member('a')], nextInMs: undefined }
      },
      handle: () => gate.promise,
    })
    await worker.start()
    await pass(1_000)
    expect(ended).toEqual([])
    isAway = true
    await pass(1_000)
    expect(ended).toEqual([{ reason: 'unanswered', holder: 'we', shard: 0, except: ['we.a'] }])
    gate.resolve()
    await worker.stop()
  })

  it('that is alone takes leases found at the start for those of a dead process', async () => {
    const [alone, one] = [arrange([[]], { isAlone: true }), arrange([[]])]
    for (const { worker } of [alone, one]) {
      await worker.start()
      await worker.stop()
    }
    expect([alone.ended, one.ended]).toEqual([[{ reason: 'died' }], []])
  })

  it('goes on after a batch that failed', async () => {
    const { worker, done } = arrange([[[member('a')], [member('b')]]], {
      handle: async ({ reservations: [one] }) => {
        if (one?.member === 'a') throw new Error('broken')
        done.push(`handle ${one?.member}`)
      },
    })
    await worker.start()
    await pass(1_000)
    expect(done).toEqual(['handle b'])
    await worker.stop()
  })

  it('prepares before a reservation while it has nothing in hand', async () => {
    let prepared = 0
    const gate = Promise.withResolvers<void>()
    const { worker } = arrange([[[member('a')]]], {
      prepare: () => (prepared += 1),
      handle: () => gate.promise,
    })
    await worker.start()
    await pass(3_000)
    expect(prepared).toBe(1)
    gate.resolve()
    await worker.stop()
  })

  it('waits at a stop for members in hand, but not for ever', async () => {
    const gate = Promise.withResolvers<void>()
    const { worker, asked } = arrange([[[member('a')]]], { handle: () => gate.promise, stopMsMax: 20 })
    await worker.start()
    await pass(0)
    let isOver = false
    const stopped = worker.stop().then(() => {
      isOver = true
    })
    await pass(0)
    expect(isOver).toBe(false)
    await stopped
    await pass(5_000)
    expect(asked).toHaveLength(1)
    gate.resolve()
  })
})
