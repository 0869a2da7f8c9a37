import { expect, test } from 'vitest'
import { startOfDay } from '../../../src/domain/caracas.ts'
import { readPast } from '../../../src/service/backfill.ts'

const POINTERS = { rows: '', date: '/fecha', price: '/promedio' }
const NOW = startOfDay('2026-11-21')
const read = (rows: unknown, pointers = POINTERS) =>
  readPast(JSON.stringify(rows), pointers, { name: 'https://a.example/h', now: NOW })
const row = (fecha: string, promedio: unknown) => ({ fuente: 'oficial', fecha, promedio })

test('the past of a monitor leaves out and counts what was priced in the bolivar before 2021-10-04', async () => {
  const past = await read([row('2021-10-03', 4_180_000), row('2021-10-04', 4.18)])
  expect(past.redenominated).toBe(1)
  expect(past.updates).toEqual([{ price: '4.18', lastUpdate: startOfDay('2021-10-04') }])
})

test('the past of a monitor leaves out and counts the days to come, which would be the price of today where prices are for days', async () => {
  const past = await read([row('2026-11-21', 860.5), row('2026-11-22', 5_000), row('2026-12-30', 5_000)])
  expect(past).toMatchObject({ ahead: 2, redenominated: 0 })
  expect(past.days.map(({ day }) => day)).toEqual(['2026-11-21'])
  await expect(read([row('2026-11-22', 860.5)])).rejects.toThrow('has no row since 2021-10-04')
})

test('the past of a monitor is what came after the days that are known, and may be nothing', async () => {
  const rows = [row('2026-11-19', 859), row('2026-11-20', 860)]
  const text = JSON.stringify(rows)
  const since = (after: string) => readPast(text, POINTERS, { name: 'h', now: NOW, after })
  expect((await since('2026-11-19')).days.map(({ day }) => day)).toEqual(['2026-11-20'])
  expect(await since('2026-11-20')).toMatchObject({ days: [], updates: [] })
})

test.each([
  ['no list', { rows: 1 }, 'has no list'],
  ['an empty list', [], 'no row has a price'],
  ['only rows in the old bolivar', [row('2020-01-01', 70_000)], 'has no row since 2021-10-04'],
  ['one row of a day that never was', [row('2026-11-20', 1), row('2026-02-30', 1)], 'row 2'],
  ['one row of a price below zero', [row('2026-11-20', 1), row('2026-11-19', -1)], 'row 2'],
])('the past of a monitor is refused as a whole where it has %s', async (_what, rows, problem) => {
  await expect(read(rows)).rejects.toThrow(problem)
})
