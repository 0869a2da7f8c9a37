import { setTimeout as sleep } from 'node:timers/promises'
import { add, type Decimal, divide, round } from '../../domain/decimal.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import type { Currency, Quote } from '../../domain/monitor.ts'
import type { Observation, Source, Unreadable } from './source.ts'

const DIGITS = 4
/** At a start the other pages are read at the same time, and the bank may take long: their first prices are waited for once. */
const FIRST_PRICES_MS = MINUTE_MS
const POLL_MS = 100

/** A price that a mean is made of. */
export type Part = Pick<Quote, 'title' | 'price' | 'inForce' | 'simulated' | 'stale'>
/** Finds the newest price of a monitor by its name, such as `bcv.usd`; undefined while it has none. */
export type FindPart = (name: string, currency: Currency) => Part | undefined

export interface MeanMonitor {
  readonly key: string
  readonly currency: Currency
  /** The names of the monitors that it is the mean of. */
  readonly of: readonly string[]
}

/** A page whose prices are means of the prices in force of other monitors. It says no time: a mean is made when it moves. */
export function createMeanSource(monitors: readonly MeanMonitor[], find: FindPart): Source {
  const missing = ({ of, currency }: MeanMonitor) => of.find((name) => !find(name, currency))
  const until = performance.now() + FIRST_PRICES_MS
  return {
    async fetch(signal) {
      while (monitors.some(missing) && performance.now() < until) await sleep(POLL_MS, undefined, { signal })
      const read = monitors.map((monitor): Observation | Unreadable => {
        const name = missing(monitor)
        const { key, currency } = monitor
        if (name) return { key, reason: `${name} has no price yet` }
        return observationOf(
          key,
          monitor.of.flatMap((one) => find(one, currency) ?? []),
        )
      })
      return {
        observations: read.filter((one): one is Observation => 'price' in one),
        unreadable: read.filter((one): one is Unreadable => 'reason' in one),
      }
    },
  }
}

function observationOf(key: string, parts: readonly Part[]): Observation {
  const sum = parts.map(({ price, inForce }): Decimal => inForce?.price ?? price).reduce(add)
  return {
    key,
    price: round(divide(sum, String(parts.length)), DIGITS),
    sources: parts.map(({ title }) => title),
    simulated: parts.some(({ simulated }) => simulated),
    stale: parts.some(({ stale }) => stale),
  }
}
