import { z } from 'zod'
import type { Registration } from '../../api/webhook.ts'
import { type MonitorId, monitorRef } from '../../rates/monitor.ts'

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

/** A webhook as it is kept: `owner` is whose it is, `monitors` are refs (`monitorRef`). */
export const storedWebhook = z.object({
  owner: z.string(),
  url: z.string(),
  certificate_ssl: z.boolean(),
  secret: z.string(),
  monitors: z.array(z.string()),
})
export type StoredWebhook = z.output<typeof storedWebhook>
export type Webhook = StoredWebhook & { readonly id: number }

export type WebhookStatus = 'active' | 'failing' | 'disabled'

/** How deliveries to a webhook went; times in ms. `failures` are in a row. */
export interface WebhookHealth {
  readonly status: WebhookStatus
  readonly createdAt: number
  readonly lastDelivery: number | undefined
  readonly failures: number
  readonly dropped: number
  readonly waiting: number
}

/** JSON as it lies in Redis; what is none is an issue like any other, and not thrown. */
export const storedJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('is not JSON')
    return z.NEVER
  }
})
const WEBHOOK_JSON = storedJson.pipe(storedWebhook)

/** Reads what Redis keeps under an id; undefined where there is nothing. */
export function parseWebhook(
  id: number,
  text: string | null | undefined,
): Webhook | 'unreadable' | undefined {
  if (!text) return undefined
  const webhook = WEBHOOK_JSON.safeParse(text)
  return webhook.success ? { id, ...webhook.data } : 'unreadable'
}

export function toStored(
  owner: string,
  registration: Registration,
  monitors: readonly MonitorId[],
): StoredWebhook {
  const { url, certificate_ssl, token_secret } = registration
  return {
    owner,
    url,
    certificate_ssl,
    secret: token_secret,
    monitors: [...new Set(monitors.map(monitorRef))],
  }
}
