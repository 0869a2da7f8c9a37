import { createCanvas } from '@napi-rs/canvas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChartView } from '../../../src/charts/chart.ts'
import { drawChart } from '../../../src/charts/draw.ts'
import { DARK, font, LIGHT, toDrawableText } from '../../../src/charts/pen.ts'
import { rising, view } from '../../unit/charts/samples.ts'
import { pictureOf } from './pixels.ts'

const TITLE_AREA = { x: 40, y: 40, width: 600, height: 60 }
const BADGE_AREA = { x: 780, y: 40, width: 300, height: 60 }
const PLOT_AREA = { x: 130, y: 236, width: 760, height: 420 }
const line = (price: number) => ({ label: `Línea ${price}`, points: rising('2026-01-01', 30, price) })

describe('text', () => {
  test('is drawn in the font of the package', async () => {
    const titled = await pictureOf(view())
    const untitled = await pictureOf(view({ title: '' }))
    expect(titled.count(LIGHT.text, TITLE_AREA)).toBeGreaterThan(1_000)
    expect(untitled.count(LIGHT.text, TITLE_AREA)).toBe(0)
    const pen = createCanvas(10, 10).getContext('2d')
    const widthIn = (name: string): number => {
      pen.font = name
      return pen.measureText('Dólar 1.234,50 ăş').width
    }
    expect(widthIn(font(400, 40))).not.toBe(widthIn('400 40px "No such font"'))
    expect(widthIn(font(700, 40))).not.toBe(widthIn(font(400, 40)))
  })

  test('that the font lacks is left out', async () => {
    expect(toDrawableText('Dólar 🇻🇪 «ñandú» 漢字\n₿ €')).toBe('Dólar «ñandú» €')
    const plain = await pictureOf(view({ title: 'Dólar' }))
    const decked = await pictureOf(view({ title: '💵 Dólar 漢\u202e' }))
    expect(decked.png.equals(plain.png)).toBe(true)
  })

  test('that is too long is cut before the figures', async () => {
    const long = await pictureOf(view({ title: 'Dólar '.repeat(100), source: 'Banco '.repeat(100) }))
    expect(long.count(LIGHT.text, { x: 1_040, y: 0, width: 40, height: 810 })).toBe(0)
  })
})

