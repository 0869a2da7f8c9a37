import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { storedJson } from '../../api/record.ts'
import { type Currency, monitorName, type Quote } from '../../domain/monitor.ts'
import { createSubscription, loadScript, type Redis, type Resources } from '../../redis/connection.ts'
import { warnOf } from '../../runtime/log.ts'
import { KEYS } from '../keys.ts'
import { Problem } from '../problems.ts'
import type { MonitorConfig, PageConfig } from '../sources/file/sources-file.ts'
import { parseStoredDay } from './history.ts'
import { parseStoredMonitor, quoteAt, type StoredMonitor } from './stored-monitor.ts'

/** A monitor as a client names it. */
interface NamedMonitor {
  readonly currency: Currency
  readonly page?: string | undefined
  /** A key, or `page.key`. */
  readonly monitor: string
}

/** Finds the monitor that a client names, in page order; undefined where there is none. */
export function findOffered(
  latest: Pick<LatestQuotes, 'pages'>,
  named: NamedMonitor,
): MonitorConfig | undefined {
  const dot = named.monitor.indexOf('.')
  const key = named.monitor.slice(dot + 1)
  const pageInName = dot < 0 ? undefined : named.monitor.slice(0, dot)
  for (const { page, monitors } of latest.pages()) {
    if ((named.page ?? page) !== page || (pageInName ?? page) !== page) continue
    const found = monitors.find((one) => one.key === key && one.currency === named.currency)
    if (found) return found
  }
  return undefined
}

/** Finds the monitor that a client names. Throws a Problem (404 if no other status is given) where there is none. */
export function requireOffered(
  latest: Pick<LatestQuotes, 'pages'>,
  named: NamedMonitor,
  status = 404,
): MonitorConfig {
  const offered = findOffered(latest, named)
  if (offered) return offered
  const place = named.page === undefined ? '' : ` on ${named.page}`
  throw new Problem(status, `There is no monitor ${named.monitor} in ${named.currency}${place}.`)
}

/** Finds its newest quote. Throws a Problem (404) where there is no such monitor, or no price of it yet. */
export function requireQuote(latest: Pick<LatestQuotes, 'pages' | 'find'>, named: NamedMonitor): Quote {
  const offered = requireOffered(latest, named)
  const quote = latest.find(offered.ref)
  if (quote) return quote
  throw new Problem(404, `${monitorName(offered)} has no price in ${offered.currency} yet.`)
}

const NUMBER = loadScript(new URL('./numbers.lua', import.meta.url))
const NUMBERS = z.array(z.number().int())

/** Returns the number of each ref in the API; refs without one get the next numbers. */
export async function numberMonitors(redis: Redis, refs: readonly string[]): Promise<Map<string, number>> {
  const numbers = NUMBERS.parse(await NUMBER.run(redis, [KEYS.numbers], refs))
  return new Map(refs.map((ref, i) => [ref, numbers[i] ?? 0]))
}

/** Time alone changes what is in force and what is stale. */
const TICK_MS = 1_000
/** Announcements may be missed, so everything is read again every so many ticks. */
const REREAD_TICKS = 5

interface LatestOptions extends Pick<Resources, 'redis' | 'subscriber' | 'log' | 'clock'> {
  readonly pages: readonly PageConfig[]
}

/** The refs whose history was imported; those of an earlier version of the program are not known. */
const ANNOUNCED = storedJson.pipe(z.array(z.string())).catch([])

