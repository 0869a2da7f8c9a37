import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLeader, createLeaderRounds } from '../../../src/redis/leader.ts'

const EVERY_MS = 100

let now = 0
beforeEach(() => {
  now = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = async (ms: number): Promise<void> => {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}

/** A lease whose answer is set from outside. */
function createLease(first: boolean | Error = true) {
  const lease = {
    answer: first,
    asked: 0,
    released: 0,
    hold: async (): Promise<boolean> => {
      lease.asked += 1
      if (lease.answer instanceof Error) throw lease.answer
      return lease.answer
    },
    release: async (): Promise<void> => {
      lease.released += 1
    },
  }
  return lease
}

function createOne(lease: ReturnType<typeof createLease> | undefined) {
  const stopping = new AbortController()
  const elections: number[] = []
  const leader = createLeader({
    lease,
    everyMs: EVERY_MS,
    stopping: stopping.signal,
    onElected: () => elections.push(now),
  })
  /** Whether it leads, led, and whether its work is aborted. */
  const state = (): boolean[] => [leader.isLeader(), leader.wasLeader(), leader.signal().aborted]
  return { leader, stopping, elections, state }
}

it('a leader is the process that holds the lease', async () => {
  const lease = createLease(false)
  const { leader, elections, state } = createOne(lease)
  await leader.start()
  expect(state()).toEqual([false, false, true])
  lease.answer = true
  await pass(EVERY_MS)
  expect(state()).toEqual([true, true, false])
  expect(elections).toEqual([EVERY_MS])
  await leader.resign()
})

it('a leader that lost its lease stops the work that it began', async () => {
  const lease = createLease()
  const { leader, elections, state } = createOne(lease)
  await leader.start()
  const signal = leader.signal()
  lease.answer = false
  await pass(EVERY_MS)
  expect([leader.isLeader(), signal.aborted]).toEqual([false, true])
  lease.answer = true
  await pass(EVERY_MS)
  expect([signal.aborted, ...state(), elections.length]).toEqual([true, true, true, false, 2])
  await leader.resign()
})

it('a leader that was frozen asks before its next piece of work', async () => {
  const lease = createLease()
  const { leader } = createOne(lease)
  await leader.start()
  await leader.confirm()
  now += 2 * EVERY_MS
  await leader.confirm()
  expect(lease.asked).toBe(1)
  now += 1
  lease.answer = false
  await leader.confirm()
  expect([lease.asked, leader.isLeader()]).toEqual([2, false])
  await leader.resign()
})

it('a leader remains leader while Redis is away, and does not confirm its lead by a failed request', async () => {
  const lease = createLease()
  const { leader } = createOne(lease)
  await leader.start()
  lease.answer = new Error('Redis is away')
  await pass(5 * EVERY_MS)
  expect(leader.isLeader()).toBe(true) // nobody else can take it meanwhile
  await expect(leader.confirm()).rejects.toThrow('Redis is away')
  await leader.resign()
})

it('a leader that resigned asks no more, and takes no late answer for its lead', async () => {
  const lease = createLease()
  const { leader } = createOne(lease)
  await leader.start()
  await leader.resign()
  await pass(5 * EVERY_MS)
  expect([leader.isLeader(), lease.asked, lease.released]).toEqual([false, 1, 1])
})

it('a leader is every process where there is no lease', async () => {
  const { leader, stopping, state } = createOne(undefined)
  await leader.start()
  expect(state()).toEqual([true, true, false])
  stopping.abort()
  expect(state()).toEqual([false, true, true])
})

it('rounds of a leader run one after another in the process that leads, errors or not, until it stops', async () => {
  const lease = createLease(false)
  const rounds: number[] = []
  const errors: unknown[] = []
  const round = async (): Promise<void> => {
    rounds.push(now)
    if (rounds.length === 1) throw new Error('broken')
  }
  const { start, stop } = createLeaderRounds({
    lease,
    everyMs: EVERY_MS,
    round,
    onError: (error) => errors.push(error),
  })
  await start()
  await pass(3 * EVERY_MS)
  expect(rounds).toEqual([])
  lease.answer = true
  await pass(EVERY_MS)
  await pass(EVERY_MS)
  await pass(EVERY_MS)
  const before = rounds.length
  expect(before).toBeGreaterThanOrEqual(2)
  expect(errors).toEqual([new Error('broken')])
  await stop()
  await pass(5 * EVERY_MS)
  expect([rounds.length, lease.released]).toEqual([before, 1])
})
