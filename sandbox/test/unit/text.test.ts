import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../src/errors.ts'
import { formatText, parseHtml } from '../../src/text.ts'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

describe('HTML of a bot', () => {
  it('becomes text and entities whose offsets count UTF-16 units', () => {
    expect(parseHtml('😀 <b>oro <i>y</i></b> &lt;<code>1</code>')).toEqual({
      text: '😀 oro y <1',
      entities: [
        { type: 'italic', offset: 7, length: 1 },
        { type: 'bold', offset: 3, length: 5 },
        { type: 'code', offset: 10, length: 1 },
      ],
    })
  })

  it.each([
    ['<strong>x</strong>', { type: 'bold' }],
    ['<em>x</em>', { type: 'italic' }],
    ['<a href="https://a.es/?b=1&amp;c=2">x</a>', { type: 'text_link', url: 'https://a.es/?b=1&c=2' }],
    ['<pre>x</pre>', { type: 'pre' }],
    ['<B>x</b>', { type: 'bold' }],
  ])('%s is known', (source, entity) => {
    expect(parseHtml(source)).toEqual({ text: 'x', entities: [{ ...entity, offset: 0, length: 1 }] })
  })

  it.each([
    ['<b>x', `Can't find end tag corresponding to start tag "b"`],
    ['é<div>x</div>', 'Unsupported start tag "div" at byte offset 2'],
    ['<b>x</i>', 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['x</', 'Unexpected end tag at byte offset 1'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    ['<b', 'Unclosed start tag at byte offset 0'],
    ['<b/>', 'Unsupported start tag "b/" at byte offset 0'],
    ['1 < 2', 'Unsupported start tag "" at byte offset 2'],
    ['1 <', 'Unclosed start tag at byte offset 2'],
    ['<a href="x', 'Unclosed start tag "a" at byte offset 0'],
    ['&#57311;', 'Text contains invalid Unicode characters after decoding HTML entities'],
    ['&#xDFDF', 'Text contains invalid Unicode characters after decoding HTML entities'],
    ['&#55357;&#56832;', 'Text contains invalid Unicode characters after decoding HTML entities'],
  ])('%s is refused in the words of Telegram', (source, reason) => {
    expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${reason}`)
  })

  it('leaves unknown entities as they stand and decodes numeric ones', () => {
    expect(parseHtml('&nbsp; &#8364; &#x1F600; &quot;').text).toBe('&nbsp; € 😀 "')
  })

  it('keeps any escaped text as it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(parseHtml(escapeHtml(text))).toEqual({ text, entities: [] })
      }),
    )
  })

  it('has entities that cover exactly the text between the tags', () => {
    const words = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(words, words, (before, inside) => {
        const { text, entities } = parseHtml(`${escapeHtml(before)}<b>${escapeHtml(inside)}</b>`)
        expect(entities.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([inside])
      }),
    )
  })

  it('is either read or refused with a 400, never a crash', () => {
    const pieces = fc.constantFrom(...'<_>_</_b_a_ href="x"_&_&lt;_"_ _é_pre_='.split('_'))
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        try {
          parseHtml(parts.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }),
    )
  })
})

describe('formatted text', () => {
  it('is trimmed, and the offsets of its entities follow', () => {
    expect(formatText('  <b> oro</b> \n', 'HTML')).toEqual({
      text: 'oro',
      entities: [{ type: 'bold', offset: 0, length: 3 }],
    })
  })

  it('has commands, mentions and links detected, but not inside code', () => {
    const text = '/rate@x_bot a @luis_v: https://a.example/x. <code>/no</code>'
    const { entities, text: plain } = formatText(text, 'HTML')
    expect(entities.map(({ type, offset, length }) => [type, plain.slice(offset, offset + length)])).toEqual([
      ['bot_command', '/rate@x_bot'],
      ['mention', '@luis_v'],
      ['url', 'https://a.example/x'],
      ['code', '/no'],
    ])
  })

  it('is refused in any markup but HTML', () => {
    expect(() => formatText('*x*', 'MarkdownV2')).toThrow(/knows no parse_mode but HTML/)
  })
})
