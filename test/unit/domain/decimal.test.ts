import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimalOf,
  divide,
  isRoundedFrom,
  medianOf,
  multiply,
  parseDecimal,
  round,
  roundedPrice,
} from '../../../src/domain/decimal.ts'
import { formatDecimal, NUMBERS_IN } from '../../../src/domain/number-format.ts'

describe('numbers as pages and people write them', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    [' 349,92720000 ', '349.9272'],
    ['40.71', '40.71'],
    ['1.234.567', '1234567'],
    ['1,234,567.5', '1234567.5'],
    ['800', '800'],
    ['0.123', '0.123'],
    ['12.345.678,9', '12345678.9'],
    ['123,456,789', '123456789'],
    [`${'0'.repeat(59)}7`, '7'],
  ])('%s is %s', (text, value) => {
    expect(parseDecimal(text)).toBe(value)
  })

  it.each([
    '',
    'abc',
    '1.2.3',
    '1,2,3',
    '1.23,456.7',
    '-5',
    '+5',
    '1e5',
    'NaN',
    'Infinity',
    '0x10',
    '12a',
    '1 000',
    '1234.567,8',
    '1.234,5x',
    'x1.234,5',
    '1234,567.8',
    '1,234.5x',
    'x1,234.5',
    '1.234.5678',
    `${'0'.repeat(60)}7`,
    `${'9'.repeat(31)}`,
  ])('%j is no number', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })

  it('reads a lone dot before three digits as Venezuelans type it only where they type', () => {
    expect([parseDecimal('5.000', 'spoken'), parseDecimal('5.000')]).toEqual(['5000', '5'])
    expect(parseDecimal('0.500', 'spoken')).toBe('0.5')
  })

  it('reads back whatever it printed, to the printed places', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (cents) => {
        const value = divide(String(cents), '100')
        expect(parseDecimal(formatDecimal(value))).toBe(value)
      }),
    )
  })

  it('reads no number that needs more than 30 digits, however short it is written', () => {
    expect(['1e29', '1e30', '1e400', '1e-31', '1e-400'].map(decimalOf)).toEqual([
      `1${'0'.repeat(29)}`,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('reads what machines write, and nothing around it', () => {
    expect([' 1.50 ', '-2', '1e-8', '2E2'].map(decimalOf)).toEqual(['1.5', '-2', '0.00000001', '200'])
    expect(['abc', '', '1x', 'x1', '1.', '--1', '1e1000'].map(decimalOf)).toEqual(Array(7).fill(undefined))
  })

  it('is rounded to 2 decimals as servers do, and known as such', () => {
    expect(['798.455', '798.454', '-1.005'].map(roundedPrice)).toEqual(['798.46', '798.45', '-1.01'])
    expect(isRoundedFrom('798.46', '798.455')).toBe(true)
    expect(isRoundedFrom('798.45', '798.455')).toBe(false)
  })

  it('has as its median the middle one, or the mean of the two in the middle', () => {
    expect([medianOf(['1', '5', '9']), medianOf(['1', '5', '6', '9']), medianOf(['3'])]).toEqual([
      '5',
      '5.5',
      '3',
    ])
  })

  it('is exact where floats are not', () => {
    expect(multiply('0.1', '3')).toBe('0.3')
    expect(decimalOf(1e21)).toBe('1000000000000000000000')
    expect(round('2.675', 2)).toBe('2.68')
  })
})

describe('amounts in Venezuelan notation', () => {
  it('groups thousands from the first one on, which es-ES does not', () => {
    expect([formatDecimal('1234.5'), formatDecimal('1234567.895'), formatDecimal('0.005')]).toEqual([
      '1.234,50',
      '1.234.567,90',
      '0,01',
    ])
  })

  it('keeps digits that no float holds', () => {
    expect(formatDecimal('12345678901234567890.12')).toBe('12.345.678.901.234.567.890,12')
  })
})

describe('a price as it is shown', () => {
  it('has two decimals, and below 1 four significant digits', () => {
    const shown = ['812.4', '1', '0.9', '0.99996', '0.2121', '0.21234', '0.0365', '0.00012345', '0'].map(
      NUMBERS_IN['es-VE'].price,
    )
    expect(shown).toEqual([
      '812,40',
      '1,00',
      '0,90',
      '1,00',
      '0,2121',
      '0,2123',
      '0,0365',
      '0,0001235',
      '0,00',
    ])
    expect(NUMBERS_IN['en-US'].bolivares('0.2125')).toBe('Bs.\u00a00.2125')
  })
})
