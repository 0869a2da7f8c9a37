import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapSignal, priceSignal } from '../../../src/chats/alert.ts'
import { ALERT_KIND_NAMES } from '../../../src/domain/alert-kinds.ts'
import { divide } from '../../../src/domain/decimal.ts'
import type { MonitorId } from '../../../src/domain/monitor.ts'
import { againData, formatStep, parseStep, type Step } from '../../../src/features/alerts/buttons.ts'
import {
  type ChargeButton,
  formatChargeButton,
  parseChargeButton,
} from '../../../src/features/charge/buttons.ts'
import { formatConversionRequest, parseConversionRequest } from '../../../src/features/convert/request.ts'
import {
  type ChartRequest,
  formatChartButton,
  parseChartButton,
  spanOf,
} from '../../../src/features/history/request.ts'
import {
  formatOfferButton,
  type OfferRequest,
  parseOfferButton,
} from '../../../src/features/worth/command.ts'
import { BUTTON_BYTES_MAX, parseButtonData } from '../../../src/telegram/button-data.ts'
import { monitor } from '../../integration/bot/memory.ts'

const LONG: MonitorId = { page: 'p'.repeat(32), currency: 'dollar', key: 'k'.repeat(32) }
const KNOWN = [monitor('page_a.usd'), monitor('page_b.usd'), LONG, monitor('page_c.usd')]

const cents = (min: number, max = 200_000_000) =>
  fc.integer({ min, max }).map((one) => divide(String(one), '100'))
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const currency = fc.constantFrom('dollar' as const, 'euro' as const)

const bills: Arbitrary<ChargeButton> = fc.record({
  request: fc
    .record(
      {
        bill: fc.record({ amount: cents(1), in: fc.constantFrom('foreign' as const, 'bolivares' as const) }),
        currency,
        paid: fc.record({ foreign: cents(0), bolivares: cents(0) }),
        sum: fc.constantFrom('12x25+8', '120-10%', '1.250/4'),
        isTaxed: fc.boolean(),
        isCrossed: fc.boolean(),
      },
      { requiredKeys: ['bill', 'currency', 'paid'] },
    )
    .map(({ isCrossed, ...request }) => ({
      ...request,
      ...(isCrossed &&
        request.bill.in === 'foreign' && {
          billedIn: request.currency === 'dollar' ? ('euro' as const) : ('dollar' as const),
        }),
    })),
  asksPaid: fc.boolean(),
})

const SIDES = [
  ['dollar', 'bolivares'],
  ['bolivares', 'euro'],
  ['dollar', 'euro'],
  ['euro', 'dollar'],
] as const
const conversions = fc
  .record(
    {
      amount: fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(99_999)).map(([a, b]) => `${a}.${b}1`),
      sides: fc.constantFrom(...SIDES),
      date: day,
      isTurned: fc.constant(true as const),
    },
    { requiredKeys: ['amount', 'sides'] },
  )
  .map(({ sides: [from, to], ...rest }) => ({ ...rest, from, to }))

const offers: Arbitrary<OfferRequest> = fc.record(
  { side: fc.constantFrom('sold', 'bought'), price: cents(1), amount: cents(1), currency },
  { requiredKeys: ['side', 'price', 'currency'] },
)

const charts: Arbitrary<ChartRequest> = fc
  .record({
    monitors: fc.shuffledSubarray(KNOWN),
    isGap: fc.boolean(),
    range: fc.oneof(
      fc.integer({ min: 1, max: 3_650 }).map((days) => ({ kind: 'last' as const, days })),
      fc.tuple(day, day).map((days) => {
        const [from = '', to = ''] = days.toSorted()
        return { kind: 'between' as const, from, to }
      }),
    ),
  })
  .filter(({ monitors, isGap }) => (isGap ? [0, 2].includes(monitors.length) : monitors.length > 0))
  // A button has two days only where it offers one monitor or a gap.
  .filter(({ monitors, range }) => range.kind === 'last' || monitors.length <= 2)

const kind = fc.constantFrom(...ALERT_KIND_NAMES)
const about = fc.record(
  { isGap: fc.constant(true as const), pair: fc.stringMatching(/^[\w-]{16}$/) },
  { requiredKeys: ['isGap'] },
)
const chosen = fc.oneof(
  fc.constant({}),
  fc.record({ kind, value: fc.oneof(fc.constant('?'), cents(1)) }, { requiredKeys: ['kind'] }),
  fc.record(
    {
      kind,
      value: cents(1),
      once: fc.boolean(),
      cooldownSeconds: fc.integer({ min: 1, max: 2_592_000 }),
      until: fc.integer({ min: 1, max: 9_999_999_999 }).map((seconds) => seconds * 1_000),
      paused: fc.constant(true as const),
    },
    { requiredKeys: ['kind', 'value', 'once'] },
  ),
)
const steps: Arbitrary<Step> = fc
  .tuple(fc.oneof(fc.constant({}), about), chosen)
  .map(([first, second]) => ({ ...first, ...second }))

const argumentOf = (data = ''): string => {
  expect(Buffer.byteLength(data)).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
  return parseButtonData(data)?.argument ?? ''
}

