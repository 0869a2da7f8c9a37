import { describe, expect, test } from 'vitest'
import { spreadWaits } from '../../../../src/service/webhooks/deliver.ts'

describe('the waits between attempts', () => {
  test('are 5 s, 5 min, 30 min, 2 h, 5 h and 10 h, give or take 20 %', () => {
    const seconds = (random: number): number[] => spreadWaits(() => random).map((ms) => ms / 1000)
    expect(seconds(0.5)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000])
    expect(seconds(0)).toEqual([4, 240, 1_440, 5_760, 14_400, 28_800])
    expect(seconds(1)).toEqual([6, 360, 2_160, 8_640, 21_600, 43_200])
  })
})
