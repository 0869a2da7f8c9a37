import fc, { type Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import { gapSignal, priceSignal } from '../../../src/chats/alert.ts'
import { ALERT_KIND_NAMES } from '../../../src/domain/alert-kinds.ts'
import { divide } from '../../../src/domain/decimal.ts'
import type { MonitorId } from '../../../src/domain/monitor.ts'
import { againData } from '../../../src/features/alerts/buttons.ts'
import { formatChargeButton, requestOf } from '../../../src/features/charge/command.ts'
import {
  type Action,
  BUTTON_BYTES_MAX,
  below,
  type FieldsOf,
  formatButtonData,
  monitorOf,
  monitorsOfHashes,
  parseButtonData,
  shortHashesOf,
  unlessTooLong,
} from '../../../src/telegram/button-data.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,31}$/)
const anyMonitor: Arbitrary<MonitorId> = fc.record({
  page: name,
  currency: fc.constantFrom('dollar', 'euro'),
  key: fc.oneof(name, fc.string({ minLength: 1, maxLength: 60 })),
})
const LONG: MonitorId = { page: 'p'.repeat(32), currency: 'euro', key: 'k'.repeat(32) }

const amount = fc.integer({ min: 1, max: 200_000_000 }).map((cents) => divide(String(cents), '100'))
const fine = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.nat(99_999)).map(([a, b]) => `${a}.${b}1`)
const threshold = fc.oneof(fc.constant('?' as const), amount)
const day = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const range = fc.oneof(
  fc.integer({ min: 1, max: 3_650 }).map((days) => ({ kind: 'last' as const, days })),
  fc.tuple(day, day).map((days) => {
    const [from = '', to = ''] = days.toSorted()
    return { kind: 'between' as const, from, to }
  }),
)
const seen = fc.stringMatching(/^[\w-]{8}$/)
const hashes = (min: number, max = min) =>
  fc.array(seen, { minLength: min, maxLength: max }).map((all) => all.join(''))
const yes = fc.constant(true as const)
const letters = fc.stringMatching(/^[a-z]{1,8}$/)
const id = fc.stringMatching(/^[a-z0-9]{1,8}$/)
const listAct = fc.constantFrom(
  'list',
  'show',
  'pause',
  'resume',
  'remove',
  'setValue',
  'removeAll',
  'removeAllNow',
)
const none = fc.constant({})
const some = { requiredKeys: [] }

const kind = fc.constantFrom(...ALERT_KIND_NAMES)
const limits = {
  cooldownSeconds: fc.nat(99_999_999),
  until: fc.nat(9_999_999_999).map((seconds) => seconds * 1_000),
  paused: yes,
}
const gapOfAlert = fc.oneof(none, fc.record({ isGap: yes, pair: hashes(2) }, { requiredKeys: ['isGap'] }))
const chosenForAlert: Arbitrary<FieldsOf<'alert'>> = fc.oneof(
  none,
  fc.record({ kind, value: threshold }, { requiredKeys: ['kind'] }),
  fc.record(
    { kind, value: amount, once: fc.boolean(), ...limits },
    { requiredKeys: ['kind', 'value', 'once'] },
  ),
)

