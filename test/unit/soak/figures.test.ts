import { expect, it } from 'vitest'
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

it('a slope is what a straight line rises in an hour, without a margin', () => {
  const line = samplesOf((hour) => 100 + 90 * hour)
  const slope = slopeOf(line, MEMORY)
  expect(slope?.perHour).toBeCloseTo(90)
  expect(slope?.margin).toBeCloseTo(0)
  expect([slope?.from, slope?.to].map((value) => value?.toFixed(1))).toEqual(['102.2', '112.7'])
  expect(slope?.samples).toBe(120)
})

it.each([
  [false, 'below its bound', samplesOf((hour) => 59 * hour)],
  [true, 'above it', samplesOf((hour) => 61 * hour)],
  [
    false,
    'with noise wider than the excess',
    samplesOf((hour, at) => 61 * hour + 20 * (Math.floor(at / 12) % 2)),
  ],
])('a figure is broken: %s, %s', (isBroken, _where, samples) =>
  expect(judge(samples, [MEMORY])).toMatchObject([{ of: 'bot 1', isBroken }]),
)

it('growth is measured from minute 40 on, and in the last third of a run of less than an hour', () => {
  expect([5 * 3_600, 3_600, 1_200].map(warmUpSeconds)).toEqual([2_400, 2_400, 800])
})
