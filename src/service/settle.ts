import type { MonitorId } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Redis } from '../runtime/redis.ts'
import { type Before, judge, type Verdict } from './judge.ts'
import { parseHeldJump } from './jump.ts'
import { KEYS } from './keys.ts'
import { type OfferedPrice, pricesOffered } from './offer.ts'
import type { Change, Collected, Publish } from './publish.ts'
import type { Observation } from './sources/source.ts'
import type { PageConfig } from './sources-file.ts'
import { createStampedTimes } from './stamped-times.ts'
import { collectedAt, parseStoredMonitor, quoteAt } from './stored-monitor.ts'

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
