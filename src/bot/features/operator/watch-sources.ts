import { monitorRef, type Quote } from '../../../rates/monitor.ts'
import type { Redis } from '../../../redis/connection.ts'

const KEY = '{operator}:stale'

export interface WatchSourcesOptions {
  readonly redis: Redis
  readonly quotes: () => readonly Quote[]
  /** Tells operators; throws if no operator could be told. */
  readonly tell: (stale: readonly Quote[], back: readonly Quote[]) => Promise<void>
}

/** Tells operators once when a source becomes stale, and once when it updates again. Both must hold at two checks in a row. */
export function createSourceWatch({ redis, quotes, tell }: WatchSourcesOptions) {
  let previous = new Map<string, boolean>()

  /** Operators are told before Redis is written, so that a crash in between tells them twice rather than never. */
  return async function check(): Promise<void> {
    const now = quotes()
    const current = new Map(now.map(({ monitor, stale }) => [monitorRef(monitor), stale]))
    const settled = now.filter(({ monitor, stale }) => previous.get(monitorRef(monitor)) === stale)
    previous = current
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
