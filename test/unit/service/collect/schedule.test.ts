import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Part } from '../../../../src/runtime/lifecycle.ts'
import { createSchedule } from '../../../../src/service/collect/schedule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function prepare(run: (signal: AbortSignal) => Promise<unknown>, everyMs = 1_000) {
  return createSchedule([{ every: { everyMs }, run }], Date.now)
}

/** Starts without waiting for the first runs. */
async function startNow(schedule: Part): Promise<void> {
  const starting = schedule.start()
  await vi.advanceTimersByTimeAsync(0)
  void starting
}

test('the schedule has started when each ran once, and waits two seconds at most for a slow one', async () => {
  let isStarted = false
  const schedule = prepare(() => new Promise((done) => setTimeout(done, 5_000)))
  const starting = schedule.start().then(() => (isStarted = true))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isStarted).toBe(false)
  await vi.advanceTimersByTimeAsync(2)
  await starting
  const stopped = schedule.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await stopped
  await prepare(async () => {}).start()
})

test('the schedule goes on at once where the clock is set back by an hour, in a run or between two', async () => {
  for (const runMs of [0, 500]) {
    let aheadMs = 3_600_000
    let runs = 0
    const run = async () => {
      runs++
      await new Promise((done) => setTimeout(done, runMs))
    }
    const schedule = createSchedule([{ every: { everyMs: 1_000 }, run }], () => Date.now() + aheadMs)
    await startNow(schedule)
    await vi.advanceTimersByTimeAsync(1_200)
    aheadMs = 0
    await vi.advanceTimersByTimeAsync(5_000)
    expect(runs).toBeGreaterThanOrEqual(5)
    const stopped = schedule.stop()
    await vi.advanceTimersByTimeAsync(1_000)
    await stopped
  }
})

test('the schedule never runs one twice at a time, however slow it is', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const schedule = prepare(async () => {
    most = Math.max(most, ++running)
    runs++
    await new Promise((done) => setTimeout(done, 2_500))
    running--
  })
  await startNow(schedule)
  await vi.advanceTimersByTimeAsync(8_999)
  expect([most, runs]).toEqual([1, 3])
  const stopped = schedule.stop()
  await vi.advanceTimersByTimeAsync(2_500)
  await stopped
})