interface Codec<T> {
  readonly values: Arbitrary<T>
  readonly reread: (value: T) => unknown
  readonly read: (argument: string) => unknown
  /** Arguments that none of our buttons has. */
  readonly forged: readonly string[]
}
const codec = <T>(one: Codec<T>): Codec<unknown> => one as Codec<unknown>

describe.each([
  [
    'a bill',
    codec({
      values: bills,
      reread: (bill) => parseChargeButton(argumentOf(formatChargeButton(bill))),
      read: parseChargeButton,
      forged: [
        ...['', 'd', 'd0', 'z20', 'd20p', 'd20q', 'd-5', 'd1e9', 'd20:<b>'],
        ...['d2000000000000', 'd20b9999999999999'],
      ],
    }),
  ],
  [
    'a conversion',
    codec({
      values: conversions,
      reread(request) {
        const read = parseConversionRequest(argumentOf(formatConversionRequest(request, LONG)), undefined)
        const { monitors: _, ...rest } = read ?? { monitors: [] }
        return rest
      },
      read: (argument) => parseConversionRequest(argument, undefined),
      forged: ['', 'd', 'd0', 'd-5', 'd1e9', 'q5', 'd5@', 'd5@zzzz', 'd5@zzzzz', `d${'9'.repeat(40)}`],
    }),
  ],
  [
    'an offer',
    codec({
      values: offers,
      reread: (offer) => parseOfferButton(argumentOf(formatOfferButton(offer))),
      read: parseOfferButton,
      forged: ['', 's', 's0', 'x9', 's9a0', 's9a', 's-9', 's9e5'],
    }),
  ],
  [
    'a chart',
    codec({
      values: charts,
      reread(request) {
        const data = formatChartButton(request)
        const [only] = parseButtonData(data)?.target === undefined ? [] : request.monitors
        return parseChartButton(only, argumentOf(data), KNOWN)
      },
      read: (argument) => parseChartButton(undefined, argument, KNOWN),
      forged: [
        ...['9999', '0', '3651', 'x', '30~', '30!abc', '30~abcdefgh'],
        ...['20260131-20260101', '20261301-20261401'],
      ],
    }),
  ],
  [
    'a new alert',
    codec({
      values: steps,
      reread: (step) => parseStep(formatStep(step)),
      read: parseStep,
      forged: ['x', '900', 'a900x', 'ao', 'gg', 'a900rc', 'a9e9', 'a1,5', 'g~abc', '~abcdefgh-_345678'],
    }),
  ],
])('a button with %s', (_, { values, reread, read, forged }) => {
  test('carries all of it, and fits in a link to the private chat', () => {
    fc.assert(fc.property(values, (value) => void expect(reread(value)).toEqual(value)))
  })

  test('that is not ours is not read', () => {
    expect(forged.filter((argument) => read(argument) !== undefined)).toEqual([])
    fc.assert(fc.property(fc.string({ maxLength: 64 }), (argument) => void read(argument)))
  })
})

test('a sum that is too long is left out of a bill, and an amount that is too long has no button', () => {
  const request = {
    bill: { amount: '308', in: 'foreign' },
    currency: 'dollar',
    paid: { foreign: '0', bolivares: '0' },
  } as const
  const data = formatChargeButton({ request: { ...request, sum: '12x25+8'.repeat(9) }, asksPaid: false })
  expect(parseChargeButton(argumentOf(data))).toEqual({ request, asksPaid: false })
  const [amount, digits] = ['9'.repeat(60), '1'.repeat(22)]
  expect(formatConversionRequest({ amount, from: 'dollar', to: 'bolivares' }, LONG)).toBeUndefined()
  expect(formatOfferButton({ side: 'sold', price: digits, amount: digits, currency: 'euro' })).toBeUndefined()
})

test.each([priceSignal(LONG), gapSignal(LONG, { ...LONG, currency: 'euro' })])(
  'the longest alert fits in a button: %s',
  (signal) => {
    const limits = { once: false, cooldownSeconds: 2_592_000, until: 9_999_999_999_000, paused: true }
    const data = againData({ signal, kind: 'above', value: '12345.6789012', ...limits })
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
  },
)

test('a bare chart button means a month, and a range ends today at the latest', () => {
  const [first] = KNOWN
  const range = { kind: 'last', days: 30 } as const
  expect(parseChartButton(first, '', KNOWN)).toEqual({ monitors: [first], isGap: false, range })
  expect(parseChartButton(first, '30!', KNOWN)).toBeUndefined()
  expect(parseChartButton(first, '3651', KNOWN)).toBeUndefined()
  expect(spanOf(range, '2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31', lastDays: 30 })
  const today = { from: '2026-01-31', to: '2026-01-31', lastDays: 1 }
  expect(spanOf({ kind: 'last', days: 1 }, '2026-01-31')).toEqual(today)
  const january = { kind: 'between', from: '2026-01-01', to: '2026-01-31' } as const
  expect(spanOf(january, '2026-01-20')).toEqual({ from: '2026-01-01', to: '2026-01-20' })
  expect(spanOf(january, '2025-12-20')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
})
