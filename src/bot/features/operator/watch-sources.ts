import { monitorRef, type Quote } from '../../../rates/monitor.ts'
import type { Redis } from '../../../redis/connection.ts'

const KEY = '{operator}:stale'

export interface WatchSourcesOptions {
  readonly redis: Redis
  readonly quotes: () => readonly Quote[]
  /** Tells operators; throws where nobody could be told. */
  readonly tell: (stale: readonly Quote[], back: readonly Quote[]) => Promise<void>
}

/** Tells once when a source stands still, and once when it moves again: what was so at two looks in a row. */
export function createSourceWatch({ redis, quotes, tell }: WatchSourcesOptions) {
  let before = new Map<string, boolean>()

  /** Told before it is remembered: a crash in between says it twice, and never not at all. */
  return async function look(): Promise<void> {
    const now = quotes()
    const seen = new Map(now.map(({ monitor, stale }) => [monitorRef(monitor), stale]))
    const settled = now.filter(({ monitor, stale }) => before.get(monitorRef(monitor)) === stale)
    before = seen
    const known = new Set(await redis.smembers(KEY))
    const isKnown = ({ monitor }: Quote): boolean => known.has(monitorRef(monitor))
    const stale = settled.filter((quote) => quote.stale && !isKnown(quote))
    const back = settled.filter((quote) => !quote.stale && isKnown(quote))
    if (stale.length === 0 && back.length === 0) return
    await tell(stale, back)
    if (stale.length > 0) await redis.sadd(KEY, ...stale.map(({ monitor }) => monitorRef(monitor)))
    if (back.length > 0) await redis.srem(KEY, ...back.map(({ monitor }) => monitorRef(monitor)))
  }
}
