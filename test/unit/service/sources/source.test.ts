import { expect, test } from 'vitest'
import { parsePrice, priceIn, readMonitors } from '../../../../src/service/sources/source.ts'

const read = (places: Readonly<Record<string, string>>) =>
  readMonitors([{ key: 'usd', price: '/p' }], {
    lookUp: (place) => places[place],
    priceAt: (place) => priceIn(places[place], place),
  })

test.each([
  ['1.234,56', '1234.56'],
  ['1.234.567,89', '1234567.89'],
  ['  Bs. 349,93 ', '349.93'],
  ['Bs.S 349,93', '349.93'],
  ['349,93 Bs', '349.93'],
  ['VES 1.000', '1'],
  ['$ 40.71', '40.71'],
  ['40,71 €', '40.71'],
  ['3.5e2', '350'],
])('a price on a page %j is %s', (text, price) => expect(parsePrice(text)).toBe(price))

test('a price on a page is one above zero of at most 30 digits, in one notation', () => {
  const others = 'Bs. -1 0 0,000 1.2.3 1,2,3 0x10 １２ NaN Infinity 1e31 <b>1</b>'.split(' ')
  const texts = [...others, '', ' ', '12 34', '1'.repeat(31)]
  expect(texts.filter((text) => parsePrice(text) !== undefined)).toEqual([])
})

test('a monitor on a page is named with what was found instead, cut short', () => {
  const { unreadable } = read({ '/p': `<script>${'x'.repeat(500)}` })
  expect(unreadable[0]?.reason).toMatch(/^no price above zero at \/p: "<script>x+"$/)
  expect(unreadable[0]?.reason.length).toBeLessThan(100)
  expect(read({}).unreadable).toEqual([{ key: 'usd', reason: 'nothing at /p' }])
})
