import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than this nobody waits for a place: who has something in hand had better give it back. */
const SOON_MS = 1_000
/** Nor behind others, however soon each of them has its place. */
const PATIENCE_MS = 4_000
/** Later than this a place is not used: who made up for what he missed would exceed the rate of this second. */
const LATE_MS_MAX = 8

/** `count` moments, the first at `firstAt` and one each `intervalMs`; none: worth asking again then (`performance.now()`). */
export interface Lease {
  readonly count: number
  readonly firstAt: number
  readonly intervalMs: number
}

interface Waiting {
  readonly wanted: number
  readonly since: number
  readonly signal: AbortSignal
  readonly give: (share: Lease) => void
  readonly refuse: (reason: unknown) => void
}

export interface PlacesWanted {
  readonly wanted: number
  readonly signal: AbortSignal
  readonly use: () => void
  /** Waits until there is room for a call; undefined where there is. */
  readonly room?: () => Promise<void> | undefined
}

const NONE: Lease = { count: 0, firstAt: 0, intervalMs: 0 }

/** Leases places for all who wait for some in this process, in one call, and shares them out, first come first served. */
export function createPlaces(take: (wanted: number) => Promise<Lease>) {
  let waiting: Waiting[] = []
  let isLeasing = false
  let prepared = NONE
  let preparing: Promise<void> | undefined

  /** Leases a few places for who will soon ask; they pass like any other where nobody does. */
  async function prepare(count: number): Promise<void> {
    if (preparing || isLeasing || isFresh(prepared)) return
    preparing = take(count)
      .then((leased) => {
        prepared = leased
      })
      .finally(() => {
        preparing = undefined
      })
    await preparing
  }

  async function lease(wanted: number, signal: AbortSignal): Promise<Lease> {
    signal.throwIfAborted()
    if (preparing) await preparing.catch(() => undefined) // who asks for places hears of it soon enough
    if (isFresh(prepared) && waiting.length === 0) return takePrepared(wanted)
    return new Promise((give, refuse) => {
      waiting.push({ wanted, since: performance.now(), signal, give, refuse })
      if (!isLeasing) void leaseForAll()
    })
  }

  function takePrepared(wanted: number): Lease {
    const { count, firstAt, intervalMs } = prepared
    const share = Math.min(wanted, count)
    prepared = { count: count - share, firstAt: firstAt + share * intervalMs, intervalMs }
    return { count: share, firstAt, intervalMs }
  }

  async function leaseForAll(): Promise<void> {
    isLeasing = true
    while (waiting.length > 0) {
      await leaseOnce().catch((error: unknown) => {
        for (const { refuse } of waiting.splice(0)) refuse(error)
      })
    }
    isLeasing = false
  }

  async function leaseOnce(): Promise<void> {
    const leased = await take(waiting.reduce((sum, one) => sum + one.wanted, 0))
    if (leased.count > 0) return shareOut(leased)
    const inMs = leased.firstAt - performance.now()
    sendAway(inMs > SOON_MS ? Number.POSITIVE_INFINITY : performance.now() - PATIENCE_MS)
    const [first] = waiting
    if (first) await sleep(Math.max(inMs, 1), undefined, { signal: first.signal })
  }

  function shareOut({ count, firstAt, intervalMs }: Lease): void {
    for (let given = 0; given < count; ) {
      const next = waiting.shift()
      if (!next) return
      const share = Math.min(next.wanted, count - given)
      next.give({ count: share, firstAt: firstAt + given * intervalMs, intervalMs })
      given += share
    }
  }

  function sendAway(cameBefore: number): void {
    const away = waiting.filter(({ since }) => since < cameBefore)
    waiting = waiting.filter(({ since }) => since >= cameBefore)
    for (const { give } of away) give(NONE)
  }

  let before: Promise<unknown> = Promise.resolve()

  /** Moments leased later lie later: who has the earlier ones uses them all first, and is done early. */
  function inTurn(work: () => Promise<number>): Promise<number> {
    const done = before.then(work)
    before = done.catch(() => undefined) // its own caller hears of it
    return done
  }

  /**
   * Calls `use` up to `wanted` times, each at a place of its own in the rate; less often where the gate is closed, or the
   * rate spent, for more than 1 s. A place that passes while there is no `room` for a call is not made up for. Throws
   * when the signal aborts.
   */
  async function places({ wanted, signal, use, room = () => undefined }: PlacesWanted): Promise<void> {
    for (let left = wanted; left > 0; ) {
      const leased = await lease(left, signal)
      if (leased.count === 0) return
      left -= await inTurn(() => useAll(leased, { signal, use, room }))
    }
  }

  return { places, prepare }
}

/** Whether there are places left whose moment has not passed. */
const isFresh = ({ count, firstAt }: Lease): boolean => count > 0 && performance.now() < firstAt + LATE_MS_MAX

/** Uses each place at its moment; returns how many were. */
async function useAll(
  { count, firstAt, intervalMs }: Lease,
  { signal, use, room }: Required<Omit<PlacesWanted, 'wanted'>>,
): Promise<number> {
  let used = 0
  for (let place = 0; place < count; place++) {
    const noRoom = room()
    if (noRoom) await noRoom
    const inMs = firstAt + place * intervalMs - performance.now()
    if (inMs >= 1) await sleep(inMs, undefined, { signal })
    if (inMs < -LATE_MS_MAX) continue
    used += 1
    use()
  }
  return used
}
