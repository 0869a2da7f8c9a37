import { addDays, type Day, dayOf } from '../../domain/caracas.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import { retryUntilAnswered } from '../../runtime/retry.ts'
import { mergeHistory } from '../history/merge.ts'
import { dayScore } from '../history/stored-day.ts'
import type { RowPointers } from '../import/json.ts'
import { KEYS } from '../keys.ts'
import { readPast } from './past.ts'

/** A monitor is filled while it has no price older than this, beside the past that comes with the program. */
const KNOWN_DAYS = 7
const RETRY_MS = MINUTE_MS
const RETRY_MS_MAX = HOUR_MS

/** Where the past of a monitor can be read. */
export interface HistorySource {
  readonly url: string
  readonly pointers: RowPointers
  /** Returns the answer. Throws where there is none. */
  readonly read: (signal: AbortSignal) => Promise<string>
}

/** A monitor and its history sources, the best first. */
export interface FillableMonitor {
  readonly ref: string
  /** `page.key`, for the log. */
  readonly name: string
  readonly sources: readonly HistorySource[]
  /** The last day of the past that comes with the program: the days since are filled. */
  readonly knownUntil?: Day | undefined
}

/** How far the filling is. `problem`: why the last attempt failed, while it is being repeated. */
export interface BackfillProgress {
  readonly done: number
  readonly total: number
  readonly problem?: string
}

export interface BackfillOptions {
  readonly redis: Redis
  readonly monitors: readonly FillableMonitor[]
  readonly clock: Clock
  readonly log: Log
  /** From 0 up to 1: names the keys in which a merge is prepared. */
  readonly random: () => number
  /** For tests; 1 min, then twice the wait before, up to 1 h. */
  readonly retryMs?: number
}

/** Fills empty histories in the background, once. Days that were collected live stay as they are. */
export function createBackfill({ redis, monitors, clock, log, random, retryMs = RETRY_MS }: BackfillOptions) {
  const stopping = new AbortController()
  const problems = new Map<string, string>()
  let running: Promise<unknown> = Promise.resolve()
  let lastAttempt: Promise<void> = Promise.resolve()
  let total = 0
  let done = 0

  async function isEmpty({ ref, knownUntil }: FillableMonitor): Promise<boolean> {
    const from = knownUntil === undefined ? '-inf' : dayScore(addDays(knownUntil, 1))
    const known = dayScore(addDays(dayOf(clock()), -KNOWN_DAYS))
    return (await redis.zcount(KEYS.days(ref), from, known)) === 0
  }

  async function fillFrom({ ref, name, knownUntil }: FillableMonitor, source: HistorySource): Promise<void> {
    const startedAt = clock()
    const text = await source.read(stopping.signal)
    const past = await readPast(text, source.pointers, { name: source.url, now: clock(), after: knownUntil })
    const merged = await mergeHistory({ ref, ...past }, { redis, name: `backfill-${random()}` })
    const { redenominated, ahead, empty, updates } = past
    log.info(
      {
        monitor: name,
        from: source.url,
        rows: updates.length,
        redenominated,
        ahead,
        empty,
        ...merged,
        ms: clock() - startedAt,
      },
      'history read',
    )
  }

  /** Throws the problem of the last source where none can be read. */
  async function fillFromAny(monitor: FillableMonitor): Promise<void> {
    let problem: unknown
    for (const source of monitor.sources) {
      stopping.signal.throwIfAborted()
      try {
        return await fillFrom(monitor, source)
      } catch (error) {
        problem = error // the next source stands in for it
        if (stopping.signal.aborted) break
        problems.set(monitor.ref, `${monitor.name}: ${messageOf(error)}`)
        log.warn({ monitor: monitor.name, from: source.url, reason: messageOf(error) }, 'history not read')
      }
    }
    throw problem
  }

  /** One attempt at a time: the same server often has them all. A monitor that waits for its next attempt holds up none. */
  function inTurn(attempt: () => Promise<void>): Promise<void> {
    const result = lastAttempt.then(attempt)
    lastAttempt = result.catch(() => {}) // whoever made the attempt gets its error
    return result
  }

  async function fill(monitor: FillableMonitor): Promise<void> {
    const { signal } = stopping
    await retryUntilAnswered(() => inTurn(() => fillFromAny(monitor)), {
      everyMs: retryMs,
      everyMsMax: RETRY_MS_MAX,
      signal,
    })
    problems.delete(monitor.ref)
    done++
  }

  async function fillAll(): Promise<void> {
    const needed = await Promise.all(monitors.map(isEmpty))
    const waiting = monitors.filter((_, i) => needed[i])
    total = waiting.length
    if (total === 0) return
    log.info({ monitors: waiting.map(({ name }) => name) }, 'reading the history of monitors that have none')
    await Promise.allSettled(waiting.map(fill)) // each goes on until it is filled, or until a stop
  }

  const part: Part = {
    name: 'backfill',
    async start() {
      running = fillAll().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, 'histories are not read until the next start')
      })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
  return {
    part,
    /** Undefined where no history was empty at the start. */
    progress(): BackfillProgress | undefined {
      if (total === 0) return undefined
      const [problem] = problems.values()
      return { done, total, ...(problem !== undefined && { problem }) }
    },
  }
}

export type Backfill = ReturnType<typeof createBackfill>