/** The fields that the buttons of each action have. */
const FIELDS: { readonly [A in Action]: Arbitrary<FieldsOf<A>> } = {
  rate: fc.record({ seen, beside: fc.constantFrom('namesakes', 'euro') }, { requiredKeys: ['seen'] }),
  rates: fc.oneof(none, fc.record({ isOthers: yes }), fc.record({ seen })),
  more: fc.record(
    { code: letters, buttonsMax: fc.nat(9), at: fc.nat(999), rest: id },
    { requiredKeys: ['code', 'buttonsMax', 'at'] },
  ),
  sources: none,
  share: none,
  follow: fc.record({ least: amount }, some),
  unfollow: none,
  alert: fc.tuple(gapOfAlert, chosenForAlert).map(([gap, chosen]) => ({ ...gap, ...chosen })),
  alerts: fc.record(
    {
      act: listAct,
      number: fc.nat(999_999_999),
      value: threshold,
    },
    { requiredKeys: ['act'] },
  ),
  least: fc.record({ value: threshold }, some),
  less: fc.record({ before: amount }, some),
  settings: fc.oneof(
    none,
    fc.record({ page: fc.stringMatching(/^[a-z]$/), value: id }, { requiredKeys: ['page'] }),
  ),
  default: fc.record({ at: fc.nat(999) }, some),
  resume: none,
  convert: fc
    .record(
      {
        sides: fc.constantFrom(
          { from: 'dollar', to: 'bolivares' },
          { from: 'bolivares', to: 'euro' },
          { from: 'dollar', to: 'euro' },
        ),
        amount: fine,
        date: day,
        isTurned: yes,
        isAll: yes,
      },
      { requiredKeys: ['sides', 'amount'] },
    )
    .filter(({ isTurned, isAll }) => !isTurned || !isAll),
  charge: fc.record(
    {
      asksPaid: yes,
      moneys: fc.constantFrom(
        { in: 'foreign', currency: 'dollar' },
        { in: 'foreign', currency: 'euro', billedIn: 'dollar' },
        { in: 'foreign', currency: 'dollar', billedIn: 'euro' },
        { in: 'bolivares', currency: 'euro' },
      ),
      amount,
      foreign: amount,
      bolivares: amount,
      isTaxed: fc.boolean(),
      sum: fc.constantFrom('12x25+8', '120-10%', '1.250/4'),
    },
    { requiredKeys: ['moneys', 'amount'] },
  ),
  worth: fc.record(
    { side: fc.constantFrom('sold', 'bought'), price: amount, amount, isEuro: yes },
    { requiredKeys: ['side', 'price'] },
  ),
  image: fc.record({ isShare: yes, look: fc.constantFrom('tall-dark', 'square-light') }, some),
  shop: fc.record(
    { act: fc.constantFrom('undo', 'name', 'removeName', 'auto', 'autoOff'), look: fc.constant('tall-dark') },
    { requiredKeys: ['act'] },
  ),
  gap: fc.record({ second: fc.stringMatching(/^#[0-9a-f]{12}$/), seen }),
  pin: none,
  broadcast: fc.record({ act: fc.constantFrom('send', 'drop', 'stop'), id }),
  chart: fc.oneof(
    fc.record({ range, isOffer: yes }, some),
    fc.record({ range: range.filter((one) => one.kind === 'last'), compared: hashes(1, 4) }),
    fc.record({ range, gap: fc.oneof(fc.constant(''), hashes(2)) }),
  ),
  changes: fc.record({ day, seen }, { requiredKeys: ['day'] }),
  cancel: fc.record({ isAlone: yes }, some),
  answer: none,
  help: none,
}

const ACTIONS = Object.keys(FIELDS) as Action[]

test.each(ACTIONS)('the data of a button to %s is read back unchanged', (action) => {
  fc.assert(
    fc.property(FIELDS[action], (fields) => {
      const data = formatButtonData(action, undefined, fields)
      const target = data.replace(/^([a-z]+)/, '$1:#0123456789ab')
      // Buttons of some actions name a monitor always, of others never.
      const read = parseButtonData(data) ?? parseButtonData(target)
      expect(read).toMatchObject({ action })
      expect(read?.fields).toEqual(fields)
    }),
  )
})

test.each([['convert', LONG], ['changes', LONG], ['charge'], ['worth'], ['chart']] as const)(
  'the longest button to %s fits in a link to the private chat',
  (action: Action, monitor?: MonitorId) => {
    const fits = (data: string) => unlessTooLong(data) !== undefined
    fc.assert(fc.property(FIELDS[action], (fields) => fits(formatButtonData(action, monitor, fields))))
  },
)

test.each(ACTIONS)('no text that begins as the button to %s throws', (action) => {
  const kept = fc.nat(BUTTON_BYTES_MAX)
  fc.assert(
    fc.property(FIELDS[action], kept, fc.string({ maxLength: 70 }), (fields, length, rest) => {
      parseButtonData(formatButtonData(action, undefined, fields).slice(0, length) + rest)
    }),
  )
})

test.each([
  ...['', 'x', 'x:d:page_alpha.usd', 'r', 'r:', 'rd:page_alpha.usd', 'oo', 'o:d:a.b', `r:${'x'.repeat(63)}`],
  ...['ch', 'ch|d', 'ch|d0', 'ch|z20', 'ch|d20p', 'ch|d20q', 'ch|d-5', 'ch|d1e9', 'ch|d20:<b>'],
  ...['ch|d2000000000000', 'ch|d20b9999999999999'],
  ...['cv|d0', 'cv|d-5', 'cv|d1e9', 'cv|q5', 'cv|d5@', 'cv|d5@zzzz', `cv|d${'9'.repeat(40)}`],
  ...['w', 'w|s', 'w|s0', 'w|x9', 'w|s9a0', 'w|s9a', 'w|s-9', 'w|s9e5'],
  ...['h|9999', 'h|0', 'h|3651', 'h|x', 'h|30~', 'h|30!abc', 'h|20260131-20260101', 'h|20261301-20261401'],
  ...['a|x', 'a|a900x', 'a|gg', 'a|a900rc', 'a|a9e9', 'a|a1,5', 'a|g~abc', 'p|x', 'al|q1', 'sh|n+'],
])('malformed data is refused: %j', (data) => {
  expect(parseButtonData(data)).toBeUndefined()
})

test('a sum that is too long is left out of a bill, and an amount that is too long has no button', () => {
  const request = {
    bill: { amount: '308', in: 'foreign' },
    currency: 'dollar',
    paid: { foreign: '0', bolivares: '0' },
  } as const
  const data = formatChargeButton({ ...request, sum: '12x25+8'.repeat(9) }, false)
  const button = parseButtonData(data ?? '')
  expect(button?.action === 'charge' && requestOf(button.fields)).toEqual(request)
  const digits = '1'.repeat(24)
  expect(
    unlessTooLong(formatButtonData('worth', undefined, { side: 'sold', price: digits, amount: digits })),
  ).toBeUndefined()
})

test.each([priceSignal(LONG), gapSignal(LONG, { ...LONG, currency: 'dollar' })])(
  'the longest alert fits in a button: %s',
  (signal) => {
    const limits = { once: false, cooldownSeconds: 2_592_000, until: 9_999_999_999_000, paused: true }
    const data = againData({ signal, kind: 'above', value: '12345.6789012', ...limits })
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
  },
)

test('buttons of earlier versions are read', () => {
  expect(parseButtonData('c|2026-01-31,abcdefgh')?.fields).toEqual({ day: '2026-01-31', seen: 'abcdefgh' })
  expect(parseButtonData('h:d:page_alpha.usd')?.fields).toEqual({})
})

const ofMonitor = fc.constantFrom('rate', 'follow', 'unfollow')

test('button data fits in a link to the private chat and is read back unchanged, for any monitor', () => {
  fc.assert(
    fc.property(ofMonitor, anyMonitor, (act, monitor) => {
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
  const data = formatButtonData('unfollow', LONG)
  expect(data).toMatch(/^u:#[0-9a-f]{12}$/)
  for (const one of [data, `${data}0123456789ab`]) {
    const buttonData = parseButtonData(one)
    expect(buttonData && monitorOf(buttonData, [{ ...LONG, currency: 'dollar' }, LONG])).toEqual(LONG)
  }
})

test('a button whose message stays says so, and fits as well', () => {
  const monitor: MonitorId = { page: 'p'.repeat(20), currency: 'euro', key: 'k'.repeat(36) }
  const data = below(formatButtonData('unfollow', monitor))
  expect(Buffer.byteLength(data)).toBeLessThanOrEqual(BUTTON_BYTES_MAX)
  expect(data.startsWith('+u:')).toBe(true)
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
