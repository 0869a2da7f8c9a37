import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Day, startOfDay } from '../../../../src/domain/caracas.ts'
import type { Decimal } from '../../../../src/domain/decimal.ts'
import type { Content } from '../../../../src/service/http/answer.ts'
import {
  conversionContent,
  convert,
  parseValue,
  toJsonNumber,
} from '../../../../src/service/http/price-routes.ts'
import { parseSources } from '../../../../src/service/sources/file/sources-file.ts'

/** Decimals of up to `whole` and `fraction` digits, above zero. */
const decimals = (whole: number, fraction: number): fc.Arbitrary<Decimal> =>
  fc
    .tuple(
      fc.bigInt(0n, 10n ** BigInt(whole) - 1n),
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: fraction }),
    )
    .filter(([units, digits]) => units > 0n || /[1-9]/.test(digits))
    .map(([units, digits]) => parseValue(`${units}.${digits}`))

test('a conversion of any value there and back is that value, exactly as a JSON number in plain figures', () => {
  fc.assert(
    fc.property(decimals(9, 8), decimals(6, 8), (value, price) => {
      const bolivares = convert('EUR', value, 'euro', price)
      const text = toJsonNumber(bolivares)
      expect(text).toMatch(/^\d+(\.\d+)?$/)
      expect(JSON.parse(text)).toBe(Number(bolivares))
      expect(toJsonNumber(convert('VES', bolivares, 'euro', price))).toBe(toJsonNumber(value))
    }),
    { numRuns: 1_000 },
  )
})

const PAGES = parseSources(
  '{"pages": {"bcv": {"source": {"kind": "simulated"}, "monitors": {"usd": {"currency": "dollar"}}}}}',
  'test',
)
const monitor = { page: 'bcv', currency: 'dollar', key: 'usd' } as const
const days = [
  ['2025-09-12', '158.9289'],
  ['2025-09-16', '160.4479'],
  ['2025-09-17', '161.888'],
].map(([day = '', price = '']) => ({ day, price, high: price, low: price, lastUpdate: startOfDay(day) }))

async function contentOn(date: Day, effectiveDay: boolean): Promise<Content> {
  const quote = { monitor, effectiveDay, title: 'BCV', image: null, simulated: false, stale: false }
  const newest = { ...quote, price: '161.888', priceOld: '160.4479', lastUpdate: startOfDay('2025-09-17') }
  const latest = { pages: () => PAGES, find: () => newest }
  const history = {
    lastUntil: async (_: string, day: Day) => days.findLast((one) => one.day <= day),
    days: async (_: string, from: Day, to: Day) => days.filter(({ day }) => from <= day && day <= to),
  }
  const query = { currency: 'dollar', type: 'USD', value: '1', monitor: 'usd', date } as const
  return conversionContent({ latest, history }, query)
}
const dollarOn = async (date: Day, effectiveDay: boolean): Promise<number> =>
  Number((await contentOn(date, effectiveDay)).before)

test('a conversion on a past day has the price of the next business day where that was in force, else the last one before, and its day', async () => {
  expect(await contentOn('2025-09-13', true)).toMatchObject({ priceDay: '2025-09-16' })
  expect(await dollarOn('2025-09-12', true)).toBe(158.9289)
  for (const day of ['2025-09-13', '2025-09-14', '2025-09-15', '2025-09-16'])
    expect(await dollarOn(day, true)).toBe(160.4479)
  expect(await dollarOn('2025-09-20', true)).toBe(161.888)
  expect(await dollarOn('2025-09-13', false)).toBe(158.9289)
  await expect(dollarOn('2025-09-01', false)).rejects.toThrow('There is no price of bcv.usd')
})
