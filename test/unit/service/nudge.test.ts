import { describe, expect, it } from 'vitest'
import { createPriceShift } from '../../../src/service/sources/simulated.ts'
import type { Source } from '../../../src/service/sources/source.ts'

const { signal } = new AbortController()
const page = (usd: string, eur: string): Source => ({
  fetch: async () => ({
    observations: [
      { key: 'usd', price: usd },
      { key: 'eur', price: eur },
    ],
    unreadable: [],
  }),
})
const pricesOf = async (source: Source): Promise<string[]> =>
  (await source.fetch(signal)).observations.map(({ price }) => price)

describe('a nudge', () => {
  it('moves each page once, at its next look, and only what was named', async () => {
    const priceShift = createPriceShift()
    const [alpha, beta] = [
      priceShift.wrap(page('800.1234', '900'), ['usd']),
      priceShift.wrap(page('1000', '1'), ['usd']),
    ]
    priceShift.move(3)
    expect(await pricesOf(alpha)).toEqual(['824.1271', '900'])
    expect(await pricesOf(alpha)).toEqual(['800.1234', '900'])
    expect(await pricesOf(beta)).toEqual(['1030', '1'])
  })

  it('adds up until the next look', async () => {
    const priceShift = createPriceShift()
    const source = priceShift.wrap(page('100.00', '1'), ['usd'])
    priceShift.move(3)
    priceShift.move(-1)
    expect(await pricesOf(source)).toEqual(['102', '1'])
  })
})
