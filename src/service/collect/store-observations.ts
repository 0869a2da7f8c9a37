import { MINUTE_MS } from '../../rates/durations.ts'
import type { MonitorId } from '../../rates/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type OfferedPrice, pricesOffered } from '../history/latest.ts'
import type { Change, Collected, Confirmation, Publish } from '../history/publish.ts'
import {
  collectedAt,
  parseHeldJump,
  parseStoredMonitor,
  quoteAt,
  type StoredMonitor,
} from '../history/stored-monitor.ts'
import { KEYS } from '../keys.ts'
import type { MonitorConfig, PageConfig, SourceConfig } from '../sources/schema/page-config.ts'
import type { Observation } from '../sources/source.ts'
import { combine, type LeftOut, type SourceReading } from './combine.ts'
import { isDay, withEffectiveDay } from './effective-day.ts'
import { type Before, type JudgedObservation, judge, type Verdict } from './judge.ts'

const ATTEMPTS_MAX = 5

/** An observation with the stored state (`before` is its JSON, empty for none) and the verdict. */
export interface Judged extends Before {
  readonly offered: OfferedPrice
  readonly before: string
  /** The source marks the price as stale. */
  readonly isStale: boolean
  readonly verdict: Verdict
}

/** What one source of the page gave. */
export interface SourceAnswer {
  readonly source: Pick<SourceConfig, 'name' | 'echoOf'>
  readonly observations: readonly Observation[]
}

/** The verdicts of one collection, and the prices that did not count. */
export interface Stored {
  readonly judged: readonly Judged[]
  readonly leftOut: readonly LeftOut[]
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

/** Makes one observation of each monitor of what the sources gave, judges them, and stores the changes. */
export type StoreObservations = (answers: readonly SourceAnswer[]) => Promise<Stored>

export function createStoreObservations({
  config,
  redis,
  publish,
  numberOf,
  clock,
  onConflict,
}: StoreObservationsOptions): StoreObservations {
  const noteReading = createReadingTimes()
  const offered = new Map(pricesOffered([config]).map((price) => [price.monitor.key, price]))

  async function judgeAll(answers: readonly SourceAnswer[], at: number): Promise<Stored> {
    const read = config.monitors.flatMap((monitor) => {
      const price = offered.get(monitor.key)
      const observations = observationsOf(answers, monitor.key)
      return price && observations.length > 0 ? [{ monitor, price, observations }] : []
    })
    const before = await readBefore(
      redis,
      read.map(({ price }) => price.ref),
    )
    const all = read.map(({ monitor, price, observations }, i) => {
      const { text, ...state } = before[i] ?? NOTHING
      const readings = observations.map(({ source, observation }) => ({
        ...toReading(source, observation),
        ...noteReading({ ref: price.ref, source: source.name, observation, now: at, stored: state.stored }),
      }))
      const { observation, leftOut } = combineMonitor(monitor, readings, state.stored, at)
      if (!observation) return { judged: [], leftOut }
      const verdict = judge(observation, { ...state, now: at })
      const isStale = observation.stale === true
      return { judged: [{ offered: price, before: text, ...state, isStale, verdict }], leftOut }
    })
    return {
      judged: all.flatMap(({ judged }) => judged),
      leftOut: all.flatMap(({ leftOut }) => leftOut),
    }
  }

  /** The names of the sources are kept where the page names them. */
  function combineMonitor(
    { combine: strategy, quorum, effectiveDay }: MonitorConfig,
    readings: readonly SourceReading[],
    stored: Before['stored'],
    now: number,
  ): { readonly observation: JudgedObservation | undefined; readonly leftOut: readonly LeftOut[] } {
    // A real price that takes the place of a simulated one is compared with nothing.
    const isFirst = stored?.simulated === true && readings.some(({ observation }) => !observation.simulated)
    const [only, ...others] = config.sources
    const sourcesOf = (state: StoredMonitor) => (only && others.length === 0 ? [only.name] : state.sources)
    const known = stored && !isFirst ? { ...stored, sources: sourcesOf(stored) } : undefined
    const isForDays = effectiveDay === true && others.length > 0
    const dated = isForDays ? readings.map((one) => withEffectiveDay(one, known?.price)) : readings
    const order = config.sources.map(({ name }) => name)
    const { observation, leftOut } = combine(dated, {
      strategy,
      quorum,
      staleAfterMs: config.staleAfterMs,
      now,
      known,
      order,
    })
    if (!observation) return { observation, leftOut }
    const { sources, lastUpdate, isStamped } = observation
    const namesDay = isForDays && !isStamped && lastUpdate !== undefined && isDay(lastUpdate)
    const isBetterDay = namesDay && standsBefore(sources, known?.sources ?? [], order)
    return {
      observation: { ...observation, isBetterDay, sources: config.namesSources ? sources : undefined },
      leftOut,
    }
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

  return async (answers) => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const at = clock()
      const stored = await judgeAll(answers, at)
      const changes = stored.judged.flatMap((one) => changeOf(one, at))
      if ((await publish({ at, changes, ...listsOf(stored.judged) })) === 'ok') return stored
      onConflict()
    }
    throw new Error(`another process stored prices in between, ${ATTEMPTS_MAX} times`)
  }
}

