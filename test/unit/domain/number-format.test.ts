import { describe, expect, it } from 'vitest'
import { formatDecimal, NUMBERS_IN, pricePlaces } from '../../../src/domain/number-format.ts'

const SPACE = '\u00a0'

describe('figures', () => {
  it('have the separators of their style, two places, and a minus that is one', () => {
    expect([formatDecimal('1234.565'), formatDecimal('-5'), formatDecimal('1234.5', 3, 'en-US')]).toEqual([
      '1.234,57',
      '−5,00',
      '1,234.500',
    ])
  })

  it('below one have as many places as four significant digits need', () => {
    expect(
      ['800', '1', '0.5', '0.21254', '0.000012345', '-0.0123456', '0', '10.001'].map(pricePlaces),
    ).toEqual([2, 2, 2, 4, 8, 5, 2, 2])
  })

  it.each([
    [
      'es-VE',
      ['1.234,57', '0,2125', `Bs.${SPACE}804,50`, `Bs.${SPACE}804,5023`, `Bs.${SPACE}800,00`, '1234,57'],
    ],
    [
      'en-US',
      ['1,234.57', '0.2125', `Bs.${SPACE}804.50`, `Bs.${SPACE}804.5023`, `Bs.${SPACE}800.00`, '1234.57'],
    ],
  ] as const)('of a chat are written in %s', (style, written) => {
    const { decimal, price, bolivares, exactBolivares, ungrouped, style: own } = NUMBERS_IN[style]
    expect(own).toBe(style)
    expect([
      decimal('1234.567'),
      price('0.21254'),
      bolivares('804.5023'),
      exactBolivares('804.502341'),
      exactBolivares('800'),
      ungrouped(written[0]),
    ]).toEqual(written)
  })
})
