import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MonitorId } from '../../../src/domain/monitor.ts'
import {
  BUTTON_BYTES_MAX,
  formatButtonBelow,
  formatButtonData,
  isButtonOf,
  monitorOf,
  monitorsOfHashes,
  parseButtonData,
  shortHashesOf,
} from '../../../src/telegram/button-data.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,31}$/)
const anyMonitor: fc.Arbitrary<MonitorId> = fc.record({
  page: name,
  currency: fc.constantFrom('dollar', 'euro'),
  key: fc.oneof(name, fc.string({ minLength: 1, maxLength: 60 })),
})
const action = fc.constantFrom('rate', 'follow', 'unfollow')

test('a button names its monitor in a form that people can read', () => {
  expect(formatButtonData('rate', { page: 'page_alpha', currency: 'dollar', key: 'usd' })).toBe(
    'r:d:page_alpha.usd',
  )
  expect(formatButtonData('rates')).toBe('o')
})

test('button data fits in a link to the private chat and is read back unchanged, for any monitor', () => {
  fc.assert(
    fc.property(action, anyMonitor, (act, monitor) => {
      const data = formatButtonData(act, monitor)
      expect(Buffer.byteLength(data)).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
      const buttonData = parseButtonData(data)
      expect(buttonData?.action).toBe(act)
      const twin = { ...monitor, currency: monitor.currency === 'euro' ? 'dollar' : 'euro' } as const
      expect(buttonData && monitorOf(buttonData, [twin, monitor])).toEqual(monitor)
    }),
  )
})

test('a name that is too long for a button is found by its hash, also by the longer one of earlier versions', () => {
  const monitor: MonitorId = { page: 'p'.repeat(32), currency: 'euro', key: 'k'.repeat(32) }
  const data = formatButtonData('unfollow', monitor)
  expect(data).toMatch(/^u:#[0-9a-f]{12}$/)
  for (const one of [data, `${data}0123456789ab`]) {
    const buttonData = parseButtonData(one)
    expect(buttonData && monitorOf(buttonData, [{ ...monitor, currency: 'dollar' }, monitor])).toEqual(
      monitor,
    )
  }
})

test('a button whose message stays says so, and fits as well', () => {
  const monitor: MonitorId = { page: 'p'.repeat(20), currency: 'euro', key: 'k'.repeat(36) }
  const data = formatButtonBelow('unfollow', monitor)
  expect(Buffer.byteLength(data)).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
  expect(data.startsWith('+u:')).toBe(true)
  expect(data).toMatch(isButtonOf('unfollow'))
  expect(parseButtonData(data)).toMatchObject({ action: 'unfollow', isBelow: true })
  expect(parseButtonData(data.slice(1))).not.toHaveProperty('isBelow')
})

test('hashes name known monitors in their order', () => {
  const [usd, eur] = [
    { page: 'a', currency: 'dollar', key: 'usd' },
    { page: 'a', currency: 'euro', key: 'usd' },
  ] as const
  expect(monitorsOfHashes(shortHashesOf([eur, usd]), [usd, eur])).toEqual([eur, usd])
  expect(monitorsOfHashes(shortHashesOf([eur, usd]), [usd])).toBeUndefined()
})

test('1,000 mutated buttons name a known monitor or nothing', () => {
  const known: MonitorId[] = [
    { page: 'page_alpha', currency: 'dollar', key: 'usd' },
    { page: 'page_alpha', currency: 'euro', key: 'usd' },
    { page: 'p'.repeat(32), currency: 'dollar', key: 'k'.repeat(32) },
  ]
  const mutation = fc.record({
    of: fc.constantFrom(...known),
    at: fc.nat(63),
    cut: fc.nat(8),
    insert: fc.string({ maxLength: 80 }),
  })
  fc.assert(
    fc.property(action, mutation, (act, { of, at, cut, insert }) => {
      const data = formatButtonData(act, of)
      const buttonData = parseButtonData(data.slice(0, at) + insert + data.slice(at + cut))
      const monitor = buttonData && monitorOf(buttonData, known)
      expect(monitor === undefined || known.includes(monitor)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  '',
  'x',
  'x:d:page_alpha.usd',
  'r',
  'r:',
  'rd:page_alpha.usd',
  'oo',
  'o:d:a.b',
  `r:${'x'.repeat(63)}`,
])('malformed data is refused: %j', (data) => {
  expect(parseButtonData(data)).toBeUndefined()
})
