import { createDueQueue, type DueQueue } from '../queue/due-queue.ts'
import type { Redis } from '../redis/connection.ts'

/**
 * Every key of the rate service carries one hash tag, so that one script can store a price and queue its notifications.
 * `ref` is `currency:page.key`, `id` the number of a webhook.
 */
const at = (name: string): string => `{service}:${name}`

export const KEYS = {
  /** Hash: ref → newest stored state of the monitor, as JSON. */
  quotes: at('quotes'),
  /** Hash: ref → the number of the monitor in the API. */
  numbers: at('numbers'),
  /** Hash: ref → when it was last read from its page, in ms. */
  collected: at('collected'),
  /** Hash: ref → the jump that is held back, as JSON. */
  held: at('held'),
  /** Sorted set of a monitor: its updates of the last 60 days by `last_update` in ms (`history/history.ts` has the form). */
  updates: (ref: string): string => at(`updates:${ref}`),
  /** The same for simulated updates, of which the last two days are kept. */
  simulatedUpdates: (ref: string): string => at(`simulated-updates:${ref}`),
  /** Sorted set of a monitor: close, high and low of each day, scored by the day (`history/history.ts` has the form). */
  days: (ref: string): string => at(`days:${ref}`),
  /** Hash: SHA-256 of a token → its name and making, as JSON. */
  tokens: at('tokens'),
  /** Hash: name of a token → its SHA-256. */
  tokenNames: at('token-names'),
  /** Hash: id → webhook, as JSON. */
  webhooks: at('webhooks'),
  /** Set of a monitor: ids of the webhooks that registered it. */
  watchers: (ref: string): string => at(`watchers:${ref}`),
  /** List of a webhook: waiting deliveries, oldest first, each the JSON body of a notification. */
  deliveries: (id: number | ''): string => at(`deliveries:${id}`),
  /** Counter: the webhook id given last. */
  webhookCounter: at('webhook-counter'),
  /** Set of an owner: ids of its webhooks. */
  owned: (owner: string): string => at(`owned:${owner}`),
  /** Hash of a webhook: `failures` in a row, `failingSince` and `lastDelivery` (ms). */
  webhookState: (id: number | ''): string => at(`webhook-state:${id}`),
  /** List of a webhook: its attempts, newest first, each as JSON. */
  webhookLog: (id: number | ''): string => at(`webhook-log:${id}`),
  /** Counter: the number given last to an attempt in a log. */
  webhookLogCounter: at('webhook-log-counter'),
  /** Set: ids of the disabled webhooks. Notifications for them are dropped and counted. */
  disabled: at('disabled'),
  /** Hash: id → how many notifications were dropped: past the limit of its list, or while it was disabled. */
  dropped: at('dropped'),
  /** Stream of about 10,000: field `body` is the whole notification of one collection, for server-sent events. */
  events: at('events'),
  /** Counter: the number of the last collection that changed something; part of the ids of notifications. */
  collections: at('collections'),
  /** Channel: that something was stored, for the copies in the memory of each process; JSON, the refs whose history was imported. */
  announced: at('announced'),
} as const

/** The queue of webhooks with waiting deliveries, by id. `publish.lua` makes them due. */
export const createWebhookQueue = (redis: Redis): DueQueue =>
  createDueQueue({ redis, name: 'webhooks', tags: ['service'] })
