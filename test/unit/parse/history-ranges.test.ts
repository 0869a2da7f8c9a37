import { expect, test } from 'vitest'
import { parseHistory } from '../../../src/parse/history.ts'

/** The range of a chart, or the word that cannot be read. */
function rangeOf(line: string, today: string): string {
  const read = parseHistory(line, today)
  if (read.kind === 'unreadable') return `${read.reason} ${read.word ?? ''}`.trim()
  const { range } = read.request
  if (!range) return 'none'
  return range.kind === 'last' ? `${range.days} days` : `${range.from} to ${range.to}`
}

test.each([
  ['este año', '2026-01-01 to 2026-11-20'],
  ['este mes', '2026-11-01 to 2026-11-20'],
  ['este trimestre', '2026-10-01 to 2026-11-20'],
  ['esta semana', '7 days'],
  ['el año pasado', '2025-01-01 to 2025-12-31'],
  ['mes pasado', '2026-10-01 to 2026-10-31'],
  ['trimestre pasado', '2026-07-01 to 2026-09-30'],
  ['semana pasada', '2026-11-09 to 2026-11-15'],
  ['enero', '2026-01-01 to 2026-01-31'],
  ['noviembre', '2026-11-01 to 2026-11-20'],
  ['diciembre', '2025-12-01 to 2025-12-31'],
  ['octubre de 2025', '2025-10-01 to 2025-10-31'],
  ['octubre 2025', '2025-10-01 to 2025-10-31'],
  ['febrero 2024', '2024-02-01 to 2024-02-29'],
  ['enero de usd', '2026-01-01 to 2026-01-31'],
  ['2025', '2025-01-01 to 2025-12-31'],
  ['2026', '2026-01-01 to 2026-11-20'],
  ['1999', '1999 days'],
  ['desde enero', '2026-01-01 to 2026-11-20'],
  ['desde octubre de 2025', '2025-10-01 to 2026-11-20'],
  ['desde diciembre', '2025-12-01 to 2026-11-20'],
  ['hoy', '1 days'],
  ['ayer', '2026-11-19 to 2026-11-20'],
  ['1 día', '1 days'],
  ['2 días', '2 days'],
  ['3650d', '3650 days'],
  ['0d', 'bad_range'],
  ['20255', 'bad_range'],
  ['enero febrero', 'two_ranges'],
  ['1,5 semanas', 'bad_range 1,5'],
  ['31-02-2026', 'bad_date 31-02-2026'],
  ['a b c', 'none'],
  ['x'.repeat(201), 'too_long'],
])('on Friday 20 November 2026, “%s” is %s', (line, expected) => {
  expect(rangeOf(line, '2026-11-20')).toBe(expected)
})

test.each([
  ['este mes', '2026-11-01', '30 days'],
  ['este año', '2026-01-01', '365 days'],
  ['noviembre', '2026-11-01', '2 days'],
  ['noviembre', '2026-11-02', '2026-11-01 to 2026-11-02'],
  ['mes pasado', '2026-01-15', '2025-12-01 to 2025-12-31'],
  ['mes pasado', '2026-03-31', '2026-02-01 to 2026-02-28'],
  ['trimestre pasado', '2026-02-15', '2025-10-01 to 2025-12-31'],
  ['semana pasada', '2026-11-22', '2026-11-09 to 2026-11-15'],
  ['semana pasada', '2026-11-23', '2026-11-16 to 2026-11-22'],
])('“%s” on %s is %s', (line, today, expected) => {
  expect(rangeOf(line, today)).toBe(expected)
})
