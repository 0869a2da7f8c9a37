import { dayOf, startOfDay } from '../../domain/caracas.ts'
import type { Clock } from '../../runtime/clock.ts'
import { dailyRise, nextBusinessDay, type Random, raiseBy } from './simulated.ts'
import type { Observation, Source } from './source.ts'

/** What a person can do to simulated prices. Each source does it once, at its next collection, and goes on from there. */
export interface SimulationControls {
  /** Moves the dollars by so many percent. */
  move(percent: number): void
  /** Publishes official rates now, whatever the hour: for the next business day, or anew for the day to come. */
  publishOfficial(): void
}

/** Creates the controls, and the wrappers through which sources obey them. */
export function createSimulationControls(clock: Clock, random: Random) {
  const shifts: { percent: number }[] = []
  const publications: { isDue: boolean }[] = []

  /** Wraps a source so that the prices of those keys have the moves since its last collection. */
  function movable(source: Source, keys: readonly string[]): Source {
    const own = { percent: 0 }
    shifts.push(own)
    return changed(source, () => {
      const { percent } = own
      own.percent = 0
      if (percent === 0) return undefined
      return (seen) => (keys.includes(seen.key) ? { ...seen, price: raiseBy(seen.price, percent) } : seen)
    })
  }

  /** Wraps an official source so that it publishes when it is told to. */
  function publishable(source: Source): Source {
    const own = { isDue: false }
    publications.push(own)
    return changed(source, () => {
      const { isDue } = own
      own.isDue = false
      return isDue ? (seen) => publishedAt(seen, clock()) : undefined
    })
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
    movable,
    publishable,
    move(percent: number): void {
      for (const own of shifts) own.percent += percent
    },
    publishOfficial(): void {
      for (const own of publications) own.isDue = true
    },
  }
}

type Change = (seen: Observation) => Observation

/** A source whose observations are changed where `takeChange` gives a change, asked once a collection. */
const changed = (source: Source, takeChange: () => Change | undefined): Source => ({
  async fetch(signal) {
    const reading = await source.fetch(signal)
    const change = takeChange()
    return change ? { ...reading, observations: reading.observations.map(change) } : reading
  },
})
