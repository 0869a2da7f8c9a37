import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isThreshold } from '../../../../src/features/alerts/alert.ts'
import { suggestValues } from '../../../../src/features/alerts/buttons.ts'

it.each([
  ['above', false, '812.4', ['820', '830', '840', '850']],
  ['below', false, '812.4', ['810', '800', '790', '780']],
  ['above', false, '0.0363', ['0.0365', '0.037', '0.0375', '0.038']],
  ['above', true, '26.3', ['30', '35', '40', '45']],
  ['below', true, '3', ['0', '-5', '-10', '-15']],
  ['percent', false, '812.4', ['1', '2', '5', '10']],
] as const)('%s of a gap (%s) at %s: round values beyond it', (kind, isGap, now, values) => {
  expect(suggestValues(kind, isGap, now)).toEqual(values)
})

it('no value is offered without a known price', () => {
  expect(suggestValues('above', false, undefined)).toEqual([])
})

it('every offered value is on the right side of the price', () => {
  const price = fc.double({ min: 1e-4, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(price, fc.constantFrom('above', 'below'), (now, kind) => {
      const values = suggestValues(kind, false, now.toFixed(6)).map(Number)
      const at = Number(now.toFixed(6))
      expect(values.every((value) => (kind === 'above' ? value > at : value < at && value > 0))).toBe(true)
    }),
  )
})

it.each([
  ['above', false, '900', true],
  ['above', false, '0', false],
  ['below', false, '-5', false],
  ['below', true, '-5', true],
  ['percent', false, '99.9', true],
  ['percent', false, '100', false],
  ['percent', false, '0', false],
  ['above', false, '123456789012', true],
  ['above', false, '1234567890123', false],
] as const)('%s of a gap (%s) can wait for %s: %s', (kind, isGap, value, isFit) => {
  expect(isThreshold(kind, isGap, value)).toBe(isFit)
})
