import { z } from 'zod'
import { addDays, type Day } from '../../domain/caracas.ts'
import type { DailyPrice } from '../../domain/daily-price.ts'
import { type Decimal, decimalOf, divide, multiply } from '../../domain/decimal.ts'
import { createPriceOfDay, HELD_DAYS_MAX, isForDays } from '../../domain/in-force.ts'
import { CODE_OF, type Currency, monitorName, monitorRef, type Quote } from '../../domain/monitor.ts'
import type { History } from '../history/history.ts'
import { type LatestQuotes, requireQuote } from '../latest-quotes.ts'
import { Problem } from '../problems.ts'
import type { Content } from './answer.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { PROBLEMS, type Schemas, type ZodApp } from './schemas.ts'

export type ConversionType = 'VES' | 'USD' | 'EUR'

/** A smaller quotient would lose leading figures in 20 decimal places, so it is worked out times 1e40. */
const QUOTIENT_MIN = 1e-3
const SHIFT = { up: '1e40', down: '1e-40' }

const quotient = (value: Decimal, price: Decimal): Decimal =>
  Number(value) / Number(price) >= QUOTIENT_MIN
    ? divide(value, price)
    : multiply(divide(multiply(value, SHIFT.up), price), SHIFT.down)

const PLAIN = /^\d+(\.\d+)?$/

/** Parses the value to convert: not negative, at most 30 digits. Throws a Problem for anything else. */
export function parseValue(text: string): Decimal {
  const value = decimalOf(text)
  if (value !== undefined && PLAIN.test(value)) return value
  throw new Problem(400, 'value must be a number, not negative, of at most 30 digits.')
}

/** Converts bolivares (`VES`) into the currency of the path, or that currency into bolivares. Throws a Problem. */
export function convert(type: ConversionType, value: Decimal, currency: Currency, price: Decimal): Decimal {
  if (type === 'VES') return quotient(value, price)
  if (type === CODE_OF[currency]) return multiply(value, price)
  throw new Problem(400, `type must be VES or ${CODE_OF[currency]} in ${currency}.`)
}

/** The nearest double, in plain figures without an exponent, as JSON readers will see it. */
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
  readonly history: Pick<History, 'lastUntil' | 'days'>
}

/** The body: one JSON number, at the newest price of a monitor or at that of a day. Throws a Problem. */
export async function conversionContent(
  { latest, history }: ConversionDeps,
  { currency, type, value, monitor, page, date }: ConversionQuery,
): Promise<Content> {
  const quote = requireQuote(latest, { currency, page, monitor })
  const day = date === undefined ? undefined : await priceOn(history, quote, date)
  const price = day?.price ?? quote.price
  const before = toJsonNumber(convert(type, parseValue(value), currency, price))
  return { before, isSimulated: quote.simulated, ...(day && { priceDay: day.day }), keptBy: 'anyone' }
}

/** The price that was in force on a day, whether or not it had one of its own. */
async function priceOn(history: ConversionDeps['history'], quote: Quote, date: Day): Promise<DailyPrice> {
  const [ref, forDays] = [monitorRef(quote.monitor), isForDays(quote)]
  const [before, after] = await Promise.all([
    history.lastUntil(ref, date),
    forDays ? history.days(ref, addDays(date, 1), addDays(date, HELD_DAYS_MAX)) : [],
  ])
  const found = createPriceOfDay([...(before ? [before] : []), ...after], forDays)(date)
  if (found) return found.price
  throw new Problem(404, `There is no price of ${monitorName(quote.monitor)} on ${date} or before.`)
}

export interface ConversionRouteDeps extends ConversionDeps {
  readonly schemas: Pick<Schemas, 'currency' | 'conversion'>
  readonly ready: ReadyAnswers
  readonly latest: LatestQuotes
}

/** Adds the conversion of a value: 4.4 of the specification. */
export function addConversionRoute(
  app: ZodApp,
  { schemas, ready, latest, history }: ConversionRouteDeps,
): void {
  app.get(
    '/:currency/conversion',
    {
      onRequest: ready.sendReady,
      schema: {
        tags: ['prices'],
        summary: 'Convert a value',
        description:
          '`VES` turns bolivares into the currency of the path, `USD` or `EUR` the reverse. With `date`, at the last price of that day. A day without one has that of the next business day where the monitor has `effective_day`, else that of the last day before it; the header `X-Price-Date` names the day.',
        params: schemas.currency,
        querystring: schemas.conversion,
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
