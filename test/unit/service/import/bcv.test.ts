import { describe, expect, test } from 'vitest'
import { instantOf } from '../../../../src/domain/caracas.ts'
import { readOfficialPrices } from '../../../../src/service/import/bcv.ts'
import type { Sheet } from '../../../../src/service/import/workbook.ts'
import { type OfficialRow, officialTable } from '../../../support/workbooks.ts'

const NOW = Date.UTC(2026, 0, 25, 15)
const at = (year: number, month: number, day: number): number => instantOf({ year, month, day }) ?? 0

const sheet = (name: string, effective: string, rows: readonly OfficialRow[] = [['USD', 1, 2]]): Sheet => ({
  name,
  rows: officialTable(effective, rows),
})
const enough: readonly Sheet[] = ['19', '20', '21'].map((day) =>
  sheet(`${day}012026`, `${Number(day) + 1}/01/2026`),
)
const read = (sheets: readonly Sheet[]) => readOfficialPrices([{ file: 'q.xls', sheets }], NOW)

describe('the official workbooks', () => {
  test('have the selling price in bolivares of each currency with one, on the day of Fecha Valor', () => {
    const rows: OfficialRow[] = [
      ['EUR', 400.5, 408.91170001],
      ['USD', 1, 0.1 + 0.2],
      ['JPY', 2, '2,27330010'],
      ['MXP', 1, 19.5],
      ['CUC', 1, 349],
      ['TRY', null, null],
    ]
    const { byCode } = read([sheet('23012026', '26/01/2026', rows)])
    const lastUpdate = at(2026, 1, 26)
    expect([...byCode]).toEqual([
      ['EUR', [{ price: '408.91170001', lastUpdate }]],
      ['USD', [{ price: '0.3', lastUpdate }]],
      ['JPY', [{ price: '2.2733001', lastUpdate }]],
      ['MXN', [{ price: '19.5', lastUpdate }]],
    ])
  })

  test.each([0, -1, 'n/d'])('with the price %j name file, sheet and currency, and give nothing', (price) => {
    expect(() => read([...enough, sheet('22012026', '23/01/2026', [['USD', 1, price]])])).toThrow(
      'q.xls: sheet 22012026: USD has no price above zero',
    )
  })

  test('give nothing before the new bolivar of 2021-10-04, and say so', () => {
    const sheets = [
      sheet('30092021', '01/10/2021', [['USD', 1, 4_181_781.85]]),
      sheet('01102021', '04/10/2021', [['USD', 1, 4.1817]]),
      sheet('04102021', '05/10/2021', [['USD', 1, 4.1825]]),
    ]
    const { byCode, notes } = read(sheets)
    expect(byCode.get('USD')?.map(({ price }) => price)).toEqual(['4.1817', '4.1825'])
    expect(notes).toEqual(['1 days before 2021-10-04 left out: they are in bolivares of before'])
    expect(() => read(sheets.slice(0, 1))).toThrow('no sheet has official prices')
  })

  test('name the business days that have no price, rows of them as one, over all files', () => {
    const files = [
      { file: 'a.xls', sheets: [...enough, sheet('08012026', '09/01/2026')] },
      { file: 'b.xls', sheets: [sheet('05012026', '06/01/2026'), ...enough] },
    ]
    expect(readOfficialPrices(files, NOW).notes).toEqual([
      'business days without a price, 8 in all (bank holidays, or sheets that are missing): 2026-01-07 to 2026-01-08, 2026-01-12 to 2026-01-19',
    ])
  })

  test.each([
    ['Hoja1', '26/01/2026', 'its name is no day (DDMMYYYY)'],
    ['31022026', '26/01/2026', 'its name is no day (DDMMYYYY)'],
    ['23012026', 'mañana', 'no cell says "Fecha Valor: dd/mm/yyyy"'],
    ['23012026', '26/01/2025', 'its Fecha Valor is 2025-01-26, not soon after its own day'],
    ['23012026', '26/03/2026', 'its Fecha Valor is 2026-03-26, not soon after its own day'],
    ['23012029', '26/01/2029', '2029-01-26 is over a year ahead'],
  ])('leave out the sheet %s with Fecha Valor %s by its name', (name, effective, why) => {
    const { notes, byCode } = read([...enough, sheet(name, effective)])
    expect(notes).toEqual([`q.xls: sheet ${name} left out: ${why}`])
    expect(byCode.get('USD')).toHaveLength(3)
  })

  test('leave out a sheet without the table', () => {
    const { rows } = sheet('23012026', '26/01/2026')
    const others = rows.map((row) => row.map((cell) => (cell === 'Venta (ASK)' ? 'Venta' : cell)))
    expect(read([...enough, { name: '23012026', rows: others }]).notes).toEqual([
      'q.xls: sheet 23012026 left out: no row has "Venta (ASK)" twice',
    ])
  })

  test('count the later sheet of two for one day, whatever the order of the files', () => {
    const early = sheet('21012026', '26/01/2026', [['USD', 1, 300]])
    const late = sheet('23012026', '26/01/2026', [['USD', 1, 310]])
    for (const sheets of [
      [early, late],
      [late, early],
    ])
      expect(read(sheets).byCode.get('USD')).toMatchObject([{ price: '310' }])
  })
})
