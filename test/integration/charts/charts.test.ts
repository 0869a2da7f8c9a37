import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CARD_HEIGHT, SHAPES } from '../../../src/charts/card.ts'
import type { ChartView } from '../../../src/charts/chart.ts'
import { drawChart } from '../../../src/charts/draw.ts'
import { drawCard } from '../../../src/charts/draw-card.ts'
import { htmlOf, LIGHT, WIDTH } from '../../../src/charts/page.ts'
import { addDays } from '../../../src/domain/caracas.ts'
import { card, products } from '../../unit/charts/card-views.ts'
import { rising, view } from '../../unit/charts/samples.ts'
import { pictureFrom, pictureOf } from './pixels.ts'

const PLOT_AREA = { x: 130, y: 236, width: 760, height: 420 }
const line = (price: number) => ({ label: `Línea ${price}`, points: rising('2026-01-01', 30, price) })

test('letters that the font lacks are left out, and a long text ends before the border', async () => {
  const plain = await pictureOf(view({ title: 'Dólar «ñandú» €' }))
  const decked = await pictureOf(view({ title: '💵 Dólar 🇻🇪 «ñandú» 漢字\u202e\n₿ €' }))
  expect(decked.png.equals(plain.png)).toBe(true)
  const long = await pictureOf(view({ title: 'Dólar '.repeat(100), source: 'Banco '.repeat(100) }))
  expect(long.count(LIGHT.text, { x: 1_040, y: 0, width: 40, height: 810 })).toBe(0)
})

test('a name with signs of HTML is drawn as it was typed', () => {
  expect(htmlOf('<b>Pan</b> & "café" 💵')).toBe('&lt;b&gt;Pan&lt;/b&gt; &amp; &quot;café&quot;')
})

test('a price shows the extremes that a day reached beyond its last price', async () => {
  const points = [{ day: '2026-01-01', price: '100' }, ...rising('2026-01-30', 1, 100)]
  const extremes = { high: { day: '2026-01-10', price: '130' }, low: { day: '2026-01-15', price: '90' } }
  const [level, reached] = await Promise.all([
    pictureOf(view({ series: [{ label: '', points }] })),
    pictureOf(view({ series: [{ label: '', points, extremes }] })),
  ])
  expect([level, reached].map((picture) => picture.count(LIGHT.text, PLOT_AREA) > 300)).toEqual([false, true])
})

test('the footer names a line without data, however long the source is', async () => {
  const lacking = (label: string) =>
    pictureOf(view({ source: 'Banco '.repeat(40), series: [{ label, points: [] }, line(100)] }))
  const [one, other] = [await lacking('Nada'), await lacking('Otra')]
  expect(one.png.equals(other.png)).toBe(false)
})

test('two lines of the same money have their distance shaded, others do not', async () => {
  const drawn = (isSameMoney: boolean) => pictureOf(view({ series: [line(100), line(200)], isSameMoney }))
  const [shaded, plain] = await Promise.all([drawn(true), drawn(false)])
  const between = { x: 300, y: 400, width: 300, height: 60 }
  expect(plain.count(LIGHT.paper, between)).toBeGreaterThan(between.width * 50)
  expect(shaded.count(LIGHT.paper, between)).toBe(0)
})

test('four lines over ten years can be drawn', async () => {
  const points = rising('2016-01-01', 3_650)
  const series = [1, 2, 3, 4].map((n) => ({ label: `${n}`, points }))
  const { width, height } = await pictureOf(view({ series, from: '2016-01-01', to: '2025-12-28' }))
  expect([width, height]).toEqual([1080, 810])
})

const CARDS = SHAPES.flatMap((shape) =>
  [0, 6, 12].flatMap((sold) => [1, 4].map((count) => ({ shape, sold, count }))),
)

test.each(CARDS)('a $shape card of $count rates and $sold products ends with its foot', async (one) => {
  const { shape, sold, count } = one
  const rate = { title: 'Dólar', price: '1.009,45', month: rising('2026-10-23', 31) }
  const rates = Array.from({ length: count }, () => rate)
  const picture = pictureFrom(await drawCard(card({ shape, rates, products: products(sold) })))
  const { width, height, count: countPixels } = await picture
  expect([width, height]).toEqual([WIDTH, CARD_HEIGHT[shape]])
  expect(countPixels(LIGHT.quiet, { x: 465, y: height - 90, width: 100, height: 70 })).toBeGreaterThan(9)
})

test('a card without history, and a dark one with a badge, can be drawn', async () => {
  const rates = card().rates.map((rate) => ({ ...rate, month: [] }))
  for (const more of [{ rates }, { badge: 'SIMULADO', theme: 'dark' } as const])
    expect((await drawCard(card(more))).subarray(1, 4).toString()).toBe('PNG')
})

test('any prices, titles and days make a picture', async () => {
  const point = fc.record({
    gap: fc.integer({ min: 1, max: 40 }),
    price: fc.oneof(
      fc.constantFrom('0.00000001', '1', '999999999999999.99'),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }).map((price) => price.toFixed(8)),
    ),
  })
  const series = fc.record({
    label: fc.string({ unit: 'grapheme', maxLength: 40 }),
    points: fc.array(point, { maxLength: 40 }).map((steps) => {
      let day = '2026-01-01'
      return steps.map(({ gap, price }) => {
        day = addDays(day, gap)
        return { day, price }
      })
    }),
  })
  const views = fc.record({
    kind: fc.constant('price' as const),
    title: fc.string({ unit: 'binary', maxLength: 100 }),
    source: fc.string({ unit: 'grapheme', maxLength: 100 }),
    series: fc.array(series, { minLength: 1, maxLength: 4 }),
    from: fc.constantFrom('2025-12-01', '2026-01-05', '2026-03-01'),
    to: fc.constantFrom('2026-03-01', '2026-12-01', '2027-06-01'),
    language: fc.constantFrom('es' as const, 'en' as const),
    numbers: fc.constantFrom('es-VE' as const, 'en-US' as const),
    simulated: fc.boolean(),
    isDark: fc.boolean(),
    isSameMoney: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(views, async (one) => {
      const gap: ChartView = { ...one, kind: 'gap', series: one.series.slice(0, 2) }
      for (const drawn of one.series.length > 1 ? [one, gap] : [one])
        expect((await drawChart(drawn)).subarray(1, 4).toString()).toBe('PNG')
    }),
    { numRuns: 12, seed: 7 },
  )
})
