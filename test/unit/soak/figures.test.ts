import { describe, expect, it } from 'vitest'
import { type Figure, judge, type Sample, slopeOf, warmUpSeconds } from '../../soak/figures.ts'

const MEMORY: Figure = { name: 'memory', unit: 'MB', risePerHourMax: 60, ofMinute: 'mean' }

/** A sample each 5 s for ten minutes. */
const samplesOf = (valueAt: (hour: number, index: number) => number): Sample[] =>
  Array.from({ length: 120 }, (_, index) => ({
    at: index * 5,
    of: 'bot 1',
    figure: 'memory',
    value: valueAt((index * 5) / 3_600, index),
  }))
const verdictsOf = (samples: readonly Sample[]): string[] =>
  judge(samples, [MEMORY]).map(({ verdict }) => verdict)

describe('a slope', () => {
  it('is what a straight line rises in an hour, without a margin', () => {
    const slope = slopeOf(
      samplesOf((hour) => 100 + 90 * hour),
      MEMORY,
    )
    expect(slope?.perHour).toBeCloseTo(90)
    expect(slope?.margin).toBeCloseTo(0)
    expect([slope?.from, slope?.to].map((value) => value?.toFixed(1))).toEqual(['102.2', '112.7'])
    expect(slope?.samples).toBe(120)
  })
})

describe('a figure', () => {
  it('holds below its bound, is broken above it, and unclear where its noise is wider than the excess', () => {
    expect(verdictsOf(samplesOf((hour) => 59 * hour))).toEqual(['holds'])
    expect(verdictsOf(samplesOf((hour) => 61 * hour))).toEqual(['broken'])
    const noisy = samplesOf((hour, index) => 61 * hour + 20 * (Math.floor(index / 12) % 2))
    expect(verdictsOf(noisy)).toEqual(['unclear'])
  })
})

it('growth is measured from minute 40 on, and in the last third of a run of less than an hour', () => {
  expect([5 * 3_600, 3_600, 1_200].map(warmUpSeconds)).toEqual([2_400, 2_400, 800])
})
