import { z } from 'zod'
import { CURRENCIES } from '../rates/currency.ts'
import { formatIso } from '../rates/moment.ts'
import type { Quote } from '../rates/monitor.ts'
import { monitorRecord, tolerantRecord, toRecord } from './record.ts'

export const MONITORS_MAX = 1_000

/** What a webhook receives: all that changed in one collection of one page. */
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
export type Notification = z.output<typeof notification>

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

/** A notification as any server of the family may send it: `id`, `event`, `page` and `currency` may be missing. */
export const tolerantNotification = z.object({
  id: z.union([z.string(), z.number()]).transform(String).optional().catch(undefined),
  event: z.string().optional().catch(undefined),
  created_at: z.string().optional().catch(undefined),
  monitors: z
    .array(
      tolerantRecord.extend({
        key: z.string().min(1).max(64),
        page: z.string().max(64).optional().catch(undefined),
        currency: z.enum(CURRENCIES).optional().catch(undefined),
      }),
    )
    .max(MONITORS_MAX),
})
export type TolerantNotification = z.output<typeof tolerantNotification>
