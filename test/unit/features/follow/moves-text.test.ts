import { describe, expect, test } from 'vitest'
import type { Quote } from '../../../../src/domain/monitor.ts'
import { digestMessage, movesMessage } from '../../../../src/features/follow/moves-text.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { dayOfJanuary, frozenEuro, HOUR_MS, MINUTE_MS, NOW, official, quoteOf, shown } from '../samples.ts'

const es = wordsIn('es')
const en = wordsIn('en', 'es-VE')

describe('one monitor moved', () => {
  test('says the price, the direction, the amount, the percent and what it was before', () => {
    const moves = [{ quote: quoteOf(), from: '809.2', fromAt: NOW - HOUR_MS }]
    expect(movesMessage(es, { moves, now: NOW })).toBe(
      '▲ <b>Dólar paralelo</b>  $1 = <b>Bs.\u00a0812,40</b>\nAntes: Bs.\u00a0809,20 · +3,20 (0,40\u00a0%)',
    )
    expect(movesMessage(en, { moves, now: NOW })).toBe(
      '▲ <b>Dólar paralelo</b>  $1 = <b>Bs.\u00a0812,40</b>\nBefore: Bs.\u00a0809,20 · +3,20 (0,40%)',
    )
  })

  test('measures the change from what the chat was told, not from the update before', () => {
    const moves = [{ quote: quoteOf({ priceOld: '800' }), from: '815', fromAt: NOW - 20 * HOUR_MS }]
    expect(movesMessage(es, { moves, now: NOW })).toBe(
      '▼ <b>Dólar paralelo</b>  $1 = <b>Bs.\u00a0812,40</b>\nAntes: Bs.\u00a0815,00 · −2,60 (0,32\u00a0%)',
    )
  })

  test('a price for a day to come is headed by its day, says the price in force today, and what $100 will be', () => {
    const moves = [{ quote: official, from: '349.9272', fromAt: NOW - 72 * HOUR_MS }]
    expect(movesMessage(es, { moves, now: NOW })).toBe(
      [
        '<b>Dólar oficial</b> para mañana jueves 22: <b>Bs.\u00a0352,71</b> (▲ 0,79\u00a0%)',
        'Hoy sigue 349,93',
        'Tus $100 serán Bs.\u00a035.270,63',
      ].join('\n'),
    )
  })

  test('a price for a day to come says what the chat was told before, if that is not the price in force', () => {
    const said = (quote: Quote, from: string): string =>
      shown(movesMessage(es, { moves: [{ quote, from, fromAt: NOW }], now: NOW }))
    expect(said(official, '340')).toContain(
      '(▲ 0,79\u00a0%)\nHoy sigue 349,93\nAntes: Bs.\u00a0340,00 · +12,71 (3,74\u00a0%)\n',
    )
    const { inForce: _, ...alone } = official
    expect(said(alone, '340')).toMatch(
      /^Dólar oficial para mañana jueves 22: Bs.\u00a0352,71\nAntes: Bs.\u00a0340,00 · \+12,71 .*\nTus/,
    )
  })

  test('a price that holds from tomorrow until a later day says both', () => {
    const quote = { ...official, lastUpdate: dayOfJanuary(23), holdsFrom: dayOfJanuary(22) }
    const text = shown(movesMessage(es, { moves: [{ quote, from: '349.9272', fromAt: NOW }], now: NOW }))
    expect(text).toMatch(/^Dólar oficial desde mañana y hasta el viernes 23: Bs.\u00a0352,71 \(▲ 0,79/)
    const named = movesMessage(es, {
      moves: [{ quote: official, from: '349.9272', fromAt: NOW }],
      isNamed: true,
      now: NOW,
    })
    expect(named).toMatch(/^Para mañana jueves 22: <b>Bs.\u00a0352,71<\/b> \(▲ 0,79/)
  })

  test('a price for a day to come says its change since 7 days before that day, where that is known', () => {
    const said = (day: string, price: string, more: Partial<Quote> = {}): string => {
      const quote = { ...official, weekCloses: [{ day, price, effectiveDay: day }], ...more }
      return shown(movesMessage(es, { moves: [{ quote, from: '349.9272', fromAt: NOW }], now: NOW }))
    }
    expect(said('2026-01-15', '346.13')).toContain(
      'Hoy sigue 349,93\nÚltimos 7 días: ▲ 1,90\u00a0%\nTus $100',
    )
    expect(said('2026-01-15', '360')).toContain('\nÚltimos 7 días: ▼ 2,03\u00a0%\n')
    expect(said('2026-01-15', official.price)).not.toContain('Últimos 7 días')
    expect(said('2026-01-14', '346.13')).not.toContain('Últimos 7 días')
    expect(said('2026-01-15', '346.13', { lastUpdate: dayOfJanuary(21) })).not.toContain('Últimos 7 días')
  })

  test('a price for a day to come says what an amount of their own will be', () => {
    const moves = [{ quote: official, from: '349.9272', fromAt: NOW }]
    const said = (words: typeof es, amount: string): string | undefined =>
      movesMessage(words, { moves, amount, now: NOW }).split('\n').at(-1)
    expect(said(es, '200')).toBe('Tus $200 serán Bs.\u00a070.541,26')
    expect(said(es, '1250.5')).toBe('Tus $1.250,50 serán Bs.\u00a0441.059,23')
    expect(said(en, '200')).toBe('Your $200 will be Bs.\u00a070.541,26')
  })

  test('a simulated or stale price says so, and only a stale one what it was made of', () => {
    const said = (more: Partial<Quote>): string => {
      const quote = quoteOf({ sources: ['BCV'], lastUpdate: dayOfJanuary(19), ...more })
      return movesMessage(es, { moves: [{ quote, from: '809.2', fromAt: NOW - HOUR_MS }], now: NOW })
    }
    expect(said({})).not.toContain('BCV')
    expect(said({ stale: true, simulated: true })).toMatch(
      /\n⚠ sin actualizar desde el 19 de enero\nFuente: BCV\n<i>Precio simulado<\/i>$/,
    )
  })

  test('a change that rounds to nothing is still seen', () => {
    const moves = [{ quote: quoteOf(), from: '812.3999', fromAt: NOW - HOUR_MS }]
    expect(movesMessage(es, { moves, now: NOW })).toContain(
      '\nAntes: Bs.\u00a0812,40 · &lt;0,01 (&lt;0,01\u00a0%)',
    )
  })
})

describe('several monitors moved', () => {
  test('stand below each other in columns, with since when once where it is the same', () => {
    const moves = [
      { quote: quoteOf({ simulated: true }), from: '809.2', fromAt: NOW - HOUR_MS },
      {
        quote: quoteOf({ simulated: true, title: 'Promedio', price: '581.16' }),
        from: '600',
        fromAt: NOW - HOUR_MS,
      },
    ]
    expect(movesMessage(es, { moves, now: NOW })).toBe(
      [
        '<pre>$ Dólar paralelo',
        '  812,40  ▲  3,20  0,40\u00a0%',
        '$ Promedio',
        '  581,16  ▼ 18,84  3,14\u00a0%</pre>',
        'desde las 12:07 p. m.',
        '<i>Precios simulados</i>',
      ].join('\n'),
    )
  })

  test('of several prices of the bank the dollar says its week and what an amount will be', () => {
    const dollar = {
      ...official,
      weekCloses: [{ day: '2026-01-15', price: '346.13', effectiveDay: '2026-01-15' }],
    }
    const { inForce: _, ...published } = official
    const euro: Quote = {
      ...published,
      monitor: { ...official.monitor, currency: 'euro', key: 'eur' },
      title: 'Euro oficial',
      price: '410.2',
    }
    const moves = [euro, dollar].map((quote) => ({ quote, from: '349.9272', fromAt: NOW - HOUR_MS }))
    expect(movesMessage(es, { moves, amount: '200', now: NOW })).toBe(
      [
        '<pre>€ Euro oficial para el jue 22',
        '  410,20  ▲ 60,27  17,22\u00a0%',
        '$ Dólar oficial para el jue 22',
        '  352,71  ▲  2,78   0,79\u00a0%',
        '  hoy sigue 349,93',
        '  últimos 7 días: ▲ 1,90\u00a0%',
        '  tus $200 serán Bs.\u00a070.541,26</pre>',
        'desde las 12:07 p. m.',
      ].join('\n'),
    )
    expect(digestMessage(es, { moves, now: NOW })).not.toContain('tus $')
  })

  test('each with its own since when where they differ, its day and its marks', () => {
    const moves = [
      { quote: official, from: '349.9272', fromAt: NOW - HOUR_MS },
      { quote: frozenEuro, from: '1415', fromAt: NOW - 26 * HOUR_MS },
      { quote: quoteOf(), from: '812.3', fromAt: NOW - 5 * MINUTE_MS },
    ]
    expect(movesMessage(es, { moves, now: NOW })).toBe(
      [
        '<pre>$ Dólar oficial para el jue 22',
        '    352,71  ▲ 2,78  0,79\u00a0%',
        '  desde las 12:07 p. m.',
        '  hoy sigue 349,93',
        '  tus $100 serán Bs.\u00a035.270,63',
        '€ Euro &lt;oficial&gt; &amp; Co.',
        '  1.410,20  ▼ 4,80  0,34\u00a0%',
        '  desde el 20/01',
        '  ⚠ detenida desde el 19/01',
        '$ Dólar paralelo',
        '    812,40  ▲ 0,10  0,01\u00a0%',
        '  desde la 1:02 p. m.</pre>',
      ].join('\n'),
    )
  })
})

test('a digest shows 25 monitors and counts the rest', () => {
  const moves = Array.from({ length: 50 }, (_, index) => ({
    quote: quoteOf({ title: `Monitor ${index}` }),
    from: '809.2',
    fromAt: NOW - HOUR_MS,
  }))
  const text = digestMessage(es, { moves, now: NOW })
  expect(text).toContain('$ Monitor 24\n')
  expect(text).not.toContain('Monitor 25')
  expect(text).toContain('</pre>\ny 25 más\n')
})

test('a digest says what moved since the last one, and what did not', () => {
  const moves = [
    { quote: quoteOf(), from: '809.2', fromAt: NOW - 24 * HOUR_MS },
    { quote: frozenEuro, from: frozenEuro.price, fromAt: NOW - 24 * HOUR_MS },
  ]
  expect(digestMessage(es, { moves, now: NOW })).toBe(
    [
      '<b>Resumen del miércoles 21 de enero</b>',
      '<pre>$ Dólar paralelo',
      '    812,40  ▲ 3,20  0,40\u00a0%',
      '€ Euro &lt;oficial&gt; &amp; Co.',
      '  1.410,20       =',
      '  ⚠ detenida desde el 19/01</pre>',
      'desde ayer a la 1:07 p. m.',
    ].join('\n'),
  )
})

test('a digest leads with the price in force and names the one to come below it', () => {
  const moves = [{ quote: official, from: '349', fromAt: NOW - 24 * HOUR_MS }]
  expect(digestMessage(es, { moves, now: NOW })).toBe(
    [
      '<b>Resumen del miércoles 21 de enero</b>',
      '<pre>$ Dólar oficial',
      '  349,93  ▲ 0,93  0,27\u00a0%',
      '  rige el jue 22: 352,71</pre>',
      'desde ayer a la 1:07 p. m.',
    ].join('\n'),
  )
})
