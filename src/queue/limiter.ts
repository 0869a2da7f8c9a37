import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { createRemoteClock, createSubscription, loadScript, type Resources } from '../redis/connection.ts'
import { createTurns } from '../runtime/clock.ts'
import { createGroups, isGroup } from './groups.ts'

const RATE = loadScript(new URL('./lua/rate.lua', import.meta.url))

const HORIZON_MICROS = 50_000
/** A server with a strict sliding second refuses half of what is sent at exactly its limit, so we aim a little below it. */
const SHARE_OF_ALLOWED = 0.98
/** Private chats whose own 429 is remembered. */
const RESTING_MAX = 10_000
/** At more than 10,000 messages a second no place is ever too late: a busy process must not lose all that it leased. */
const UNLIMITED_MICROS = 100
const MICROS = 1_000_000

export interface LimiterOptions extends Pick<Resources, 'redis' | 'subscriber' | 'metrics'> {
  /** Its key, with a hash tag, and its channel. */
  readonly name: string
  readonly ratePerSecond: number
}

/**
 * One send rate shared by all processes, and one pause after a 429 (flood limit) for all of them or for one chat. Repeated 429s lower the rate, and
 * it rises again slowly: `lua/rate.lua` says how.
 */
export function createLimiter({ redis, subscriber, name, ratePerSecond, metrics }: LimiterOptions) {
  const configuredMicros = Math.max(1, Math.round(MICROS / (ratePerSecond * SHARE_OF_ALLOWED)))
  const rateNow = metrics.gauge('send_rate_per_second', 'Messages a second that all processes may send now')
  const pauses = metrics.counter(
    'send_pauses_total',
    '429s, and refusals of the token, that stopped all sending',
  )
  const groups = createGroups(redis)
  const clock = createRemoteClock()
  const places = createPlaces(take)
  /** Until when private chats wait that were refused alone. */
  const restUntil = new LRUCache<string, number>({ max: RESTING_MAX })
  let pausedUntil = 0
  let intervalMicros = configuredMicros
  rateNow.set(MICROS / intervalMicros)

  /** Pauses sending to a private chat, or to all if none is named; a group's own pause is in Redis. */
  function pauseFor(ms: number, chat = ''): void {
    const until = performance.now() + ms
    if (chat === '') pausedUntil = Math.max(pausedUntil, until)
    else restUntil.set(chat, Math.max(restUntil.get(chat) ?? 0, until))
  }
  const paused = createSubscription(subscriber, [name], (message) => {
    const [ms, chat] = message.split(' ')
    pauseFor(Number(ms), chat)
  })

  /** Runs a command of the script; returns what the command adds to Redis' time and the state of the rate. */
  async function run(
    command: 'take' | 'spend' | 'pause',
    ...args: readonly (string | number)[]
  ): Promise<number[]> {
    const reply = await RATE.run(redis, [name, `${name}:answered`], [configuredMicros, command, ...args])
    const [now = 0, interval = 0, pausedMicros = 0, ...rest] = Array.isArray(reply) ? reply.map(Number) : []
    clock.hear(now / 1000)
    intervalMicros = interval
    rateNow.set(MICROS / interval)
    if (pausedMicros > 0) pauseFor(pausedMicros / 1000)
    return rest
  }

  async function take(wanted: number): Promise<LeasedPlaces> {
    const [count = 0, moment = 0, between = intervalMicros] = await run('take', wanted, HORIZON_MICROS)
    const isUnlimited = count > 0 && intervalMicros < UNLIMITED_MICROS
    const firstAt = isUnlimited ? performance.now() : clock.here(moment / 1000)
    return { count, firstAt, intervalMs: between / 1000 }
  }

  async function spend(places = 1, chat = ''): Promise<void> {
    await run('spend', places, isGroup(chat) ? '' : chat)
  }

  return {
    name: 'limiter',
    /** Also reads whether sending was paused before we subscribed. */
    async start(): Promise<void> {
      await paused.start()
      await spend(0)
    },
    stop: async (): Promise<void> => paused.stop(),
    places,
    /** Counts calls that did not wait, and the chat they answered. */
    spend,
    /** The limits of each group. */
    groups,
    /**
     * Stops every process for `ms` after a refusal of the whole bot. A chat that got a 429 may have reached its own limit only,
     * so it waits alone; if a second person gets one within 5 s, all stop. While Redis does not say so, this process stops.
     * Groups, channels and who was answered within 10 s wait alone, as anybody can bring several of them to their own limits; ten
     * within a second cannot be that.
     */
    async pauseSending(ms: number, chat = ''): Promise<void> {
      if (isGroup(chat)) await groups.pause(chat, ms)
      else pauseFor(ms, chat)
      const [isPaused] = await run('pause', Math.ceil(ms), chat).catch((error: unknown) => {
        pauseFor(ms)
        throw error
      })
      if (isPaused) pauses.inc()
    },
    /** ms for which nothing may be sent to this chat, or to anybody if none is named; 0 if sending is not paused. */
    pausedForMs: (chat = ''): number =>
      Math.max(0, Math.max(pausedUntil, restUntil.get(chat) ?? 0) - performance.now()),
    /** What all processes together may send in a second, as last read: lower than configured after repeated 429s. */
    ratePerSecond: (): number => MICROS / intervalMicros,
  }
}

