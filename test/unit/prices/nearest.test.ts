import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearest } from '../../../src/prices/nearest.ts'
import { parseName } from '../../../src/prices/prices.ts'
import { QUOTES } from '../../integration/bot/memory.ts'
import { MONITORS } from '../language/monitors.ts'

const all = QUOTES.map((quote) => ({ quote }))

test.each([
  ['dolar', ['Dólar oficial', 'Dólar paralelo']],
  ['paralelo dolar', ['Dólar paralelo']],
  ['PARALELO', ['Dólar paralelo']],
  ['promeido', ['Promedio']],
  ['pxxxedio', []],
  ['parlelo', ['Dólar paralelo']],
  ['doalr', ['Dólar oficial', 'Dólar paralelo']],
  ['oficial usd', ['Dólar oficial']],
  ['euro ofcial', ['Euro oficial']],
  ['hola', []],
  ['usd llega', []],
  ['el de la', []],
  ['x', []],
])('each word of %j may be a word of the title or the name, also mistyped', (asked, titles) => {
  expect(nearest(asked, all).map(({ quote }) => quote.title)).toEqual(titles)
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
  expect(parseName(' Dólar\n  Oficial ')).toBe('dólar oficial')
  expect([parseName('x'.repeat(300)), parseName('İ'.repeat(70))].map(({ length }) => length)).toEqual([
    70, 70,
  ])
})
