import { expect, test } from 'vitest'
import type { Summary } from '../../../../src/domain/in-force.ts'
import { comparedTitle, gapCaption, historyCaption } from '../../../../src/features/history/text.ts'
import { monitor, NOON, quote } from '../../../integration/bot/memory.ts'
import { en, es, MONDAY, ofMonday, shown } from '../samples.ts'

const OFFICIAL = quote(monitor('page_alpha.usd'), 'Dólar oficial', '349.9272', { source: 'Banco Central' })
const PARALLEL = quote(monitor('page_beta.usd'), 'Dólar paralelo', '812.4', { simulated: true })
const MONTH = { from: '2025-12-22', to: '2026-01-21', lastDays: 30 }
const SUMMARY: Summary = {
  mean: '641.856',
  open: { day: '2025-12-22', value: '300' },
  close: { day: '2026-01-21', value: '349.9272' },
  high: { day: '2026-01-20', value: '1351.5' },
  low: { day: '2026-01-02', value: '299.995' },
}

/** Up to a price, as a chart shows it that ends today. */
const summaryTo = (value: string): Summary => ({ ...SUMMARY, close: { day: SUMMARY.close.day, value } })

test('a caption begins with the last figure of its picture, which may be newer than the price that was asked for', () => {
  const view = { span: MONTH, series: [{ quote: PARALLEL, summary: summaryTo('813.05') }], now: NOON }
  expect(shown(historyCaption(es, view))).toMatch(/^Dólar paralelo: Bs.\s813,05\n/)
  expect(shown(historyCaption(es, { ...view, span: { from: '2025-12-22', to: '2026-01-20' } }))).toMatch(
    /^.*812,40\n/,
  )
  const gap = { span: MONTH, quotes: [OFFICIAL, PARALLEL], summary: summaryTo('132.3'), now: NOON } as const
  expect(shown(gapCaption(es, gap))).toMatch(/^Brecha: 132,30\s%\n/)
})

test('what is simulated, stale, or to come is said', () => {
  const coming = { ...PARALLEL, lastUpdate: Date.UTC(2026, 0, 22, 4), stale: true }
  const caption = (asOf: number): string =>
    historyCaption(es, { span: MONTH, series: [{ quote: coming, summary: SUMMARY }], asOf, now: NOON })
  expect(caption(NOON)).toContain('</b>\nMañana jueves 22: 812,40\nÚltimos 30 días: ')
  expect(caption(NOON)).toMatch(/\n⚠ sin actualizar desde el 22 de enero\n<i>Precio simulado<\/i>$/)
  expect(caption(NOON - 600_000)).toMatch(
    /\n⚠ El servicio de precios no responde desde las 11:50 a. m.: puede haber cambios.$/,
  )
})

test('a caption leads with the price in force, and names the other one on any day, of several and of a gap too', () => {
  const inForce = { price: '345', lastUpdate: Date.UTC(2026, 0, 21, 4) }
  const coming = { ...OFFICIAL, effectiveDay: true, lastUpdate: Date.UTC(2026, 0, 22, 4), inForce }
  const linesOf = (caption: string): string[] => shown(caption).split('\n')
  const series = [coming, PARALLEL].map((one) => ({ quote: one, summary: summaryTo(one.price) }))
  expect(
    linesOf(historyCaption(es, { span: MONTH, series: series.slice(0, 1), now: NOON })).slice(0, 2),
  ).toEqual(['Dólar oficial: Bs.\u00a0345,00', 'Hoy 345,00 · mañana jueves 22: 349,93 (▲ 1,43\u00a0%)'])
  const compared = linesOf(historyCaption(es, { span: MONTH, series, now: NOON }))
  expect(compared[0]).toBe('Dólar oficial: Bs.\u00a0345,00 · Dólar paralelo: Bs.\u00a0812,40')
  expect(compared[3]).toBe('  rige el jue 22: 349,93')
  const gap = { span: MONTH, quotes: [coming, PARALLEL], summary: summaryTo('135.478'), now: NOON } as const
  expect(linesOf(gapCaption(es, gap)).slice(0, 3)).toEqual([
    'Brecha: 135,48\u00a0%',
    '$ Dólar paralelo sobre $ Dólar oficial',
    'Dólar oficial: hoy 345,00 · mañana jueves 22: 349,93 (▲ 1,43\u00a0%)',
  ])
  // A Saturday, on which the price of Monday is in force.
  const saturday = Date.UTC(2026, 0, 24, 16)
  const held = { ...coming, lastUpdate: Date.UTC(2026, 0, 26, 4), holdsFrom: Date.UTC(2026, 0, 24, 4) }
  const weekend = historyCaption(es, {
    span: MONTH,
    series: [{ quote: held, summary: SUMMARY }],
    now: saturday,
  })
  expect(linesOf(weekend).slice(0, 2)).toEqual([
    'Dólar oficial: Bs.\u00a0349,93',
    'Hoy y hasta el lunes 26: 349,93 · el miércoles 21 fue 345,00',
  ])
})

