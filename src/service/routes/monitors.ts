import { toRecord } from '../../protocol/record.ts'
import type { Currency } from '../../rates/currency.ts'
import { formatLastUpdate } from '../../rates/moment.ts'
import type { Quote } from '../../rates/monitor.ts'
import { requireQuote } from '../find-quote.ts'
import type { LatestQuotes } from '../latest.ts'
import type { Content } from './answer.ts'
import type { PriceRoutesDeps, ZodApp } from './route-deps.ts'
import { MONITORS_ANSWER, PROBLEMS } from './schemas.ts'

export interface MonitorsQuery {
  readonly currency: Currency
  readonly page?: string | undefined
  readonly monitor?: string | undefined
}

/** One monitor stands under `monitors` itself, several by their key. Throws a Problem where there is none. */
export function monitorsContent(latest: LatestQuotes, query: MonitorsQuery): Content {
  const { monitors, quotes } = select(latest, query)
  return {
    before: '{"datetime":',
    datetime: 'long',
    after: `,"monitors":${JSON.stringify(monitors)}}`,
    isSimulated: quotes.some(({ simulated }) => simulated),
    keptBy: 'anyone',
  }
}

/** Keys are `page.key` where the monitors are of every page. */
function select(latest: LatestQuotes, { currency, page, monitor }: MonitorsQuery) {
  if (monitor !== undefined) {
    const quote = requireQuote(latest, { currency, page, monitor })
    return { monitors: toRecord(quote, formatLastUpdate), quotes: [quote] }
  }
  const quotes = latest
    .quotes()
    .filter(
      (quote) => quote.monitor.currency === currency && (page ?? quote.monitor.page) === quote.monitor.page,
    )
  const nameOf = ({ monitor: id }: Quote): string => (page === undefined ? `${id.page}.${id.key}` : id.key)
  return {
    monitors: Object.fromEntries(quotes.map((quote) => [nameOf(quote), toRecord(quote, formatLastUpdate)])),
    quotes,
  }
}

/** 4.1 of the specification. */
export function addMonitorsRoute(app: ZodApp, { of, ready, latest }: PriceRoutesDeps): void {
  app.get(
    '/:currency',
    {
      onRequest: ready.sendReady,
      schema: {
        tags: ['prices'],
        summary: 'Get monitors',
        description: 'One monitor if `monitor` is given, otherwise all of them, by their key.',
        params: of.currency,
        querystring: of.monitors,
        response: { 200: MONITORS_ANSWER, ...PROBLEMS },
      },
    },
    (request, reply) => {
      ready.send(request, reply, monitorsContent(latest, { ...request.params, ...request.query }))
    },
  )
}