describe('a price', () => {
  test('has a line, an area under it, and a badge only if it is simulated', async () => {
    const real = await pictureOf(view())
    const simulated = await pictureOf(view({ simulated: true }))
    expect(real.count(LIGHT.up, PLOT_AREA)).toBeGreaterThan(1_000)
    expect(real.count(LIGHT.paper, PLOT_AREA)).toBeLessThan(0.7 * PLOT_AREA.width * PLOT_AREA.height)
    expect(
      [real, simulated].map((picture) => picture.count(LIGHT.simulatedPaper, BADGE_AREA) > 1_000),
    ).toEqual([false, true])
  })

  test('shows the extremes that a day reached beyond its last price', async () => {
    const points = [{ day: '2026-01-01', price: '100' }, ...rising('2026-01-30', 1, 100)]
    const extremes = { high: { day: '2026-01-10', price: '130' }, low: { day: '2026-01-15', price: '90' } }
    const [level, reached] = await Promise.all([
      pictureOf(view({ series: [{ label: '', points }] })),
      pictureOf(view({ series: [{ label: '', points, extremes }] })),
    ])
    expect([level, reached].map((picture) => picture.count(LIGHT.text, PLOT_AREA) > 300)).toEqual([
      false,
      true,
    ])
  })

  test('that did not change over a weekend is level there', async () => {
    const points = [
      { day: '2026-01-09', price: '100' },
      { day: '2026-01-12', price: '200' },
    ]
    const picture = await pictureOf(
      view({ series: [{ label: '', points }], from: '2026-01-09', to: '2026-01-12' }),
    )
    const middle = { x: 280, y: 236, width: 40, height: 420 }
    // A level line of 6 pixels fills its columns 6 times; a slope would take many more rows.
    expect(picture.count(LIGHT.up, middle)).toBeLessThanOrEqual(middle.width * 6)
    expect(picture.count(LIGHT.up, middle)).toBeGreaterThan(middle.width * 3)
  })

  test('of whole days moves in steps', async () => {
    const points = [
      { day: '2026-01-01', price: '100' },
      { day: '2026-01-02', price: '200' },
    ]
    const drawn = (isStepped: boolean) =>
      pictureOf(view({ series: [{ label: '', points, isStepped }], from: '2026-01-01', to: '2026-01-02' }))
    const [sloped, stepped] = await Promise.all([drawn(false), drawn(true)])
    // Left of the step the line is level at 100, where a slope has risen by a third.
    const belowMiddle = { x: 400, y: 440, width: 60, height: 180 }
    expect(sloped.count(LIGHT.up, belowMiddle)).toBeGreaterThan(300)
    expect(stepped.count(LIGHT.up, { x: 200, y: 300, width: 300, height: 230 })).toBe(0)
  })

  test('has the colour of its direction, and says the newest price once', async () => {
    const falling = rising('2026-01-01', 30).map(({ day, price }) => ({
      day,
      price: String(300 - Number(price)),
    }))
    const [up, down] = await Promise.all([
      pictureOf(view()),
      pictureOf(view({ series: [{ label: '', points: falling }] })),
    ])
    expect([up.count(LIGHT.up) > 1_000, up.count(LIGHT.down)]).toEqual([true, 0])
    expect([down.count(LIGHT.down) > 1_000, down.count(LIGHT.up)]).toEqual([true, 0])
    // Nothing but the end of the line is at the right of the plot.
    expect(up.count(LIGHT.text, { x: 700, y: 110, width: 380, height: 550 })).toBe(0)
  })

  test('of one day is drawn by its hours, from the price before it', async () => {
    const at = Date.UTC(2026, 0, 2, 4)
    const points = [
      { day: '2026-01-01', price: '100' },
      { day: '2026-01-02', at: at + 6 * 3_600_000, price: '110' },
    ]
    const hours = view({
      series: [{ label: '', points }],
      from: '2026-01-02',
      to: '2026-01-02',
      until: at + 12 * 3_600_000,
    })
    const picture = await pictureOf(hours)
    const [left, right] = [
      { x: 150, y: 236, width: 350, height: 100 },
      { x: 620, y: 236, width: 350, height: 100 },
    ].map((area) => picture.count(LIGHT.up, area))
    expect([left, (right ?? 0) > 1_000]).toEqual([0, true])
  })

  test('without data, or with one price, is a text instead of a line', async () => {
    const none = await pictureOf(view({ series: [{ label: '', points: [] }] }))
    const one = await pictureOf(view({ series: [{ label: '', points: rising('2026-01-05', 1) }] }))
    for (const picture of [none, one]) {
      expect(picture.count(LIGHT.up) + picture.count(LIGHT.lines[0])).toBe(0)
      expect(picture.count(LIGHT.quiet, PLOT_AREA)).toBeGreaterThan(500)
    }
  })
})

describe('several lines', () => {
  test('have a colour each, also in their labels', async () => {
    const picture = await pictureOf(view({ series: [100, 200, 300, 400].map(line) }))
    for (const colour of LIGHT.lines) {
      expect(picture.count(colour, PLOT_AREA)).toBeGreaterThan(500)
      expect(picture.count(colour, { x: 900, y: 150, width: 180, height: 450 })).toBeGreaterThan(300)
    }
  })

  test('without data use up no colour', async () => {
    const empty = { label: 'Nada', points: [] }
    const picture = await pictureOf(view({ series: [empty, line(100)] }))
    expect([picture.count(LIGHT.lines[0]) > 500, picture.count(LIGHT.lines[1])]).toEqual([true, 0])
  })
})

