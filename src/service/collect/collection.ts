import { MINUTE_MS } from '../../domain/caracas.ts'
import type { Resources } from '../../redis/connection.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { createBackfill, loadShippedPast } from '../backfill.ts'
import { DEMONSTRATION } from '../demo/demonstration.ts'
import { makeDemonstrationPast } from '../demo/history.ts'
import { createHistoryStore } from '../history/history.ts'
import { createLatest, findOffered } from '../history/latest.ts'
import { createAgents } from '../sources/connect/agents.ts'
import { createSource, type FindPart } from '../sources/create-source.ts'
import { intermediatesOf, type PageConfig } from '../sources/file/sources-file.ts'
import { fetchPage } from '../sources/page-request.ts'
import { createPageParser } from '../sources/parse/page-parser.ts'
import { createSimulationControls, type Random, type SimulationControls } from '../sources/simulated.ts'
import { createCollect } from './collect.ts'
import { createCollectionMetrics, measurePages } from './metrics.ts'
import { createPublish } from './publish.ts'
import { createSchedule } from './schedule.ts'
import { createStoreObservations } from './store-observations.ts'

/** Thousands of rows may be made up at the moment of asking. */
const HISTORY_TIMEOUT_MS = MINUTE_MS

export interface CollectionOptions extends Resources {
  /** `await readSourcesFile(path)`, or DEMONSTRATION. */
  readonly pages: readonly PageConfig[]
  readonly random: Random
}

/** Creates the collection of prices: pages are read on schedule, stored, and published to webhooks and streams. */
export function createCollection(options: CollectionOptions) {
  const { redis, pages, metrics, log, clock, random } = options
  const latest = createLatest(options)
  const publish = createPublish(redis, latest.numberOf)
  const counted = createCollectionMetrics(metrics)
  const agents = createAgents({ intermediates: intermediatesOf(pages) })
  const parse = createPageParser()
  const controls = createSimulationControls(clock, random)

  /** A price that was never collected is one of the past, and makes no mean of today. */
  const findPart: FindPart = (monitor, currency) => {
    const found = findOffered(latest, { monitor, currency })
    if (!found || !latest.stored(found.ref)) return undefined
    return latest.find(found.ref)
  }

  const deps = { agents, parse, clock, random, stored: latest.stored, findPart }
  const jobs = pages.map((config) => {
    const { page } = config
    const sources = config.sources.map((source) => ({
      config: source,
      source: controls.control(createSource(page, source, deps), source),
    }))
    const storeObservations = createStoreObservations({ config, redis, publish, clock })
    const run = createCollect({ page, sources, storeObservations, clock, log, metrics: counted })
    return { every: config.every, run }
  })
  const connections: Part = {
    name: 'source pages',
    start: async () => {},
    stop: agents.close,
  }
  const past: Part = {
    name: 'past',
    start: () =>
      pages === DEMONSTRATION ? makeDemonstrationPast(redis, clock) : loadShippedPast(redis, pages),
    stop: async () => {},
  }
  const backfill = createBackfill({
    ...options,
    fetch: (source, signal) => fetchPage({ ...source, timeoutMs: HISTORY_TIMEOUT_MS }, agents, signal),
  })
  measurePages({ latest, metrics, clock })
  const parts: readonly Part[] = [past, connections, createSchedule(jobs, clock), backfill]
  return {
    /** A part that is started first. */
    latest,
    history: createHistoryStore(redis),
    /** The others, in the order of their start. */
    parts,
    /** How far the past of monitors without one is read. */
    pastProgress: backfill.progress,
    simulation: controls as SimulationControls,
  }
}

export type Collection = ReturnType<typeof createCollection>
