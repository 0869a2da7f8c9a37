import { describe, expect, test } from 'vitest'
import type { Currency } from '../../../../src/domain/monitor.ts'
import { createMeanSource, type Part } from '../../../../src/service/sources/create-source.ts'

const signal = new AbortController().signal
const part = (price: string, more: Partial<Part> = {}): Part => ({
  title: 'BCV',
  price,
  simulated: false,
  stale: false,
  ...more,
})

/** What the mean of `bcv.usd` and `paralelo.usd` reads. */
const read = (parts: Readonly<Record<string, Part>>) => {
  const find = (name: string, currency: Currency) => (currency === 'dollar' ? parts[name] : undefined)
  const monitor = { key: 'usd', currency: 'dollar', mean_of: ['bcv.usd', 'paralelo.usd'] } as const
  return createMeanSource([monitor], find).fetch(signal)
}

describe('a mean of monitors', () => {
  test('is made of their prices in force, and names their titles', async () => {
    const parts = {
      'bcv.usd': part('839.70', { inForce: { price: '798.4512', lastUpdate: 1 } }),
      'paralelo.usd': part('958.14', { title: 'Paralelo' }),
    }
    expect(await read(parts)).toEqual({
      observations: [
        { key: 'usd', price: '878.2956', sources: ['BCV', 'Paralelo'], simulated: false, stale: false },
      ],
      unreadable: [],
    })
  })

  test.each(['stale', 'simulated'] as const)('is %s as soon as one of them is', async (mark) => {
    const { observations } = await read({
      'bcv.usd': part('1'),
      'paralelo.usd': part('2', { [mark]: true }),
    })
    expect(observations[0]).toMatchObject({ [mark]: true })
  })

  test('is read at a start as soon as the last of them has a price', async () => {
    const parts: Record<string, Part> = { 'bcv.usd': part('1') }
    const reading = read(parts)
    parts['paralelo.usd'] = part('2')
    expect((await reading).observations[0]?.price).toBe('1.5')
  })
})
