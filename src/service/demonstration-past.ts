import { dayOf } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import { monitorRef } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { Failure } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Redis } from '../runtime/redis.ts'
import { DEMONSTRATION, OFFICIAL_PAGE } from './demonstration.ts'
import { mergeHistory } from './history/merge.ts'
import { KEYS } from './keys.ts'
import { makeUpYear } from './made-up-history.ts'
import { nextBusinessDay } from './sources/business-day.ts'
import type { Random } from './sources/simulated.ts'
import { parseStoredMonitor } from './stored-monitor.ts'

export interface DemonstrationOptions {
  readonly redis: Redis
  readonly clock: Clock
  readonly random: Random
}

/** Gives the demonstration a past at its first start. Throws a Failure where real prices are stored under its names. */
export function createDemonstrationPast({ redis, clock, random }: DemonstrationOptions): Part {
  async function makePast({ ref, isOfficial, price }: Invented): Promise<void> {
    const state = await redis.hget(KEYS.quotes, ref)
    if (state !== null && !parseStoredMonitor(state).simulated) {
      throw new Failure(
        `Redis holds real prices of ${ref}: name their sources in SOURCES_FILE, or give the demonstration another DATA_DIR or REDIS_URL`,
      )
    }
    if ((await redis.exists(KEYS.days(ref))) === 1) return
    const until = isOfficial ? dayOf(nextBusinessDay(clock(), false)) : dayOf(clock())
    const days = makeUpYear({ until, price, isOfficial, random })
    await mergeHistory({ ref, days, updates: [] }, { redis, name: `made-${random()}` })
  }
  return {
    name: 'demonstration',
    async start() {
      for (const invented of INVENTED) await makePast(invented)
    },
    stop: async () => {},
  }
}

interface Invented {
  readonly ref: string
  readonly isOfficial: boolean
  readonly price: Decimal
}

const INVENTED: readonly Invented[] = DEMONSTRATION.flatMap(({ page, monitors }) =>
  monitors.map(({ key, currency, price = '' }) => ({
    ref: monitorRef({ page, currency, key }),
    isOfficial: page === OFFICIAL_PAGE,
    price,
  })),
)
