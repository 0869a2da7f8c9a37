import { z } from 'zod'
import { formatIso, parseMoment } from '../domain/moment.ts'
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

export const MONITORS_MAX = 1_000

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
  const records = monitors.flatMap((record) => {
    const read = namedRecord.safeParse(record)
    return read.success ? [read.data] : []
  })
  return {
    id: id === undefined || id === '' ? undefined : String(id),
    createdAt: parseMoment(created) ?? instantOf(datetime),
    records,
    unreadable: monitors.length - records.length,
  }
}
