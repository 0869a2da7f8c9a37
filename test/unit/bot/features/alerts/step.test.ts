import { expect, it } from 'vitest'
import { formatStep, parseStep } from '../../../../../src/bot/features/alerts/keyboards.ts'

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
