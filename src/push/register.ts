import { setTimeout as sleep } from 'node:timers/promises'
import type { Chats } from '../chats/chats.ts'
import { FOLLOWED_CHANNEL } from '../chats/chats.ts'
import { type RatesClient, RatesError } from '../protocol/client.ts'
import { WEBHOOK_MONITORS_MAX } from '../protocol/webhook.ts'
import { type MonitorId, monitorRef } from '../rates/monitor.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Redis } from '../runtime/redis.ts'
import type { Lease } from './lease.ts'
import type { Reconcile } from './reconcile.ts'
import { offeredOf } from './snapshots.ts'

const COMPARE_EVERY_MS = 60_000
const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 60_000
const OFFER_AGAIN_MS = 10 * 60_000
const REFUSED_STATUSES = [400, 404, 422]
const CONFLICT = 409
/** What every server of the family takes in one registration. */
const MONITORS_EVERYWHERE = 3
const SETTLE_DOWN_MS = 30
const STOP_MS_MAX = 1_000
/** Published when prices should be compared at once, by whichever process holds the lease. */
const RECONCILE_CHANNEL = 'reconcile'
const HOLD_EVERY_MS = 5_000
export const LEASE_MS = 3 * HOLD_EVERY_MS

export interface RegistrarOptions {
  readonly client: Pick<RatesClient, 'setWebhook' | 'webhooks' | 'deleteWebhook' | 'monitors'>
  readonly chats: Pick<Chats, 'followed'>
  readonly redis: Pick<Redis, 'publish'>
  readonly subscriber: Redis
  readonly lease: Lease
  readonly reconcile: Reconcile
  /** Where the rate API reaches our receiver. */
  readonly receiverUrl: () => string
  readonly secret: string
  readonly log: Log
}

/** What was followed, how much of it the server took, and until when (ms of `performance.now()`) to leave it at that. */
interface Registered {
  readonly wanted: string
  readonly count: number
  readonly until: number
}

