import type { Day } from '../../domain/caracas.ts'
import { type Decimal, round } from '../../domain/decimal.ts'
import { monitorRef } from '../../domain/monitor.ts'
import type { History } from '../history/history.ts'
import { type LatestQuotes, type OfferedMonitor, requireOffered } from '../latest-quotes.ts'
import { Problem } from '../problems.ts'
import { type Content, FORMATS, type FormatDate } from './answer.ts'
import { requireCaller } from './auth.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { CHANGES_ANSWER, HISTORY_ANSWER, PROBLEMS, type Schemas, type ZodApp } from './schemas.ts'

const YEARS_MAX = 10

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

const ROUNDING = {
  true: (price: Decimal): number => Number(round(price, 2)),
  false: Number,
} as const

export interface HistoryDeps {
  readonly latest: LatestQuotes
  readonly history: History
}

/** The body: one entry for each day that has updates. Throws a Problem for days in the wrong order and too long a range. */
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

/** The body: every update of a day, oldest first. */
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

export interface HistoryRoutesDeps extends HistoryDeps {
  readonly schemas: Pick<Schemas, 'currency' | 'history' | 'changes'>
  readonly ready: ReadyAnswers
}

/** Adds the days of a range: 4.2 of the specification. */
export function addHistoryRoute(app: ZodApp, { schemas, ready, latest, history }: HistoryRoutesDeps): void {
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
        params: schemas.currency,
        querystring: schemas.history,
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

/** Adds the updates of one day: 4.3 of the specification. */
export function addChangesRoute(app: ZodApp, { schemas, ready, latest, history }: HistoryRoutesDeps): void {
  app.get(
    '/:currency/changes',
    {
      onRequest: [requireCaller, ready.sendReady],
      schema: {
        tags: ['prices'],
        security: [{ bearer: [] }],
        summary: 'Get changes',
        description:
          'Every update of one day, oldest first. Days older than 60 days have their last price alone.',
        params: schemas.currency,
        querystring: schemas.changes,
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
