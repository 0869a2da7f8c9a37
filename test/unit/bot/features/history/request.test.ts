import { expect, test } from 'vitest'
import {
  type ChartRequest,
  formatChartButton,
  parseChartButton,
  spanOf,
} from '../../../../../src/bot/features/history/request.ts'
import { BUTTON_BYTES_MAX, parseButtonData } from '../../../../../src/telegram/button-data.ts'
import { monitor } from '../../../../integration/bot/memory.ts'

const LONG = 'a'.repeat(32)
const [a, b, c, d] = ['page_a.usd', 'page_b.usd', `${LONG}.${LONG}`, 'page_c.usd'].map((name) =>
  monitor(name),
)
const known = [a, b, c, d].filter((one) => one !== undefined)
const MONTH = { kind: 'last', days: 30 } as const
const ALL = { kind: 'last', days: 3_650 } as const
const JANUARY = { kind: 'between', from: '2026-01-01', to: '2026-01-31' } as const

const throughButton = (request: ChartRequest): ChartRequest | undefined => {
  const data = formatChartButton(request)
  expect(Buffer.byteLength(data)).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
  const buttonData = parseButtonData(data)
  const only = buttonData?.target === undefined ? undefined : request.monitors[0]
  return parseChartButton(only, buttonData?.argument ?? '!!', known)
}

test.each<[string, ChartRequest]>([
  ['one monitor', { monitors: known.slice(0, 1), isGap: false, range: MONTH }],
  ['one with a long name', { monitors: known.slice(2, 3), isGap: false, range: JANUARY }],
  ['four against each other', { monitors: known, isGap: false, range: ALL }],
  ['a gap of two', { monitors: known.slice(1, 3), isGap: true, range: MONTH }],
  ['the usual gap', { monitors: [], isGap: true, range: JANUARY }],
])('a button carries %s', (_case, request) => {
  expect(throughButton(request)).toEqual(request)
})

test('a bare chart button means the usual range', () => {
  expect(parseChartButton(known[0], '', known)).toEqual({
    monitors: [known[0]],
    isGap: false,
    range: MONTH,
  })
})

test.each(['9999', '0', 'x', '20260101-20250101', '20261301-20261401', '30~', '30!abc', '30~abcdefgh'])(
  'a forged argument %s draws nothing',
  (argument) => {
    expect(parseChartButton(undefined, argument, known)).toBeUndefined()
  },
)

test.each(['0', '3651', '20260131-20260101', '20261301-20261401'])(
  'a monitor over the forged range %s is not drawn',
  (argument) => {
    expect(parseChartButton(known[0], argument, known)).toBeUndefined()
  },
)

test('a button that names a monitor twice is refused', () => {
  expect(parseChartButton(known[0], '30!', known)).toBeUndefined()
})

test('a range ends today at the latest', () => {
  expect(spanOf(MONTH, '2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31', lastDays: 30 })
  expect(spanOf({ kind: 'last', days: 1 }, '2026-01-31')).toEqual({
    from: '2026-01-31',
    to: '2026-01-31',
    lastDays: 1,
  })
  expect(spanOf(JANUARY, '2026-01-20')).toEqual({ from: '2026-01-01', to: '2026-01-20' })
  expect(spanOf(JANUARY, '2025-12-20')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
})
