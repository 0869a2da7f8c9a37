import { Agent } from 'undici'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import type { Metrics } from '../../runtime/metrics.ts'
import { DEMONSTRATION } from '../demo/demonstration.ts'
import { createDemonstrationPast } from '../demo/history.ts'
import { createHistory } from '../history/history.ts'
import { createLatest } from '../history/latest.ts'
import { createPublish } from '../history/publish.ts'
import type { History } from '../history/stored.ts'
import type { LatestQuotes } from '../history/stored-monitor.ts'
import { createSource } from '../sources/create-source.ts'
import { createPageParser } from '../sources/page-parser.ts'
import { createRedirectGuard, isPrivateHost, USER_AGENT } from '../sources/page-request.ts'
import type { Random } from '../sources/simulated.ts'
import { createPriceShift } from '../sources/simulated.ts'
import type { PageConfig } from '../sources/sources-file.ts'
import { createAddressGuard } from '../webhooks/address-guard.ts'
import { createCollect } from './collect.ts'
import { createCollectionAge, createCollectionMetrics } from './health.ts'
import { createSettle } from './judge.ts'
import { createSchedule } from './schedule.ts'

export interface CollectionOptions {
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

/** Prices in: pages are read on schedule, stored and queued for webhooks; `latest` and `history` read what came of it. */
export interface Collection {
  readonly latest: LatestQuotes
  readonly history: History
  /** In the order to start them; after the first one `latest` can be read. */
  readonly parts: readonly Part[]
  /** Moves the simulated dollars by that many percent, each at the next look at its page. */
  readonly moveDollar: (percent: number) => void
}

export function createCollection(options: CollectionOptions): Collection {
  const { redis, pages, clock, random, log } = options
  const latest = createLatest(options)
  const metrics = createCollectionMetrics(options.metrics)
  const settleOptions = {
    redis,
    publish: createPublish(redis),
    numberOf: latest.numberOf,
    clock,
    onConflict: metrics.conflict,
  }
  const dispatcher = new Agent({ allowH2: false })
  const redirects = createRedirectGuard({ guard: createAddressGuard(), isPrivate: isPrivateHost })
  const parser = createPageParser()
  const priceShift = createPriceShift()
  const sourceOptions = {
    userAgent: USER_AGENT,
    dispatcher,
    redirects,
    parse: parser.parse,
    clock,
    random,
    stored: latest.stored,
  }
  const schedule = createSchedule(
    pages.map((config) => ({
      every: config.every,
      run: createCollect({
        config,
        source: isSimulated(config)
          ? priceShift.wrap(createSource(config, sourceOptions), dollarsOf(config))
          : createSource(config, sourceOptions),
        settle: createSettle({ ...settleOptions, config }),
        clock,
        log,
        metrics,
      }),
    })),
    clock,
  )
  const sourcePages: Part = {
    name: 'source pages',
    start: async () => {},
    async stop() {
      parser.close()
      await Promise.all([dispatcher.destroy(), redirects.close()])
    },
  }
  const isDemonstration = pages === DEMONSTRATION
  const age = createCollectionAge({ latest, metrics, clock })
  const past = createDemonstrationPast(options)
  return {
    latest,
    history: createHistory(redis),
    parts: [latest, ...(isDemonstration ? [past] : []), age, sourcePages, schedule],
    moveDollar: priceShift.move,
  }
}

const isSimulated = ({ source }: PageConfig): boolean => source.kind === 'simulated'

const dollarsOf = ({ monitors }: PageConfig): string[] =>
  monitors.filter(({ currency }) => currency === 'dollar').map(({ key }) => key)
