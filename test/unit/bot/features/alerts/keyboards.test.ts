import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatStep, parseStep, suggestValues } from '../../../../../src/bot/features/alerts/keyboards.ts'

it.each([
  ['', {}],
  ['g', { isGap: true }],
  ['a', { kind: 'above' }],
  ['gb', { isGap: true, kind: 'below' }],
  ['p?', { kind: 'percent', value: '?' }],
  ['a900.5', { kind: 'above', value: '900.5' }],
  ['gb-5r', { isGap: true, kind: 'below', value: '-5', once: false }],
  [
    'a900oc21600u1798776000',
    { kind: 'above', value: '900', once: true, cooldownSeconds: 21_600, until: 1_798_776_000_000 },
  ],
] as const)('%s says how far an alert has come, and is read again', (text, step) => {
  expect(formatStep(step)).toBe(text)
  expect(parseStep(text)).toEqual(step)
})

it.each(['x', '900', 'a900x', 'ao', 'gg', 'a900rc', 'a9e9', 'a1,5'])('%s is none of ours', (text) => {
  expect(parseStep(text)).toBeUndefined()
})

it.each([
  ['above', false, '812.4', ['820', '830', '840', '900']],
  ['below', false, '812.4', ['810', '800', '790', '750', '700']],
  ['above', false, '0.0363', ['0.0365', '0.037', '0.0375', '0.04']],
  ['above', true, '26.3', ['30', '35', '40']],
  ['below', true, '3', ['0', '-5', '-10']],
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
