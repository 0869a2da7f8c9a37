import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPages } from '../../../../../src/service/demo/demonstration.ts'
import { lastPastDay, PAST_NAMES, readPastDays } from '../../../../../src/service/sources/shipped/past.ts'

const FILE = new URL('../../../../../src/service/sources/shipped/past.csv.gz', import.meta.url)

describe('the past that comes with the program', () => {
  test('is a file of under 100 kB', () => {
    expect(statSync(FILE).size).toBeLessThan(100_000)
  })

  test.each([
    ['bcv.usd', 873, '2023-01-03', '17.5591', '2026-08-21', '779.9522'],
    ['bcv.eur', 872, '2023-01-03', '18.73872033', '2026-08-21', '911.21815526'],
    ['paralelo.usd', 752, '2024-05-22', '40.71', '2026-08-22', '900.886719'],
    ['binance.usdt', 40, '2026-07-14', '865.76', '2026-08-22', '919.19'],
  ] as const)('has the daily prices of %s, exactly', (name, count, first, firstPrice, last, lastPrice) => {
    const days = readPastDays(name)
    expect(days).toHaveLength(count)
    expect(days.at(0)).toMatchObject({ day: first, price: firstPrice })
    expect(days.at(-1)).toMatchObject({ day: last, price: lastPrice })
    expect(lastPastDay(name)).toBe(last)
    expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted())
    for (const { price, low, high } of days)
      expect(Number(low) <= Number(price) && Number(price) <= Number(high)).toBe(true)
  })

  test('leaves out the weeks in which the parallel price was frozen, and a euro that was wrong', () => {
    const days = (name: (typeof PAST_NAMES)[number], from: string, to: string) =>
      readPastDays(name).filter(({ day }) => day >= from && day <= to)
    expect(days('paralelo.usd', '2025-05-28', '2025-07-21')).toEqual([])
    expect(days('bcv.eur', '2025-06-20', '2025-06-20')).toEqual([])
    expect(days('bcv.usd', '2025-06-20', '2025-06-20')).toHaveLength(1)
  })

  test('is that of the monitors of the shipped file which have the same names', async () => {
    const named = (await readPages('venezuela')).flatMap(({ page, monitors }) =>
      monitors.flatMap(({ key, past }) => (past === undefined ? [] : [[`${page}.${key}`, past]])),
    )
    expect(named).toEqual(PAST_NAMES.map((name) => [name, name]))
  })
})
