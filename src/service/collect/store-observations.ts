import type { MonitorId } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { parseHeldJump } from '../history/held-jump.ts'
import { type OfferedPrice, pricesOffered } from '../history/latest.ts'
import type { Change, Collected, Publish } from '../history/publish.ts'
import { collectedAt, parseStoredMonitor, quoteAt } from '../history/stored-monitor.ts'
import { KEYS } from '../keys.ts'
import type { PageConfig } from '../sources/schema/page-config.ts'
import type { Observation } from '../sources/source.ts'
import { type Before, judge, type Verdict } from './judge.ts'
import { createRequestTimes } from './request-times.ts'

const ATTEMPTS_MAX = 5

/** An observation with the stored state (`before` is its JSON, empty for none) and the verdict. */
export interface Judged extends Before {
  readonly offered: OfferedPrice
  readonly before: string
  /** The source marks the price as stale. */
  readonly isStale: boolean
  readonly verdict: Verdict
}

export interface StoreObservationsOptions {
  readonly config: PageConfig
  readonly redis: Redis
  readonly publish: Publish
  readonly numberOf: (monitor: MonitorId) => number
  readonly clock: Clock
  /** Called when another process stored something in between. */
  readonly onConflict: () => void
}

/** Judges the observations of one collection and stores the changes. Leaves out monitors that are not configured. */
export type StoreObservations = (observations: readonly Observation[]) => Promise<Judged[]>

export function createStoreObservations({
  config,
  redis,
  publish,
  numberOf,
  clock,
  onConflict,
}: StoreObservationsOptions): StoreObservations {
  const isRequestTime = createRequestTimes()
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
      const verdict = judge(observation, {
        ...stored,
        now: at,
        isRequestTime: isRequestTime(price.ref, observation.lastUpdate, at),
      })
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
    throw new Error(`another process stored prices in between, ${ATTEMPTS_MAX} times`)
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
