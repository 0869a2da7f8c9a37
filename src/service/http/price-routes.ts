import { z } from 'zod'
import { toRecord } from '../../api/record.ts'
import { addDays, type Day } from '../../domain/caracas.ts'
import { type Decimal, decimalOf, divide, multiply, round } from '../../domain/decimal.ts'
import { createPriceOfDay, type DailyPrice, HELD_DAYS_MAX, isForDays } from '../../domain/in-force.ts'
import { CODE_OF, type Currency, monitorName, monitorRef, type Quote } from '../../domain/monitor.ts'
import type { History } from '../history/history.ts'
import { type LatestQuotes, requireOffered, requireQuote } from '../history/latest.ts'
import { Problem } from '../problems.ts'
import type { MonitorConfig } from '../sources/file/sources-file.ts'
import { type Answers, type Content, FORMATS } from './answer.ts'
import { requireCaller } from './auth.ts'
import {
  CHANGES_ANSWER,
  CURRENCY,
  HISTORY_ANSWER,
  MONITORS_ANSWER,
  PROBLEMS,
  type Schemas,
  type ZodApp,
} from './schemas.ts'

interface PriceDeps {
  readonly latest: LatestQuotes
  readonly history: History
}

/** What a route is asked, in its path and after it. */
type Query<Route extends keyof Schemas> = z.output<typeof CURRENCY> & z.output<Schemas[Route]>

/** The body: `monitors` has the fields of the one asked for, else all by their key. Throws a Problem where there is none. */
function monitorsContent(latest: LatestQuotes, query: Query<'monitors'>): Content {
  const { monitors, quotes } = select(latest, query)
  const isSimulated = quotes.some(({ simulated }) => simulated)
  return { ...contentOf({ monitors }, isSimulated), datetime: 'long', keptBy: 'anyone' }
}

/** Keys are `page.key` where no page was asked for. */
function select(latest: LatestQuotes, { currency, page, monitor, format_date }: Query<'monitors'>) {
  const formatTime = FORMATS[format_date]
  if (monitor !== undefined) {
    const quote = requireQuote(latest, { currency, page, monitor })
    return { monitors: toRecord(quote, formatTime), quotes: [quote] }
  }
  const quotes = latest
    .quotes()
    .filter(
      (quote) => quote.monitor.currency === currency && (page ?? quote.monitor.page) === quote.monitor.page,
    )
  const nameOf = ({ monitor: id }: Quote): string => (page === undefined ? `${id.page}.${id.key}` : id.key)
  return {
    monitors: Object.fromEntries(quotes.map((quote) => [nameOf(quote), toRecord(quote, formatTime)])),
    quotes,
  }
}

type ConversionType = Query<'conversion'>['type']

/** Worked out times 1e40: a small quotient would lose leading figures in 20 decimal places. */
const quotient = (value: Decimal, price: Decimal): Decimal =>
  multiply(divide(multiply(value, '1e40'), price), '1e-40')

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

interface ConversionDeps {
  readonly latest: Pick<LatestQuotes, 'pages' | 'find'>
  readonly history: Pick<History, 'lastUntil' | 'days'>
}

