import { z } from 'zod'
import type { Day } from '../../rates/caracas.ts'
import { type Decimal, decimalOf, divide, multiply } from '../../rates/decimal.ts'
import { CODE_OF, type Currency, type MonitorId, monitorName, monitorRef } from '../../rates/monitor.ts'
import { requireQuote } from '../find-quote.ts'
import type { History } from '../history/stored.ts'
import type { LatestQuotes } from '../history/stored-monitor.ts'
import { Problem } from '../problems.ts'
import type { Content } from './answer.ts'
import type { PriceRoutesDeps, ZodApp } from './schemas.ts'
import { PROBLEMS } from './schemas.ts'

export type ConversionType = 'VES' | 'USD' | 'EUR'

/** Below this, 20 decimal places of a quotient would lose its leading figures: its point is moved meanwhile. */
const QUOTIENT_MIN = 1e-3
const SHIFT = { up: '1e40', down: '1e-40' }

const quotient = (value: Decimal, price: Decimal): Decimal =>
  Number(value) / Number(price) >= QUOTIENT_MIN
    ? divide(value, price)
    : multiply(divide(multiply(value, SHIFT.up), price), SHIFT.down)

const PLAIN = /^\d+(\.\d+)?$/

/** The value to convert: not negative, at most 30 digits. Throws a Problem for anything else. */
export function parseValue(text: string): Decimal {
  const value = decimalOf(text)
  if (value !== undefined && PLAIN.test(value)) return value
  throw new Problem(400, 'value must be a number, not negative, of at most 30 digits.')
}

/** Bolivares from `VES` into the currency of the path, else from that currency into bolivares. Throws a Problem. */
export function convert(type: ConversionType, value: Decimal, currency: Currency, price: Decimal): Decimal {
  if (type === 'VES') return quotient(value, price)
  if (type === CODE_OF[currency]) return multiply(value, price)
  throw new Problem(400, `type must be VES or ${CODE_OF[currency]} in ${currency}.`)
}

/** The nearest number that JSON readers have, in plain figures: never an exponent. */
export const toJsonNumber = (exact: Decimal): string => multiply(String(Number(exact)), '1')

export interface ConversionQuery {
  readonly currency: Currency
  readonly type: ConversionType
  readonly value: string
  readonly monitor: string
  readonly page?: string | undefined
  /** The day whose price counts; the newest price if not given. */
  readonly date?: Day | undefined
}

export interface ConversionDeps {
  readonly latest: Pick<LatestQuotes, 'pages' | 'find'>
  readonly history: Pick<History, 'lastUntil'>
}

/** A value at the newest price of a monitor, or at that of a day, as one JSON number. Throws a Problem. */
export async function conversionContent(
  { latest, history }: ConversionDeps,
  { currency, type, value, monitor, page, date }: ConversionQuery,
): Promise<Content> {
  const quote = requireQuote(latest, { currency, page, monitor })
  const price = date === undefined ? quote.price : await priceOn(history, quote.monitor, date)
  const before = toJsonNumber(convert(type, parseValue(value), currency, price))
  return { before, isSimulated: quote.simulated, keptBy: 'anyone' }
}

/** The price of a past day; weekends and holidays carry the last one forward. */
async function priceOn(history: ConversionDeps['history'], monitor: MonitorId, date: Day): Promise<Decimal> {
  const day = await history.lastUntil(monitorRef(monitor), date)
  if (day) return day.price
  throw new Problem(404, `There is no price of ${monitorName(monitor)} on ${date} or before.`)
}

/** 4.4 of the specification. */
export function addConversionRoute(app: ZodApp, { of, ready, latest, history }: PriceRoutesDeps): void {
  app.get(
    '/:currency/conversion',
    {
      onRequest: ready.sendReady,
      schema: {
        tags: ['prices'],
        summary: 'Convert a value',
        description:
          '`VES` turns bolivares into the currency of the path, `USD` or `EUR` the reverse. With `date`, at the last price of that day, or of the last day before it that has one.',
        params: of.currency,
        querystring: of.conversion,
        response: { 200: z.number(), ...PROBLEMS },
      },
    },
    async (request, reply) => {
      const madeOf = latest.version()
      const query = { ...request.params, ...request.query }
      ready.send(request, reply, await conversionContent({ latest, history }, query), madeOf)
      return reply
    },
  )
}
