import { toRecord } from '../../api/record.ts'
import type { Currency, Quote } from '../../rates/monitor.ts'
import { requireQuote } from '../find-quote.ts'
import type { LatestQuotes } from '../history/stored-monitor.ts'
import type { Content } from './answer.ts'
import { FORMATS, type FormatDate } from './history.ts'
import type { PriceRoutesDeps, ZodApp } from './schemas.ts'
import { MONITORS_ANSWER, PROBLEMS } from './schemas.ts'

export interface MonitorsQuery {
  readonly currency: Currency
  readonly page?: string | undefined
  readonly monitor?: string | undefined
  readonly format_date?: FormatDate | undefined
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
function select(latest: LatestQuotes, { currency, page, monitor, format_date = 'default' }: MonitorsQuery) {
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

/** 4.1 of the specification. */
export function addMonitorsRoute(app: ZodApp, { of, ready, latest }: PriceRoutesDeps): void {
  app.get(
    '/:currency',
    {
      onRequest: ready.sendReady,
      schema: {
        tags: ['prices'],
        summary: 'Get monitors',
        description:
          'One monitor if `monitor` is given, otherwise all of them, by their key. `format_date` is that of the history: `iso` tells the seconds too.',
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