test('of several, those whose prices begin later than the days shown say from when', () => {
  const span = { from: '2025-01-21', to: '2026-01-21' }
  const from = (day: string): Summary => ({ ...SUMMARY, open: { day, value: '300' } })
  const series = [
    { quote: OFFICIAL, summary: from('2025-01-21') },
    { quote: PARALLEL, summary: from('2025-11-03') },
  ]
  const rows = historyCaption(es, { span, series, now: NOON }).split('\n')
  expect(rows[1]).toBe('21 ene 2025 – 21 ene 2026:')
  expect(rows.slice(5, 7)).toEqual(['$ Dólar paralelo     ▲ 16,64\u00a0%', '  desde el 3 nov 2025'])
  expect(rows.filter((row) => row.includes('desde'))).toHaveLength(1)
  expect(historyCaption(en, { span, series, now: NOON })).toContain('\n  from Nov 3, 2025\n')
})

test('a comparison is named by its titles, without their common word, and with a source where they are equal', () => {
  const named = (...titles: string[]) =>
    comparedTitle(
      es,
      titles.map((title, n) => ({ monitor: monitor(`page_${n}.usd`), title })),
    )
  expect(named('Dólar oficial', 'Dólar paralelo')).toBe('Oficial y paralelo')
  expect(named('BCV', 'Paralelo', 'Binance P2P')).toBe('BCV, paralelo y Binance P2P')
  expect(named('Dólar', 'Dólar')).toBe('$ Dólar · Page 0 y $ Dólar · Page 1')
  expect(comparedTitle(en, [OFFICIAL, PARALLEL])).toBe('Oficial and paralelo')
})

test('the caption of a Monday counts an official price from Friday', () => {
  const span = { from: '2026-01-19', to: '2026-01-19', lastDays: 1 }
  const today = { day: '2026-01-19', value: '799.71' }
  const open = { day: '2026-01-16', value: '798.45' }
  const summary = { mean: '799.08', open, close: today, high: today, low: today }
  expect(shown(historyCaption(es, { span, series: [{ quote: ofMonday, summary }], now: MONDAY }))).toBe(
    'Dólar oficial: Bs.\u00a0799,71\nHoy: ▲ 1,26 (0,16\u00a0%) desde el viernes\nViernes  798,45\nMáximo   799,71\nMínimo   799,71',
  )
})

test('a gap is in percent, and moves by points, below zero too', () => {
  const summary = {
    mean: '43.2147',
    open: { day: '2026-01-01', value: '0' },
    close: { day: '2026-01-21', value: '-2.5' },
    high: { day: '2026-01-03', value: '132.144' },
    low: { day: '2026-01-21', value: '-2.5' },
  }
  const span = { from: '2026-01-01', to: '2026-01-21' }
  expect(gapCaption(es, { span, quotes: [OFFICIAL, PARALLEL], summary, now: NOON })).toBe(
    [
      '<b>Brecha: −2,50\u00a0%</b>',
      '$ Dólar paralelo sobre $ Dólar oficial',
      '1 ene – 21 ene 2026: ▼ 2,50 puntos',
      '<pre>Empezó en   1 ene    0,00\u00a0%',
      'Máximo      3 ene  132,14\u00a0%',
      'Mínimo     21 ene   −2,50\u00a0%',
      'Promedio            43,21\u00a0%</pre>',
      '<i>Precios simulados</i>',
    ].join('\n'),
  )
})
