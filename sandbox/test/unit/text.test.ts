import { describe, expect, it } from 'vitest'
import { formatText, parseHtml } from '../../src/text.ts'

describe('HTML of a bot', () => {
  it.each([
    ['<strong>x</strong><em>y</em><pre>z</pre>', 'xyz', ['bold 0 1', 'italic 1 1', 'pre 2 1']],
    ['<B>x</b>', 'x', ['bold 0 1']],
    ['<a href="https://a.es/?b=1&amp;c=2">x</a>', 'x', ['text_link 0 1 https://a.es/?b=1&c=2']],
    ['😀 <b>oro <i>y</i></b> &lt;<code>1</code>', '😀 oro y <1', ['italic 7 1', 'bold 3 5', 'code 10 1']],
    ['&nbsp; &#8364; &#x1F600; &quot; &#1114112;', '&nbsp; € 😀 " &#1114112;', []],
  ])('%s becomes text and entities whose offsets count UTF-16 units', (source, text, entities) => {
    const parsed = parseHtml(source)
    const shown = parsed.entities.map(({ type, offset, length, ...more }) => [
      type,
      offset,
      length,
      ...Object.values(more),
    ])
    expect([parsed.text, shown.map((parts) => parts.join(' '))]).toEqual([text, entities])
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
})
