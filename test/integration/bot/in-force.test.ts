import { expect, test } from 'vitest'
import { dayOf, startOfDay } from '../../../src/domain/caracas.ts'
import { priceInForce } from '../../../src/domain/in-force.ts'
import type { ObservedQuote } from '../../../src/prices/observed-quote.ts'
import { withEffectivePeriod } from '../../../src/prices/observed-quote.ts'
import { ana, captions, useBot } from './harness.ts'
import { monitor, quote } from './memory.ts'

const BCV = monitor('bcv.usd')
const PARALLEL = monitor('par.usd')

const at = (day: string, hour: number): number => startOfDay(day) + hour * 3_600_000

/** The official dollar: its day, its price, and the day on which it was published at 17:00. Taken by hand. */
const PUBLISHED = [
  ['2024-12-20', '51.3504', '2024-12-19'],
  ['2024-12-23', '51.5398', '2024-12-20'],
  ['2024-12-26', '51.64', '2024-12-23'],
  ['2025-09-10', '156.3739', '2025-09-09'],
  ['2025-09-11', '157.7287', '2025-09-10'],
  ['2025-09-12', '158.9289', '2025-09-11'],
  ['2025-09-16', '160.4479', '2025-09-12'],
  ['2025-09-17', '161.888', '2025-09-16'],
].map(([day = '', price = '', publishedOn = '']) => ({
  day,
  price,
  lastUpdate: startOfDay(day),
  publishedAt: at(publishedOn, 17),
}))

/** What our copy has at `now`, after an answer of the rate API at each publication and one now. */
function officialAt(now: number, saysInForce: boolean): ObservedQuote {
  const out = PUBLISHED.filter(({ publishedAt }) => publishedAt <= now)
  let known: ObservedQuote | undefined
  for (const asOf of [...out.map(({ publishedAt }) => publishedAt), now]) {
    const seen = out.filter(({ publishedAt }) => publishedAt <= asOf)
    const [before, newest] = [seen.at(-2), seen.at(-1)]
    if (!newest) throw new RangeError('no price was published yet')
    const { price, lastUpdate } = newest
    const held = priceInForce(seen, { now: asOf, forDays: true })
    const inForce = held && held !== newest && { price: held.price, lastUpdate: held.lastUpdate }
    const answer = quote(BCV, 'BCV', price, {
      priceOld: before?.price ?? price,
      lastUpdate,
      ...(saysInForce && { effectiveDay: true, ...(inForce && { inForce }) }),
    })
    known = withEffectivePeriod({ quote: answer, asOf }, known)
  }
  if (!known) throw new RangeError('no price was published yet')
  return known
}

interface Case {
  readonly day: string
  readonly hour: number
  readonly parallel: string
  readonly saysInForce?: boolean
}

const { ask, client, inline, press, prices, restart, talk, time } = await useBot()

/** Sets the clock, the prices and the history of that moment. */
function standAt({ day, hour, parallel, saysInForce = true }: Case): void {
  const now = at(day, hour)
  time.now = now
  prices.set([
    officialAt(now, saysInForce),
    { quote: quote(PARALLEL, 'Paralelo', parallel, { lastUpdate: now - 60_000 }), asOf: now },
  ])
  const out = PUBLISHED.filter(({ publishedAt }) => publishedAt <= now)
  client.state.days.set(
    'dollar:bcv.usd',
    out.map(({ day, price, lastUpdate }) => ({ day, price, high: price, low: price, lastUpdate })),
  )
  client.set(PARALLEL, { [dayOf(now)]: parallel })
}

test.each([
  ['a business-day morning', '2025-09-12', 9, '240.67', '158,93', '15.892,89', '51,43'],
  ['a business-day evening', '2025-09-11', 20, '240.95', '157,73', '15.772,87', '52,76'],
  ['Friday evening', '2025-09-12', 23, '240.67', '158,93', '15.892,89', '51,43'],
  ['Saturday', '2025-09-13', 10, '242.61', '160,45', '16.044,79', '51,21'],
  ['Sunday', '2025-09-14', 10, '245.1', '160,45', '16.044,79', '52,76'],
  ['a bank holiday Monday', '2025-09-15', 20, '243.96', '160,45', '16.044,79', '52,05'],
  ['a holiday in mid-week', '2024-12-24', 10, '64.9', '51,64', '5.164,00', '25,68'],
  [
    'Saturday, of a server without publication times',
    '2025-09-13',
    10,
    '242.61',
    '160,45',
    '16.044,79',
    '51,21',
  ],
  ['Friday evening, of a server without them', '2025-09-12', 23, '240.67', '158,93', '15.892,89', '51,43'],
])(
  'rate, conversion, gap, chart and inline agree on %s',
  async (when, day, hour, parallel, price, amount, gap) => {
    const saysInForce = !when.includes('server')
    standAt({ day, hour, parallel, saysInForce })
    await talk(
      ['/tasa bcv.usd', `$1 = Bs.\u00a0${price}`],
      ['/tasa', new RegExp(`\\$ BCV +${price}`)],
      ['/convertir 100 bcv.usd', `$100 = Bs.\u00a0${amount}`],
      ['/convertir 100 bcv.usd hoy', `$100 = Bs.\u00a0${amount}`],
      ['/brecha bcv.usd par.usd', `Brecha: ${gap}\u00a0%`],
    )
    for (const [query, title] of [
      ['bcv.usd', `BCV: Bs.\u00a0${price}`],
      ['100 bcv.usd', `$100 = Bs.\u00a0${amount}`],
    ] as const)
      expect((await inline(ana, query)).results).toContainEqual(expect.objectContaining({ title }))
    const chart = (await ask(ana, '/historial bcv.usd 7d')) as unknown as { caption: string }
    expect(chart.caption).toMatch(new RegExp(`^Máximo .* ${price}$`, 'm'))
  },
)

