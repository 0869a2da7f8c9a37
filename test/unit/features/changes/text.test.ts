import { expect, test } from 'vitest'
import type { PriceUpdate } from '../../../../src/domain/in-force.ts'
import { changesMessage, changesOfAll } from '../../../../src/features/changes/text.ts'
import { monitor, NOON, quote } from '../../../integration/bot/memory.ts'
import { en, es, MINUTE_MS, MONDAY, ofMonday } from '../samples.ts'

const MIDNIGHT = Date.UTC(2026, 0, 21, 4)
const USD = quote(monitor('page_alpha.usd'), 'Dólar oficial', '340', { source: 'Banco Central' })
const TODAY = '2026-01-21'
const updates = (...prices: readonly string[]): PriceUpdate[] =>
  prices.map((price, index) => ({ price, lastUpdate: MIDNIGHT + (9 * 60 + index * 65) * MINUTE_MS }))

/** What is said at noon of a day of the official dollar, today if not told otherwise, which began at 299. */
const said = (updates: readonly PriceUpdate[], more = {}, words = es): string =>
  changesMessage(words, { quote: USD, day: TODAY, before: '299', updates, now: NOON, ...more })

test('without a price before it, a day begins with its first one', () => {
  expect(said(updates('341', '342'), { day: '2026-01-20', before: undefined }, en)).toBe(
    [
      '<b>Dólar oficial</b> · yesterday, Tue 20',
      '<b>Bs.\u00a0342,00</b>  ▲ 1,00 (0,29%)',
      '2 changes',
      '<pre> 9:00 AM  341,00',
      '10:05 AM  342,00  1,00 ▲</pre>',
    ].join('\n'),
  )
})

test('a source that says no time has its changes in order, the last ones where they are many', () => {
  const untimed = Array.from({ length: 30 }, (_, index) => ({
    price: String(300 + index),
    lastUpdate: MIDNIGHT,
  }))
  const text = said(untimed)
  expect(text).toContain('30 cambios. Aquí van los últimos 24:\n<pre>306,00  1,00 ▲\n')
  expect(text).toContain('329,00  1,00 ▲</pre>\nLa fuente no dice la hora.')
})

test('more than six changes are told by the last of each hour', () => {
  const many = Array.from({ length: 600 }, (_, index) => ({
    price: String(300 + index),
    lastUpdate: MIDNIGHT + index * 2 * MINUTE_MS + 1,
  }))
  const text = said(many)
  expect(text).toContain('600 cambios. Aquí va el último de cada hora:')
  expect(text.match(/▲/g)).toHaveLength(21)
  const few = (count: number) => said(many.slice(0, count))
  expect(few(6)).toContain('6 cambios\n<pre>12:00 a. m.  300,00  1,00 ▲\n')
  expect(few(7)).toContain(
    '7 cambios. Aquí va el último de cada hora:\n<pre>12:12 a. m.  306,00  7,00 ▲</pre>',
  )
})

test('a day without changes says what was in force, and what is known of the day as a whole', () => {
  const sunday = { day: '2026-01-18', before: '340' }
  expect(said([], sunday)).toBe(
    '<b>Dólar oficial</b> · domingo 18 de enero\nSin cambios ese día.\nSeguía en Bs.\u00a0340,00.',
  )
  const whole = { day: sunday.day, price: '345', high: '350', low: '339', lastUpdate: MIDNIGHT }
  expect(said([], { ...sunday, whole }, en)).toBe(
    '<b>Dólar oficial</b> · Sunday, January 18\nIt closed at Bs.\u00a0345,00; it moved between Bs.\u00a0339,00 and Bs.\u00a0350,00.\nI don’t have every change from that day.',
  )
})

test('a day to come that nothing is published for says so, and not how it was', () => {
  const monday = { ...USD, price: '355', lastUpdate: Date.UTC(2026, 0, 26, 4) }
  const view = { quote: monday, day: '2026-01-24', before: '349.9272', updates: [], now: NOON }
  expect(changesMessage(es, view)).toBe(
    '<b>Dólar oficial</b> · sábado 24 de enero\nTodavía no hay cambios para ese día.\nSigue en Bs.\u00a0349,93.',
  )
  expect(changesMessage(en, view)).toContain(
    'There are no changes for that day yet.\nIt’s still at Bs.\u00a0349,93.',
  )
})

test('a weekend without changes has the price of Monday, which is in force', () => {
  const day = '2026-01-24'
  const monday = { ...USD, price: '355', lastUpdate: Date.UTC(2026, 0, 26, 4), holdsFrom: NOON }
  const view = { quote: monday, day, before: '349.9272', updates: [], now: Date.UTC(2026, 0, 24, 16) }
  expect(changesMessage(es, view)).toContain('Sin cambios hoy.\nSigue en Bs.\u00a0355,00.')
  expect(changesOfAll(es, { day, monitors: [view], now: view.now })).toMatch(
    /Dólar oficial +355,00\n {2}= +sin cambios/,
  )
})

test('on a Monday the change of an official price counts from Friday, in a list of several too', () => {
  const view = {
    quote: ofMonday,
    day: '2026-01-19',
    before: '798.45',
    updates: [{ price: '799.71', lastUpdate: ofMonday.lastUpdate }],
    now: MONDAY,
  }
  expect(changesMessage(es, view)).toContain(
    '<b>Bs.\u00a0799,71</b>  ▲ 1,26 (0,16\u00a0%) desde el viernes\n1 cambio\n',
  )
  const sunday = { ...view, day: '2026-01-18', updates: [], now: MONDAY - 24 * 60 * MINUTE_MS }
  const quote = { ...ofMonday, close: { day: '2026-01-17', price: '799.71' } }
  expect(changesMessage(es, { ...sunday, quote })).toBe(
    '<b>Dólar oficial</b> · hoy, dom 18\n<b>Bs.\u00a0799,71</b>  ▲ 1,26 (0,16\u00a0%) desde el viernes\nSin cambios hoy.',
  )
  const all = { day: sunday.day, monitors: [{ ...sunday, quote }], now: sunday.now }
  expect(changesOfAll(es, all)).toContain('▲ 1,26 (0,16 %)')
  expect(changesOfAll(es, all)).toMatch(/<\/pre>\n▲▼ desde el viernes$/)
})