/** Keeps the registration at the rate API to what is followed, and asks what was missed; one process at a time does. */
export function createRegistrar(options: RegistrarOptions): Part & { reconcileSoon(): void } {
  const { client, chats, redis, subscriber, lease, reconcile, receiverUrl, secret, log } = options
  let registered: Registered | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let retryMs = RETRY_MS_MIN
  let stopping = false
  let isHolder = false
  let holding: NodeJS.Timeout | undefined
  let reconcileAt = 0

  const plan = (ms: number): void => {
    clearTimeout(timer)
    if (stopping) return
    timer = setTimeout(() => {
      running = running.then(compare)
    }, ms)
  }
  const soon = (): void => plan(SETTLE_DOWN_MS)
  const hear = (channel: string): void => {
    if (channel === RECONCILE_CHANNEL) reconcileAt = 0
    if (channel === FOLLOWED_CHANNEL || channel === RECONCILE_CHANNEL) soon()
  }

  async function register(ids: readonly MonitorId[]): Promise<void> {
    const monitors = ids.map(({ page, currency, key }) => ({ page, currency, monitor: key }))
    const registration = { url: receiverUrl(), certificate_ssl: true, token_secret: secret, monitors }
    await client.setWebhook(registration).catch(async (error: unknown) => {
      const [ours, ...others] = isRefusal(error, [CONFLICT]) ? await client.webhooks() : []
      if (!ours || others.length > 0) throw error
      await client.deleteWebhook(ours.id) // servers with room for one cannot replace it
      await client.setWebhook(registration)
    })
  }

  /** False where the server refuses one of them, or so many. */
  const isTaken = (ids: readonly MonitorId[]): Promise<boolean> =>
    register(ids).then(
      () => true,
      (error: unknown) => {
        if (isRefusal(error, REFUSED_STATUSES)) return false
        throw error
      },
    )

  /** Registers all, else those that the server still has, else as many as every server takes; answers how many. */
  async function registerMost(ids: readonly MonitorId[]): Promise<number> {
    if (ids.length === 0 || (await isTaken(ids))) return ids.length
    const offered = await offeredOf(client, ids)
    log.warn({ followed: ids.length, offered: offered.length }, 'not all that is followed can be registered')
    if (offered.length === 0) throw new RatesError(0, 'the rate API has none of the followed monitors')
    if (offered.length < ids.length && (await isTaken(offered))) return offered.length
    const few = offered.slice(0, MONITORS_EVERYWHERE)
    await register(few)
    return few.length
  }

  /** Makes the registration what it should be; true when it had to change. */
  async function follow(): Promise<boolean> {
    const ids = (await chats.followed()).toSorted(byRef).slice(0, WEBHOOK_MONITORS_MAX)
    const wanted = ids.map(monitorRef).join(' ')
    const listed = (await client.webhooks()).find(({ url }) => url === receiverUrl())
    const has = listed?.status === 'disabled' ? undefined : (listed?.monitors.length ?? 0)
    const isAsItWas = registered?.wanted === wanted && registered.count === has
    if (registered && isAsItWas && performance.now() < registered.until) return false
    const count = await registerMost(ids)
    const until = count < ids.length ? performance.now() + OFFER_AGAIN_MS : Number.POSITIVE_INFINITY
    registered = { wanted, count, until }
    if (count === 0 && listed) await client.deleteWebhook(listed.id)
    log.info({ monitors: count }, 'registered at the rate API')
    return true
  }

  /** Feeds what was missed into the stream. What asks for it meanwhile is served by the next round. */
  async function catchUp(): Promise<void> {
    reconcileAt = performance.now() + COMPARE_EVERY_MS - RETRY_MS_MIN
    const missed = await reconcile().catch((error: unknown) => {
      reconcileAt = performance.now() + retryMs
      throw error
    })
    if (missed > 0) log.info({ monitors: missed }, 'prices caught up with')
  }

  /** Prices are compared after each change of the registration, and once a minute, also where nothing can be registered. */
  async function work(): Promise<void> {
    const followed = follow()
    const changed = await followed.catch(() => false)
    if (changed || performance.now() >= reconcileAt) await catchUp()
    await followed
  }

  async function compare(): Promise<void> {
    try {
      if (isHolder) await work()
      retryMs = RETRY_MS_MIN
      plan(COMPARE_EVERY_MS)
    } catch (error) {
      registered = undefined
      log.warn(
        { err: messageOf(error), status: error instanceof RatesError ? error.status : undefined },
        'rate API cannot be registered at',
      )
      plan(Math.min(retryMs, Math.max(reconcileAt - performance.now(), RETRY_MS_MIN)))
      retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)
    }
  }

  async function hold(): Promise<void> {
    const before = isHolder
    isHolder = await lease.hold().catch(() => false)
    if (isHolder && !before) soon()
  }

  return {
    name: 'registrar',
    reconcileSoon: () => {
      redis.publish(RECONCILE_CHANNEL, '').catch((error: unknown) => {
        log.warn({ err: messageOf(error) }, 'prices are compared within a minute only')
      })
    },
    async start() {
      subscriber.on('message', hear)
      await subscriber.subscribe(FOLLOWED_CHANNEL, RECONCILE_CHANNEL)
      await hold()
      holding = setInterval(() => void hold(), HOLD_EVERY_MS)
    },
    /** A call that the rate API is slow to answer is left to itself; who holds the lease next makes it again. */
    async stop() {
      stopping = true
      clearTimeout(timer)
      clearInterval(holding)
      subscriber.off('message', hear)
      await Promise.race([running, sleep(STOP_MS_MAX, undefined, { ref: false })])
      await lease.release()
    },
  }
}

const isRefusal = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof RatesError && statuses.includes(error.status)

const byRef = (a: MonitorId, b: MonitorId): number => (monitorRef(a) < monitorRef(b) ? -1 : 1)
