import { expect, test } from 'vitest'
import { parseChanges } from '../../../src/parse/changes.ts'

const TODAY = '2026-11-21'
const request = (line: string) => {
  const read = parseChanges(line, TODAY)
  return read.kind === 'changes' ? read.request : [read.reason, read.word]
}

test.each([
  ['', {}],
  ['usd', { name: 'usd' }],
  ['usd 20-11-2026', { name: 'usd', day: '2026-11-20' }],
  ['2026-11-20 page_beta.usd', { name: 'page_beta.usd', day: '2026-11-20' }],
  ['ayer', { day: '2026-11-20' }],
  ['del dólar de ayer', { name: 'dollar', day: '2026-11-20' }],
  ['eur 15 de octubre', { name: 'eur', day: '2026-10-15' }],
  ['Promedio hoy', { name: 'promedio', day: '2026-11-21' }],
])('%j is read', (line, expected) => {
  expect(request(line)).toEqual(expected)
})

test.each([
  ['usd eur', ['too_many', undefined]],
  ['ayer hoy', ['too_many', undefined]],
  ['usd 31-02-2026', ['bad_date', '31-02-2026']],
  ['usd 30', ['not_understood', '30']],
  ['usd <b>', ['not_understood', '<']],
  ['x'.repeat(201), ['too_long', undefined]],
])('%j is refused', (line, expected) => {
  expect(request(line)).toEqual(expected)
})
