import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 250
const TRIES = 40

/** Does a step that may be repeated until it succeeds, for 10 s or until stopped; then throws what it threw last. */
export async function persist<Value>(step: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await step()
    } catch (error) {
      // Redis was away: without this, what we hold would wait for the end of its lease.
      if (tries === TRIES || signal.aborted) throw error
      await sleep(EVERY_MS)
    }
  }
}
