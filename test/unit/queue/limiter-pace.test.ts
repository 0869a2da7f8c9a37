import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlaces, type Lease } from '../../../src/queue/limiter.ts'

const INTERVAL_MS = 20
const open = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], fakeNodeBuiltins: true })
})
afterEach(() => void vi.useRealTimers())

/** Leases one place after the other, as Redis does for all processes, and notes how many were asked for. */
function createRate() {
  const asked: number[] = []
  let nextAt = 0
  const take = async (count: number): Promise<Lease> => {
    asked.push(count)
    const firstAt = Math.max(nextAt, performance.now())
    nextAt = firstAt + count * INTERVAL_MS
    return { count, firstAt, intervalMs: INTERVAL_MS }
  }
  return { asked, take }
}

type Places = ReturnType<typeof createPlaces>['places']

/** Wants places; when each was used (ms), as it happens. */
function use(places: Places, wanted: number): number[] {
  const times: number[] = []
  void places({ wanted, signal: open, use: () => void times.push(performance.now()) })
  return times
}

describe('places are used', () => {
  it('each at its own time', async () => {
    const { asked, take } = createRate()
    const times = use(createPlaces(take).places, 3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([times, asked]).toEqual([[0, 20, 40], [3]])
  })

  it('each at its own time by callers that lease together', async () => {
    const { asked, take } = createRate()
    const { places } = createPlaces(take)
    const times = [1, 2, 2].map((wanted) => use(places, wanted))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([times, asked]).toEqual([
      [[0], [20, 40], [60, 80]],
      [1, 4],
    ])
  })

  it('each at its own time by callers that share what was prepared', async () => {
    const { asked, take } = createRate()
    const { places, prepare } = createPlaces(take)
    await prepare(3)
    const times = [1, 2].map((wanted) => use(places, wanted))
    await vi.advanceTimersByTimeAsync(1_000)
    expect([times, asked]).toEqual([[[0], [20, 40]], [3]])
  })

  it('by nobody once they have passed: others are leased', async () => {
    const { asked, take } = createRate()
    const { places, prepare } = createPlaces(take)
    await prepare(2)
    await vi.advanceTimersByTimeAsync(500)
    const times = use(places, 1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([times, asked]).toEqual([[500], [2, 1]])
  })
})

describe('places that pass while there is no room', () => {
  it('are lost, unless they are a few ms late', async () => {
    const { asked, take } = createRate()
    const times: number[] = []
    let isFull = true
    const room = () => {
      if (!isFull) return undefined
      isFull = false
      return new Promise<void>((done) => setTimeout(done, 25))
    }
    const { places } = createPlaces(take)
    void places({ wanted: 3, signal: open, use: () => void times.push(performance.now()), room })
    await vi.advanceTimersByTimeAsync(1_000)
    expect([times, asked]).toEqual([
      [25, 40, 60],
      [3, 1],
    ])
  })
})

describe('a stop', () => {
  it('ends the wait for a place, and no place after it is used', async () => {
    const stopping = new AbortController()
    const { asked, take } = createRate()
    const { places, prepare } = createPlaces(take)
    const times: number[] = []
    const use = (): void => void times.push(performance.now())
    const stopped = expect(places({ wanted: 3, signal: stopping.signal, use })).rejects.toThrow('stop')
    await vi.advanceTimersByTimeAsync(25)
    stopping.abort(new Error('stop'))
    await vi.advanceTimersByTimeAsync(0)
    await stopped
    await vi.advanceTimersByTimeAsync(1_000)
    await prepare(1)
    await expect(places({ wanted: 1, signal: stopping.signal, use })).rejects.toThrow('stop')
    expect([times, asked]).toEqual([
      [0, 20],
      [3, 1],
    ])
  })
})

describe('places are prepared', () => {
  it('once, and again only after these are used', async () => {
    const { asked, take } = createRate()
    const { places, prepare } = createPlaces(take)
    await Promise.all([prepare(2), prepare(2)])
    await prepare(2)
    expect(asked).toEqual([2])
    use(places, 2)
    await vi.advanceTimersByTimeAsync(1_000)
    await prepare(2)
    expect(asked).toEqual([2, 2])
  })

  it('by nobody while a caller leases some', async () => {
    const { asked, take } = createRate()
    const { places, prepare } = createPlaces(take)
    use(places, 1)
    await prepare(2)
    expect(asked).toEqual([1])
  })
})

describe('where no place is free', () => {
  it('Redis is asked again when the next one is, and not before', async () => {
    const { take } = createRate()
    let calls = 0
    const { places } = createPlaces(async (wanted) => {
      calls += 1
      return calls === 1 ? { count: 0, firstAt: performance.now() + 900, intervalMs: 0 } : take(wanted)
    })
    const times = use(places, 1)
    await vi.advanceTimersByTimeAsync(899)
    expect([times, calls]).toEqual([[], 1])
    await vi.advanceTimersByTimeAsync(1)
    expect([times, calls]).toEqual([[900], 2])
  })

  it('nothing is leased later for a caller that was sent away', async () => {
    const { asked, take } = createRate()
    let calls = 0
    const { places } = createPlaces(async (wanted) => {
      calls += 1
      return calls === 1 ? { count: 0, firstAt: performance.now() + 60_000, intervalMs: 0 } : take(wanted)
    })
    const refused = use(places, 5)
    await vi.advanceTimersByTimeAsync(1)
    const times = use(places, 1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([refused, times, asked]).toEqual([[], [1], [1]])
  })
})
