import type { Resources } from '../../redis/connection.ts'
import { readStates, type StoredMonitor } from '../history/stored-monitor.ts'
import type { MonitorConfig, PageConfig, SourceConfig } from '../sources/file/sources-file.ts'
import type { Observation } from '../sources/source.ts'
import {
  type CombinedObservation,
  type CombineOptions,
  combine,
  isDay,
  type LeftOut,
  readingOf,
  type SourceReading,
  withEffectiveDay,
} from './combine.ts'
import { type JudgedObservation, judge } from './judge.ts'
import type { Judged, Publish } from './publish.ts'
import { createReadingTimes, createStillSources } from './source-memory.ts'

const ATTEMPTS_MAX = 5

/** What one source of the page gave. */
interface SourceAnswer {
  readonly source: Pick<SourceConfig, 'name' | 'echoOf' | 'staleAfterMs'>
  readonly observations: readonly Observation[]
}

/** The verdicts of one collection, and the prices that did not count. */
export interface Stored extends JudgedCollection {
  /** The id of the update; '' where nothing changed. */
  readonly trace: string
}

interface JudgedCollection {
  readonly judged: readonly Judged[]
  readonly leftOut: readonly LeftOut[]
}

interface StoreObservationsOptions extends Pick<Resources, 'redis' | 'clock'> {
  readonly config: PageConfig
  readonly publish: Publish
}

/** Makes one observation of each monitor of what the sources gave, judges them, and stores the changes. */
export type StoreObservations = (answers: readonly SourceAnswer[]) => Promise<Stored>

export function createStoreObservations({
  config,
  redis,
  publish,
  clock,
}: StoreObservationsOptions): StoreObservations {
  const noteReading = createReadingTimes()
  const stillSources = createStillSources()

  async function judgeAll(answers: readonly SourceAnswer[], at: number): Promise<JudgedCollection> {
    const read = config.monitors.flatMap((monitor) => {
      const observations = observationsOf(answers, monitor.key)
      return observations.length > 0 ? [{ monitor, observations }] : []
    })
    const states = await readStates(
      redis,
      read.map(({ monitor }) => monitor.ref),
    )
    const judged: Judged[] = []
    const leftOut: LeftOut[] = []
    for (const [i, { monitor, observations }] of read.entries()) {
      const { text = '', stored, held } = states[i] ?? {}
      const { ref } = monitor
      const readings = observations.map(({ source, observation }) => {
        const reading = readingOf(source, observation, at)
        return {
          ...reading,
          ...noteReading({ ref, source: source.name, observation, now: at, stored }),
          standsStill: stillSources.standsStill(ref, reading),
          gaveWay: stored?.still?.[source.name] === observation.price,
        }
      })
      const combined = combineMonitor({ monitor, readings, stored }, at)
      leftOut.push(...combined.leftOut)
      const { observation } = combined
      if (!observation) continue
      const verdict = judge(observation, { stored, held, now: at, step: monitor.step })
      const isStale = observation.stale === true
      judged.push({ monitor, before: text, stored, held, isStale, verdict })
    }
    return { judged, leftOut }
  }

  const order = config.sources.map(({ name }) => name)
  const isListed = config.sources.length > 1

  /** The stored price to compare with. A real price that takes the place of a simulated one is compared with nothing. */
  function knownOf({ stored, readings }: ReadMonitor): CombineOptions['known'] {
    const isFirst = stored?.simulated === true && readings.some(({ observation }) => !observation.simulated)
    if (!stored || isFirst) return undefined
    return { ...stored, sources: isListed ? stored.sources : order }
  }

  /** The names of the sources are kept where the page names them. */
  function combineMonitor(read: ReadMonitor, now: number) {
    const { combine: strategy, quorum, effective_day, step } = read.monitor
    const known = knownOf(read)
    const isForDays = effective_day === true && isListed
    const dated = isForDays ? read.readings.map((one) => withEffectiveDay(one, known?.price)) : read.readings
    const { staleAfterMs } = config
    const options = { strategy, quorum, staleAfterMs, now, known, isForDays, order, step }
    const { observation, leftOut } = combine(dated, options)
    if (!observation) return { observation, leftOut }
    const isBetterDay =
      isForDays && namesDay(observation) && standsBefore(observation.sources, known?.sources ?? [], order)
    const { sources, ...unnamed } = observation
    const still = leftOut.flatMap(({ why, source, price }) =>
      why === 'still' ? [[source, price] as const] : [],
    )
    const judged: JudgedObservation = {
      ...unnamed,
      isBetterDay,
      ...(config.namesSources && { sources }),
      ...(still.length > 0 && { still: Object.fromEntries(still) }),
    }
    return { observation: judged, leftOut }
  }

  /** Official prices move once a day, so that a leader of those stands still rightly. */
  function noteStillSources(answers: readonly SourceAnswer[], now: number): void {
    for (const { key, ref, combine: strategy, effective_day, least_change } of config.monitors) {
      if (strategy !== 'first' || effective_day) continue
      const given = observationsOf(answers, key).map((one) => readingOf(one.source, one.observation, now))
      stillSources.note(ref, given, least_change)
    }
  }

  return async (answers) => {
    if (answers.length === config.sources.length) noteStillSources(answers, clock())
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const at = clock()
      const judged = await judgeAll(answers, at)
      const trace = await publish(judged.judged, at)
      if (trace !== 'conflict') return { ...judged, trace }
    }
    throw new Error(`another process stored prices in between, ${ATTEMPTS_MAX} times`)
  }
}

/** What the sources gave for a monitor, and its stored state. */
interface ReadMonitor {
  readonly monitor: MonitorConfig
  readonly readings: readonly SourceReading[]
  readonly stored: StoredMonitor | undefined
}

const namesDay = ({ lastUpdate, isStamped }: CombinedObservation): boolean =>
  lastUpdate !== undefined && !isStamped && isDay(lastUpdate)

/** Whether the best of some sources stands before each of others. */
function standsBefore(some: readonly string[], others: readonly string[], order: readonly string[]): boolean {
  const best = Math.min(...some.map((name) => order.indexOf(name)))
  return others.length > 0 && others.every((name) => best < order.indexOf(name))
}

const observationsOf = (answers: readonly SourceAnswer[], key: string) =>
  answers.flatMap(({ source, observations }) =>
    observations.filter((one) => one.key === key).map((observation) => ({ source, observation })),
  )
