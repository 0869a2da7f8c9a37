import { z } from 'zod'
import { CURRENCIES } from '../domain/monitor.ts'

export const WEBHOOK_MONITORS_MAX = 100
export const WEBHOOKS_PER_TOKEN_MAX = 5

const SECRET = 'must be 8 to 256 visible ASCII characters'
const MONITORS = `must be a list of 1 to ${WEBHOOK_MONITORS_MAX}`

const namedMonitor = z.object(
  {
    page: z.string('must be the name of a page').toLowerCase(),
    currency: z.enum(CURRENCIES, 'must be dollar or euro'),
    monitor: z.string('must be the key of a monitor').toLowerCase(),
  },
  'must be an object of page, currency and monitor',
)

/** The body of a registration (table 2.7 of the specification). */
export const registration = z.object(
  {
    url: z.string('must be an address').max(2_048, 'must be at most 2048 characters'),
    certificate_ssl: z.boolean('must be true or false').default(true),
    token_secret: z.string(SECRET).regex(/^[\x21-\x7e]{8,256}$/, SECRET),
    monitors: z.array(namedMonitor, MONITORS).min(1, MONITORS).max(WEBHOOK_MONITORS_MAX, MONITORS),
  },
  'must be a JSON object',
)
export type Registration = z.output<typeof registration>

const STATUSES = ['active', 'failing', 'disabled'] as const
type WebhookStatus = (typeof STATUSES)[number]

/** Some servers only say whether a webhook is enabled. */
const tolerantStatus = z
  .union([z.enum(STATUSES), z.boolean().transform((isOn): WebhookStatus => (isOn ? 'active' : 'disabled'))])
  .optional()
  .catch(undefined)

/** A webhook as any server of the interface lists it (table 2.6 of the specification). */
export const tolerantWebhook = z.object({
  id: z.number().int(),
  url: z.string(),
  monitors: z.array(z.unknown()).default([]),
  status: tolerantStatus,
})
export type ListedWebhook = z.output<typeof tolerantWebhook>