/** The newest prices of the offered monitors, read at the start and at each announcement. Every call answers at once. */
export function createLatest({ redis, subscriber, pages, clock, log }: LatestOptions) {
  const offered = pages.flatMap(({ monitors }) => monitors)
  const refs = offered.map(({ ref }) => ref)
  const states = new Map<string, StoredMonitor>()
  /** The newest imported day of monitors that were never collected: their price, which is stale. */
  const imported = new Map<string, StoredMonitor>()
  const collected = new Map<string, number>()
  const listeners = new Set<(refs: readonly string[]) => void>()
  let numbers = new Map<string, number>()
  let byRef = new Map<string, Quote>()
  let quotes: readonly Quote[] = []
  let version = 0
  let ticks = 0
  let timer: NodeJS.Timeout | undefined

  /** Rebuilds the quotes as of now, and reports those that are new or different, and those in `touched`. */
  function refresh(touched: readonly string[] = []): void {
    const now = clock()
    const changed = new Set(touched)
    const next = new Map<string, Quote>()
    for (const monitor of offered) {
      const { ref } = monitor
      const stored = states.get(ref) ?? imported.get(ref)
      if (!stored) continue
      const quote = quoteAt(monitor, stored, { now, collectedAt: collected.get(ref) })
      const before = byRef.get(ref)
      if (!isDeepStrictEqual(before, quote)) changed.add(ref)
      next.set(ref, quote)
    }
    if (changed.size > 0) replace(next, [...changed])
  }

  function replace(next: Map<string, Quote>, changed: readonly string[]): void {
    byRef = next
    quotes = [...next.values()]
    version++
    for (const listener of listeners) listener(changed)
  }

  const announced = createSubscription(subscriber, [KEYS.announced], (message) =>
    readAgain(ANNOUNCED.parse(message)),
  )

  async function readAll(touched: readonly string[] = []): Promise<void> {
    const [stored, times] = await Promise.all([
      redis.hmget(KEYS.quotes, ...refs),
      redis.hmget(KEYS.collected, ...refs),
    ])
    for (const [i, ref] of refs.entries()) {
      const text = stored[i]
      if (text) states.set(ref, parseStoredMonitor(text))
      if (times[i]) collected.set(ref, Number(times[i]))
    }
    const never = refs.filter((ref) => !states.has(ref))
    if (never.length > 0) {
      // A quote may not stay that of the past while the state of its monitor is known: a mean would be made of it.
      refresh()
      await readImported(never)
    }
    refresh(touched)
  }

  async function readImported(never: readonly string[]): Promise<void> {
    const newest = await Promise.all(never.map((ref) => redis.zrevrange(KEYS.days(ref), 0, 0)))
    for (const [i, ref] of never.entries()) {
      const [member] = newest[i] ?? []
      if (member === undefined) continue
      const { origin, price, lastUpdate } = parseStoredDay(member)
      if (origin !== 'imported') continue
      imported.set(ref, { revision: 0, price, priceOld: price, lastUpdate, simulated: false, earlier: [] })
    }
  }

  function readAgain(touched: readonly string[] = []): void {
    readAll(touched).catch(warnOf(log, 'latest prices cannot be read again'))
  }

  function tick(): void {
    if (++ticks % REREAD_TICKS === 0) readAgain()
    refresh()
  }

  return {
    name: 'latest prices',
    async start(): Promise<void> {
      numbers = await numberMonitors(redis, refs)
      subscriber.on('ready', readAgain)
      await announced.start()
      await readAll()
      timer = setInterval(tick, TICK_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      announced.stop()
      subscriber.off('ready', readAgain)
    },
    /** All pages in page order (that of `SOURCES_FILE`). */
    pages: () => pages,
    /** Monitors that have a price, in page order, then in the order of the page; the same array until the next version. */
    quotes: () => quotes,
    /** The quote of a monitor; undefined while it has no price, or when there is no such monitor. */
    find: (ref: string): Quote | undefined => byRef.get(ref),
    /** Grows whenever `quotes()` or any stored history changes: prices, `last_update`, `in_force`, `stale`, an import. */
    version: () => version,
    /** The number of an offered monitor in the API; it never changes. Throws RangeError where it is not offered. */
    numberOf(ref: string): number {
      const number = numbers.get(ref)
      if (number === undefined) throw new RangeError(`no such monitor: ${ref}`)
      return number
    },
    /** Calls back with the refs (`monitorRef`) of the changed monitors, after `version()` grew. Returns how to stop it. */
    onChange(listener: (refs: readonly string[]) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The newest stored state of a monitor, for a source that goes on from it. */
    stored: (ref: string): StoredMonitor | undefined => states.get(ref),
    /** When a monitor was last read (ms), negative as `collectedAt` says. */
    collectedAt: (ref: string): number | undefined => collected.get(ref),
  }
}

export type LatestQuotes = ReturnType<typeof createLatest>
