import { describe, expect, it } from 'vitest'
import { parseProductLines } from '../../../src/language/shop.ts'

describe('the products of a shop', () => {
  it.each([
    ['Harina PAN 1,20', 'Harina PAN', '1.2'],
    ['Harina PAN: $1,20', 'Harina PAN', '1.2'],
    ['Harina PAN = 1.20 usd', 'Harina PAN', '1.2'],
    ['Harina PAN - 1,20$', 'Harina PAN', '1.2'],
    ['Café 500 g 4,5', 'Café 500 g', '4.5'],
    ['Refresco 2 L — $ 3', 'Refresco 2 L', '3'],
    ['Nevera 1.200', 'Nevera', '1200'],
    ['Pollo kg 5 dólares', 'Pollo kg', '5'],
    ['Pan 1 dólar', 'Pan', '1'],
    ['Bread 1 dollar', 'Bread', '1'],
  ])('«%s» is a name and a price in dollars', (line, name, price) => {
    expect(parseProductLines(line)).toEqual({ kind: 'products', products: [{ name, price }] })
  })

  it('stand one a line or between semicolons, in their order', () => {
    expect(parseProductLines('Pan 1\n\n  Café   4 ; Azúcar 2')).toEqual({
      kind: 'products',
      products: [
        { name: 'Pan', price: '1' },
        { name: 'Café', price: '4' },
        { name: 'Azúcar', price: '2' },
      ],
    })
  })

  it('are twelve at most, with names of 32 characters and prices of a million dollars', () => {
    const name = 'a'.repeat(32)
    const line = `${name} 1.000.000`
    expect(parseProductLines(Array.from({ length: 12 }, () => line).join(';;'))).toEqual({
      kind: 'products',
      products: Array.from({ length: 12 }, () => ({ name, price: '1000000' })),
    })
  })

  it('are written as the chat writes numbers', () => {
    expect(parseProductLines('Fridge 1,200', 'en-US')).toMatchObject({ products: [{ price: '1200' }] })
    expect(parseProductLines('Bread 1.20', 'en-US')).toMatchObject({ products: [{ price: '1.2' }] })
  })

  it.each([
    ['Harina PAN', { kind: 'no_price', line: 'Harina PAN' }],
    ['1,20', { kind: 'no_name', line: '1,20' }],
    ['Pan 0', { kind: 'bad_price', line: 'Pan 0' }],
    ['Pan 99999999', { kind: 'bad_price', line: 'Pan 99999999' }],
    [`${'a'.repeat(33)} 1`, { kind: 'long_name', line: `${'a'.repeat(33)} 1` }],
    [Array.from({ length: 13 }, (_, index) => `Pan ${index + 1}`).join('\n'), { kind: 'too_many' }],
    ['  \n ; ', { kind: 'empty' }],
  ])('«%s» is refused, with the line that is wrong', (text, fault) => {
    expect(parseProductLines(text)).toEqual(fault)
  })
})
