import { expect, it } from 'vitest'
import type { CardTextsView } from '../../../../src/features/card/text.ts'
import { cardTexts } from '../../../../src/features/card/text.ts'
import { dayOfJanuary, es, NOW, official, quoteOf } from '../samples.ts'

const bcv = quoteOf({
  ...official,
  title: 'Dólar BCV',
  source: 'Banco Central',
  price: '352.7063',
  priceOld: '349.9272',
  effectiveDay: true,
})
const view = (over: Partial<CardTextsView> = {}): CardTextsView => ({
  quotes: [bcv, quoteOf({ source: 'Monitores' })],
  hasGap: true,
  products: [],
  rounding: 'centimo',
  bot: 'tasa_bot',
  now: NOW,
  ...over,
})
const plain = (text: unknown): string => String(text).replaceAll('\u00a0', ' ')

it("the texts of today's card lead with the price in force, and say the one that is to come", () => {
  const [first] = cardTexts(es, view()).rates
  expect(first).toMatchObject({ title: 'Dólar BCV', price: '349,93' })
  expect(plain(first?.note)).toBe('Mañana jueves 22: Bs. 352,71')
  expect(plain(first?.shortNote)).toBe('jue 22: Bs. 352,71')
})

it("the texts of today's card say until when a price holds that is in force before its day", () => {
  const held = { ...bcv, holdsFrom: dayOfJanuary(21), lastUpdate: dayOfJanuary(26) }
  const [first] = cardTexts(es, view({ quotes: [held] })).rates
  expect(first).toMatchObject({ price: '352,71', note: 'Hasta el lunes 26', shortNote: 'Hasta el lun 26' })
})

it("the texts of today's card say the gap by the price in force, the day, the hour and who says it", () => {
  const texts = cardTexts(es, view())
  expect(texts).toMatchObject({
    heading: 'El dólar hoy',
    day: 'Miércoles 21 de enero',
    hour: '1:07 p. m.',
    gap: 'Brecha 132,16\u00a0%',
    monthTitle: 'Últimos 30 días',
    ends: ['22 dic', '21 ene'],
    foot: 'Fuente: Banco Central, Monitores · Hecho con @tasa_bot',
  })
  expect(texts).not.toHaveProperty('badge')
})

it("the texts of today's card say products in dollars and in bolivares at the price in force, rounded as the shop rounds", () => {
  const products = [{ name: 'Harina PAN', price: '1.2' }]
  const [exact] = cardTexts(es, view({ products })).products
  // 1.2 × 349.9272 = 419.91264
  expect({ ...exact, bolivares: plain(exact?.bolivares) }).toEqual({
    name: 'Harina PAN',
    price: '$1,20',
    bolivares: 'Bs. 419,91',
  })
  const [whole] = cardTexts(es, view({ products, rounding: 'bolivar' })).products
  expect(plain(whole?.bolivares)).toBe('Bs. 420,00')
})

it("the texts of today's card bear the name of the shop, and say that prices are simulated", () => {
  const texts = cardTexts(es, view({ shop: 'Bodega', quotes: [{ ...bcv, simulated: true }], hasGap: false }))
  expect(texts).toMatchObject({ heading: 'Bodega', badge: 'SIMULADO' })
  expect(texts).not.toHaveProperty('gap')
})
