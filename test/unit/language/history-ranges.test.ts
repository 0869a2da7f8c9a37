import { expect, test } from 'vitest'
import { parseHistory } from '../../../src/language/history.ts'

/** The range of a chart, or the word that cannot be read. */
function rangeOf(line: string, today: string): string {
  const read = parseHistory(line, today)
  if (read.kind === 'unreadable') return `${read.reason} ${read.word ?? ''}`.trim()
  const { range } = read.request
  if (!range) return 'none'
  return range.kind === 'last' ? `${range.days} days` : `${range.from} to ${range.to}`
}

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
