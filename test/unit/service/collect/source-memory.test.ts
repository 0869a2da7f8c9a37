import { describe, expect, test } from 'vitest'
import { createStillSources } from '../../../../src/service/collect/source-memory.ts'
import { reading } from './readings.ts'

interface Given {
  readonly leastChange?: number
  readonly echoOf?: readonly string[]
}

/** After which of the collections A, which gives the prices of `a`, stands still beside B. */
function stillAfter(a: readonly string[], b: readonly (string | undefined)[], given: Given = {}): number[] {
  const { note, standsStill } = createStillSources()
  return a.flatMap((price, i) => {
    const other = b[i]
    const readings = [
      reading('A', price),
      ...(other === undefined
        ? []
        : [reading('B', other, { ...(given.echoOf && { echoOf: given.echoOf }) })]),
    ]
    note('dollar:p.usd', readings, given.leastChange)
    return standsStill('dollar:p.usd', readings[0] ?? reading('A', price)) ? [i] : []
  })
}

const still = (count: number): string[] => Array(count).fill('100')

describe('a source stands still', () => {
  test('when another moved by more than half a percent in three collections running, and until it moves', () => {
    expect(stillAfter([...still(5), '100.01', '100.01'], ['100', ...Array(6).fill('100.51')])).toEqual([3, 4])
  })

  test('whether the other moves on or stays where it went', () => {
    expect(stillAfter(still(4), ['100', '101', '102', '103'])).toEqual([3])
    expect(stillAfter(still(4), ['105', '101', '101', '101'])).toEqual([3])
  })

  test('not when the other moved by less than the least change, or came to its price', () => {
    expect(stillAfter(still(5), ['100', ...Array(4).fill('100.5')])).toEqual([])
    expect(stillAfter(still(5), ['100', ...Array(4).fill('101.9')], { leastChange: 2 })).toEqual([])
    expect(stillAfter(still(5), ['98', ...Array(4).fill('100.3')])).toEqual([])
  })

  test('not when the other went back or gave no price in between', () => {
    expect(stillAfter(still(6), ['100', '101', '101', '100', '101', '101'])).toEqual([])
    expect(stillAfter(still(6), ['100', '101', '101', undefined, '101', '101'])).toEqual([])
  })

  test('not beside an echo of it', () => {
    expect(stillAfter(still(5), ['100', ...Array(4).fill('110')], { echoOf: ['A'] })).toEqual([])
  })
})
