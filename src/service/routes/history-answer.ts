import type { Day } from '../../rates/caracas.ts'
import { type Decimal, round } from '../../rates/decimal.ts'
import { formatIso, formatLastUpdate } from '../../rates/moment.ts'
import { monitorRef, type Quote } from '../../rates/monitor.ts'
import type { History } from '../history/history.ts'
import type { LatestQuotes, OfferedMonitor } from '../latest.ts'
import { Problem } from '../problem.ts'
import { type Answer, createVersioned, type Datetimes, etagOf } from './answer.ts'

const ANSWERS_MAX = 200
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

const FORMATS: Readonly<Record<FormatDate, (instantMs: number) => string>> = {
  default: formatLastUpdate,
  iso: formatIso,
  timestamp: (instantMs) => String(Math.floor(instantMs / 1000)),
}
const ROUNDING = {
  true: (price: Decimal): number => Number(round(price, 2)),
  false: Number,
} as const

interface Prepared {
  /** The body behind `datetime`. */
  readonly rest: string
  readonly etag: string
  readonly isSimulated: boolean
}

export interface HistoryAnswerDeps {
  readonly latest: LatestQuotes
  readonly history: History
  readonly now: Datetimes
}

/** Answers history and changes; each question is asked of Redis once a version. */
export function createHistoryAnswers({ latest, history, now }: HistoryAnswerDeps) {
  const kept = createVersioned<Prepared>(latest.version, ANSWERS_MAX)

  async function keep(key: string, offered: OfferedMonitor, ask: () => Promise<string>): Promise<Answer> {
    const madeOf = latest.version()
    const ready = kept.get(key) ?? kept.put(key, prepare(await ask(), isSimulated(offered)), madeOf)
    return { ...ready, body: `{"datetime":${now().iso},${ready.rest}` }
  }

  function isSimulated({ monitor: { page, currency, key } }: OfferedMonitor): boolean {
    const quote: Quote | undefined = latest.find(page, currency, key)
    return quote?.simulated ?? latest.pages().some((offered) => offered.page === page && offered.simulated)
  }

  return {
    /** One entry a day that has updates. Throws a Problem for days in the wrong order and too long a range. */
    days(offered: OfferedMonitor, query: HistoryQuery): Promise<Answer> {
      requireRange(query)
      const ref = monitorRef(offered.monitor)
      return keep(`days ${ref} ${Object.values(query).join(' ')}`, offered, async () => {
        const days = await history.days(ref, query.start_date, query.end_date)
        const priceOf = ROUNDING[query.rounded_price]
        const entries = days.map(({ price, lastUpdate, high, low }) => ({
          price: priceOf(price),
          last_update: FORMATS[query.format_date](lastUpdate),
          price_high: priceOf(high),
          price_low: priceOf(low),
        }))
        return `"history":${JSON.stringify(query.order === 'desc' ? entries.reverse() : entries)}}`
      })
    },

    /** Every update of a day, oldest first. */
    changes(offered: OfferedMonitor, { date, format_date }: ChangesQuery): Promise<Answer> {
      const ref = monitorRef(offered.monitor)
      return keep(`changes ${ref} ${date} ${format_date}`, offered, async () => {
        const updates = await history.updates(ref, date)
        const daily = updates.map(({ price, lastUpdate }) => ({
          price: Number(price),
          last_update: FORMATS[format_date](lastUpdate),
        }))
        return `"daily":${JSON.stringify(daily)}}`
      })
    },
  }
}

const prepare = (rest: string, isSimulated: boolean): Prepared => ({
  rest,
  etag: etagOf(rest, isSimulated),
  isSimulated,
})

function requireRange({ start_date: from, end_date: to }: HistoryQuery): void {
  if (from > to) throw new Problem(400, 'start_date must not be after end_date.')
  const last = `${Number(from.slice(0, 4)) + YEARS_MAX}${from.slice(4)}`
  if (to > last) throw new Problem(400, `The range must not be over ${YEARS_MAX} years.`)
}
