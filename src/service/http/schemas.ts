import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { monitorRecord, readBy } from '../../api/record.ts'
import { parseDay } from '../../domain/caracas.ts'
import { CURRENCIES } from '../../domain/monitor.ts'

const MONITOR_LENGTH_MAX = 65
const VALUE_LENGTH_MAX = 80

/** For a parameter that is missing or given twice. */
const ONCE = 'must be given, once'
const DAY = 'must be a day, DD-MM-YYYY or YYYY-MM-DD'

const shortText = (lengthMax: number) =>
  z.string(ONCE).min(1, 'must not be empty').max(lengthMax, `must be at most ${lengthMax} characters`)

const day = readBy(z.string(ONCE).max(10, DAY), parseDay, DAY).meta({ example: '2026-01-31' })
const formatDate = z
  .enum(['default', 'iso', 'timestamp'], 'must be default, iso or timestamp')
  .default('default')
const monitor = shortText(MONITOR_LENGTH_MAX).toLowerCase().meta({ example: 'usd' })

/** The currency in the path of every price route. */
export const CURRENCY = z.object({ currency: z.enum(CURRENCIES, 'must be dollar or euro') })

/** Schemas of the parameters that the price routes take, for a service that has these pages. */
export function createSchemas(pages: readonly string[]) {
  const page = z
    .string(ONCE)
    .toLowerCase()
    .pipe(z.enum(pages, `must be one of ${pages.join(', ')}`))
    .meta({ enum: [...pages] })
  const named = z.object({ page, monitor })
  return {
    monitors: z.object({ page: page.optional(), monitor: monitor.optional(), format_date: formatDate }),
    history: named.extend({
      start_date: day,
      end_date: day,
      format_date: formatDate,
      rounded_price: z.enum(['true', 'false'], 'must be true or false').default('false'),
      order: z.enum(['asc', 'desc'], 'must be asc or desc').default('desc'),
    }),
    changes: named.extend({ date: day, format_date: formatDate }),
    conversion: z.object({
      type: z.enum(['VES', 'USD', 'EUR'], 'must be VES, USD or EUR'),
      value: shortText(VALUE_LENGTH_MAX).meta({ example: '100.50' }),
      monitor,
      page: page.optional(),
      date: day.optional(),
    }),
  }
}

export type Schemas = ReturnType<typeof createSchemas>

const datetime = z.object({ date: z.string(), time: z.string() })
const entry = z.object({ price: z.number(), last_update: z.string() })

export const MONITORS_ANSWER = z.object({
  datetime,
  monitors: z.union([monitorRecord, z.record(z.string(), monitorRecord)]),
})
export const HISTORY_ANSWER = z.object({
  datetime: z.string(),
  history: z.array(entry.extend({ price_high: z.number(), price_low: z.number() })),
})
export const CHANGES_ANSWER = z.object({ datetime: z.string(), daily: z.array(entry) })

const PROBLEM = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  error: z.string(),
  message: z.string(),
})
const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: PROBLEM } },
})

/** The refusals of every route, for the documentation. */
export const PROBLEMS = { '4xx': refused('The request is refused, and why (RFC 9457).') }
/** The refusals of a route that calls a receiver. */
export const CALL_PROBLEMS = { ...PROBLEMS, 502: refused('A receiver failed; `webhooks` says which.') }

export const MESSAGE_ANSWER = z.object({ message: z.string() })

const webhookId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a whole number above zero')
  .transform(Number)

export const WEBHOOK_ANSWER = z.object({
  id: z.number().int(),
  url: z.string(),
  certificate_ssl: z.boolean(),
  token: z.string(),
  created_at: z.string(),
  monitors: z.array(
    z.object({
      monitor_id: z.number().int(),
      page: z.string(),
      currency: z.enum(CURRENCIES),
      monitor: z.string(),
    }),
  ),
  status: z.enum(['active', 'failing', 'disabled']),
  last_delivery: z.string().nullable(),
  failures: z.number().int(),
  dropped: z.number().int(),
  waiting: z.number().int(),
})
export const WEBHOOK_CHOICE = z.object({ id: webhookId.optional() })
export const DELIVERY_CHOICE = z.object({ id: webhookId })
export const CALLED_ANSWER = MESSAGE_ANSWER.extend({
  webhooks: z.array(
    z.object({ id: z.number().int(), status: z.number().int().nullable(), ms: z.number().int() }),
  ),
})
export const DELIVERIES_ANSWER = z.array(
  z.object({
    id: z.number().int(),
    webhook_id: z.number().int(),
    notification_id: z.string(),
    created_at: z.string(),
    status: z.number().int().nullable(),
    ms: z.number().int(),
    body: z.unknown(),
  }),
)

/** A Fastify scope whose routes take their types from zod. */
export type ZodApp = Parameters<FastifyPluginAsyncZod>[0]
