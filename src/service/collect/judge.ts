import { DAY_MS, MINUTE_MS } from '../../rates/durations.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type HeldJump, jumpToHold, parseHeldJump } from '../history/held-jump.ts'
import { type OfferedPrice, pricesOffered } from '../history/latest.ts'
import type { Change, Collected, Publish } from '../history/publish.ts'
import {
  collectedAt,
  isUpdate,
  parseStoredMonitor,
  quoteAt,
  type StoredMonitor,
  withNewest,
} from '../history/stored-monitor.ts'
import { KEYS } from '../keys.ts'
import type { Observation } from '../sources/source.ts'
import type { PageConfig } from '../sources/sources-file.ts'

/** How far from our clock a time may be that is the time of the fetch: pages show minutes, and clocks differ. */
const NEAR_MS = 2 * MINUTE_MS
/** So many new times in a row, each that of its fetch, and the source stamps what it has whenever it is asked. */
const IN_A_ROW = 5

interface Seen {
  readonly lastUpdate: number
  readonly inARow: number
}

/**
 * Finds sources whose `last_update` is the time at which they were asked: it says nothing of the price, and as an update
 * every collection would be one. Remembered by the process: after a restart it takes as many collections again.
 */
export function createStampedTimes() {
  const seen = new Map<string, Seen>()

  /** Takes note of what a source said at `now` (ms); true where it says the time of the fetch again. */
  return function isStamp(ref: string, lastUpdate: number | undefined, now: number): boolean {
    if (lastUpdate === undefined) return false
    const before = seen.get(ref)
    const isNear = Math.abs(now - lastUpdate) <= NEAR_MS
    const isNew = before?.lastUpdate !== lastUpdate
    const inARow = isNear ? (before?.inARow ?? 0) + (isNew ? 1 : 0) : 0
    seen.set(ref, { lastUpdate, inARow })
    return inARow >= IN_A_ROW
  }
}

const AHEAD_MS_MAX = 366 * DAY_MS

/** What was read from Redis of one monitor before it is judged. */
export interface Before {
  readonly stored: StoredMonitor | undefined
  readonly held: HeldJump | undefined
}

/** What to do about one observed price. `isFresh`: what was stored before was simulated, and is forgotten. */
export type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'held'; readonly jump: HeldJump }
  | { readonly kind: 'update'; readonly state: StoredMonitor; readonly isFresh: boolean }

/**
 * Judges one observation at `now` (ms) against what is stored. A price without a time keeps the time it was first seen at,
 * and so does one whose time `isStamped`: its source says when it was asked, whatever the price.
 */
export function judge(
  observed: Observation,
  { stored, held, now, isStamped = false }: Before & { readonly now: number; readonly isStamped?: boolean },
): Verdict {
  const { price, inForce, simulated = false } = observed
  if (stored?.simulated === false && simulated) return refuse('simulated, where real prices are stored')
  if ((observed.lastUpdate ?? now) > now + AHEAD_MS_MAX) return refuse('its time is over a year ahead')
  const isFresh = stored?.simulated === true && !simulated
  const known = isFresh ? undefined : stored
  const jump = jumpToHold({ last: known?.price, price, held, now })
  if (jump) return { kind: 'held', jump }
  const seenAt = known?.price === price ? known.lastUpdate : undefined
  const lastUpdate = (isStamped ? seenAt : undefined) ?? observed.lastUpdate ?? seenAt ?? now
  if (!isUpdate(known, { price, lastUpdate })) return { kind: 'same' }
  const update = { price, lastUpdate, simulated, at: now, ...(inForce && { inForce }) }
  const state = withNewest(known, update)
  return { kind: 'update', isFresh, state: { ...state, revision: (stored?.revision ?? 0) + 1 } }
}

const refuse = (reason: string): Verdict => ({ kind: 'refused', reason })

const ATTEMPTS_MAX = 5

/** An observation beside what was stored (`before` is its JSON, empty for nothing), and what to do about it. */
export interface Judged extends Before {
  readonly offered: OfferedPrice
  readonly before: string
  /** The source says that its price stands still. */
  readonly isStale: boolean
  readonly verdict: Verdict
}

export interface SettleOptions {
  readonly config: PageConfig
  readonly redis: Redis
  readonly publish: Publish
  readonly numberOf: (monitor: MonitorId) => number
  readonly clock: Clock
  /** Another process stored something in between. */
  readonly onConflict: () => void
}

/** Judges what one collection observed and stores what follows; what is not configured is passed over. */
export type Settle = (observations: readonly Observation[]) => Promise<Judged[]>

export function createSettle({ config, redis, publish, numberOf, clock, onConflict }: SettleOptions): Settle {
  const isStamp = createStampedTimes()
  const offered = new Map(pricesOffered([config]).map((price) => [price.monitor.key, price]))

  async function judgeAll(observations: readonly Observation[], at: number): Promise<Judged[]> {
    const known = observations.flatMap((observation) => {
      const price = offered.get(observation.key)
      return price ? [{ price, observation }] : []
    })
    const before = await readBefore(
      redis,
      known.map(({ price }) => price.ref),
    )
    return known.map(({ price, observation }, i) => {
      const { text, ...stored } = before[i] ?? NOTHING
      const isStamped = isStamp(price.ref, observation.lastUpdate, at)
      const verdict = judge(observation, { ...stored, now: at, isStamped })
      return { offered: price, before: text, ...stored, isStale: observation.stale === true, verdict }
    })
  }

  const changeOf = ({ offered: price, before, isStale, verdict }: Judged, now: number): Change[] => {
    if (verdict.kind !== 'update') return []
    const { state, isFresh } = verdict
    const quote = quoteAt(price, {
      stored: state,
      now,
      collectedAt: collectedAt(now, isStale),
      staleAfterMs: price.staleAfterMs,
    })
    return [{ ref: price.ref, before, state, isFresh, record: { number: numberOf(price.monitor), quote } }]
  }

  return async (observations) => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const at = clock()
      const judged = await judgeAll(observations, at)
      const changes = judged.flatMap((one) => changeOf(one, at))
      if ((await publish({ at, changes, ...listsOf(judged) })) === 'ok') return judged
      onConflict()
    }
    throw new Error(`met with another process ${ATTEMPTS_MAX} times`)
  }
}

const NOTHING = { text: '', stored: undefined, held: undefined }

async function readBefore(redis: Redis, refs: readonly string[]): Promise<(Before & { text: string })[]> {
  if (refs.length === 0) return []
  const [states, helds] = await Promise.all([
    redis.hmget(KEYS.quotes, ...refs),
    redis.hmget(KEYS.held, ...refs),
  ])
  return refs.map((_, i) => {
    const text = states[i] ?? ''
    const jump = helds[i] ?? ''
    return {
      text,
      stored: text === '' ? undefined : parseStoredMonitor(text),
      held: jump === '' ? undefined : parseHeldJump(jump),
    }
  })
}

function listsOf(judged: readonly Judged[]): Pick<Collected, 'collected' | 'stale' | 'held' | 'freed'> {
  const believed = judged.filter(({ verdict }) => verdict.kind === 'same' || verdict.kind === 'update')
  return {
    collected: believed.filter(({ isStale }) => !isStale).map(({ offered }) => offered.ref),
    stale: believed.filter(({ isStale }) => isStale).map(({ offered }) => offered.ref),
    held: judged.flatMap(({ offered, verdict }) =>
      verdict.kind === 'held' ? [[offered.ref, verdict.jump] as const] : [],
    ),
    freed: believed.filter(({ held }) => held).map(({ offered }) => offered.ref),
  }
}
