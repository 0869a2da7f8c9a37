import { toRecord } from '../../protocol/record.ts'
import type { Currency } from '../../rates/currency.ts'
import { formatLastUpdate } from '../../rates/moment.ts'
import type { Quote } from '../../rates/monitor.ts'
import { requireQuote } from '../find-quote.ts'
import type { LatestQuotes } from '../latest.ts'
import { type Answer, createVersioned, type Datetimes, etagOf } from './answer.ts'

const ANSWERS_MAX = 2_000

export interface MonitorsQuery {
  readonly currency: Currency
  readonly page?: string | undefined
  readonly monitor?: string | undefined
}

interface Prepared {
  readonly monitors: string
  readonly etag: string
  readonly isSimulated: boolean
  second: number
  body: Buffer
}

/** Answers GET monitors from memory: made once a version, with `datetime` put in once a second. */
export function createMonitorsAnswer(latest: LatestQuotes, now: Datetimes) {
  const kept = createVersioned<Prepared>(latest.version, ANSWERS_MAX)

  function prepare(query: MonitorsQuery): Prepared {
    const { content, quotes } = select(latest, query)
    const monitors = JSON.stringify(content)
    const isSimulated = quotes.some(({ simulated }) => simulated)
    return { monitors, etag: etagOf(monitors, isSimulated), isSimulated, second: -1, body: Buffer.of() }
  }

  return function answer(query: MonitorsQuery): Answer {
    const key = `${query.currency} ${query.page ?? ''} ${query.monitor ?? ''}`
    const ready = kept.get(key) ?? kept.put(key, prepare(query), latest.version())
    const { second, long } = now()
    if (ready.second !== second) {
      ready.second = second
      ready.body = Buffer.from(`{"datetime":${long},"monitors":${ready.monitors}}`)
    }
    return ready
  }
}

/** One monitor stands there itself, several by their key: `page.key` where they are of every page. */
function select(latest: LatestQuotes, { currency, page, monitor }: MonitorsQuery) {
  if (monitor !== undefined) {
    const quote = requireQuote(latest, { currency, page, monitor })
    return { content: toRecord(quote, formatLastUpdate), quotes: [quote] }
  }
  const quotes = latest
    .quotes()
    .filter(
      (quote) => quote.monitor.currency === currency && (page ?? quote.monitor.page) === quote.monitor.page,
    )
  const nameOf = ({ monitor: id }: Quote): string => (page === undefined ? `${id.page}.${id.key}` : id.key)
  return {
    content: Object.fromEntries(quotes.map((quote) => [nameOf(quote), toRecord(quote, formatLastUpdate)])),
    quotes,
  }
}
