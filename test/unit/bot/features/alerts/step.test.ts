import { expect, it, test } from 'vitest'
import { againData, formatStep, parseStep } from '../../../../../src/bot/features/alerts/step.ts'
import { gapSignal, priceSignal } from '../../../../../src/chats/alert.ts'
import type { MonitorId } from '../../../../../src/rates/monitor.ts'

it.each([
  ['', {}],
  ['g', { isGap: true }],
  ['a', { kind: 'above' }],
  ['gb', { isGap: true, kind: 'below' }],
  ['p?', { kind: 'percent', value: '?' }],
  ['a900.5', { kind: 'above', value: '900.5' }],
  ['g~abcdefgh-_345678', { isGap: true, pair: 'abcdefgh-_345678' }],
  [
    'g~abcdefgh-_345678a30rz',
    { isGap: true, pair: 'abcdefgh-_345678', kind: 'above', value: '30', once: false, paused: true },
  ],
  ['gb-5r', { isGap: true, kind: 'below', value: '-5', once: false }],
  [
    'a900oc21600u1798776000',
    { kind: 'above', value: '900', once: true, cooldownSeconds: 21_600, until: 1_798_776_000_000 },
  ],
] as const)('%s says how far an alert has come, and is read again', (text, step) => {
  expect(formatStep(step)).toBe(text)
  expect(parseStep(text)).toEqual(step)
})

it.each(['x', '900', 'a900x', 'ao', 'gg', 'a900rc', 'a9e9', 'a1,5', 'g~abc', '~abcdefgh-_345678'])(
  '%s is none of ours',
  (text) => {
    expect(parseStep(text)).toBeUndefined()
  },
)

const LONG = { page: 'p'.repeat(32), currency: 'dollar', key: 'k'.repeat(32) } as const
const OTHER: MonitorId = { ...LONG, currency: 'euro' }

test.each([priceSignal(LONG), gapSignal(LONG, OTHER)])('the longest alert fits in a button: %s', (signal) => {
  const until = 9_999_999_999_000
  const limits = { once: false, cooldownSeconds: 2_592_000, until, paused: true }
  const data = againData({ signal, kind: 'above', value: '12345.6789012', ...limits })
  expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
})
