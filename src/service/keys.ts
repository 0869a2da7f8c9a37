/**
 * Every key of the rate service carries one hash tag, so that one script can store a price and queue what tells of it.
 * `ref` is `currency:page.key`, `id` the number of a webhook.
 */
const at = (name: string): string => `{service}:${name}`

export const KEYS = {
  /** Hash: ref → newest stored state of the monitor, as JSON. */
  quotes: at('quotes'),
  /** Hash: ref → the number of the monitor on the wire. */
  numbers: at('numbers'),
  /** Sorted set of a monitor: every update, by its `last_update` and then arrival. */
  updates: (ref: string): string => at(`updates:${ref}`),
  /** Sorted set or hash of a monitor: day → close, high and low of that day. */
  days: (ref: string): string => at(`days:${ref}`),
  /** Hash: SHA-256 of a token → its name and making, as JSON. */
  tokens: at('tokens'),
  /** Hash: id → webhook, as JSON. */
  webhooks: at('webhooks'),
  /** Set of a monitor: ids of the webhooks that hear of it. */
  watchers: (ref: string): string => at(`watchers:${ref}`),
  /** List of a webhook: deliveries that wait, oldest first, each the JSON body of a notification. */
  deliveries: (id: number): string => at(`deliveries:${id}`),
  /** Stream: every notification made, for those who read it as server-sent events. */
  events: at('events'),
} as const
