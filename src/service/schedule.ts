import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../runtime/clock.ts'
import type { Part } from '../runtime/lifecycle.ts'
import { nextAfter, type Timing } from './timing.ts'

const STOP_GRACE_MS = 1_000
/** A timer waits at most 24.8 days, and a machine may sleep meanwhile: look at the clock again this often. */
const LOOK_MS = 60_000

export interface Scheduled {
  readonly every: Timing
  readonly run: (signal: AbortSignal) => Promise<unknown>
}

/** Runs each at once, then at its times; never one twice at a time. A stop gives what runs a second, then aborts it. */
export function createSchedule(scheduled: readonly Scheduled[], clock: Clock): Part {
  const stopping = new AbortController()
  const aborting = new AbortController()
  let running: Promise<unknown> = Promise.resolve()

  async function keepRunning({ every, run }: Scheduled): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = nextAfter(every, clock())
      await run(aborting.signal)
      await waitUntil(next)
    }
  }

  async function waitUntil(next: (now: number) => number): Promise<void> {
    const at = next(clock())
    while (!stopping.signal.aborted && clock() < at) {
      const wait = Math.min(LOOK_MS, at - clock())
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {}) // rejects at a stop only
    }
  }

  return {
    name: 'collection schedule',
    async start() {
      running = Promise.all(scheduled.map(keepRunning))
    },
    async stop() {
      stopping.abort()
      const late = setTimeout(() => aborting.abort(), STOP_GRACE_MS)
      await running
      clearTimeout(late)
    },
  }
}
