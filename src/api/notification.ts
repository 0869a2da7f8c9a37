import { z } from 'zod'
import { formatIso, parseMoment } from '../domain/caracas.ts'
import { CURRENCIES, type Quote } from '../domain/monitor.ts'
import {
  FOREIGN_NAME,
  FOREIGN_PAGE,
  instantOf,
  monitorRecord,
  tolerantRecord,
  toRecord,
  wireDatetime,
} from './record.ts'

const MONITORS_MAX = 1_000

/** The body of a notification: all monitors of one page that changed in one collection. */
export const notification = z.object({
  id: z.string(),
  event: z.enum(['monitor.updated', 'webhook.test']),
  created_at: z.string(),
  monitors: z.array(
    monitorRecord.extend({
      id: z.number().int(),
      page: z.string(),
      currency: z.enum(CURRENCIES),
      key: z.string(),
    }),
  ),
})
type Notification = z.output<typeof notification>

export interface NumberedQuote {
  readonly number: number
  readonly quote: Quote
}

/** Composes the notification of one collection. `createdAt` in ms; monitors carry their registered numbers. */
export function toNotification(
  id: string,
  createdAt: number,
  monitors: readonly NumberedQuote[],
): Notification {
  return {
    id,
    event: 'monitor.updated',
    created_at: new Date(createdAt).toISOString(),
    monitors: monitors.map(({ number, quote }) => ({
      id: number,
      page: quote.monitor.page,
      currency: quote.monitor.currency,
      key: quote.monitor.key,
      ...toRecord(quote, formatIso),
    })),
  }
}

const tolerantNotification = z.object({
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
  created_at: z.string().optional().catch(undefined),
  datetime: wireDatetime,
  monitors: z.array(z.unknown()).max(MONITORS_MAX),
})

const namedRecord = tolerantRecord.extend({
  key: z.string().regex(FOREIGN_NAME),
  page: z.string().regex(FOREIGN_PAGE).optional().catch(undefined),
  currency: z.enum(CURRENCIES).optional().catch(undefined),
})
/** A record of a notification; `page` and `currency` may be missing. */
export type NamedRecord = z.output<typeof namedRecord>

/** The readable part of a notification; `createdAt` in ms, if the server says it. */
export interface ReadNotification {
  /** The same in each delivery of one notification; undefined if the server sends none. */
  readonly id: string | undefined
  readonly createdAt: number | undefined
  readonly records: readonly NamedRecord[]
  /** How many records cannot be read. */
  readonly unreadable: number
}

/** Reads a notification of any server of the interface; undefined if it is none. A bad record does not affect the others. */
export function readNotification(body: unknown): ReadNotification | undefined {
  const notification = tolerantNotification.safeParse(body)
  if (!notification.success) return undefined
  const { id, created_at: created = '', datetime, monitors } = notification.data
  const records = monitors.flatMap((record) => namedRecord.safeParse(record).data ?? [])
  return {
    id: id === undefined || id === '' ? undefined : String(id),
    createdAt: parseMoment(created) ?? instantOf(datetime),
    records,
    unreadable: monitors.length - records.length,
  }
}

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
