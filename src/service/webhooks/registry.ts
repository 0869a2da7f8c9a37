import { randomUUID } from 'node:crypto'
import {
  type NumberedQuote,
  type Registration,
  toNotification,
  WEBHOOKS_PER_TOKEN_MAX,
} from '../../api/notification.ts'
import { formatIso } from '../../domain/caracas.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type AddressGuard, parseTarget } from '../address-guard.ts'
import { type LatestQuotes, requireOffered } from '../history/latest.ts'
import { Problem, unauthorized } from '../problems.ts'
import type { Caller } from '../tokens.ts'
import { type DeliveryLog, type DeliveryPayload, type IsOpen, isAccepted, type Notifier } from './notifier.ts'
import type { Webhook, WebhookStore } from './store.ts'

interface RegistryDeps {
  readonly store: WebhookStore
  readonly log: DeliveryLog
  readonly notifier: Notifier
  readonly guard: AddressGuard
  readonly latest: LatestQuotes
  readonly clock: Clock
  /** Whether a webhook of this caller skips the address guard. */
  readonly isOpen: IsOpen
}

/** One call of a receiver; `status` is null where no answer came. */
export interface CalledWebhook {
  readonly id: number
  readonly status: number | null
  readonly ms: number
}

const ADDRESS_REFUSED = 'url must be a public http or https address.'

/** The operations of a caller on its webhooks. They throw Problems, the same for another's webhook as for none. */
export function createRegistry({ store, log, notifier, guard, latest, clock, isOpen }: RegistryDeps) {
  async function register(caller: Caller, input: Registration): Promise<number> {
    const refs = input.monitors.map((monitor) => requireOffered(latest, monitor, 422).ref)
    const url = parseTarget(input.url)
    const isAllowed = url && (isOpen({ ...caller, url: input.url }) || (await guard.isPublic(url)))
    if (!isAllowed) throw new Problem(422, ADDRESS_REFUSED)
    const { certificate_ssl, token_secret: secret } = input
    const monitors = [...new Set(refs)]
    const { owner } = caller
    const id = await store.put({ owner, url: input.url, certificate_ssl, secret, monitors })
    if (id === 'revoked') throw unauthorized('The token is not valid.')
    if (id !== 'too many') return id
    throw new Problem(409, `There are ${WEBHOOKS_PER_TOKEN_MAX} webhooks already: delete one first.`)
  }

  /** Returns the webhook of that id, or all of the caller. Throws a Problem where there is none. */
  async function choose({ owner }: Caller, id: number | undefined): Promise<[Webhook, ...Webhook[]]> {
    const all = await store.list(owner)
    const [first, ...rest] = id === undefined ? all : all.filter((webhook) => webhook.id === id)
    if (first) return [first, ...rest]
    throw new Problem(404, id === undefined ? 'There is no webhook.' : `There is no webhook ${id}.`)
  }

  async function remove(caller: Caller, id: number | undefined): Promise<number> {
    const [webhook, ...others] = await choose(caller, id)
    if (others.length > 0) {
      const ids = [webhook, ...others].map((each) => each.id).join(', ')
      throw new Problem(409, `There are several webhooks (${ids}): say which, as ?id=.`)
    }
    await store.remove(caller.owner, webhook.id)
    return webhook.id
  }

  async function call(webhook: Webhook, payload: DeliveryPayload): Promise<CalledWebhook> {
    const { id } = webhook
    const attempt = await notifier.send(webhook, payload)
    await log.add(id, clock(), payload, attempt)
    if (isAccepted(attempt)) await store.resume(id)
    return { id, status: attempt.status || null, ms: attempt.ms }
  }

  function testPayload(webhook: Webhook): DeliveryPayload {
    const id = `test-${randomUUID()}`
    const sample = toNotification(id, clock(), webhook.monitors.flatMap(numbered))
    return { id, body: JSON.stringify({ ...sample, event: 'webhook.test' }) }
  }

  function numbered(ref: string): NumberedQuote[] {
    const quote = latest.find(ref)
    return quote ? [{ number: latest.numberOf(ref), quote }] : []
  }

  async function test(caller: Caller, id: number | undefined): Promise<CalledWebhook[]> {
    const webhooks = await choose(caller, id)
    return Promise.all(webhooks.map((webhook) => call(webhook, testPayload(webhook))))
  }

  async function deliveries(caller: Caller, id: number | undefined) {
    const webhooks = await choose(caller, id)
    const logs = await Promise.all(
      webhooks.map(async (webhook) =>
        (await log.read(webhook.id)).map((attempt) => ({ ...attempt, webhook })),
      ),
    )
    return logs.flat().sort((a, b) => b.id - a.id)
  }

  /** Sends a logged delivery once more. One that could not be read has no notification id and cannot be sent. */
  async function replay(caller: Caller, deliveryId: number): Promise<CalledWebhook> {
    const logged = (await deliveries(caller, undefined)).find(({ id }) => id === deliveryId)
    if (!logged?.notification) throw new Problem(404, `There is no delivery ${deliveryId}.`)
    return call(logged.webhook, { id: logged.notification, body: logged.body })
  }

  async function list({ owner }: Caller) {
    const webhooks = await store.list(owner)
    return Promise.all(
      webhooks.map(async (webhook) => toListed(webhook, latest, await store.healthOf(webhook.id))),
    )
  }

  return { register, list, remove, test, deliveries, replay }
}

export type Registry = ReturnType<typeof createRegistry>

const SECRET_CHARACTERS_SHOWN = 4

function toListed(
  { id, url, certificate_ssl, secret, monitors }: Webhook,
  latest: LatestQuotes,
  health: Awaited<ReturnType<WebhookStore['healthOf']>>,
) {
  const { createdAt, lastDelivery, ...state } = health
  return {
    id,
    url,
    certificate_ssl,
    token: `****${secret.slice(-SECRET_CHARACTERS_SHOWN)}`,
    created_at: formatIso(createdAt),
    monitors: monitors.flatMap((ref) => toListedMonitor(ref, latest)),
    last_delivery: lastDelivery === undefined ? null : formatIso(lastDelivery),
    ...state,
  }
}

/** Leaves out a monitor that no page offers any more. */
function toListedMonitor(ref: string, latest: LatestQuotes) {
  const offered = latest.pages().flatMap(({ monitors }) => monitors.filter((one) => one.ref === ref))
  return offered.map(({ page, currency, key }) => ({
    monitor_id: latest.numberOf(ref),
    page,
    currency,
    monitor: key,
  }))
}
