import { add, compare, type Decimal, multiply, round, subtract } from '../../rates/decimal.ts'
import type { Clock } from '../../runtime/clock.ts'
import { nextBusinessDay } from './business-day.ts'
import type { Observation, Source } from './source.ts'

/** From 0 up to 1, as `Math.random`. */
export type Random = () => number

export interface LastPrice {
  readonly price: Decimal
  readonly lastUpdate: number
}

export interface SimulatedMonitor {
  readonly key: string
  /** Where the walk begins, and what it keeps coming back to. */
  readonly around: () => Decimal
  /** The newest price stored, which the walk goes on from, also after a restart. */
  readonly last: () => LastPrice | undefined
}

/** How a price moves: from the last one to what the page says now. */
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

/** A page that exists nowhere; every observation says so. */
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
/** How much of the way back to its centre a price goes with each step; it then stays within a few percent of it. */
const PULL = '0.01'

/** A parallel market: every look finds another price, a cent or about one in a thousand away. */
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
 * An official rate: published at 16:00 of a business day for the next one, at its 00:00. Real ones then stand still;
 * this one is revised by little at every look, so that whoever tries it out sees it move.
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
