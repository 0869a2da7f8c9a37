import { type RatesClient, RatesError } from '../../api/client.ts'
import { type ListedWebhook, WEBHOOK_MONITORS_MAX } from '../../api/webhook.ts'
import type { Chats } from '../../chats/chats.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import { type MonitorId, monitorRef } from '../../rates/monitor.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { offeredOf } from './reconcile.ts'
import { addressOf, type ReplacedWebhooks } from './replaced-webhook.ts'

const OFFER_AGAIN_MS = 10 * MINUTE_MS
const REFUSED_STATUSES = [400, 404, 422]
const CONFLICT = 409
/** What every server of the family takes in one registration. */
const MONITORS_EVERYWHERE = 3

export interface RegistrationOptions {
  readonly client: Pick<RatesClient, 'setWebhook' | 'webhooks' | 'deleteWebhook' | 'monitors'>
  /** Answers what is followed, what most chats want first. */
  readonly chats: Pick<Chats, 'followed'>
  /** Where the rate API reaches our receiver. */
  readonly receiverUrl: () => string
  readonly secret: string
  readonly replaced: Pick<ReplacedWebhooks, 'remember'>
  readonly log: Log
}

interface Registered {
  /** What was followed. */
  readonly wanted: string
  /** How much of it the server took. */
  readonly count: number
  /** How the server then listed it, known once it was asked. */
  readonly listed: string | undefined
  /** Until when (ms of `performance.now()`) to leave it at that. */
  readonly until: number
}

/** Our registration at the rate API. Its functions throw RatesError. */
export function createRegistration(options: RegistrationOptions) {
  const { client, chats, receiverUrl, secret, replaced, log } = options
  let registered: Registered | undefined

  async function register(ids: readonly MonitorId[]): Promise<void> {
    const monitors = ids.map(({ page, currency, key }) => ({ page, currency, monitor: key }))
    const registration = { url: receiverUrl(), certificate_ssl: true, token_secret: secret, monitors }
    await client.setWebhook(registration).catch(async (error: unknown) => {
      const [only, ...others] = isRefusal(error, [CONFLICT]) ? await client.webhooks() : []
      if (!only || others.length > 0) throw error
      await client.deleteWebhook(only.id) // servers with room for one cannot replace it
      if (!isSameAddress(only.url, registration.url)) await sayReplaced(only.url)
      await client.setWebhook(registration)
    })
  }

  /** It may be an earlier address of ours, or that of another consumer, which gets nothing from now on. */
  async function sayReplaced(url: string): Promise<void> {
    const address = addressOf(url)
    log.warn({ address }, 'webhook of another address replaced: the rate API has room for one')
    // Our own webhook is worth more than the note in /health.
    await replaced.remember(address).catch((error: unknown) => {
      log.warn({ err: messageOf(error) }, 'replaced webhook not remembered')
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

  /** Whether the server still has what we registered; one that another process replaced is not ours. */
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
    /** Makes the registration what it should be; true when it had to change. */
    async keep(): Promise<boolean> {
      const ids = (await chats.followed()).slice(0, WEBHOOK_MONITORS_MAX)
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
    /** Registers the next time, whatever is known: another process may have done so. */
    forget(): void {
      registered = undefined
    },
  }
}

const isRefusal = (error: unknown, statuses: readonly number[]): boolean =>
  error instanceof RatesError && statuses.includes(error.status)

/** Servers may list an address in their own spelling. */
const isSameAddress = (a: string, b: string): boolean =>
  a === b || (URL.canParse(a) && URL.canParse(b) && new URL(a).href === new URL(b).href)

/** Servers name monitors by numbers of their own, in any order. */
const listingOf = (listed: ListedWebhook | undefined): string =>
  [listed?.id, ...(listed?.monitors ?? []).map((monitor) => JSON.stringify(monitor)).toSorted()].join(' ')
