import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../../src/domain/caracas.ts'
import { createSimulationControls } from '../../../../src/service/sources/simulated.ts'
import type { Source } from '../../../../src/service/sources/source.ts'

const HOUR = 3_600_000
/** Friday 23 January 2026, 10:00 in Caracas. */
const NOW = startOfDay('2026-01-23') + 10 * HOUR
const FRIDAY = startOfDay('2026-01-23')
const MONDAY = startOfDay('2026-01-26')
const { signal } = new AbortController()

const page = (usd: string, eur: string, lastUpdate?: number): Source => ({
  fetch: async () => ({
    observations: [
      { key: 'usd', price: usd, ...(lastUpdate && { lastUpdate }) },
      { key: 'eur', price: eur, ...(lastUpdate && { lastUpdate }) },
    ],
    unreadable: [],
  }),
})
const seenOf = async (source: Source) => (await source.fetch(signal)).observations
const pricesOf = async (source: Source): Promise<string[]> => (await seenOf(source)).map(({ price }) => price)

const create = () =>
  createSimulationControls(
    () => NOW,
    () => 0,
  )

describe('a move of simulated prices', () => {
  test('moves each page once, at its next collection, and only the named monitors', async () => {
    const controls = create()
    const [alpha, beta] = [
      controls.movable(page('800.1234', '900'), ['usd']),
      controls.movable(page('1000', '1'), ['usd']),
    ]
    controls.move(3)
    expect(await pricesOf(alpha)).toEqual(['824.1271', '900'])
    expect(await pricesOf(alpha)).toEqual(['800.1234', '900'])
    expect(await pricesOf(beta)).toEqual(['1030', '1'])
  })

  test('adds up until the next collection', async () => {
    const controls = create()
    const source = controls.movable(page('100.00', '1'), ['usd'])
    controls.move(3)
    controls.move(-1)
    expect(await pricesOf(source)).toEqual(['102', '1'])
  })
})

describe('a publication of official rates', () => {
  test('is for the next business day, both currencies at once, and once only', async () => {
    const controls = create()
    const source = controls.publishable(page('800', '900', FRIDAY))
    controls.publishOfficial()
    expect(await seenOf(source)).toEqual([
      { key: 'usd', price: '800.8', lastUpdate: MONDAY, publishedAt: NOW },
      { key: 'eur', price: '900.9', lastUpdate: MONDAY, publishedAt: NOW },
    ])
    expect(await pricesOf(source)).toEqual(['800', '900'])
  })

  test('corrects the rate of a day to come where that is out', async () => {
    const controls = create()
    const source = controls.publishable(page('800', '900', MONDAY))
    controls.publishOfficial()
    expect(await seenOf(source)).toMatchObject([
      { price: '800.8', lastUpdate: MONDAY },
      { lastUpdate: MONDAY },
    ])
  })

  test('does not touch the other pages', async () => {
    const controls = create()
    const source = controls.movable(page('800', '900'), ['usd'])
    controls.publishOfficial()
    expect(await pricesOf(source)).toEqual(['800', '900'])
  })
})
