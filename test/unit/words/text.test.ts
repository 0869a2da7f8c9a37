import { describe, expect, it } from 'vitest'
import { block, clip, escapeHtml, sentence, spread, toTheRight } from '../../../src/words/text.ts'

describe('text from outside', () => {
  it('is no HTML', () => {
    expect(escapeHtml('<b onclick="x">Tom & Jerry</b>')).toBe(
      '&lt;b onclick=&quot;x&quot;&gt;Tom &amp; Jerry&lt;/b&gt;',
    )
    expect(block(['<pre>', '&'])).toBe('<pre>&lt;pre&gt;\n&amp;</pre>')
  })

  it('stands on one line, and turns no direction', () => {
    expect(clip('a\nb\tc\u202Ed\u200Be\u0000f', 40)).toBe('a b c d e f')
  })

  it('is cut to whole characters, with a mark', () => {
    expect([clip('abcde', 5), clip('abcdef', 5), clip('👍👍👍', 2), clip('abc def', 5)]).toEqual([
      'abcde',
      'abcd…',
      '👍…',
      'abc…',
    ])
  })
})

describe('a line', () => {
  it('begins with a capital, in bold too', () => {
    expect([sentence('ábaco'), sentence('<b>ábaco</b>'), sentence('1 a')]).toEqual([
      'Ábaco',
      '<b>Ábaco</b>',
      '1 a',
    ])
  })

  it('has its sides at its borders, and the left one is clipped', () => {
    expect([spread('ab', '1', 6), spread('abcdef', '12', 6), toTheRight('1', 3)]).toEqual([
      'ab   1',
      'ab… 12',
      '  1',
    ])
  })
})
