import { describe, expect, it, test } from 'vitest'
import { parseAlert } from '../../../src/language/alert.ts'
import { parseValue } from '../../../src/language/amounts.ts'

const TODAY = '2026-11-20'

test('an alert without a name is about the one that the chat prefers', () => {
  const subject = 'bcv.usd'
  expect(parseAlert('> 900', TODAY, { subject })).toMatchObject({ request: { signal: { name: subject } } })
  expect(parseAlert('usd > 900', TODAY, { subject })).toMatchObject({
    request: { signal: { name: 'usd' } },
  })
})

describe('the value of an alert, typed alone', () => {
  it.each([
    ['950', '950'],
    ['1.200', '1200'],
    ['1.234,56', '1234.56'],
    ['Bs. 950', '950'],
    ['950 bolívares', '950'],
    ['> 950', '950'],
    ['2,5 %', '2.5'],
    ['.01%', '0.01'],
    ['Bs.50', '50'],
    ['2 por ciento', '2'],
    ['±3%', '3'],
    ['-5 %', '-5'],
    ['dos mil', '2000'],
    ['hola', undefined],
    ['900 usd', undefined],
    ['900 o 950', undefined],
    ['', undefined],
    ['9'.repeat(300), undefined],
  ])('%j is the value %s', (text, value) => {
    expect(parseValue(text)?.value).toBe(value)
  })
})
