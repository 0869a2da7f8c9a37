import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../runtime/lifecycle.ts'
import type { Redis } from '../runtime/redis.ts'
import { loadScript } from '../runtime/script.ts'

const lua = (name: string): URL => new URL(`./lua/${name}.lua`, import.meta.url)
const TAKE = loadScript(lua('take'))
const SPEND = loadScript(lua('spend'))
const CLOSE_GATE = loadScript(lua('close-gate'))

const HORIZON_MICROS = 50_000
/** Under a strict sliding second, aiming at all that is allowed loses half of it to the refusals. */
const SHARE_OF_ALLOWED = 0.98
/** Longer than this nobody waits for a place: who has something in hand had better give it back. */
const PATIENCE_MS = 1_000

export interface LimiterOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  /** Its key, with a hash tag, and its channel. */
  readonly name: string
  readonly ratePerSecond: number
}

/** One rate shared by all processes, and one gate that a 429 closes for all of them. */
export function createLimiter({ redis, subscriber, name, ratePerSecond }: LimiterOptions) {
  const intervalMicros = Math.max(1, Math.round(1_000_000 / (ratePerSecond * SHARE_OF_ALLOWED)))
  let closedUntil = 0
  const hear = (channel: string, message: string): void => {
    if (channel === name) closedUntil = Math.max(closedUntil, performance.now() + Number(message))
  }

  const part: Part = {
    name: 'limiter',
    async start() {
      subscriber.on('message', hear)
      await subscriber.subscribe(name)
    },
    async stop() {
      subscriber.off('message', hear)
    },
  }

  /** Waits for up to `wanted` places that lie at most 50 ms ahead; `firstAt` in ms of `performance.now()`. None: not soon. */
  async function lease(wanted: number, signal: AbortSignal): Promise<{ count: number; firstAt: number }> {
    for (;;) {
      signal.throwIfAborted()
      const reply = await TAKE.run(redis, [name], [intervalMicros, wanted, HORIZON_MICROS])
      const [count = 0, micros = 0] = Array.isArray(reply) ? reply.map(Number) : []
      const ms = micros / 1000
      if (count > 0 || ms > PATIENCE_MS) return { count, firstAt: performance.now() + ms }
      await sleep(Math.max(ms, 1), undefined, { signal })
    }
  }

  return {
    ...part,
    /**
     * Yields `wanted` times, each at a place of its own in the rate; less often where the gate is closed, or the rate
     * spent, for more than 1 s. Throws when the signal aborts.
     */
    async *places(wanted: number, signal: AbortSignal): AsyncGenerator<void> {
      for (let left = wanted; left > 0; ) {
        const { count, firstAt } = await lease(left, signal)
        if (count === 0) return
        for (let place = 0; place < count; place++) {
          const inMs = firstAt + (place * intervalMicros) / 1000 - performance.now()
          if (inMs >= 1) await sleep(inMs, undefined, { signal })
          yield
        }
        left -= count
      }
    },
    /** Counts calls that did not wait. */
    async spend(places = 1): Promise<void> {
      await SPEND.run(redis, [name], [intervalMicros, places])
    },
    /** Stops every process for `ms`. */
    async close(ms: number): Promise<void> {
      closedUntil = Math.max(closedUntil, performance.now() + ms)
      await CLOSE_GATE.run(redis, [name], [Math.ceil(ms)])
    },
    /** ms for which nothing may be sent; 0 when the gate is open. */
    closedForMs: (): number => Math.max(0, closedUntil - performance.now()),
  }
}

export type Limiter = ReturnType<typeof createLimiter>
