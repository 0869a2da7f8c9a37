import { describe, expect, test } from 'vitest'
import { type Day, startOfDay } from '../../../../src/domain/caracas.ts'
import type { Content } from '../../../../src/service/http/answer.ts'
import {
  conversionContent,
  convert,
  parseValue,
  toJsonNumber,
} from '../../../../src/service/http/price-routes.ts'

describe('conversion', () => {
  test('multiplies without the rounding of floats', () => {
    expect(convert('USD', '0.1', 'dollar', '0.2')).toBe('0.02')
    expect(toJsonNumber(convert('USD', '1.1', 'dollar', '1.1'))).toBe('1.21')
    expect(toJsonNumber(convert('VES', '0', 'dollar', '800'))).toBe('0')
  })

  test.each([
    ['1e3', '1000'],
    ['1.50', '1.5'],
    ['007', '7'],
    ['9'.repeat(30), '9'.repeat(30)],
  ])('a value of %j is %s', (text, value) => expect(parseValue(text)).toBe(value))
})

describe('a conversion on a past day', () => {
  const monitor = { page: 'bcv', currency: 'dollar', key: 'usd' } as const
  const days = [
    ['2025-09-12', '158.9289'],
    ['2025-09-16', '160.4479'],
    ['2025-09-17', '161.888'],
  ].map(([day = '', price = '']) => ({ day, price, high: price, low: price, lastUpdate: startOfDay(day) }))

  async function contentOn(date: Day, effectiveDay: boolean): Promise<Content> {
    const quote = { monitor, effectiveDay, title: 'BCV', image: null, simulated: false, stale: false }
    const newest = { ...quote, price: '161.888', priceOld: '160.4479', lastUpdate: startOfDay('2025-09-17') }
    const offered = { monitor, title: 'BCV', image: null }
    const latest = {
      pages: () => [{ page: 'bcv', title: 'BCV', simulated: false, monitors: [offered] }],
      find: () => newest,
    }
    const history = {
      lastUntil: async (_: string, day: Day) => days.findLast((one) => one.day <= day),
      days: async (_: string, from: Day, to: Day) => days.filter(({ day }) => from <= day && day <= to),
    }
    const query = { currency: 'dollar', type: 'USD', value: '1', monitor: 'usd', date } as const
    return conversionContent({ latest, history }, query)
  }
  const dollarOn = async (date: Day, effectiveDay: boolean): Promise<number> =>
    Number((await contentOn(date, effectiveDay)).before)

  test('names the day of the price', async () => {
    expect(await contentOn('2025-09-13', true)).toMatchObject({ priceDay: '2025-09-16' })
  })

  test('has the price of the next business day where that was in force, else the last one before', async () => {
    expect(await dollarOn('2025-09-12', true)).toBe(158.9289)
    for (const day of ['2025-09-13', '2025-09-14', '2025-09-15', '2025-09-16'])
      expect(await dollarOn(day, true)).toBe(160.4479)
    expect(await dollarOn('2025-09-20', true)).toBe(161.888)
    expect(await dollarOn('2025-09-13', false)).toBe(158.9289)
    await expect(dollarOn('2025-09-01', false)).rejects.toThrow('There is no price of bcv.usd')
  })
})
