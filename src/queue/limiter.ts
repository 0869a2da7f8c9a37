import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'
import { createSubscription } from '../redis/subscription.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { createGroups, isGroup } from './groups.ts'
import { createPlaces, type Lease } from './places.ts'

const REPLIES_KEPT = 16

/**
 * Another machine's clock by our `performance.now()`, from the times in its replies: of the last few the soonest is the
 * truest, so that one that was long on its way does not move what was agreed on.
 */
export function createRemoteClock() {
  let delays: number[] = []

  return {
    /** A reply that carries the time over there (ms) has just come. */
    hear(ms: number): void {
      delays = [...delays.slice(1 - REPLIES_KEPT), performance.now() - ms]
    },
    /** A moment over there (ms), by our clock. */
    here: (ms: number): number => ms + Math.min(...delays),
  }
}

const TAKE = loadScript(new URL('./lua/rate/take.lua', import.meta.url))
const SPEND = loadScript(new URL('./lua/rate/spend.lua', import.meta.url))
const CLOSE_GATE = loadScript(new URL('./lua/rate/close-gate.lua', import.meta.url))

const HORIZON_MICROS = 50_000
/** Under a strict sliding second, aiming at all that is allowed loses half of it to the refusals. */
const SHARE_OF_ALLOWED = 0.98
/** Faster than ten times what Telegram ever takes no place comes too late: a busy process must not lose all it leased. */
const UNLIMITED_MICROS = 100
const MICROS = 1_000_000

export interface LimiterOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  /** Its key, with a hash tag, and its channel. */
  readonly name: string
  readonly ratePerSecond: number
  readonly metrics: Metrics
}

/**
 * One rate shared by all processes, and one gate that a 429 closes for all of them. Repeated 429s lower the rate, and
 * it comes back slowly: `lua/rate.lua` says how.
 */
export function createLimiter({ redis, subscriber, name, ratePerSecond, metrics }: LimiterOptions) {
  const configuredMicros = Math.max(1, Math.round(MICROS / (ratePerSecond * SHARE_OF_ALLOWED)))
  const rateNow = metrics.gauge('send_rate_per_second', 'Messages a second that all processes may send now')
  const closings = metrics.counter(
    'send_pauses_total',
    '429s, and refusals of the token, that stopped all sending',
  )
  const groups = createGroups(redis)
  const clock = createRemoteClock()
  const { places, prepare } = createPlaces(take)
  let closedUntil = 0
  let intervalMicros = configuredMicros
  rateNow.set(MICROS / intervalMicros)

  const closeFor = (ms: number): void => {
    closedUntil = Math.max(closedUntil, performance.now() + ms)
  }
  const closed = createSubscription(subscriber, [name], (ms) => closeFor(Number(ms)))

  /** Every script answers Redis' time, the interval, how long the gate is closed (µs), and then what is its own. */
  async function run(script: typeof TAKE, ...args: readonly (string | number)[]): Promise<number[]> {
    const reply = await script.run(redis, [name], [configuredMicros, ...args])
    const [now = 0, interval = 0, closedMicros = 0, ...rest] = Array.isArray(reply) ? reply.map(Number) : []
    clock.hear(now / 1000)
    intervalMicros = interval
    rateNow.set(MICROS / interval)
    if (closedMicros > 0) closeFor(closedMicros / 1000)
    return rest
  }

  async function take(wanted: number): Promise<Lease> {
    const [count = 0, moment = 0] = await run(TAKE, wanted, HORIZON_MICROS)
    const isUnlimited = count > 0 && intervalMicros < UNLIMITED_MICROS
    const firstAt = isUnlimited ? performance.now() : clock.here(moment / 1000)
    return { count, firstAt, intervalMs: intervalMicros / 1000 }
  }

  async function spend(places = 1): Promise<void> {
    await run(SPEND, places)
  }

  const part: Part = {
    name: 'limiter',
    /** A gate that was closed before we could hear of it is closed for us too. */
    async start() {
      await closed.start()
      await spend(0)
    },
    async stop() {
      closed.stop()
    },
  }

  return {
    ...part,
    places,
    /** Leases a few places ahead for who will ask in a moment: they are lost if nobody does. */
    prepare: (count: number): void => void prepare(count).catch(() => undefined), // who asks for places hears why there are none
    /** Counts calls that did not wait. */
    spend,
    /** What goes to each group. */
    groups,
    /**
     * Telegram refused a chat for `ms`: every process stops. Where it is a group it may be for that group's own sake, and it
     * rests alone; a second group within 5 s is refused for the sake of all.
     */
    async close(ms: number, chat = ''): Promise<void> {
      const group = isGroup(chat) ? chat : ''
      if (!group) closeFor(ms)
      const [, [isClosed]] = await Promise.all([
        group && groups.rest(group, ms),
        run(CLOSE_GATE, Math.ceil(ms), group),
      ])
      if (isClosed) closings.inc()
    },
    /** ms for which nothing may be sent; 0 when the gate is open. */
    closedForMs: (): number => Math.max(0, closedUntil - performance.now()),
    /** What all processes together may send in a second, as last heard: lowered after repeated 429s. */
    ratePerSecond: (): number => MICROS / intervalMicros,
  }
}

export type Limiter = ReturnType<typeof createLimiter>
