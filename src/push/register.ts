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

const COMPARE_EVERY_MS = 60_000
const RETRY_MS_MIN = 1_000
const RETRY_MS_MAX = 60_000
const SETTLE_DOWN_MS = 30
const HOLD_EVERY_MS = 5_000
export const LEASE_MS = 3 * HOLD_EVERY_MS

export interface RegistrarOptions {
  readonly client: Pick<RatesClient, 'setWebhook' | 'webhooks' | 'deleteWebhook'>
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
  let registered: string | undefined // what the server is known to have; undefined until looked at
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

  async function register(ids: readonly MonitorId[]): Promise<void> {
    const monitors = ids.map(({ page, currency, key }) => ({ page, currency, monitor: key }))
    await client.setWebhook({ url: receiverUrl(), certificate_ssl: true, token_secret: secret, monitors })
  }

  /** Makes the registration what it should be; true when it had to change. */
  async function follow(): Promise<boolean> {
    const ids = (await chats.followed()).slice(0, WEBHOOK_MONITORS_MAX)
    const wanted = ids.map(monitorRef).sort().join(' ')
    const listed = (await client.webhooks()).find(({ url }) => url === receiverUrl())
    const isThere = listed?.monitors.length === ids.length && listed.status !== 'disabled'
    if (registered === wanted && (isThere || (ids.length === 0 && !listed))) return false
    if (ids.length > 0) await register(ids)
    else if (listed) await client.deleteWebhook(listed.id)
    registered = wanted
    log.info({ monitors: ids.length }, 'registered at the rate API')
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
