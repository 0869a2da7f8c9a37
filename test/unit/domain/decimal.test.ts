import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  decimalOf,
  divide,
  formatDecimal,
  isRoundedFrom,
  medianOf,
  multiply,
  NUMBERS_IN,
  parseDecimal,
  pricePlaces,
  round,
  roundedPrice,
} from '../../../src/domain/decimal.ts'

it.each([
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  [' 349,92720000 ', '349.9272'],
  ['1.234.567', '1234567'],
  ['1,234,567.5', '1234567.5'],
  ['800', '800'],
  ['0.123', '0.123'],
  [`${'0'.repeat(59)}7`, '7'],
])('%s, as a page or a person writes it, is %s', (text, value) => {
  expect(parseDecimal(text)).toBe(value)
})

it.each([
  ...['', 'abc', '1.2.3', '1,2,3', '1.23,456.7', '-5', '+5', '1e5', 'NaN', 'Infinity', '0x10', '12a'],
  ...['1 000', '1234.567,8', '1.234,5x', 'x1,234.5', '1.234.5678', `${'0'.repeat(60)}7`, '9'.repeat(31)],
])('%j is no number', (text) => {
  expect(parseDecimal(text)).toBeUndefined()
})

it('a lone dot before three digits groups thousands as Venezuelans type only where they type', () => {
  expect([parseDecimal('5.000', 'spoken'), parseDecimal('5.000')]).toEqual(['5000', '5'])
  expect(parseDecimal('0.500', 'spoken')).toBe('0.5')
})

it('a number that is printed is read back, to the printed places', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (cents) => {
      const value = divide(String(cents), '100')
      expect(parseDecimal(formatDecimal(value))).toBe(value)
    }),
  )
})

it('what machines write is read, and nothing around it, of at most 30 digits', () => {
  expect([' 1.50 ', '-2', '1e-8', '2E2'].map(decimalOf)).toEqual(['1.5', '-2', '0.00000001', '200'])
  expect(decimalOf('1e29')).toBe(`1${'0'.repeat(29)}`)
  for (const text of ['abc', '', '1x', 'x1', '1.', '--1', '1e1000', '1e30', '1e400', '1e-31'])
    expect(decimalOf(text)).toBeUndefined()
})

it('a price is rounded to 2 decimals as servers do, and known as such', () => {
  expect(['798.455', '798.454', '-1.005'].map(roundedPrice)).toEqual(['798.46', '798.45', '-1.01'])
  expect([isRoundedFrom('798.46', '798.455'), isRoundedFrom('798.45', '798.455')]).toEqual([true, false])
})

it('numbers have as their median the middle one, or the mean of the two in the middle', () => {
  expect([medianOf(['1', '5', '9']), medianOf(['1', '5', '6', '9'])]).toEqual(['5', '5.5'])
})

it('arithmetic is exact where floats are not', () => {
  expect(multiply('0.1', '3')).toBe('0.3')
  expect(decimalOf(1e21)).toBe('1000000000000000000000')
  expect(round('2.675', 2)).toBe('2.68')
  expect(formatDecimal('12345678901234567890.12')).toBe('12.345.678.901.234.567.890,12')
})

it('figures group thousands from the first one on, and have a minus that is one', () => {
  const shown = [formatDecimal('1234.565'), formatDecimal('-5'), formatDecimal('1234.5', 3, 'en-US')]
  expect(shown).toEqual(['1.234,57', '−5,00', '1,234.500'])
})

it('figures have two places, and below one as many as four significant digits need', () => {
  const prices = ['800', '1', '0.5', '0.21254', '0.000012345', '-0.0123456', '0', '10.001']
  expect(prices.map(pricePlaces)).toEqual([2, 2, 2, 4, 8, 5, 2, 2])
  const shown = ['0.9', '0.99996', '0.2121', '0.00012345', '0'].map(NUMBERS_IN['es-VE'].price)
  expect(shown).toEqual(['0,90', '1,00', '0,2121', '0,0001235', '0,00'])
})

it.each([
  ['es-VE', '1.234,57 | Bs.\u00a0804,50 | Bs.\u00a0804,5023 | Bs.\u00a0800,00 | 1234,57'],
  ['en-US', '1,234.57 | Bs.\u00a0804.50 | Bs.\u00a0804.5023 | Bs.\u00a0800.00 | 1234.57'],
] as const)('figures of a chat are written in %s', (style, written) => {
  const { decimal, bolivares, exactBolivares, ungrouped } = NUMBERS_IN[style]
  const amount = decimal('1234.567')
  const sums = [bolivares('804.5023'), exactBolivares('804.502341'), exactBolivares('800')]
  expect([amount, ...sums, ungrouped(amount)].join(' | ')).toBe(written)
})