test('two lines of the same money have their distance shaded, others do not', async () => {
  const drawn = (isSameMoney: boolean) => pictureOf(view({ series: [line(100), line(200)], isSameMoney }))
  const [shaded, plain] = await Promise.all([drawn(true), drawn(false)])
  const between = { x: 300, y: 400, width: 300, height: 60 }
  expect(plain.count(LIGHT.paper, between)).toBeGreaterThan(between.width * 50)
  expect(shaded.count(LIGHT.paper, between)).toBe(0)
})

test('a dark chart is the same in other colours', async () => {
  for (const over of [
    {},
    { series: [line(100), line(150)] },
    { kind: 'gap' as const, series: [line(100), line(150)] },
  ]) {
    const [light, dark] = await Promise.all([
      pictureOf(view(over)),
      pictureOf(view({ ...over, isDark: true })),
    ])
    expect(dark.count(DARK.paper)).toBeGreaterThan(0.3 * dark.width * dark.height)
    expect([dark.count(LIGHT.paper), light.count(DARK.paper)]).toEqual([0, 0])
    expect(dark.count(DARK.text, TITLE_AREA)).toBeGreaterThan(1_000)
  }
})

test('the footer names the lines without data, however long the source is', async () => {
  const lacking = (label: string) =>
    pictureOf(view({ source: 'Banco '.repeat(40), series: [{ label, points: [] }, line(100)] }))
  const [one, other] = [await lacking('Nada'), await lacking('Otra')]
  expect(one.png.equals(other.png)).toBe(false)
})

test('a gap chart has the percents above the two prices', async () => {
  const picture = await pictureOf(view({ kind: 'gap', series: [line(100), line(150)] }))
  expect(picture.height).toBe(960)
  expect(picture.count(LIGHT.lines[3], { x: 130, y: 236, width: 700, height: 280 })).toBeGreaterThan(1_000)
  for (const colour of LIGHT.lines.slice(0, 2))
    expect(picture.count(colour, { x: 130, y: 550, width: 700, height: 260 })).toBeGreaterThan(1_000)
})

test('the same view is the same picture, at most 10 MB and 1080 pixels wide', async () => {
  const [once, again] = [await pictureOf(view()), await pictureOf(view())]
  expect(again.png.equals(once.png)).toBe(true)
  expect([once.width, once.height, once.png.length < 10_000_000]).toEqual([1080, 810, true])
})

test('four lines over ten years can be drawn', async () => {
  const points = rising('2016-01-01', 3_650)
  const series = [1, 2, 3, 4].map((n) => ({ label: `${n}`, points }))
  const picture = await pictureOf(view({ series, from: '2016-01-01', to: '2025-12-28' }))
  expect(picture.width).toBe(1080)
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
      let at = Date.parse('2026-01-01')
      return steps.map(({ gap, price }) => {
        at += gap * 86_400_000
        return { day: new Date(at).toISOString().slice(0, 10), price }
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
  const check = async (drawn: ChartView): Promise<void> => {
    expect((await drawChart(drawn)).subarray(1, 4).toString()).toBe('PNG')
  }
  await fc.assert(
    fc.asyncProperty(views, async (one) => {
      await check(one)
      const [first, second] = one.series
      if (first && second) await check({ ...one, kind: 'gap', series: [first, second] })
    }),
    { numRuns: 40, seed: 7 },
  )
})

test('a view that cannot be drawn is refused', async () => {
  const refused: Partial<ChartView>[] = [
    { series: [] },
    { series: [1, 2, 3, 4, 5].map(line) },
    { kind: 'gap' },
    { from: '2026-02-01' },
    { series: [{ label: '', points: rising('2010-01-01', 3_661) }] },
  ]
  for (const over of refused) await expect(drawChart(view(over))).rejects.toThrow(RangeError)
})
