import type { Redis } from '../../src/redis/connection.ts'
import type { Clock } from '../../src/runtime/clock.ts'
import type { Log } from '../../src/runtime/log.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createAddressGuard } from '../../src/service/address-guard.ts'
import { createCollect, type PageSource } from '../../src/service/collect/collect.ts'
import { type CollectionMetrics, createCollectionMetrics } from '../../src/service/collect/metrics.ts'
import { createPublish } from '../../src/service/collect/publish.ts'
import { createStoreObservations } from '../../src/service/collect/store-observations.ts'
import { numberMonitors } from '../../src/service/history/latest.ts'
import { parseStoredMonitor, type StoredMonitor } from '../../src/service/history/stored-monitor.ts'
import { KEYS } from '../../src/service/keys.ts'
import { createAgents } from '../../src/service/sources/connect/agents.ts'
import { createSource, type SourceDeps } from '../../src/service/sources/create-source.ts'
import { type PageConfig, parseSources } from '../../src/service/sources/file/sources-file.ts'
import { createPageParser } from '../../src/service/sources/parse/page-parser.ts'
import { silent } from './redis.ts'

const ownAgents = createAgents({ guard: createAddressGuard() })
const parse = createPageParser()
const uncounted = createCollectionMetrics(createMetrics())

export interface CollectWorld {
  readonly redis: Redis
  readonly clock: Clock
  readonly timeoutMs?: number
  /** What requests go through; connections of its own if not given. */
  readonly agents?: SourceDeps['agents']
  readonly log?: Log
  readonly metrics?: CollectionMetrics
}

/** What stores and publishes the observations of a page. */
export async function prepareStore(config: PageConfig, redis: Redis, clock: Clock) {
  const refs = config.monitors.map(({ ref }) => ref)
  const numbers = await numberMonitors(redis, refs)
  const publish = createPublish(redis, (ref) => numbers.get(ref) ?? 0)
  return createStoreObservations({ config, redis, publish, clock })
}

/** One page of SOURCES_FILE, ready to be collected again and again. */
export async function preparePage(
  page: string,
  file: object,
  { redis, clock, timeoutMs, agents = ownAgents, log = silent, metrics = uncounted }: CollectWorld,
) {
  const [parsed] = parseSources(JSON.stringify({ pages: { [page]: file } }), 'test') as [PageConfig]
  const stored = new Map<string, StoredMonitor>()
  const sources = parsed.sources.map((config) => ({
    config,
    source: createSource(page, config, {
      agents,
      parse,
      clock,
      random: () => 0.5,
      findPart: () => undefined,
      stored: (ref) => stored.get(ref),
      ...(timeoutMs !== undefined && { timeoutMs }),
    }),
  }))
  const storeObservations = await prepareStore(parsed, redis, clock)
  const collect = createCollect({ page, sources, storeObservations, clock, log, metrics })
  const [{ source }] = sources as [PageSource]
  return {
    source,
    collect: (signal = new AbortController().signal) => collect(signal),
    /** The newest state of a monitor as it lies in Redis. */
    async stored(ref: string): Promise<StoredMonitor | undefined> {
      const text = await redis.hget(KEYS.quotes, ref)
      return text === null ? undefined : parseStoredMonitor(text)
    },
  }
}
