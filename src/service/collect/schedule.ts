import { MINUTE_MS } from '../../domain/caracas.ts'
import { answerWithin, type Clock } from '../../runtime/clock.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { nextAfter, type Timing } from '../sources/file/schema.ts'

const STOP_GRACE_MS = 1_000
/** A timer waits at most 24.8 days, and a machine may sleep meanwhile, so the clock is read this often. */
const LOOK_MS = MINUTE_MS
/** A start waits at most this long for the first prices, so that early requests find some. */
const FIRST_RUN_MS_MAX = 2_000

interface Scheduled {
  readonly every: Timing
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

/** Runs each job at once and then at its times, never twice at the same time. A stop aborts running jobs after 1 s. */
export function createSchedule(scheduled: readonly Scheduled[], clock: Clock): Part {
  const stopping = new AbortController()
  const aborting = new AbortController()
  let running: Promise<unknown> = Promise.resolve()

  async function keepRunning({ every, run }: Scheduled, ranOnce: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = clock()
      await run(aborting.signal)
      ranOnce()
      await waitForNext(every, startedAt)
    }
  }

  /** Waits for the first time after a run; where the clock is set back, for the first one from then on. */
  async function waitForNext(every: Timing, startedAt: number): Promise<void> {
    let next = nextAfter(every, startedAt)(clock())
    let last = startedAt
    for (let now = clock(); !stopping.signal.aborted && now < next; now = clock()) {
      if (now < last) next = nextAfter(every, now)(now)
      last = now
      await pause(Math.min(LOOK_MS, next - now), stopping.signal)
    }
  }

  return {
    name: 'collection schedule',
    async start() {
      const firstRuns = scheduled.map(() => Promise.withResolvers<void>())
      running = Promise.all(scheduled.map((one, i) => keepRunning(one, () => firstRuns[i]?.resolve())))
      const all = Promise.all(firstRuns.map(({ promise }) => promise))
      await answerWithin(FIRST_RUN_MS_MAX, all, () => undefined)
    },
    async stop() {
      stopping.abort()
      const late = setTimeout(() => aborting.abort(), STOP_GRACE_MS)
      await running
      clearTimeout(late)
    },
  }
}

/** Waits until the time is over or the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', resolve)
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', resolve)
}
