import { expect, it } from 'vitest'
import { createSeeded } from '../../../bench/stand-in/seeded.ts'

it('seeded numbers are the same for the same seed, and spread over 0 to 1', () => {
  const take = (seed: number): number[] => Array.from({ length: 1_000 }, createSeeded(seed))
  expect(take(1)).toEqual(take(1))
  expect(take(1)).not.toEqual(take(2))
  const tenths = new Set(take(3).map((number) => Math.floor(number * 10)))
  expect([...tenths].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
