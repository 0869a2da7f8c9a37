import { expect, it } from 'vitest'
import { isThreshold } from '../../../../src/features/alerts/alert.ts'

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
