import { z } from 'zod'
import { type NumberedQuote, toNotification } from '../../api/notification.ts'
import { addDays, DAY_MS, dayOf, startOfDay } from '../../domain/caracas.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import { createWebhookQueue, KEYS } from '../keys.ts'
import { dayScore, formatDay, formatUpdate, parseStoredDay, withUpdate } from './history.ts'
import type { HeldJump, StoredMonitor } from './stored-monitor.ts'

const NUMBER = loadScript(new URL('./numbers.lua', import.meta.url))
const NUMBERS = z.array(z.number().int())

/** Returns the number of each ref in the API; refs without one get the next numbers. */
export async function numberMonitors(redis: Redis, refs: readonly string[]): Promise<Map<string, number>> {
  const numbers = NUMBERS.parse(await NUMBER.run(redis, [KEYS.numbers], refs))
  return new Map(refs.map((ref, i) => [ref, numbers[i] ?? 0]))
}

const WAITING_DELIVERIES_MAX = 10_000
const EVENTS_MAX = 10_000
/** Of older days the close, high and low stay. */
const UPDATES_KEPT_DAYS = 60
/** A simulated page changes every few seconds. */
const SIMULATED_UPDATES_KEPT_MS = 2 * DAY_MS

const PUBLISH = loadScript(new URL('./publish.lua', import.meta.url))

/** One update: the state read before (JSON, empty for none), the state after, and its record in the API. */
export interface Change {
  readonly ref: string
  readonly before: string
  readonly state: StoredMonitor
  readonly isFresh: boolean
  /** The clock was set back since the state before: what it dated later than now is forgotten. */
  readonly isSetBack: boolean
  readonly record: NumberedQuote
}

/** A state that changes though nothing was published: other sources confirmed the price. */
export type Confirmation = Pick<Change, 'ref' | 'before' | 'state'>

/** The result of one collection of one page, at `at` (ms). */
export interface Collected {
  readonly at: number
  readonly changes: readonly Change[]
  readonly confirmed: readonly Confirmation[]
  /** Whose price was read and believed, changed or not, each with its `collectedAt`. */
  readonly collected: readonly (readonly [ref: string, collectedAt: number])[]
  readonly held: readonly (readonly [ref: string, jump: HeldJump])[]
  readonly freed: readonly string[]
}

/**
 * `trace` is the id that follows the prices of the collection to the chats; '' where nothing changed.
 * 'conflict': another process stored something since it was read. Nothing is stored; judge the collection again.
 */
type Published = { readonly trace: string } | 'conflict'

/** Stores the changes of a collection and queues their notifications, in one step. */
export type Publish = (collected: Collected) => Promise<Published>

export function createPublish(redis: Redis): Publish {
  const keys = [...createWebhookQueue(redis).keysOf(0), ...STATE_KEYS]
  return async (collected) => {
    const plan = await planOf(redis, collected)
    const trace = String(await PUBLISH.run(redis, keys, [JSON.stringify(plan)]))
    return trace === 'conflict' ? trace : { trace }
  }
}

async function planOf(redis: Redis, collected: Collected) {
  return {
    changes: await Promise.all(collected.changes.map((change) => changeOf(redis, change, collected.at))),
    confirmed: collected.confirmed.map(({ ref, before, state }) => ({
      ref,
      before,
      state: JSON.stringify(state),
    })),
    collected: collected.collected.flat().map(String),
    held: collected.held.flatMap(([ref, jump]) => [ref, JSON.stringify(jump)]),
    freed: collected.freed,
    ...envelopeOf(collected.at),
    deliveries: KEYS.deliveries(''),
    waitingMax: String(WAITING_DELIVERIES_MAX),
    eventsMax: String(EVENTS_MAX),
    announce: '[]',
  }
}

const STATE_KEYS = [
  KEYS.quotes,
  KEYS.collected,
  KEYS.held,
  KEYS.dropped,
  KEYS.disabled,
  KEYS.events,
  KEYS.collections,
  KEYS.announced,
]

async function changeOf(
  redis: Redis,
  { ref, before, state, isFresh, isSetBack, record }: Change,
  at: number,
) {
  const origin = state.simulated ? 'simulated' : 'live'
  const score = dayScore(dayOf(state.lastUpdate))
  const [dayBefore = ''] = await redis.zrangebyscore(KEYS.days(ref), score, score)
  const known = dayBefore === '' ? undefined : parseStoredDay(dayBefore)
  const isInvented = known?.origin === 'simulated' || known?.origin === 'made'
  const [monitor] = toNotification('', 0, [record]).monitors
  return {
    ref,
    before,
    state: JSON.stringify(state),
    updates: state.simulated ? KEYS.simulatedUpdates(ref) : KEYS.updates(ref),
    score: String(state.lastUpdate),
    update: formatUpdate({ ...state, origin, arrival: state.revision }),
    keepFrom: String(keptFrom(state, at)),
    days: KEYS.days(ref),
    dayScore: String(score),
    dayBefore,
    day: formatDay(withUpdate(isFresh && isInvented ? undefined : known, { ...state, origin })),
    forget: isFresh ? KEYS.simulatedUpdates(ref) : '',
    ...(isSetBack && lastKept(state, at)),
    watchers: KEYS.watchers(ref),
    fragment: JSON.stringify(monitor),
  }
}

/** The last update that is no later than now or that a source named, and its day. */
function lastKept(
  { lastUpdate, earlier }: StoredMonitor,
  at: number,
): { lastUpdate: string; lastDay: string } {
  const last = Math.max(at, lastUpdate, ...earlier.map((one) => one.lastUpdate))
  return { lastUpdate: String(last), lastDay: String(dayScore(dayOf(last))) }
}

/** The time (ms) before which single updates are removed; neither a clock nor a page that is ahead removes newer ones. */
function keptFrom({ simulated, lastUpdate }: StoredMonitor, at: number): number {
  const newest = Math.min(lastUpdate, at)
  if (simulated) return newest - SIMULATED_UPDATES_KEPT_MS
  return startOfDay(addDays(dayOf(newest), -UPDATES_KEPT_DAYS))
}

const ID = '@'

/** The JSON of the notification, cut where the script inserts its id and its monitors. */
function envelopeOf(at: number): { head: string[]; tail: string } {
  const [start = '', rest = ''] = JSON.stringify(toNotification(ID, at, [])).split(ID, 2)
  return { head: [start, rest.slice(0, -2)], tail: rest.slice(-2) }
}
