import { describe, expect, it } from 'vitest'
import { parseHistory } from '../../../src/parse/history.ts'

const TODAY = '2026-11-20'

/** A request as text: `usd eur, 30 days`. */
function reading(line: string): string {
  const read = parseHistory(line, TODAY)
  if (read.kind === 'unreadable') return read.reason
  const { names, isGap, range } = read.request
  const what = [...(isGap ? ['gap'] : []), ...names].join(' ')
  if (!range) return what
  return `${what}, ${range.kind === 'last' ? `${range.days} days` : `${range.from} to ${range.to}`}`
}

describe('a chart is read from parts in any order and either language', () => {
  it.each([
    ['', ''],
    ['usd', 'usd'],
    ['usd 30d', 'usd, 30 days'],
    ['30d usd', 'usd, 30 days'],
    ['usd 30 días', 'usd, 30 days'],
    ['usd 30', 'usd, 30 days'],
    ['usd 4 semanas', 'usd, 28 days'],
    ['usd 3 meses', 'usd, 90 days'],
    ['usd 1 mes', 'usd, 30 days'],
    ['usd semana', 'usd, 7 days'],
    ['usd último año', 'usd, 365 days'],
    ['usd 1y', 'usd, 365 days'],
    ['usd 2 weeks', 'usd, 14 days'],
    ['usd last quarter', 'usd, 90 days'],
    ['usd 01-01-2026 31-01-2026', 'usd, 2026-01-01 to 2026-01-31'],
    ['usd 31-01-2026 01-01-2026', 'usd, 2026-01-01 to 2026-01-31'],
    ['del 1 de enero al 31 de enero usd', 'usd, 2026-01-01 to 2026-01-31'],
    ['usd desde 01-11-2026', 'usd, 2026-11-01 to 2026-11-20'],
    ['usd page_beta.usdt 90d', 'usd page_beta.usdt, 90 days'],
    ['dólar y euro', 'dollar euro'],
    ['usd vs eur', 'usd eur'],
    ['gap 90d', 'gap, 90 days'],
    ['brecha', 'gap'],
    ['gap page_alpha.usd page_beta.usdt', 'gap page_alpha.usd page_beta.usdt'],
  ])('%s is %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})

describe('a line that is no chart has a reason', () => {
  it.each([
    ['usd 3651d', 'bad_range'],
    ['usd 99999d', 'bad_range'],
    ['usd 1,5 semanas', 'bad_range'],
    ['usd 01-01-2015 31-12-2025', 'bad_range'],
    ['usd 31-02-2026', 'bad_date'],
    ['usd 30d 7d', 'two_ranges'],
    ['usd 30d 01-01-2026', 'two_ranges'],
    ['usd 01-01-2026 02-01-2026 03-01-2026', 'two_ranges'],
    ['b c g h j', 'too_many_names'],
    ['gap usd', 'gap_needs_two'],
    ['usd %', 'strange_sign'],
  ])('%s: %s', (line, expected) => {
    expect(reading(line)).toBe(expected)
  })
})
