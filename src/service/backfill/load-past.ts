import { startOfDay } from '../../domain/caracas.ts'
import { monitorRef } from '../../domain/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { mergeHistory } from '../history/merge.ts'
import { dayScore, type StoredDay } from '../history/stored-day.ts'
import { KEYS } from '../keys.ts'
import type { PageConfig } from '../sources/schema/page-config.ts'
import { lastPastDay, readPastDays } from '../sources/shipped/past.ts'

export interface PastLoaderOptions {
  readonly redis: Redis
  readonly pages: readonly PageConfig[]
  /** From 0 up to 1: names the keys in which a merge is prepared. */
  readonly random: () => number
}

/** Loads the past that comes with the program into histories that have no day of its time. */
export function createPastLoader({ redis, pages, random }: PastLoaderOptions): Part {
  return {
    name: 'shipped past',
    async start() {
      for (const { page, monitors } of pages)
        for (const { key, currency, past } of monitors) {
          if (past === undefined) continue
          const ref = monitorRef({ page, currency, key })
          const known = await redis.zcount(KEYS.days(ref), '-inf', dayScore(lastPastDay(past)))
          if (known > 0) continue
          const days = readPastDays(past).map(
            (one): StoredDay => ({ ...one, lastUpdate: startOfDay(one.day), origin: 'imported' }),
          )
          await mergeHistory({ ref, days, updates: [] }, { redis, name: `past-${random()}` })
        }
    },
    stop: async () => {},
  }
}