test('on a business-day evening the price of tomorrow stands beside', async () => {
  standAt({ day: '2025-09-11', hour: 20, parallel: '240.95' })
  expect((await ask(ana, '/tasa bcv.usd')).text).toContain(
    'Hoy 157,73 · mañana viernes 12: 158,93 (▲ 0,76\u00a0%)',
  )
  const conversion = await ask(ana, '/convertir 100 bcv.usd')
  expect(conversion.text).toContain('Mañana viernes 12: Bs.\u00a015.892,89')
  expect((await ask(ana, '/brecha bcv.usd par.usd')).text).toContain('Con la tasa del viernes: 51,61\u00a0%')
})

test("at a weekend Friday's price stands beside that of Tuesday, which is also that of tomorrow", async () => {
  standAt({ day: '2025-09-13', hour: 10, parallel: '242.61' })
  await talk(
    ['/tasa bcv.usd', 'Hoy y hasta el martes 16: 160,45 · el viernes 12 fue 158,93'],
    ['/convertir 100 bcv.usd mañana', '$100 = Bs.\u00a016.044,79'],
  )
})

test('a past Saturday has the price of the next business day, and names the one before too', async () => {
  standAt({ day: '2025-09-17', hour: 12, parallel: '264.48' })
  for (const day of ['13-09-2025', '15-09-2025']) {
    const { text } = await ask(ana, `/convertir 100 bcv.usd ${day}`)
    expect(text).toMatch(/^\$100 = Bs\.\s16\.044,79[\s\S]*martes 16 de septiembre de 2025/)
    expect(text).toMatch(/El viernes 12 de septiembre de 2025 fue Bs\.\s15\.892,89/)
  }
})

test('says whether the price of tomorrow is out, with both prices, or when it comes', async () => {
  await restart()
  standAt({ day: '2025-09-11', hour: 18, parallel: '250' })
  const out = await ask(ana, '¿ya salió la de mañana?')
  expect(out.text).toBe(
    'Sí, ya salió.\nHoy 157,73 · mañana viernes 12: 158,93 (▲ 0,76\u00a0%)\nSuele salir de lunes a viernes, entre 3:40 y 7:50 p. m.',
  )
  expect(captions(out)).toEqual(['Avísame cuando salga', 'Todas las tasas'])
  await press(ana, out, 'Avísame cuando salga')
  expect(captions(await ask(ana, 'ya publicaron el bcv?'))).toEqual(['Todas las tasas'])
  await restart()
  standAt({ day: '2025-09-11', hour: 10, parallel: '250' })
  expect((await ask(ana, 'ya publicaron?')).text).toMatch(/^Todavía no\.\nBCV: hoy 157,73\nSuele salir /)
  expect((await ask(ana, 'ya actualizaron el paralelo?')).text).toMatch(/^Paralelo\n\$1 = /)
})

test('says how the official and the parallel rate moved today, in a week and in a month', async () => {
  standAt({ day: '2025-09-17', hour: 10, parallel: '250' })
  expect((await ask(ana, '¿sube o baja?')).text).toBe(
    [
      'Así se ha movido',
      '                 $ BCV  $ Paralelo',
      'Hoy             0,00\u00a0%      0,00\u00a0%',
      '7 días         +3,53\u00a0%           –',
      '30 días              –           –',
      'Hacia dónde va, nadie lo sabe.',
    ].join('\n'),
  )
  expect((await ask(ana, '¿va a subir el paralelo?')).text).toMatch(/\n +\$ Paralelo +\$ BCV\n/)
  await restart()
  standAt({ day: '2025-09-17', hour: 10, parallel: '250' })
  client.state.isDown = true
  expect((await ask(ana, '¿sube o baja?')).text).toContain('⚠ El historial no responde ahora')
})
