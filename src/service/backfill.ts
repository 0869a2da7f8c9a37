import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type Day, dayOf, HOUR_MS, MINUTE_MS, startOfDay } from '../domain/caracas.ts'
import type { PriceUpdate } from '../domain/in-force.ts'
import { monitorName } from '../domain/monitor.ts'
import type { Redis, Resources } from '../redis/connection.ts'
import { Failure, messageOf } from '../runtime/log.ts'
import { dayScore, type StoredDay } from './history/history.ts'
import { daysOf, mergeHistories } from './history/merge.ts'
import { REDENOMINATION } from './import/bcv.ts'
import { type RowPointers, readJsonRows } from './import/rows.ts'
import { KEYS } from './keys.ts'
import type { HistoryConfig } from './sources/file/schema.ts'
import type { MonitorConfig, PageConfig } from './sources/file/sources-file.ts'
import { lastPastDay, type PastName, readPastDays } from './sources/shipped/past.ts'

/** The past of a monitor as its history source tells it, oldest first. */
interface Past {
  readonly updates: readonly PriceUpdate[]
  readonly days: readonly StoredDay[]
  /** Rows in the bolivar from before 2021-10-04, which were left out. */
  readonly redenominated: number
  /** Rows of days to come, which were left out: a price to come is for the live sources to tell. */
  readonly ahead: number
  /** Rows without a price, which were left out. */
  readonly empty: number
}

interface PastOptions {
  /** The address. */
  readonly name: string
  /** In ms. */
  readonly now: number
  /** Rows until this day are known, and left out. */
  readonly after?: Day | undefined
}

/** Reads all rows of an answer, or none: throws a Failure that names the bad ones. */
export async function readPast(
  text: string,
  pointers: RowPointers,
  { name, now, after = '' }: PastOptions,
): Promise<Past> {
  const { updates: all, empty } = await readJsonRows(text, pointers, { name, now })
  const today = dayOf(now)
  const come = all.filter(({ lastUpdate }) => dayOf(lastUpdate) <= today)
  const valid = come.filter(({ lastUpdate }) => lastUpdate >= startOfDay(REDENOMINATION))
  if (valid.length === 0) throw new Failure(`${name} has no row since ${REDENOMINATION}`)
  const [ahead, redenominated] = [all.length - come.length, come.length - valid.length]
  const updates = valid.filter(({ lastUpdate }) => dayOf(lastUpdate) > after)
  return { updates, days: daysOf(updates, 'imported'), redenominated, ahead, empty }
}

/** Loads the past that comes with the program into histories that have no day of its time. */
export async function loadShippedPast(redis: Redis, pages: readonly PageConfig[]): Promise<void> {
  for (const { ref, past } of pages.flatMap(({ monitors }) => monitors)) {
    if (past === undefined) continue
    const known = await redis.zcount(KEYS.days(ref), '-inf', dayScore(lastPastDay(past)))
    if (known > 0) continue
    const days = readPastDays(past).map(
      (one): StoredDay => ({ ...one, lastUpdate: startOfDay(one.day), origin: 'imported' }),
    )
    await mergeHistories(redis, [{ ref, days, updates: [] }])
  }
}

/** A monitor is filled while it has no price older than this, beside the past that comes with the program. */
const KNOWN_DAYS = 7
const RETRY_MS = MINUTE_MS
const RETRY_MS_MAX = HOUR_MS

/** How far the filling is. `problem`: why the last attempt failed, while it is being repeated. */
interface BackfillProgress {
  readonly done: number
  readonly total: number
  readonly problem?: string
}

interface BackfillOptions extends Pick<Resources, 'redis' | 'log' | 'clock'> {
  readonly pages: readonly PageConfig[]
  /** Returns the answer of a history source. Throws where there is none. */
  readonly fetch: (source: HistoryConfig, signal: AbortSignal) => Promise<string>
  /** For tests; 1 min, then twice the wait before, up to 1 h. */
  readonly retryMs?: number
}

/** Fills empty histories in the background, once. Days that were collected live stay as they are. */
export function createBackfill({ redis, pages, fetch, clock, log, retryMs = RETRY_MS }: BackfillOptions) {
  const stopping = new AbortController()
  const problems = new Map<string, string>()
  let running: Promise<unknown> = Promise.resolve()
  let total = 0
  let done = 0

  async function isEmpty({ ref, past }: MonitorConfig): Promise<boolean> {
    const knownUntil = knownUntilOf(past)
    const from = knownUntil === undefined ? '-inf' : dayScore(addDays(knownUntil, 1))
    const known = dayScore(addDays(dayOf(clock()), -KNOWN_DAYS))
    return (await redis.zcount(KEYS.days(ref), from, known)) === 0
  }

  async function fillFrom(monitor: MonitorConfig, source: HistoryConfig): Promise<void> {
    const startedAt = clock()
    const text = await fetch(source, stopping.signal)
    const after = knownUntilOf(monitor.past)
    const read = await readPast(text, source, { name: source.url, now: clock(), after })
    const [merged] = await mergeHistories(redis, [{ ref: monitor.ref, ...read }])
    const { updates, days: _, ...leftOut } = read
    const found = { rows: updates.length, ...leftOut, ...merged, ms: clock() - startedAt }
    log.info({ monitor: monitorName(monitor), from: source.url, ...found }, 'history read')
  }

  /** Whether one of the sources of a monitor could be read. */
  async function fill(monitor: MonitorConfig): Promise<boolean> {
    for (const source of monitor.history ?? []) {
      stopping.signal.throwIfAborted()
      try {
        await fillFrom(monitor, source)
        problems.delete(monitor.ref)
        done++
        return true
      } catch (error) {
        if (stopping.signal.aborted) throw error
        // The next source stands in for it.
        const [name, reason] = [monitorName(monitor), messageOf(error)]
        problems.set(monitor.ref, `${name}: ${reason}`)
        log.warn({ monitor: name, from: source.url, reason }, 'history not read')
      }
    }
    return false
  }

  /** One source at a time, as the same server often has them all; those that failed again after a wait. */
  async function fillAll(): Promise<void> {
    const monitors = pages.flatMap((page) => page.monitors.filter(({ history }) => history))
    const needed = await Promise.all(monitors.map(isEmpty))
    let waiting = monitors.filter((_, i) => needed[i])
    total = waiting.length
    if (total === 0) return
    log.info({ monitors: waiting.map(monitorName) }, 'reading the history of monitors that have none')
    for (let waitMs = retryMs; ; waitMs = Math.min(2 * waitMs, RETRY_MS_MAX)) {
      const failed: MonitorConfig[] = []
      for (const monitor of waiting) if (!(await fill(monitor))) failed.push(monitor)
      waiting = failed
      if (waiting.length === 0) return
      await sleep(waitMs, undefined, { signal: stopping.signal })
    }
  }

  return {
    name: 'backfill',
    async start(): Promise<void> {
      running = fillAll().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'histories are not read until the next start')
      })
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
    /** Undefined where no history was empty at the start. */
    progress(): BackfillProgress | undefined {
      if (total === 0) return undefined
      const [problem] = problems.values()
      return { done, total, ...(problem !== undefined && { problem }) }
    },
  }
}

/** The last day of the past that comes with the program: the days since are filled. */
const knownUntilOf = (past: PastName | undefined): Day | undefined => past && lastPastDay(past)