/** Whether the best of some sources stands before each of others. */
function standsBefore(some: readonly string[], others: readonly string[], order: readonly string[]): boolean {
  const best = Math.min(...some.map((name) => order.indexOf(name)))
  return others.length > 0 && others.every((name) => best < order.indexOf(name))
}

const observationsOf = (answers: readonly SourceAnswer[], key: string) =>
  answers.flatMap(({ source, observations }) =>
    observations.filter((one) => one.key === key).map((observation) => ({ source, observation })),
  )

const toReading = ({ name, echoOf }: SourceAnswer['source'], observation: Observation) => ({
  source: name,
  echoOf,
  observation,
})

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

type Lists = Pick<Collected, 'confirmed' | 'collected' | 'stale' | 'held' | 'freed'>

function listsOf(judged: readonly Judged[]): Lists {
  const believed = judged.filter(({ verdict: { kind } }) => kind !== 'refused' && kind !== 'held')
  return {
    confirmed: judged.flatMap(({ offered, before, verdict }): Confirmation[] =>
      verdict.kind === 'confirmed' ? [{ ref: offered.ref, before, state: verdict.state }] : [],
    ),
    collected: believed.filter(({ isStale }) => !isStale).map(({ offered }) => offered.ref),
    stale: believed.filter(({ isStale }) => isStale).map(({ offered }) => offered.ref),
    held: judged.flatMap(({ offered, verdict }) =>
      verdict.kind === 'held' ? [[offered.ref, verdict.jump] as const] : [],
    ),
    freed: believed.filter(({ held }) => held).map(({ offered }) => offered.ref),
  }
}

/** How far the time of a fetch may be from our clock: pages show minutes only, and clocks differ. */
const NEAR_MS = 2 * MINUTE_MS
/** After so many new times in a row that are each the time of the fetch, the times of a source are not believed. */
const IN_A_ROW = 2

interface Seen {
  readonly price: string
  readonly since: number
  readonly lastUpdate: number | undefined
  readonly stampsInARow: number
}

interface SeenReading {
  readonly ref: string
  readonly source: string
  readonly observation: Observation
  readonly now: number
  /** The stored state of the monitor, by which a restart goes on. */
  readonly stored: StoredMonitor | undefined
}

/**
 * Remembers since when each source gives its price, and detects sources whose `last_update` is the time of the request: it
 * says nothing about the price, and would make every collection an update. Kept in memory.
 */
function createReadingTimes() {
  const seen = new Map<string, Seen>()

  /** Notes what a source gave at `now` (ms). */
  return function note({
    ref,
    source,
    observation,
    now,
    stored,
  }: SeenReading): Pick<SourceReading, 'since' | 'isStamped'> {
    const { price, lastUpdate } = observation
    const name = `${ref} ${source}`
    const before = seen.get(name) ?? seenBefore(source, stored)
    const isNear = lastUpdate !== undefined && Math.abs(now - lastUpdate) <= NEAR_MS
    const isNew = before?.lastUpdate !== lastUpdate
    const stampsInARow = isNear ? (before?.stampsInARow ?? 0) + (isNew ? 1 : 0) : 0
    const since = before?.price === price ? before.since : now
    seen.set(name, { price, since, lastUpdate, stampsInARow })
    return { since, isStamped: stampsInARow >= IN_A_ROW }
  }
}

/** What is known of a source after a restart: the stored price, where it was made of this source. */
function seenBefore(source: string, stored: StoredMonitor | undefined): Seen | undefined {
  if (!stored || stored.sources?.includes(source) === false) return undefined
  const { price, lastUpdate, isStamped = false } = stored
  return { price, since: lastUpdate, lastUpdate, stampsInARow: isStamped ? IN_A_ROW : 0 }
}
