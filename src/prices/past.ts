import { LRUCache } from 'lru-cache'
import type { RatesClient } from '../api/client.ts'
import { addDays, DAY_MS, type Day, dayOf, MINUTE_MS } from '../domain/caracas.ts'
import { compare, isRoundedFrom } from '../domain/decimal.ts'
import {
  type DailyPrice,
  HELD_DAYS_MAX,
  isForDays,
  isNotYetInForce,
  type PriceUpdate,
  withHeldDays,
} from '../domain/in-force.ts'
import { type MonitorId, monitorRef, type Quote } from '../domain/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Log, messageOf } from '../runtime/log.ts'
import type { ObservedQuote } from './prices.ts'

/** The most days that the rate API gives at once, 10 years. */
const SPAN_DAYS_MAX = 3_652

/** Longest wait for the rate API, so that a person has an answer within 2 s. */
const WAIT_MS = 1_500

/** Days from the first to the last one, both included. */
interface DaySpan {
  readonly from: Day
  readonly to: Day
}

/** The last price of a day. */
export type PastDay = Pick<DailyPrice, 'day' | 'price'>

/**
 * Reads the history through the rate API; equal questions share an answer for a minute. Undefined if it does not answer
 * within 1.5 s.
 */
export function createPastReader(client: Pick<RatesClient, 'history' | 'changes'>, clock: Clock, log: Log) {
  return {
    days: createSharedAnswers({
      ask: (monitor: MonitorId, from: Day, to: Day) => client.history(monitor, from, to, WAIT_MS),
      keyOf: (monitor, from, to) => `${monitorRef(monitor)} ${from} ${to}`,
      clock,
      log,
    }),
    /** `newest` is the newest known price: an answer is shared only by those who know the same one. */
    updates: createSharedAnswers<[monitor: MonitorId, day: Day, newest?: PriceUpdate], PriceUpdate>({
      ask: (monitor, day) => client.changes(monitor, day, WAIT_MS),
      keyOf: (monitor, day, newest) =>
        `${monitorRef(monitor)} ${day} ${newest?.price ?? ''} ${newest?.lastUpdate ?? ''}`,
      clock,
      log,
    }),
  }
}

export type PastReader = ReturnType<typeof createPastReader>

/** Reads the days of a monitor that have a price, oldest first; undefined if the rate API does not answer. */
export interface Past {
  days(monitor: MonitorId, from: Day, to: Day): Promise<{ readonly items: readonly PastDay[] } | undefined>
}

/**
 * Reads the days of a monitor with those on which the price of a later business day was in force, for monitors that
 * publish for effective days.
 */
export async function readDaysInForce(
  past: Past,
  quote: Quote,
  { from, to }: DaySpan,
): Promise<readonly PastDay[] | undefined> {
  const isHeld = isForDays(quote)
  const answer = await past.days(quote.monitor, from, isHeld ? addDays(to, HELD_DAYS_MAX) : to)
  return answer && (isHeld ? withHeldDays(answer.items, to) : answer.items)
}

/** Adds the newest price to the updates of a day if the rate API did not list it yet. */
export function withNewestUpdate(
  { items, at }: Answer<PriceUpdate>,
  { quote: { price, lastUpdate }, asOf }: ObservedQuote,
): readonly PriceUpdate[] {
  const last = items.at(-1)
  const isOld = last && (last.lastUpdate > lastUpdate || (last.lastUpdate === lastUpdate && asOf < at))
  const isKnown = last && (last.price === price || isRoundedFrom(last.price, price))
  return isOld || isKnown ? items : [...items, { price, lastUpdate }]
}

/** A monitor with its newest price and its days, oldest first. */
export interface MonitorDays {
  readonly observed: ObservedQuote
  readonly days: readonly DailyPrice[]
}

