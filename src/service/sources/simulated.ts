import { addDays, type Day, dayOf, startOfDay, wallClock } from '../../rates/caracas.ts'
import { add, compare, type Decimal, multiply, round, subtract } from '../../rates/decimal.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Observation, Source } from './source.ts'

const PUBLISHED_HOUR = 16

export const isBusinessDay = (day: Day): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The start (ms) of the business day whose rate is the newest published at an instant. Holidays are not known. */
export function nextBusinessDay(now: number, isPublishedAhead = true): number {
  const today = dayOf(now)
  const isOut = isPublishedAhead && (!isBusinessDay(today) || wallClock(now).getUTCHours() >= PUBLISHED_HOUR)
  let day = isOut ? addDays(today, 1) : today
  while (!isBusinessDay(day)) day = addDays(day, isPublishedAhead ? 1 : -1)
  return startOfDay(day)
}

/** Moves simulated prices by hand. Each source moves once, at its next collection, and goes on from there. */
export function createPriceShift() {
  const waiting: { percent: number }[] = []

  /** Wraps a source so that the prices of those keys have the moves since its last collection. */
  function wrap(source: Source, keys: readonly string[]): Source {
    const own = { percent: 0 }
    waiting.push(own)
    return {
      async fetch(signal) {
        const { observations, unreadable } = await source.fetch(signal)
        const { percent } = own
        if (percent === 0) return { observations, unreadable }
        own.percent = 0
        const moved = observations.map((seen) =>
          keys.includes(seen.key) ? { ...seen, price: raiseBy(seen.price, percent) } : seen,
        )
        return { observations: moved, unreadable }
      },
    }
  }

  function move(percent: number): void {
    for (const own of waiting) own.percent += percent
  }

  return { wrap, move }
}

/** Keeps the decimals of the price, at least two. */
function raiseBy(price: Decimal, percent: number): Decimal {
  const places = Math.max(2, price.split('.')[1]?.length ?? 0)
  return round(multiply(price, (1 + percent / 100).toFixed(8)), places)
}

/** From 0 up to 1, as `Math.random`. */
export type Random = () => number

export interface LastPrice {
  readonly price: Decimal
  readonly lastUpdate: number
}

export interface SimulatedMonitor {
  readonly key: string
  /** The price at which the walk begins and around which it stays. */
  readonly around: () => Decimal
  /** The newest stored price, from which the walk goes on, also after a restart. */
  readonly last: () => LastPrice | undefined
}

/** Computes the price that a simulated page has now from the last one. */
export type Model = (look: {
  readonly monitor: SimulatedMonitor
  readonly now: number
  readonly random: Random
}) => Omit<Observation, 'key'>

export interface SimulatedOptions {
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

const REVISION_PERCENT_MIN = 0.006
const REVISION_PERCENT_MAX = 0.015

/**
 * An official rate: published at 16:00 of a business day for 00:00 of the next one. Real ones then stay the same; this
 * one is revised a little at every collection, so that changes can be seen in the demonstration.
 */
export const publishDaily: Model = ({ monitor: { around, last }, now, random }) => {
  const known = last()
  const effective = nextBusinessDay(now, known !== undefined)
  if (!known) return { price: around(), lastUpdate: effective }
  if (known.lastUpdate >= effective)
    return { price: revise(known.price, random), lastUpdate: known.lastUpdate }
  const percent = RISE_PERCENT_MIN + random() * (RISE_PERCENT_MAX - RISE_PERCENT_MIN)
  return { price: raise(known.price, percent), lastUpdate: effective }
}

function revise(price: Decimal, random: Random): Decimal {
  const percent = REVISION_PERCENT_MIN + random() * (REVISION_PERCENT_MAX - REVISION_PERCENT_MIN)
  return raise(price, random() < 0.5 ? -percent : percent)
}

const raise = (price: Decimal, percent: number): Decimal =>
  round(multiply(price, (1 + percent / 100).toFixed(8)), 4)
