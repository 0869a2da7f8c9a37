import { monitorRef, type Quote } from '../../domain/monitor.ts'
import type { Redis, Resources } from '../../redis/connection.ts'
import type { SourceTrouble } from './text.ts'

const STALE = '{operator}:stale'

interface WatchSourcesOptions {
  readonly redis: Redis
  readonly quotes: () => readonly Quote[]
  /** What is wrong with the sources of these prices now. */
  readonly troublesOf: (quotes: readonly Quote[]) => Promise<readonly SourceTrouble[]>
  /** Tells operators; throws if no operator could be told. */
  readonly tell: (begun: readonly SourceTrouble[], over: readonly SourceTrouble[]) => Promise<void>
}

/** Tells operators once when a trouble with a source begins, and once when it is over. Both must hold at two checks in a row. */
export function createSourceWatch({ redis, quotes, troublesOf, tell }: WatchSourcesOptions) {
  let previous = { troubles: new Set<string>(), prices: new Set<string>() }

  /** Operators are told before Redis is written, so that a crash in between tells them twice rather than never. */
  return async function check(): Promise<void> {
    const shown = quotes()
    const found = await troublesOf(shown)
    const current = new Set(found.map(idOf))
    const settled = previous
    previous = { troubles: current, prices: new Set(shown.map(({ monitor }) => monitorRef(monitor))) }
    const known = new Set(await redis.smembers(STALE))
    const begun = found.filter((one) => settled.troubles.has(idOf(one)) && !known.has(idOf(one)))
    const over = [...known].flatMap((id) => {
      const one = current.has(id) || settled.troubles.has(id) ? undefined : parseId(id, shown)
      return one && settled.prices.has(monitorRef(one.quote.monitor)) ? [one] : []
    })
    if (begun.length === 0 && over.length === 0) return
    await tell(begun, over)
    if (begun.length > 0) await redis.sadd(STALE, ...begun.map(idOf))
    if (over.length > 0) await redis.srem(STALE, ...over.map(idOf))
  }
}

/** A stale price is known by its ref alone, as earlier versions wrote it. */
function idOf({ kind, quote: { monitor }, source }: SourceTrouble): string {
  const ref = monitorRef(monitor)
  if (kind === 'stale') return ref
  return source === undefined ? `${ref} ${kind}` : `${ref} ${kind} ${source}`
}

/** The trouble of an id; undefined while its monitor has no price. */
function parseId(id: string, quotes: readonly Quote[]): SourceTrouble | undefined {
  const [, ref, kind, source] = /^(\S+)(?: (held|still))?(?: (.+))?$/.exec(id) ?? []
  const quote = quotes.find(({ monitor }) => monitorRef(monitor) === ref)
  if (!quote) return undefined
  if (kind === 'held') return { kind, quote }
  return kind === 'still' && source !== undefined ? { kind, quote, source } : { kind: 'stale', quote }
}

const UNPRICED = '{operator}:unpriced'

/** Since when the watch of prices has seen none at all (ms); undefined where there are some. */
export const readUnpricedSince = async (redis: Redis): Promise<number | undefined> =>
  Number(await redis.hget(UNPRICED, 'since')) || undefined

interface WatchPricesOptions extends Pick<Resources, 'redis' | 'clock'> {
  readonly isPriced: () => boolean
  /** Tells operators that there has been no price at all since a moment (ms), or that there are prices; throws if none could be told. */
  readonly tell: (since: number | undefined) => Promise<void>
}

/** Tells operators once where there is no price at all, at the second check in a row, and once when there are prices. */
export function createPriceWatch({ redis, isPriced, tell, clock }: WatchPricesOptions) {
  return async function check(): Promise<void> {
    const { since, told } = await redis.hgetall(UNPRICED)
    if (isPriced()) {
      if (told) await tell(undefined)
      if (since) await redis.del(UNPRICED)
    } else if (!since) await redis.hset(UNPRICED, 'since', clock())
    else if (!told) {
      await tell(Number(since))
      await redis.hset(UNPRICED, 'told', 1)
    }
  }
}
