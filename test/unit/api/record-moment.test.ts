import { describe, expect, it } from 'vitest'
import { asOfOrNow } from '../../../src/api/record.ts'

const NOW = 1_700_000_000_000

describe('the time that a server gives', () => {
  it.each([
    ['is believed where it lies in the past', NOW - 1_000, NOW - 1_000],
    ['is believed a little ahead of our clock', NOW + 60_000, NOW + 60_000],
    ['loses what is less than a millisecond', 1_000.7, 1_000],
  ])('%s', (_case, dated, asOf) => {
    expect(asOfOrNow(dated, NOW)).toBe(asOf)
  })

  it.each([undefined, -1, Number.NEGATIVE_INFINITY, Number.NaN, NOW + 6 * 60_000, Number.POSITIVE_INFINITY])(
    'is ours where it is %s',
    (dated) => {
      expect(asOfOrNow(dated, NOW)).toBe(NOW)
    },
  )
})
