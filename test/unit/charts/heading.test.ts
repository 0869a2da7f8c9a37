import { expect, test } from 'vitest'
import type { ChartView } from '../../../src/charts/chart.ts'
import { headingOf, type PlotLine, type PlotStyle } from '../../../src/charts/draw.ts'
import { type Language, PHRASES } from '../../../src/words/words.ts'
import { view } from './samples.ts'

const lineOf = (...prices: number[]): PlotLine =>
  ({
    label: '',
    priceCount: prices.length,
    values: prices.map((value, day) => ({ day, value, isOld: false })),
  }) as unknown as PlotLine

/** The texts around a chart of these lines, in a language. */
const headed = (kind: ChartView['kind'], lines: readonly PlotLine[], language: Language) => {
  const format = (value: number, places = 2): string => value.toFixed(places)
  return headingOf(view({ kind }), lines, { words: PHRASES[language], format } as unknown as PlotStyle)
}

test('the change of a price counts from the one that is given, also where it stood still', () => {
  const still = { ...lineOf(126), from: '100' }
  expect(headed('price', [still], 'es')).toMatchObject({ change: { text: '26.00\u00a0%', direction: 'up' } })
  expect(headed('price', [lineOf(126)], 'es')).not.toHaveProperty('change')
})

test.each([
  ['es', '25.00\u00a0%', '26.0\u00a0%', 'Brecha: 26.0\u00a0%'],
  ['en', '25.00%', '26.0%', 'Gap: 26.0%'],
] as const)('a picture writes percentages as its language does: %s', (language, change, figure, subtitle) => {
  const [low, high] = [lineOf(100, 125), lineOf(126, 157.5)]
  expect(headed('price', [low], language)).toMatchObject({ change: { text: change, direction: 'up' } })
  expect(headed('gap', [low, high], language)).toMatchObject({ figure })
  expect(headed('price', [low, high], language)).toMatchObject({ subtitle })
})
