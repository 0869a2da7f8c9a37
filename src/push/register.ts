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
const REFUSED_STATUSES = [400, 404, 422]
const SETTLE_DOWN_MS = 30
const HOLD_EVERY_MS = 5_000
export const LEASE_MS = 3 * HOLD_EVERY_MS

export interface RegistrarOptions {
  readonly client: Pick<RatesClient, 'setWebhook' | 'webhooks' | 'deleteWebhook' | 'monitors'>
  readonly chats: Pick<Chats, 'followed'>
  readonly subscriber: Redis
  readonly lease: Lease
  readonly reconcile: Reconcile
  /** Where the rate API reaches our receiver. */
  readonly receiverUrl: () => string
  readonly secret: string
  readonly log: Log
}

/** Keeps the registration at the rate API to what is followed, and asks what was missed; one process at a time does. */
export function createRegistrar(options: RegistrarOptions): Part & { reconcileSoon(): void } {
  const { client, chats, subscriber, lease, reconcile, receiverUrl, secret, log } = options
  /** What was followed and how much of it the server has; undefined until we looked. */
  let registered: { readonly wanted: string; readonly count: number } | undefined
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
  const reconcileSoon = (): void => {
    reconcileAt = 0
    soon()
  }
  const hear = (channel: string): void => {
    if (channel === FOLLOWED_CHANNEL) soon()
  }

  /** One monitor that the server has no more must not keep the others from being registered. Answers how many were. */
  async function registerOffered(ids: readonly MonitorId[]): Promise<number> {
    try {
      return await register(ids)
    } catch (error) {
      if (!(error instanceof RatesError) || !REFUSED_STATUSES.includes(error.status)) throw error
      const offered = await offeredOf(client, ids)
      if (offered.length === ids.length) throw error
      log.warn({ missing: ids.length - offered.length }, 'followed monitors that the rate API has not')
      return register(offered)
    }
  }

  async function register(ids: readonly MonitorId[]): Promise<number> {
    const monitors = ids.map(({ page, currency, key }) => ({ page, currency, monitor: key }))
    if (ids.length > 0) {
      await client.setWebhook({ url: receiverUrl(), certificate_ssl: true, token_secret: secret, monitors })
    }
    return ids.length
  }

  /** Makes the registration what it should be; true when it had to change. */
  async function follow(): Promise<boolean> {
    const ids = (await chats.followed()).slice(0, WEBHOOK_MONITORS_MAX)
    const wanted = ids.map(monitorRef).sort().join(' ')
    const listed = (await client.webhooks()).find(({ url }) => url === receiverUrl())
    const has = listed?.status === 'disabled' ? undefined : (listed?.monitors.length ?? 0)
    if (registered?.wanted === wanted && registered.count === has) return false
    registered = { wanted, count: await registerOffered(ids) }
    if (registered.count === 0 && listed) await client.deleteWebhook(listed.id)
    log.info({ monitors: registered.count }, 'registered at the rate API')
    return true
  }

  /** Prices are compared after each change of the registration, and once a minute. */
  async function work(): Promise<void> {
    const changed = await follow()
    if (!changed && performance.now() < reconcileAt) return
    const missed = await reconcile()
    reconcileAt = performance.now() + COMPARE_EVERY_MS - RETRY_MS_MIN
    if (missed > 0) log.info({ monitors: missed }, 'prices caught up with')
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
      plan(retryMs)
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
    reconcileSoon,
    async start() {
      subscriber.on('message', hear)
      await subscriber.subscribe(FOLLOWED_CHANNEL)
      await hold()
      holding = setInterval(() => void hold(), HOLD_EVERY_MS)
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      clearInterval(holding)
      subscriber.off('message', hear)
      await running
      await lease.release()
    },
  }
}