/** Reads the days of a span, and those before it that may hold the price in force on its first day. */
export async function readMonitorDays(
  past: Pick<PastReader, 'days'>,
  observed: ObservedQuote,
  { from, to }: DaySpan,
): Promise<MonitorDays | undefined> {
  const { quote } = observed
  const daysAfter = isForDays(quote) ? HELD_DAYS_MAX : 0
  const spanDays = (Date.parse(to) - Date.parse(from)) / DAY_MS + daysAfter
  const daysBefore = Math.max(0, Math.min(HELD_DAYS_MAX, SPAN_DAYS_MAX - spanDays))
  const last = spanDays > SPAN_DAYS_MAX ? to : addDays(to, daysAfter)
  const answer = await past.days(quote.monitor, addDays(from, -daysBefore), last)
  return answer && withDaysInForce(withNewestDay(observed, answer), to)
}

/** With the days on which the price of a later business day was in force; one that is only out holds on none yet. */
function withDaysInForce({ observed, days }: MonitorDays, to: Day): MonitorDays {
  const { quote, asOf } = observed
  if (!isForDays(quote)) return { observed, days }
  const newest = dayOf(quote.lastUpdate)
  const held = isNotYetInForce(quote, asOf) ? days.filter(({ day }) => day < newest) : days
  return { observed, days: withHeldDays(held, to) }
}

/** Adds the newest price to the days if it came after they were requested. */
export function withNewestDay(observed: ObservedQuote, { items, at }: Answer<DailyPrice>): MonitorDays {
  const { price, lastUpdate } = observed.quote
  const last = items.at(-1)
  const isNewer = observed.asOf >= at && lastUpdate >= (last?.lastUpdate ?? 0)
  if (!isNewer) return { observed, days: items }
  const day = dayOf(lastUpdate)
  const today = last?.day === day ? last : undefined
  const newest = {
    day,
    price,
    lastUpdate,
    high: today && compare(today.high, price) > 0 ? today.high : price,
    low: today && compare(today.low, price) < 0 ? today.low : price,
  }
  return { observed, days: [...(today ? items.slice(0, -1) : items), newest] }
}

const KEPT_MS = MINUTE_MS
const FAILURE_KEPT_MS = 5_000
const QUESTIONS_MAX = 500
/** About 150 bytes each. */
const ITEMS_MAX = 60_000

/** A list that the rate API gave, and when it was requested (ms). */
export interface Answer<Item> {
  readonly items: readonly Item[]
  readonly at: number
}

interface SharedAnswersOptions<Question extends readonly unknown[], Item> {
  /** Must give up by itself in the time that people can wait. */
  readonly ask: (...question: Question) => Promise<readonly Item[]>
  /** Equal questions have equal keys. */
  readonly keyOf: (...question: Question) => string
  readonly clock: Clock
  readonly log: Log
}

/**
 * Caches lists of the rate API for a minute, so that equal questions make one call. An answer is undefined where the call
 * failed; that is cached for 5 s.
 */
export function createSharedAnswers<Question extends readonly unknown[], Item>({
  ask,
  keyOf,
  clock,
  log,
}: SharedAnswersOptions<Question, Item>) {
  const answers = new LRUCache<string, { readonly answer: Answer<Item> | undefined }>({
    max: QUESTIONS_MAX,
    maxSize: ITEMS_MAX,
    sizeCalculation: ({ answer }) => Math.max(1, answer?.items.length ?? 0),
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: performance, // the clock of the machine may be set back
    ignoreFetchAbort: true, // an answer that finds no room in the cache is still an answer
    async fetchMethod(key, _old, { context, options }) {
      const at = clock()
      try {
        return { answer: { items: await ask(...(context as Question)), at } }
      } catch (error) {
        // The rate API cannot be reached or refuses: people are told so.
        log.warn({ question: key, err: messageOf(error) }, 'the past cannot be read')
        options.ttl = FAILURE_KEPT_MS
        return { answer: undefined }
      }
    },
  })
  return async (...question: Question): Promise<Answer<Item> | undefined> =>
    (await answers.fetch(keyOf(...question), { context: question }))?.answer
}
