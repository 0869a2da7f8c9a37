import { MINUTE_MS } from '../../domain/caracas.ts'
import { monitorRef } from '../../domain/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { createBackfill, createPastLoader, fillableMonitors } from '../backfill.ts'
import { createDemonstrationPast, DEMONSTRATION } from '../demonstration.ts'
import { createHistoryStore } from '../history/history.ts'
import { createLatest, findOffered } from '../history/latest.ts'
import { createPublish } from '../history/publish.ts'
import { createAgents } from '../sources/connect/agents.ts'
import { createSource, type FindPart } from '../sources/create-source.ts'
import { nextAfter, type Timing } from '../sources/file/schema.ts'
import { intermediatesOf, type PageConfig, type SourceConfig } from '../sources/file/sources-file.ts'
import { createPageParser } from '../sources/parse/page-parser.ts'
import { createSimulationControls, type Random, type SimulationControls } from '../sources/simulated.ts'
import { createCollect, createCollectionMetrics, measurePages, type PageSource } from './collect.ts'
import { createStoreObservations } from './store-observations.ts'

interface CollectionOptions {
  readonly redis: Redis
  /** A connection that subscribes. */
  readonly subscriber: Redis
  /** `await readSourcesFile(path)`, or DEMONSTRATION. */
  readonly pages: readonly PageConfig[]
  readonly metrics: Metrics
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
}

/** Creates the collection of prices: pages are read on schedule, stored, and published to webhooks and streams. */
export function createCollection(options: CollectionOptions) {
  const { redis, pages, metrics, log, clock, random } = options
  const latest = createLatest(options)
  const publish = createPublish(redis)
  const counted = createCollectionMetrics(metrics)
  const agents = createAgents({ intermediates: intermediatesOf(pages) })
  const parse = createPageParser()
  const controls = createSimulationControls(clock, random)

  /** A price that was never collected is one of the past, and makes no mean of today. */
  const findPart: FindPart = (monitor, currency) => {
    const found = findOffered(latest, { monitor, currency })?.monitor
    if (!found || !latest.stored(monitorRef(found))) return undefined
    return latest.find(found.page, found.currency, found.key)
  }

  function sourceOf(page: string, config: SourceConfig): PageSource {
    const deps = { agents, parse, clock, random, stored: latest.stored, findPart }
    const source = createSource(page, config, deps)
    if (config.kind !== 'simulated') return { config, source }
    const movable = controls.movable(source, dollarsOf(config))
    return { config, source: config.isOfficial ? controls.publishable(movable) : movable }
  }

  const jobs = pages.map((config) => {
    const storeObservations = createStoreObservations({
      config,
      redis,
      publish,
      numberOf: latest.numberOf,
      clock,
      onConflict: () => counted.conflicts.inc(),
    })
    const { page } = config
    const sources = config.sources.map((source) => sourceOf(page, source))
    const run = createCollect({ page, sources, storeObservations, clock, log, metrics: counted })
    return { every: config.every, run }
  })
  const connections: Part = {
    name: 'source pages',
    start: async () => {},
    stop: agents.close,
  }
  const past = pages === DEMONSTRATION ? createDemonstrationPast(options) : createPastLoader(options)
  const backfill = createBackfill({ ...options, monitors: fillableMonitors(pages, agents) })
  measurePages({ latest, metrics, clock })
  const parts: readonly Part[] = [latest, past, connections, createSchedule(jobs, clock), backfill.part]
  return {
    latest,
    history: createHistoryStore(redis),
    /** In the order of their start. `latest` can be read after the first one. */
    parts,
    /** How far the past of monitors without one is read. */
    pastProgress: backfill.progress,
    simulation: controls as SimulationControls,
  }
}

export type Collection = ReturnType<typeof createCollection>

const dollarsOf = ({ monitors }: SourceConfig): string[] =>
  monitors.filter(({ currency }) => currency === 'dollar').map(({ key }) => key)

const STOP_GRACE_MS = 1_000
/** A timer waits at most 24.8 days, and a machine may sleep meanwhile, so the clock is read this often. */
const LOOK_MS = MINUTE_MS
/** A start waits at most this long for the first prices, so that early requests find some. */
const FIRST_RUN_MS_MAX = 2_000

interface Scheduled {
  readonly every: Timing
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

/** Runs each job at once and then at its times, never twice at the same time. A stop aborts running jobs after 1 s. */
export function createSchedule(scheduled: readonly Scheduled[], clock: Clock): Part {
  const stopping = new AbortController()
  const aborting = new AbortController()
  let running: Promise<unknown> = Promise.resolve()

  async function keepRunning({ every, run }: Scheduled, ranOnce: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = clock()
      await run(aborting.signal)
      ranOnce()
      await waitForNext(every, startedAt)
    }
  }

  /** Waits for the first time after a run; where the clock is set back, for the first one from then on. */
  async function waitForNext(every: Timing, startedAt: number): Promise<void> {
    let next = nextAfter(every, startedAt)(clock())
    let last = startedAt
    for (let now = clock(); !stopping.signal.aborted && now < next; now = clock()) {
      if (now < last) next = nextAfter(every, now)(now)
      last = now
      await pause(Math.min(LOOK_MS, next - now), stopping.signal)
    }
  }

  return {
    name: 'collection schedule',
    async start() {
      const firstRuns = scheduled.map(() => Promise.withResolvers<void>())
      running = Promise.all(scheduled.map((one, i) => keepRunning(one, () => firstRuns[i]?.resolve())))
      const enough = new AbortController()
      await Promise.race([
        pause(FIRST_RUN_MS_MAX, enough.signal),
        Promise.all(firstRuns.map(({ promise }) => promise)),
      ])
      enough.abort()
    },
    async stop() {
      stopping.abort()
      const late = setTimeout(() => aborting.abort(), STOP_GRACE_MS)
      await running
      clearTimeout(late)
    },
  }
}

/** Waits until the time is over or the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
