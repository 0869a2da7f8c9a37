import { expect, test } from 'vitest'
import { block, clip, escapeHtml, sentence, spread, toTheRight } from '../../../src/words/text.ts'

test('text from outside is no HTML, stands on one line, and turns no direction', () => {
  const escaped = '&lt;b onclick=&quot;x&quot;&gt;Tom &amp; Jerry&lt;/b&gt;'
  expect(escapeHtml('<b onclick="x">Tom & Jerry</b>')).toBe(escaped)
  expect(block(['<pre>', '&'])).toBe('<pre>&lt;pre&gt;\n&amp;</pre>')
  expect(clip('a\nb\tc\u202Ed\u200Be\u0000f', 40)).toBe('a b c d e f')
})

test('text is cut to whole characters, with a mark', () => {
  const cut = [clip('abcde', 5), clip('abcdef', 5), clip('👍👍👍', 2), clip('abc def', 5)]
  expect(cut).toEqual(['abcde', 'abcd…', '👍…', 'abc…'])
})

test('a sentence begins with a capital, in bold too', () => {
  expect(['ábaco', '<b>ábaco</b>', '1 a'].map(sentence)).toEqual(['Ábaco', '<b>Ábaco</b>', '1 a'])
})

test('a line has its sides at its borders, and the left one is clipped', () => {
  const sides = [spread('ab', '1', 6), spread('abcdef', '12', 6), toTheRight('1', 3)]
  expect(sides).toEqual(['ab   1', 'ab… 12', '  1'])
})
