import { describe, expect, test } from 'vitest'
import { isPointer, parseExactJson, pointAt } from '../../../../../src/service/sources/parse/json.ts'

describe('a JSON Pointer', () => {
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
  ])('%j points as the RFC says', (pointer, expected) => {
    expect(isPointer(pointer)).toBe(true)
    expect(pointAt(page, pointer)).toEqual(expected)
  })

  test.each([
    '/foo/2',
    '/foo/-1',
    '/foo/00',
    '/foo/length',
    '/foo/-',
    '/nothing/0',
    '/toString',
    '/__proto__',
  ])('%j points at nothing', (pointer) => expect(pointAt(page, pointer)).toBeUndefined())

  test.each(['foo', 'foo/bar', '#/foo', '/a~b', '/a~2', '$.foo'])('is not %j', (text) => {
    expect(isPointer(text)).toBe(false)
  })
})

describe('a JSON page', () => {
  test('keeps every digit of its numbers', () => {
    expect(parseExactJson('{"a":349.92720000000000001,"b":[1e2,-0.10],"c":"x"}')).toEqual({
      a: '349.92720000000000001',
      b: ['1e2', '-0.10'],
      c: 'x',
    })
  })

  test.each(['', '{', 'NaN', '{"a":NaN}', '<html>'])('is not %j', (text) => {
    expect(() => parseExactJson(text)).toThrow('the page is not JSON')
  })

  test('nested beyond all measure is refused, not crashed on', () => {
    expect(() => pointAt(parseExactJson('['.repeat(1_000_000)), '/0')).toThrow('the page is not JSON')
  })
})
