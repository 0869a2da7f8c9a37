import { z } from 'zod'
import { CURRENCIES } from '../rates/currency.ts'

export const WEBHOOK_MONITORS_MAX = 100
export const WEBHOOKS_PER_TOKEN_MAX = 5

/** Table 2.7: what a client registers. */
export const registration = z.object({
  url: z.string().max(2_048),
  certificate_ssl: z.boolean().default(true),
  token_secret: z.string().regex(/^[\x21-\x7e]{8,256}$/, 'must be 8 to 256 visible ASCII characters'),
  monitors: z
    .array(
      z.object({
        page: z.string().toLowerCase(),
        currency: z.enum(CURRENCIES),
        monitor: z.string().toLowerCase(),
      }),
    )
    .min(1)
    .max(WEBHOOK_MONITORS_MAX),
})
export type Registration = z.output<typeof registration>

/** Table 2.6 as any server of the family returns it; ours adds how deliveries went. */
export const tolerantWebhook = z.object({
  id: z.number().int(),
  url: z.string(),
  monitors: z.array(z.unknown()).default([]),
  status: z.enum(['active', 'failing', 'disabled']).optional().catch(undefined),
})
export type ListedWebhook = z.output<typeof tolerantWebhook>
