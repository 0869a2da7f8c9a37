import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryUntilAnswered } from '../../../src/runtime/lifecycle.ts'

/** Waits end at once, and the clock moves; those of a minute last until the stop. */
const time = { now: 0, waits: [] as number[] }
async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  time.waits.push(ms)
  time.now += ms
  if (ms < 60_000) return
  await new Promise<void>((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)))
}

let stop: AbortController

beforeEach(() => {
  Object.assign(time, { now: 0, waits: [] })
  stop = new AbortController()
  vi.spyOn(performance, 'now').mockImplementation(() => time.now)
})
afterEach(() => vi.restoreAllMocks())

/** Fails so many times, then answers how often it was called. */
function failing(times: number) {
  let calls = 0
  return async (): Promise<number> => {
    calls += 1
    if (calls <= times) throw new Error(`failure ${calls}`)
    return calls
  }
}

test('a call that fails is made again until it answers, after waits that double up to a most', async () => {
  const options = { everyMs: 100, everyMsMax: 300, signal: stop.signal, sleep }
  expect([await retryUntilAnswered(failing(4), options), time.waits]).toEqual([5, [100, 200, 300, 300]])
})

test('at the deadline the last failure is thrown, and no attempt begins after it', async () => {
  const options = { everyMs: 100, deadline: 250, signal: stop.signal, sleep }
  await expect(retryUntilAnswered(failing(9), options)).rejects.toThrow('failure 3')
  expect(time.waits).toEqual([100, 100])
})

test('a stop ends the wait, and one attempt more is made', async () => {
  const options = { everyMs: 60_000, signal: stop.signal, sleep }
  const answered = retryUntilAnswered(failing(1), options)
  const failed = expect(retryUntilAnswered(failing(9), options)).rejects.toThrow('failure 2')
  await new Promise(setImmediate)
  expect(time.waits).toHaveLength(2)
  stop.abort()
  expect(await answered).toBe(2)
  await failed
})

test('who hears of a failure may know how long to wait, or end the trying', async () => {
  const refuse = (): never => {
    throw new Error('refused')
  }
  const options = { everyMs: 1, signal: stop.signal, sleep }
  expect(await retryUntilAnswered(failing(1), { ...options, onFailure: () => 7_000 })).toBe(2)
  expect(time.waits).toEqual([7_000])
  const refused = retryUntilAnswered(failing(1), { ...options, onFailure: refuse })
  await expect(refused).rejects.toThrow('refused')
})
