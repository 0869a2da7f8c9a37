import {
  addDays,
  businessDayFrom,
  type Day,
  dayOf,
  HOUR_MS,
  isWeekend,
  startOfDay,
} from '../../domain/caracas.ts'
import { add, compare, type Decimal, multiply, round, subtract } from '../../domain/decimal.ts'
import type { PriceUpdate } from '../../domain/in-force.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { SourceConfig } from './file/sources-file.ts'
import type { Observation, Source } from './source.ts'

const PUBLISHED_MS = 16 * HOUR_MS

const nextBusinessDay = (day: Day): Day => businessDayFrom(addDays(day, 1))

/** The newest official publication at `now`: when it came out, and the first instant of its effective day (ms). */
function newestPublication(now: number): { readonly publishedAt: number; readonly effective: number } {
  const today = dayOf(now)
  const isOut = !isWeekend(today) && now >= startOfDay(today) + PUBLISHED_MS
  const day = isOut ? today : businessDayFrom(addDays(today, -1), -1)
  return { publishedAt: startOfDay(day) + PUBLISHED_MS, effective: startOfDay(nextBusinessDay(day)) }
}

/** From 0 up to 1, as `Math.random`. */
export type Random = () => number

interface SimulatedMonitor {
  readonly key: string
  /** The price at which the walk begins and around which it stays. */
  readonly around: () => Decimal
  /** The newest stored price, from which the walk goes on, also after a restart. */
  readonly last: () => PriceUpdate | undefined
}

/** Computes the price that a simulated page has now from the last one. */
export type Model = (look: {
  readonly monitor: SimulatedMonitor
  readonly now: number
  readonly random: Random
}) => Omit<Observation, 'key'>

interface SimulatedOptions {
  readonly monitors: readonly SimulatedMonitor[]
  readonly model: Model
  readonly clock: Clock
  readonly random: Random
}

/** A page that does not exist. Every observation is marked as simulated. */
export function createSimulatedSource({ monitors, model, clock, random }: SimulatedOptions): Source {
  return {
    fetch: async () => ({
      observations: monitors.map((monitor) => ({
        key: monitor.key,
        ...model({ monitor, now: clock(), random }),
        simulated: true,
      })),
      unreadable: [],
    }),
  }
}

const CENT = '0.01'
const STEP_PERCENT_MAX = 0.12
/** The share of the way back to its centre that a price goes at each step, to stay within a few percent of it. */
const PULL = '0.01'

/** A parallel market: every collection finds another price, a cent or about one in a thousand away. */
export const walk: Model = ({ monitor: { around, last }, random }) => {
  const known = last()
  if (!known) return { price: round(around(), 2) }
  const pulled = add(known.price, multiply(PULL, subtract(around(), known.price)))
  const step = 1 + ((random() * 2 - 1) * STEP_PERCENT_MAX) / 100
  const price = round(multiply(pulled, step.toFixed(8)), 2)
  return { price: compare(price, known.price) === 0 ? add(known.price, CENT) : price }
}

const RISE_PERCENT_MIN = 0.1
const RISE_PERCENT_MAX = 0.8

/** What an official rate rises by from one business day to the next, in percent. */
const dailyRise = (random: Random): number =>
  RISE_PERCENT_MIN + random() * (RISE_PERCENT_MAX - RISE_PERCENT_MIN)

/** An official rate: published at 16:00 of a business day for 00:00 of the next one; then it stays the same. */
export const publishDaily: Model = ({ monitor: { around, last }, now, random }) => {
  const known = last()
  if (!known) return { price: around(), lastUpdate: startOfDay(businessDayFrom(dayOf(now), -1)) }
  const { publishedAt, effective } = newestPublication(now)
  if (known.lastUpdate >= effective) return { price: known.price, lastUpdate: known.lastUpdate }
  return { price: raiseBy(known.price, dailyRise(random)), lastUpdate: effective, publishedAt }
}

/** Raises a price by so many percent. Keeps its decimals, at least two. */
function raiseBy(price: Decimal, percent: number): Decimal {
  const places = Math.max(2, price.split('.')[1]?.length ?? 0)
  return round(multiply(price, (1 + percent / 100).toFixed(8)), places)
}

/** Creates the controls, and the wrapper through which sources obey them. */
export function createSimulationControls(clock: Clock, random: Random) {
  let percentInAll = 0
  let publications = 0

  /** Wraps a simulated source so that its prices have the moves and the publications since its last collection. */
  function control(source: Source, config: SourceConfig): Source {
    if (config.kind !== 'simulated') return source
    const dollars = config.monitors.filter(({ currency }) => currency === 'dollar').map(({ key }) => key)
    let made = { percent: percentInAll, publications }
    return {
      async fetch(signal) {
        const reading = await source.fetch(signal)
        const percent = percentInAll - made.percent
        const isPublished = config.official === true && publications > made.publications
        made = { percent: percentInAll, publications }
        const observations = reading.observations.map((seen) => {
          const isMoved = percent !== 0 && dollars.includes(seen.key)
          const now = isMoved ? { ...seen, price: raiseBy(seen.price, percent) } : seen
          return isPublished ? publishedAt(now, clock()) : now
        })
        return { ...reading, observations }
      },
    }
  }

  function publishedAt(seen: Observation, now: number): Observation {
    const { lastUpdate = now } = seen
    const isAhead = lastUpdate > now
    return {
      ...seen,
      price: raiseBy(seen.price, dailyRise(random)),
      lastUpdate: isAhead ? lastUpdate : startOfDay(nextBusinessDay(dayOf(now))),
      publishedAt: now,
    }
  }

  return {
    control,
    /** Moves the dollars by so many percent, each source at its next collection. */
    move(percent: number): void {
      percentInAll += percent
    },
    /** Publishes official rates now, whatever the hour: for the next business day, or anew for the day to come. */
    publishOfficial(): void {
      publications += 1
    },
  }
}

export type SimulationControls = Pick<ReturnType<typeof createSimulationControls>, 'move' | 'publishOfficial'>
