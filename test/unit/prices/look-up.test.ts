import { expect, test } from 'vitest'
import { parseName } from '../../../src/prices/look-up.ts'

test('a name is one spelling, at most 70 characters', () => {
  expect(parseName('  Page_Alpha.USD ')).toBe('page_alpha.usd')
  expect(parseName('Dólar\n  Oficial')).toBe('dólar oficial')
  expect(parseName('x'.repeat(300))).toHaveLength(70)
  expect(parseName('İ'.repeat(70))).toHaveLength(70)
})