export type Limiter = ReturnType<typeof createLimiter>

/** Nobody waits longer than this for a place: the chat is better given back to the queue. */
const SOON_MS = 1_000
/** Nor longer than this behind other callers, even if each of them has its place soon. */
const QUEUED_MS_MAX = 4_000
/** A place is not used later than this: catching up would exceed the rate of this second. */
const LATE_MS_MAX = 8

/** `count` places, the first at `firstAt` and one each `intervalMs` (`performance.now()`). With count 0: ask again at `firstAt`. */
export interface LeasedPlaces {
  readonly count: number
  readonly firstAt: number
  readonly intervalMs: number
}

export interface PlacesWanted {
  readonly wanted: number
  readonly signal: AbortSignal
  readonly use: () => void
  /** Resolves when there is room for a call; undefined where there is. */
  readonly room?: () => Promise<void> | undefined
}

/**
 * Leases places for the callers of this process, one caller after the other: the next one leases while the places of the one before
 * are used, as a call to Redis takes longer than a place at a high rate. A place is a moment at which one message may be sent.
 */
export function createPlaces(take: (wanted: number) => Promise<LeasedPlaces>) {
  const [leaseInTurn, useInTurn] = [createTurns(), createTurns()]

  async function lease(wanted: number, signal: AbortSignal, since: number): Promise<LeasedPlaces> {
    for (;;) {
      signal.throwIfAborted()
      const leased = await take(wanted)
      const inMs = leased.firstAt - performance.now()
      const isLate = inMs > SOON_MS || performance.now() > since + QUEUED_MS_MAX
      if (leased.count > 0 || isLate) return leased
      await sleep(Math.max(inMs, 1), undefined, { signal })
    }
  }

  /**
   * Calls `use` up to `wanted` times, each at its own place in the rate; less often if sending is paused, or the
   * rate used up, for more than 1 s. A place that passes while there is no `room` for a call is lost. Throws when the
   * signal aborts.
   */
  return async function places({ wanted, signal, use, room = () => undefined }: PlacesWanted): Promise<void> {
    for (let left = wanted; left > 0; ) {
      const since = performance.now()
      const leased = await leaseInTurn(() => lease(left, signal, since))
      if (leased.count === 0) return
      left -= await useInTurn(() => useAll(leased, { signal, use, room }))
    }
  }
}

/** Uses each place at its time; returns how many were used. */
async function useAll(
  { count, firstAt, intervalMs }: LeasedPlaces,
  { signal, use, room }: Required<Omit<PlacesWanted, 'wanted'>>,
): Promise<number> {
  let used = 0
  for (let place = 0; place < count; place++) {
    const noRoom = room()
    if (noRoom) await noRoom
    const inMs = firstAt + place * intervalMs - performance.now()
    if (inMs >= 1) await sleep(inMs, undefined, { signal })
    if (inMs < -LATE_MS_MAX) continue
    used += 1
    use()
  }
  return used
}
