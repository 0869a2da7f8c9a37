import { type RatesClient, RatesError } from '../../api/client.ts'
import { type ListedWebhook, WEBHOOK_MONITORS_MAX } from '../../api/notification.ts'
import type { Chats } from '../../chats/chats.ts'
import { DAY_SECONDS, MINUTE_MS } from '../../domain/caracas.ts'
import { type MonitorId, monitorRef } from '../../domain/monitor.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type Log, warnOf } from '../../runtime/log.ts'
import { offeredOf } from './reconcile.ts'

const OFFER_AGAIN_MS = 10 * MINUTE_MS
const REFUSED_STATUSES = [400, 404, 422]
const CONFLICT = 409
/** How many every server of the interface accepts in one registration. */
const MONITORS_EVERYWHERE = 3

export interface RegistrationOptions {
  readonly client: Pick<RatesClient, 'setWebhook' | 'webhooks' | 'deleteWebhook' | 'monitors'>
  /** Lists the followed monitors, the most followed first. */
  readonly chats: { readonly wanted: Pick<Chats['wanted'], 'monitors'> }
  /** The address at which the rate API reaches our receiver. */
  readonly receiverUrl: () => string
  readonly secret: string
  readonly replaced: Pick<ReplacedWebhooks, 'remember'>
  readonly log: Log
}

interface Registered {
  /** The followed monitors. */
  readonly wanted: string
  /** How many of them the server took. */
  readonly count: number
  /** How the server listed them, once it was asked. */
  readonly listed: string | undefined
  /** When to offer all of them again (ms of `performance.now()`). */
  readonly until: number
}

/** Our webhook at the rate API. Its functions throw RatesError. */
export function createRegistration({
  client,
  chats,
  receiverUrl,
  secret,
  replaced,
  log,
}: RegistrationOptions) {
  let registered: Registered | undefined

  async function register(ids: readonly MonitorId[]): Promise<void> {
    const monitors = ids.map(({ page, currency, key }) => ({ page, currency, monitor: key }))
    const registration = { url: receiverUrl(), certificate_ssl: true, token_secret: secret, monitors }
    await client.setWebhook(registration).catch(async (error: unknown) => {
      const [only, ...others] = isRefusal(error, [CONFLICT]) ? await client.webhooks() : []
      if (!only || others.length > 0) throw error
      await client.deleteWebhook(only.id) // servers with room for one cannot replace it
      if (!isSameAddress(only.url, registration.url)) await reportReplaced(only.url)
      await client.setWebhook(registration)
    })
  }

  /** The address may be an earlier one of ours, or another consumer's, which gets nothing from now on. */
  async function reportReplaced(url: string): Promise<void> {
    const address = addressOf(url)
    log.warn({ address }, 'webhook of another address replaced: the rate API has room for one')
    // Registering matters more than the note in /health.
    await replaced.remember(address).catch(warnOf(log, 'replaced webhook not remembered'))
  }

  /** Registers; false where the server refuses one of them, or so many. */
  const tryRegister = (ids: readonly MonitorId[]): Promise<boolean> =>
    register(ids).then(
      () => true,
      (error: unknown) => {
        if (isRefusal(error, REFUSED_STATUSES)) return false
        throw error
      },
    )

  /** Registers all, else those that the server has, else as many as every server accepts; returns how many. */
  async function registerMost(ids: readonly MonitorId[]): Promise<number> {
    if (ids.length === 0 || (await tryRegister(ids))) return ids.length
    const offered = await offeredOf(client, ids)
    log.warn(
      { followed: ids.length, offered: offered.length },
      'not every followed monitor can be registered',
    )
    if (offered.length === 0) throw new RatesError(0, 'the rate API has none of the followed monitors')
    if (offered.length < ids.length && (await tryRegister(offered))) return offered.length
    const few = offered.slice(0, MONITORS_EVERYWHERE)
    await register(few)
    return few.length
  }

  /** Whether the server still has what this process registered; false where another process replaced it. */
  function isKept(wanted: string, listed: ListedWebhook | undefined): boolean {
    if (registered?.wanted !== wanted || performance.now() >= registered.until) return false
    const count = listed?.status === 'disabled' ? undefined : (listed?.monitors.length ?? 0)
    if (registered.count !== count) return false
    const now = listingOf(listed)
    if (registered.listed !== undefined && registered.listed !== now) return false
    registered = { ...registered, listed: now }
    return true
  }

  return {
    /** Registers the followed monitors if they are not; returns whether anything changed. */
    async keep(): Promise<boolean> {
      const ids = (await chats.wanted.monitors()).slice(0, WEBHOOK_MONITORS_MAX)
      const wanted = ids.map(monitorRef).toSorted().join(' ')
      const listed = (await client.webhooks()).find(({ url }) => isSameAddress(url, receiverUrl()))
      if (isKept(wanted, listed)) return false
      const count = await registerMost(ids)
      const until = count < ids.length ? performance.now() + OFFER_AGAIN_MS : Number.POSITIVE_INFINITY
      registered = { wanted, count, listed: undefined, until }
      if (count === 0 && listed) await client.deleteWebhook(listed.id)
      log.info({ monitors: count }, 'registered at the rate API')
      return true
    },
    /** Forgets what is registered, as another process may have changed it: the next `keep` registers again. */
    forget(): void {
      registered = undefined
    },
  }
}

const isRefusal = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof RatesError && statuses.includes(error.status)

export type Registrations = ReturnType<typeof createRegistration>

/** Servers may list an address in a spelling of their own. */
const isSameAddress = (a: string, b: string): boolean =>
  a === b || (URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href)

/** Servers list monitors by ids of their own, in any order. */
const listingOf = (listed: ListedWebhook | undefined): string =>
  [listed?.id, ...(listed?.monitors ?? []).map((monitor) => JSON.stringify(monitor)).toSorted()].join(' ')

const KEY = '{registration}:replaced'
const KEPT_SECONDS = 7 * DAY_SECONDS
const ADDRESS_LENGTH_MAX = 200

/** The address of a webhook that ours replaced, and when (ms). */
export interface ReplacedWebhook {
  readonly address: string
  readonly at: number
}

/** Remembers for a week which webhook was replaced last, for the operator's view in every process. */
export const createReplacedWebhooks = (redis: Redis, clock: Clock) => ({
  async remember(address: string): Promise<void> {
    const replaced: ReplacedWebhook = { address, at: clock() }
    await redis.set(KEY, JSON.stringify(replaced), 'EX', KEPT_SECONDS)
  },
  async last(): Promise<ReplacedWebhook | undefined> {
    const stored = await redis.get(KEY)
    return stored === null ? undefined : JSON.parse(stored)
  },
})

export type ReplacedWebhooks = ReturnType<typeof createReplacedWebhooks>

/** The address of a webhook for operators, without what may be a secret: its query and user. */
export function addressOf(url: string): string {
  const parsed = URL.parse(url)
  return (parsed ? parsed.origin + parsed.pathname : url).slice(0, ADDRESS_LENGTH_MAX)
}