/** The body: one JSON number, at the newest price of a monitor, or at that of `date` if given. Throws a Problem. */
export async function conversionContent(
  { latest, history }: ConversionDeps,
  { currency, type, value, monitor, page, date }: Query<'conversion'>,
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

const YEARS_MAX = 10

const ROUNDING = {
  true: (price: Decimal): number => Number(round(price, 2)),
  false: Number,
} as const

/** The body: one entry for each day that has updates. Throws a Problem for days in the wrong order and too long a range. */
async function historyContent({ latest, history }: PriceDeps, query: Query<'history'>): Promise<Content> {
  const monitor = requireOffered(latest, query)
  requireRange(query)
  const days = await history.days(monitor.ref, query.start_date, query.end_date)
  const priceOf = ROUNDING[query.rounded_price]
  const entries = days.map(({ price, lastUpdate, high, low }) => ({
    price: priceOf(price),
    last_update: FORMATS[query.format_date](lastUpdate),
    price_high: priceOf(high),
    price_low: priceOf(low),
  }))
  const ordered = query.order === 'desc' ? entries.reverse() : entries
  return contentOf({ history: ordered }, isSimulated(latest, monitor))
}

/** The body: every update of a day, oldest first. */
async function changesContent({ latest, history }: PriceDeps, query: Query<'changes'>): Promise<Content> {
  const monitor = requireOffered(latest, query)
  const { date, format_date } = query
  const updates = await history.updates(monitor.ref, date)
  const daily = updates.map(({ price, lastUpdate }) => ({
    price: Number(price),
    last_update: FORMATS[format_date](lastUpdate),
  }))
  return contentOf({ daily }, isSimulated(latest, monitor))
}

/** A body of a `datetime` and these fields. */
const contentOf = (fields: object, isSimulated: boolean): Content => ({
  before: '{"datetime":',
  datetime: 'iso',
  after: `,${JSON.stringify(fields).slice(1)}`,
  isSimulated,
  keptBy: 'caller',
})

function isSimulated(latest: LatestQuotes, { ref, page }: MonitorConfig): boolean {
  const quote = latest.find(ref)
  return quote?.simulated ?? latest.pages().some((offered) => offered.page === page && offered.simulated)
}

function requireRange({ start_date: from, end_date: to }: Query<'history'>): void {
  if (from > to) throw new Problem(400, 'start_date must not be after end_date.')
  const last = `${Number(from.slice(0, 4)) + YEARS_MAX}${from.slice(4)}`
  if (to > last) throw new Problem(400, `The range must not be over ${YEARS_MAX} years.`)
}

interface PriceRoutesDeps extends PriceDeps {
  readonly schemas: Schemas
  readonly answers: Answers
}

/** Adds the newest prices, the conversion, the history and the changes: 4.1 to 4.4 of the specification. */
export function addPriceRoutes(app: ZodApp, { schemas, answers, ...deps }: PriceRoutesDeps): void {
  const open = { tags: ['prices'], params: CURRENCY }
  const withToken = { ...open, security: [{ bearer: [] }] }
  const ofCaller = [requireCaller, answers.sendKept]

  app.get(
    '/:currency',
    {
      onRequest: answers.sendKept,
      schema: {
        ...open,
        summary: 'Get monitors',
        description:
          'One monitor if `monitor` is given, otherwise all of them, by their key. `format_date` is that of the history: `iso` tells the seconds too.',
        querystring: schemas.monitors,
        response: { 200: MONITORS_ANSWER, ...PROBLEMS },
      },
    },
    (request, reply) =>
      answers.send(request, reply, monitorsContent(deps.latest, { ...request.params, ...request.query })),
  )
  app.get(
    '/:currency/conversion',
    {
      onRequest: answers.sendKept,
      schema: {
        ...open,
        summary: 'Convert a value',
        description:
          '`VES` turns bolivares into the currency of the path, `USD` or `EUR` the reverse. With `date`, at the last price of that day. A day without one has that of the next business day where the monitor has `effective_day`, else that of the last day before it; the header `X-Price-Date` names the day.',
        querystring: schemas.conversion,
        response: { 200: z.number(), ...PROBLEMS },
      },
    },
    (request, reply) =>
      answers.send(request, reply, conversionContent(deps, { ...request.params, ...request.query })),
  )
  app.get(
    '/:currency/history',
    {
      onRequest: ofCaller,
      schema: {
        ...withToken,
        summary: 'Get history',
        description:
          'One entry a day that has updates: its last, highest and lowest price. At most 10 years.',
        querystring: schemas.history,
        response: { 200: HISTORY_ANSWER, ...PROBLEMS },
      },
    },
    (request, reply) =>
      answers.send(request, reply, historyContent(deps, { ...request.params, ...request.query })),
  )
  app.get(
    '/:currency/changes',
    {
      onRequest: ofCaller,
      schema: {
        ...withToken,
        summary: 'Get changes',
        description:
          'Every update of one day, oldest first. Days older than 60 days have their last price alone.',
        querystring: schemas.changes,
        response: { 200: CHANGES_ANSWER, ...PROBLEMS },
      },
    },
    (request, reply) =>
      answers.send(request, reply, changesContent(deps, { ...request.params, ...request.query })),
  )
}
