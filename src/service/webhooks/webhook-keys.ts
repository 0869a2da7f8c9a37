/** Keys that only the webhooks use, beside those in `../keys.ts`; the same hash tag. `id` is the number of a webhook. */
const at = (name: string): string => `{service}:${name}`

export const WEBHOOK_KEYS = {
  /** Counter: the id given last. */
  counter: at('webhook-counter'),
  /** Set of an owner: ids of its webhooks. */
  owned: (owner: string): string => at(`owned:${owner}`),
  /** Hash of a webhook: `failures` in a row, `failingSince` and `lastDelivery` (ms). */
  state: (id: number): string => at(`webhook-state:${id}`),
  /** List of a webhook: its attempts, newest first, each as JSON. */
  log: (id: number): string => at(`webhook-log:${id}`),
  /** Counter: the number given last to an attempt in a log. */
  logCounter: at('webhook-log-counter'),
} as const
