import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseName } from '../../../src/prices/look-up.ts'
import { nearest } from '../../../src/prices/nearest.ts'
import { QUOTES } from '../../integration/bot/memory.ts'
import { MONITORS } from '../language/monitors.ts'

const all = QUOTES.map((quote) => ({ quote }))
const namesNear = (asked: string): string[] => nearest(asked, all).map(({ quote }) => quote.title)

test('a title is found by a part of it, without its accents', () => {
  expect(namesNear('dolar')).toEqual(['Dólar oficial', 'Dólar paralelo'])
  expect(namesNear('paralelo dolar')).toEqual(['Dólar paralelo'])
  expect(namesNear('PARALELO')).toEqual(['Dólar paralelo'])
})

test('a key is found with two letters wrong, not with three', () => {
  expect(namesNear('promeido')).toEqual(['Promedio'])
  expect(namesNear('pxxxedio')).toEqual([])
})

test.each([
  ['parlelo', ['Dólar paralelo']],
  ['dolr', ['Dólar oficial', 'Dólar paralelo']],
  ['doalr', ['Dólar oficial', 'Dólar paralelo']],
  ['oficial usd', ['Dólar oficial']],
  ['usd paralelo', ['Dólar paralelo']],
  ['euro ofcial', ['Euro oficial']],
  ['hola', []],
  ['usd llega', []],
  ['el de la', []],
])('each word of %j may be a word of the title or the name, also mistyped', (asked, titles) => {
  expect(namesNear(asked)).toEqual(titles)
})

test('a short name is not near everything', () => {
  expect(namesNear('x')).toEqual([])
  expect(namesNear('zz')).toEqual([])
})

test('at most 6 monitors are near to any name', () => {
  const many = Array.from({ length: 20 }, () => all).flat()
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (asked) => nearest(asked, many).length <= 6))
})

test('talk that is no rate is near to none, and a swapped letter is one mistake', () => {
  const venezuela = MONITORS.map((one) => ({ quote: one }))
  const near = (asked: string): string[] => nearest(asked, venezuela).map(({ quote: { title } }) => title)
  for (const talk of ['zelle', 'calle', 'jajaja', 'ok', 'plata', 'harina', 'enero'])
    expect(near(talk), talk).toEqual([])
  expect(near('pago movil')).toEqual(['USDT pago móvil'])
  expect(near('bvc')).toContain('Dólar BCV')
  expect(near('binace')).toContain('USDT')
})

test('a name is one spelling, at most 70 characters', () => {
  expect(parseName('  Page_Alpha.USD ')).toBe('page_alpha.usd')
  expect(parseName('Dólar\n  Oficial')).toBe('dólar oficial')
  expect(parseName('x'.repeat(300))).toHaveLength(70)
  expect(parseName('İ'.repeat(70))).toHaveLength(70)
})
