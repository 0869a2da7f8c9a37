import { describe, expect, test } from 'vitest'
import { instantOf } from '../../../../src/domain/caracas.ts'
import { readJsonRows } from '../../../../src/service/import/rows.ts'

const NOW = Date.UTC(2026, 0, 25, 15)
const read = (answer: unknown, rows = '') =>
  readJsonRows(
    typeof answer === 'string' ? answer : JSON.stringify(answer),
    { rows, date: '/fecha', price: '/promedio' },
    { name: 'a.json', now: NOW },
  )

describe('the rows of a JSON answer', () => {
  test('are read by time, with every digit of their numbers', async () => {
    const text =
      '[{"fecha":"2025-09-02","promedio":147.10000000000000001},{"fecha":"2025-09-01","promedio":146.1}]'
    expect(await read(text)).toEqual({
      updates: [
        { price: '146.1', lastUpdate: instantOf({ year: 2025, month: 9, day: 1 }) },
        { price: '147.10000000000000001', lastUpdate: instantOf({ year: 2025, month: 9, day: 2 }) },
      ],
      empty: 0,
    })
  })

  test('are found at the pointer, and a row without a price is counted', async () => {
    const answer = {
      data: {
        rows: [
          { fecha: '2025-09-01', promedio: '146,1' },
          { fecha: '2025-09-02', promedio: null },
        ],
      },
    }
    expect(await read(answer, '/data/rows')).toMatchObject({ updates: [{ price: '146.1' }], empty: 1 })
  })

  test.each([
    ['<html>', 'a.json is not JSON'],
    ['{"rows":[]}', 'a.json has no list at the top'],
    ['[]', 'a.json: no row has a price in /promedio'],
    ['[{"fecha":"ayer","promedio":1}]', 'a.json: row 1: /fecha is no date: "ayer"'],
    [
      '[{"fecha":"2025-09-01","promedio":1},{"fecha":"2025-09-02","promedio":0}]',
      'row 2: /promedio is no price',
    ],
    ['[{"fecha":"2025-09-01","promedio":{"a":1}}]', 'row 1: /promedio is no price above zero: "{…}"'],
    [
      `[{"fecha":"2025-09-01","promedio":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`,
      'a.json is not JSON',
    ],
  ])('of %.60j are refused with their place, all of them', async (text, problem) => {
    await expect(read(text)).rejects.toThrow(problem)
    await expect(read(text)).rejects.toThrow('nothing was imported')
  })
})
