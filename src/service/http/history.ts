import type { Day } from '../../rates/caracas.ts'
import { type Decimal, round } from '../../rates/decimal.ts'
import { formatIso, formatLastUpdate } from '../../rates/moment.ts'
import { monitorRef } from '../../rates/monitor.ts'
import { requireOffered } from '../find-quote.ts'
import type { History } from '../history/stored.ts'
import type { LatestQuotes, OfferedMonitor } from '../history/stored-monitor.ts'
import { Problem } from '../problems.ts'
import type { Content } from './answer.ts'
import { requireCaller } from './auth.ts'
import type { PriceRoutesDeps, ZodApp } from './schemas.ts'
import { CHANGES_ANSWER, HISTORY_ANSWER, PROBLEMS } from './schemas.ts'

const YEARS_MAX = 10

export type FormatDate = 'default' | 'iso' | 'timestamp'

export interface HistoryQuery {
  readonly start_date: Day
  readonly end_date: Day
  readonly format_date: FormatDate
  readonly rounded_price: 'true' | 'false'
  readonly order: 'asc' | 'desc'
}
export interface ChangesQuery {
  readonly date: Day
  readonly format_date: FormatDate
}

/** How `last_update` is written. */
export const FORMATS: Readonly<Record<FormatDate, (instantMs: number) => string>> = {
  default: formatLastUpdate,
  iso: formatIso,
  timestamp: (instantMs) => String(Math.floor(instantMs / 1000)),
}
const ROUNDING = {
  true: (price: Decimal): number => Number(round(price, 2)),
  false: Number,
} as const

export interface HistoryDeps {
  readonly latest: LatestQuotes
  readonly history: History
}

/** One entry a day that has updates. Throws a Problem for days in the wrong order and too long a range. */
export async function historyContent(
  { latest, history }: HistoryDeps,
  offered: OfferedMonitor,
  query: HistoryQuery,
): Promise<Content> {
  requireRange(query)
  const days = await history.days(monitorRef(offered.monitor), query.start_date, query.end_date)
  const priceOf = ROUNDING[query.rounded_price]
  const entries = days.map(({ price, lastUpdate, high, low }) => ({
    price: priceOf(price),
    last_update: FORMATS[query.format_date](lastUpdate),
    price_high: priceOf(high),
    price_low: priceOf(low),
  }))
  const ordered = query.order === 'desc' ? entries.reverse() : entries
  return contentOf(`,"history":${JSON.stringify(ordered)}}`, isSimulated(latest, offered))
}

/** Every update of a day, oldest first. */
export async function changesContent(
  { latest, history }: HistoryDeps,
  offered: OfferedMonitor,
  { date, format_date }: ChangesQuery,
): Promise<Content> {
  const updates = await history.updates(monitorRef(offered.monitor), date)
  const daily = updates.map(({ price, lastUpdate }) => ({
    price: Number(price),
    last_update: FORMATS[format_date](lastUpdate),
  }))
  return contentOf(`,"daily":${JSON.stringify(daily)}}`, isSimulated(latest, offered))
}

const contentOf = (after: string, isSimulated: boolean): Content => ({
  before: '{"datetime":',
  datetime: 'iso',
  after,
  isSimulated,
  keptBy: 'caller',
})

function isSimulated(latest: LatestQuotes, { monitor: { page, currency, key } }: OfferedMonitor): boolean {
  const quote = latest.find(page, currency, key)
  return quote?.simulated ?? latest.pages().some((offered) => offered.page === page && offered.simulated)
}

function requireRange({ start_date: from, end_date: to }: HistoryQuery): void {
  if (from > to) throw new Problem(400, 'start_date must not be after end_date.')
  const last = `${Number(from.slice(0, 4)) + YEARS_MAX}${from.slice(4)}`
  if (to > last) throw new Problem(400, `The range must not be over ${YEARS_MAX} years.`)
}

/** 4.2 of the specification. */
export function addHistoryRoute(app: ZodApp, { of, ready, latest, history }: PriceRoutesDeps): void {
  app.get(
    '/:currency/history',
    {
      onRequest: [requireCaller, ready.sendReady],
      schema: {
        tags: ['prices'],
        security: [{ bearer: [] }],
        summary: 'Get history',
        description:
          'One entry a day that has updates: its last, highest and lowest price. At most 10 years.',
        params: of.currency,
        querystring: of.history,
        response: { 200: HISTORY_ANSWER, ...PROBLEMS },
      },
    },
    async (request, reply) => {
      const offered = requireOffered(latest, { ...request.params, ...request.query })
      const madeOf = latest.version()
      ready.send(request, reply, await historyContent({ latest, history }, offered, request.query), madeOf)
      return reply
    },
  )
}

/** 4.3 of the specification. */
export function addChangesRoute(app: ZodApp, { of, ready, latest, history }: PriceRoutesDeps): void {
  app.get(
    '/:currency/changes',
    {
      onRequest: [requireCaller, ready.sendReady],
      schema: {
        tags: ['prices'],
        security: [{ bearer: [] }],
        summary: 'Get changes',
        description: 'Every update of one day, oldest first.',
        params: of.currency,
        querystring: of.changes,
        response: { 200: CHANGES_ANSWER, ...PROBLEMS },
      },
    },
    async (request, reply) => {
      const offered = requireOffered(latest, { ...request.params, ...request.query })
      const madeOf = latest.version()
      ready.send(request, reply, await changesContent({ latest, history }, offered, request.query), madeOf)
      return reply
    },
  )
}
