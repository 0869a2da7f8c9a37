/** What is measured of one process, or of Redis, at one moment. */
export interface Sample {
  /** Seconds since the start of the run. */
  readonly at: number
  /** The process, or Redis. */
  readonly of: string
  readonly figure: string
  readonly value: number
}

/** How a figure is judged. */
export interface Figure {
  readonly name: string
  readonly unit: string
  /** How much it may rise in an hour. */
  readonly risePerHourMax: number
  /** How the samples of one minute become one. */
  readonly ofMinute: 'least' | 'mean'
}

export type Judged = ReturnType<typeof judge>[number]

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const MINUTES_OF_ENDS = 3
const MINUTES_MIN = 3

/** Until then caches fill and the heap grows to its size; a shorter run is measured in its last third. */
const WARM_UP_SECONDS_MAX = 40 * 60
const WARM_UP_SHARE = 2 / 3

export const FIGURES: readonly Figure[] = [
  { name: 'memory', unit: 'MB', risePerHourMax: 60, ofMinute: 'mean' },
  { name: 'live heap', unit: 'MB', risePerHourMax: 10, ofMinute: 'least' },
  { name: 'open files', unit: '', risePerHourMax: 12, ofMinute: 'mean' },
  { name: 'event loop, p50', unit: 'ms', risePerHourMax: 5, ofMinute: 'mean' },
  { name: 'event loop, p99', unit: 'ms', risePerHourMax: 50, ofMinute: 'mean' },
  { name: 'Redis memory', unit: 'MB', risePerHourMax: 3, ofMinute: 'mean' },
  { name: 'Redis keys that stay', unit: '', risePerHourMax: 60, ofMinute: 'mean' },
]

/** From when on growth is measured in a run of so many seconds. */
export const warmUpSeconds = (seconds: number): number =>
  Math.min(WARM_UP_SECONDS_MAX, seconds * WARM_UP_SHARE)

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Judges each figure of each process that was sampled for three minutes or more; the samples are those after the warm-up. */
export function judge(samples: readonly Sample[], figures = FIGURES) {
  return figures.flatMap((figure) => {
    const own = samples.filter((sample) => sample.figure === figure.name)
    return [...Map.groupBy(own, ({ of }) => of)].flatMap(([of, some]) => {
      const slope = slopeOf(some, figure)
      if (!slope) return []
      // It rises more than it may, by more than the margin.
      const isBroken = slope.perHour - slope.margin > figure.risePerHourMax
      return [{ of, figure, slope, isBroken }]
    })
  })
}

/** Least squares over the minutes of a figure, as neighbouring samples resemble each other; undefined where there are too few. */
export function slopeOf(samples: readonly Sample[], { ofMinute }: Pick<Figure, 'ofMinute'>) {
  const minutes = [...Map.groupBy(samples, ({ at }) => Math.floor(at / MINUTE_SECONDS)).values()].map(
    (some) => {
      const values = some.map(({ value }) => value)
      return {
        hour: mean(some.map(({ at }) => at)) / HOUR_SECONDS,
        value: ofMinute === 'least' ? Math.min(...values) : mean(values),
      }
    },
  )
  if (minutes.length < MINUTES_MIN) return undefined
  const [hours, values] = [minutes.map(({ hour }) => hour), minutes.map(({ value }) => value)]
  const [middle, level] = [mean(hours), mean(values)]
  const spread = hours.reduce((sum, hour) => sum + (hour - middle) ** 2, 0)
  const perHour =
    minutes.reduce((sum, { hour, value }) => sum + (hour - middle) * (value - level), 0) / spread
  const rest = minutes.reduce(
    (sum, { hour, value }) => sum + (value - level - perHour * (hour - middle)) ** 2,
    0,
  )
  return {
    perHour,
    /** Two standard errors. */
    margin: 2 * Math.sqrt(rest / (minutes.length - 2) / spread),
    /** Means of the first and the last three minutes. */
    from: mean(values.slice(0, MINUTES_OF_ENDS)),
    to: mean(values.slice(-MINUTES_OF_ENDS)),
    samples: samples.length,
  }
}
