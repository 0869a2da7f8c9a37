import { toRecord } from '../../api/record.ts'
import type { Currency, Quote } from '../../domain/monitor.ts'
import { type LatestQuotes, requireQuote } from '../latest-quotes.ts'
import { type Content, FORMATS, type FormatDate } from './answer.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { MONITORS_ANSWER, PROBLEMS, type Schemas, type ZodApp } from './schemas.ts'

export interface MonitorsQuery {
  readonly currency: Currency
  readonly page?: string | undefined
  readonly monitor?: string | undefined
  readonly format_date?: FormatDate | undefined
}

/** The body: `monitors` has the fields of the one asked for, else all by their key. Throws a Problem where there is none. */
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

/** Keys are `page.key` where no page was asked for. */
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

export interface MonitorsRouteDeps {
  readonly schemas: Pick<Schemas, 'currency' | 'monitors'>
  readonly ready: ReadyAnswers
  readonly latest: LatestQuotes
}

/** Adds the newest prices: 4.1 of the specification. */
export function addMonitorsRoute(app: ZodApp, { schemas, ready, latest }: MonitorsRouteDeps): void {
  app.get(
    '/:currency',
    {
      onRequest: ready.sendReady,
      schema: {
        tags: ['prices'],
        summary: 'Get monitors',
        description:
          'One monitor if `monitor` is given, otherwise all of them, by their key. `format_date` is that of the history: `iso` tells the seconds too.',
        params: schemas.currency,
        querystring: schemas.monitors,
        response: { 200: MONITORS_ANSWER, ...PROBLEMS },
      },
    },
    (request, reply) => {
      ready.send(request, reply, monitorsContent(latest, { ...request.params, ...request.query }))
    },
  )
}
