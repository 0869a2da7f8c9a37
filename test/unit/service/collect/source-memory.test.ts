import { expect, test } from 'vitest'
import { createStillSources } from '../../../../src/service/collect/source-memory.ts'
import { reading } from './readings.ts'

const still = (count: number): string[] => Array(count).fill('100')
const then = (one: string, others: string, count = 4): string[] => [one, ...Array(count).fill(others)]

test.each<[string, string[], (string | undefined)[], object, number[]]>([
  [
    'stands still when another moved by over half a percent in three collections running, until it moves',
    [...still(5), '100.01', '100.01'],
    then('100', '100.51', 6),
    {},
    [3, 4],
  ],
  ['stands still while the other moves on', still(4), ['100', '101', '102', '103'], {}, [3]],
  ['stands still when the other stays where it went', still(4), ['105', '101', '101', '101'], {}, [3]],
  ['may stand while the other moves by less', still(5), then('100', '100.5'), {}, []],
  ['may stand until the least change', still(5), then('100', '101.9'), { leastChange: 2 }, []],
  ['may stand when the other comes to its price', still(5), then('98', '100.3'), {}, []],
  ['may stand when the other went back', still(6), ['100', '101', '101', '100', '101', '101'], {}, []],
  [
    'may stand when the other gave no price',
    still(6),
    [...then('100', '101', 2), undefined, '101', '101'],
    {},
    [],
  ],
  ['may stand beside an echo of it', still(5), then('100', '110'), { echoOf: ['A'] }, []],
])('a source %s', (_claim, prices, others, given, expected) => {
  const { leastChange, ...echo }: { leastChange?: number; echoOf?: string[] } = given
  const { note, standsStill } = createStillSources()
  const stillAfter = prices.flatMap((price, i) => {
    const own = reading('A', price)
    const other = others[i]
    note('dollar:p.usd', other ? [own, reading('B', other, echo)] : [own], leastChange)
    return standsStill('dollar:p.usd', own) ? [i] : []
  })
  expect(stillAfter).toEqual(expected)
})
