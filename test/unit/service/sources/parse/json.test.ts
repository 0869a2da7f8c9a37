import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PageConfig, parseSources } from '../../../../../src/service/sources/file/sources-file.ts'
import {
  isPointer,
  parseExactJson,
  pointAt,
  readJson,
} from '../../../../../src/service/sources/parse/json.ts'

// The example of RFC 6901, section 5.
const page = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'm~n': 8, ' ': 7, 'k"l': 6 }
test.each([
  ['', page],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
])('a JSON Pointer %j points as the RFC says', (pointer, expected) => {
  expect(isPointer(pointer)).toBe(true)
  expect(pointAt(page, pointer)).toEqual(expected)
})

test('a JSON Pointer points at nothing beyond the page, nor at what every object has', () => {
  const pointers = '/foo/2 /foo/-1 /foo/00 /foo/length /foo/- /nothing/0 /toString /__proto__'.split(' ')
  expect(pointers.filter((pointer) => pointAt(page, pointer) !== undefined)).toEqual([])
})

test('a JSON Pointer begins with a slash and escapes no more than ~ and /', () => {
  expect('foo foo/bar #/foo /a~b /a~2 $.foo'.split(' ').filter(isPointer)).toEqual([])
})

test('a JSON page keeps every digit of its numbers', () => {
  expect(parseExactJson('{"a":349.92720000000000001,"b":[1e2,-0.10],"c":"x"}')).toEqual({
    a: '349.92720000000000001',
    b: ['1e2', '-0.10'],
    c: 'x',
  })
})

test.each(['', '{', 'NaN', '{"a":NaN}', '<html>'])('a JSON page is not %j', (text) => {
  expect(() => parseExactJson(text)).toThrow('the page is not JSON')
})

test('a JSON page nested beyond all measure is refused, not crashed on', () => {
  expect(() => pointAt(parseExactJson('['.repeat(1_000_000)), '/0')).toThrow('the page is not JSON')
})

/** Reads a page as a file with this price would; the price, or why there is none. */
function read(page: unknown, price: object | string): string {
  const source = { kind: 'json', url: 'https://a.example' }
  const file = { pages: { p: { source, monitors: { usd: { currency: 'dollar', price } } } } }
  const [config] = parseSources(JSON.stringify(file), 'test') as [PageConfig]
  const place = config.sources[0]?.monitors[0]?.price ?? ''
  const { observations, unreadable } = readJson(JSON.stringify(page), [{ key: 'usd', price: place }])
  return observations[0]?.price ?? unreadable[0]?.reason ?? ''
}

const rowsOf = (...prices: (string | number | null)[]) => ({
  data: prices.map((price) => ({ adv: { price } })),
})
const PRICES = { list: '/data', value: '/adv/price' }

test('a price made of a list is cut at both ends by the share of its rows', () => {
  const ten = rowsOf(900, 1, 2, 3, 4, 5, 6, 7, 8, 0.01)
  expect(read(ten, { ...PRICES, trim: 0.1, take: 'max' })).toBe('8')
  expect(read(ten, { ...PRICES, trim: 0.1, take: 'min' })).toBe('1')
  expect(read(ten, { ...PRICES, trim: 0.1, take: 'first' })).toBe('1')
  expect(read(ten, { ...PRICES, trim: 0.49, take: 'mean' })).toBe('4.5')
  expect(read(ten, { ...PRICES, trim: 0.09, take: 'max' })).toBe('900')
})

test('a price made of a list counts only rows that hold every condition, with numbers that are texts', () => {
  const row = (price: string, min: unknown, orders: unknown, pro: unknown) => ({ price, min, orders, pro })
  const page = [
    row('100', '5000', 60, true),
    row('101', 8000, '50', true),
    row('102', '8000.01', 60, true), // above max
    row('103', '5000', 49, true), // below min
    row('104', '5000', 60, false), // not equal
    row('105', '5000', null, true), // without the value
    row('106', 'much', 60, true), // no number
    { min: 5000, orders: 60, pro: true }, // without a price
    'row',
    row('107', '5000', '60', 'true'),
  ]
  const price = {
    list: '',
    value: '/price',
    where: { '/min': { max: 8000 }, '/orders': { min: '50' }, '/pro': { equals: true } },
    take: 'max',
  }
  expect(read(page, price)).toBe('107')
  expect(read(page, { ...price, at_least: 4 })).toBe(
    'too few rows left after the filters: 10 rows, 3 fit, 4 are needed',
  )
  const equal = { ...price, at_least: 1, where: { '/orders': { equals: 49 } } }
  expect(read(page, equal)).toBe('103')
})

const tooFew = (counts: string): string => `too few rows left after the filters: ${counts}, 3 are needed`

test.each([
  [rowsOf(1, 2), 'there are fewer than three rows', tooFew('2 rows, 2 fit')],
  [{ data: {} }, 'there is no list', 'no list at /data'],
  [{}, 'there is nothing', 'no list at /data'],
  [rowsOf(0, -5, 'x', null, 7), 'too few rows have a price', tooFew('5 rows, 1 fit')],
])('a price made of a list is none in %j, where %s', (page, _why, reason) => {
  expect(read(page, PRICES)).toBe(reason)
})

test('a price made of a list is as a naive reading of whole centimos has it, for any rows', () => {
  const cents = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 49 }), (given, percent) => {
      const page = rowsOf(...given.map((cent, i) => (i % 2 ? cent / 100 : (cent / 100).toFixed(3))))
      const sorted = [...given].sort((a, b) => a - b)
      const cut = Math.floor((sorted.length * percent) / 100)
      const kept = sorted.slice(cut, sorted.length - cut)
      const middle = [kept[Math.ceil(kept.length / 2) - 1] ?? 0, kept[Math.floor(kept.length / 2)] ?? 0]
      const settings = { ...PRICES, trim: percent / 100, at_least: 1 }
      const as = (take: string): number => Math.round(Number(read(page, { ...settings, take })) * 1000)
      expect(as('median')).toBe(Math.round(((middle[0] ?? 0) + (middle[1] ?? 0)) * 5))
      expect([as('min'), as('max')]).toEqual([(kept[0] ?? 0) * 10, (kept.at(-1) ?? 0) * 10])
      expect(kept.map((cent) => cent * 10)).toContain(as('first'))
    }),
    { numRuns: 40 },
  )
})
