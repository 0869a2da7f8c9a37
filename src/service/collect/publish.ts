import { toNotification } from '../../api/notification.ts'
import { addDays, DAY_MS, dayOf, startOfDay } from '../../domain/caracas.ts'
import { loadScript, type Redis } from '../../redis/connection.ts'
import { dayScore, formatDay, formatUpdate, parseStoredDay, withUpdate } from '../history/history.ts'
import { collectedAt, isFromLater, quoteAt, type StoredMonitor } from '../history/stored-monitor.ts'
import { createWebhookQueue, KEYS } from '../keys.ts'
import type { MonitorConfig } from '../sources/file/sources-file.ts'
import type { Before, Verdict } from './judge.ts'

const WAITING_DELIVERIES_MAX = 10_000
const EVENTS_MAX = 10_000
/** Of older days the close, high and low stay. */
const UPDATES_KEPT_DAYS = 60
/** A simulated page changes every few seconds. */
const SIMULATED_UPDATES_KEPT_MS = 2 * DAY_MS

const PUBLISH = loadScript(new URL('./publish.lua', import.meta.url))

/** A judged observation: its monitor, the stored state that it was judged by (`before` is its JSON, empty for none), and the verdict. */
export interface Judged extends Before {
  readonly monitor: MonitorConfig
  readonly before: string
  /** The source marks the price as stale. */
  readonly isStale: boolean
  readonly verdict: Verdict
}

/**
 * Stores what one collection of one page changed at `at` (ms) and queues its notifications, in one step. Returns the id that follows
 * the prices to the chats, '' where nothing changed; 'conflict' where another process stored something since it was read: then nothing
 * is stored, and the collection must be judged again.
 */
export type Publish = (judged: readonly Judged[], at: number) => Promise<string>

/** `numberOf` gives the number of a ref in the API. */
export function createPublish(redis: Redis, numberOf: (ref: string) => number): Publish {
  const { quotes, collected, held, dropped, disabled, events, collections, announced } = KEYS
  const stateKeys = [quotes, collected, held, dropped, disabled, events, collections, announced]
  const keys = [...createWebhookQueue(redis).keysOf(0), ...stateKeys]

  async function planOf(judged: readonly Judged[], at: number) {
    const believed = judged.filter(({ verdict: { kind } }) => kind !== 'refused' && kind !== 'held')
    return {
      changes: await Promise.all(
        judged.flatMap((one) => (one.verdict.kind === 'update' ? [changeOf(one, one.verdict, at)] : [])),
      ),
      confirmed: judged.flatMap(({ monitor: { ref }, before, verdict }) =>
        verdict.kind === 'confirmed' ? [{ ref, before, state: JSON.stringify(verdict.state) }] : [],
      ),
      collected: believed.flatMap(({ monitor: { ref }, isStale }) => [ref, String(collectedAt(at, isStale))]),
      held: judged.flatMap(({ monitor: { ref }, verdict }) =>
        verdict.kind === 'held' ? [ref, JSON.stringify(verdict.jump)] : [],
      ),
      freed: believed.filter(({ held }) => held).map(({ monitor }) => monitor.ref),
      ...envelopeOf(at),
      deliveries: KEYS.deliveries(''),
      waitingMax: String(WAITING_DELIVERIES_MAX),
      eventsMax: String(EVENTS_MAX),
      announce: '[]',
    }
  }

  async function changeOf({ monitor, before, stored, isStale }: Judged, update: Update, at: number) {
    const { ref } = monitor
    const { state, isFresh } = update
    const origin = state.simulated ? 'simulated' : 'live'
    const score = dayScore(dayOf(state.lastUpdate))
    const [dayBefore = ''] = await redis.zrangebyscore(KEYS.days(ref), score, score)
    const known = dayBefore === '' ? undefined : parseStoredDay(dayBefore)
    const isInvented = known?.origin === 'simulated' || known?.origin === 'made'
    const quote = quoteAt(monitor, state, { now: at, collectedAt: collectedAt(at, isStale) })
    const [record] = toNotification('', 0, [{ number: numberOf(ref), quote }]).monitors
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
      ...(stored && isFromLater(stored, at) && lastKept(state, at)),
      watchers: KEYS.watchers(ref),
      fragment: JSON.stringify(record),
    }
  }

  return async (judged, at) => {
    const plan = await planOf(judged, at)
    return String(await PUBLISH.run(redis, keys, [JSON.stringify(plan)]))
  }
}

type Update = Extract<Verdict, { readonly kind: 'update' }>

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
