import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlaces, type Lease } from '../../../src/queue/limiter.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], fakeNodeBuiltins: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = new AbortController().signal
const now = (): number => performance.now()

/** Leases as many as wanted, at once, and notes how many that were. */
function createTake() {
  const wanted: number[] = []
  const take = async (count: number): Promise<Lease> => {
    wanted.push(count)
    return { count, firstAt: now(), intervalMs: 0 }
  }
  return { wanted, take }
}

async function countOf(
  places: ReturnType<typeof createPlaces>['places'],
  wanted: number,
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  const use = (): void => {
    count += 1
  }
  await places({ wanted, signal, use })
  return count
}

describe('places in the rate', () => {
  it('are leased in one call for all callers that wait', async () => {
    const { wanted, take } = createTake()
    const { places } = createPlaces(take)
    const counts = await Promise.all([1, 2, 3, 4].map((count) => countOf(places, count, open)))
    expect(counts).toEqual([1, 2, 3, 4])
    expect(wanted).toEqual([1, 9])
  })

  it('go to the first callers where there are too few', async () => {
    const leases = [1, 3]
    const { places } = createPlaces(async () => {
      const count = leases.shift() ?? 0
      return { count, firstAt: now() + (count > 0 ? 0 : 60_000), intervalMs: 0 }
    })
    const counts = await Promise.all([1, 2, 2].map((count) => countOf(places, count, open)))
    expect(counts).toEqual([1, 2, 1])
  })

  it('that passed unused are lost, and others are leased', async () => {
    const wanted: number[] = []
    const { places } = createPlaces(async (count) => {
      wanted.push(count)
      return wanted.length === 1
        ? { count, firstAt: now() - 1_000, intervalMs: 500 }
        : { count: 0, firstAt: now() + 60_000, intervalMs: 0 }
    })
    expect(await countOf(places, 3, open)).toBe(1)
    expect(wanted).toEqual([3, 2])
  })

  it('are not waited for where there is none within a second', async () => {
    const { places } = createPlaces(async () => ({ count: 0, firstAt: now() + 60_000, intervalMs: 0 }))
    expect(await Promise.all([countOf(places, 1, open), countOf(places, 5, open)])).toEqual([0, 0])
  })

  it('are waited for behind others for four seconds at most', async () => {
    let asked = 0
    const { places } = createPlaces(async () => {
      asked += 1
      return { count: 0, firstAt: now() + 900, intervalMs: 0 }
    })
    const count = countOf(places, 1, open)
    await vi.advanceTimersByTimeAsync(4_499)
    expect(asked).toBe(5)
    await vi.advanceTimersByTimeAsync(1)
    expect([await count, asked]).toEqual([0, 6])
  })

  it('are not waited for after a stop', async () => {
    const stopping = new AbortController()
    const { places } = createPlaces(async () => ({ count: 0, firstAt: now() + 900, intervalMs: 0 }))
    const waiting = Promise.all([countOf(places, 1, stopping.signal), countOf(places, 1, stopping.signal)])
    await new Promise((done) => setImmediate(done))
    stopping.abort(new Error('stop'))
    await expect(waiting).rejects.toThrow('stop')
    await expect(countOf(places, 1, stopping.signal)).rejects.toThrow('stop')
  })

  it('fail for callers that wait while Redis is away, and not for later ones', async () => {
    let isAway = true
    const { places } = createPlaces(async (count) => {
      if (isAway) throw new Error('away')
      return { count, firstAt: now(), intervalMs: 0 }
    })
    await expect(countOf(places, 1, open)).rejects.toThrow('away')
    isAway = false
    expect(await countOf(places, 1, open)).toBe(1)
  })

  it('that were prepared go to the first caller, and are not leased again', async () => {
    const { wanted, take } = createTake()
    const { places, prepare } = createPlaces(take)
    void prepare(3)
    expect([await countOf(places, 2, open), await countOf(places, 2, open)]).toEqual([2, 2])
    expect(wanted).toEqual([3, 1])
  })
})
