/** One measured figure beside its limit, both from this run; `ratio` is ours ÷ limit. */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly limit?: number
  readonly limitName?: string
}

/** The value below which a share (0 to 1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

/** The figure as a row of the table. */
export function rowOf({ name, unit, ours, limit, limitName }: Figure): string {
  const beside =
    limit === undefined
      ? ''
      : `${short(limit).padStart(10)} ${(limitName ?? '').padEnd(28)} ${(ours / limit).toFixed(2)}`
  return `${name.padEnd(58)} ${short(ours).padStart(10)} ${unit.padEnd(11)} ${beside}`.trimEnd()
}
