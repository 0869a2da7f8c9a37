import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatText } from '../../../src/text/entities.ts'
import { fixNesting } from '../../../src/text/nesting.ts'

/** What is marked in HTML, as the words that each entity covers. */
function marksIn(html: string): string[] {
  const { text, entities } = formatText({ text: html, parseMode: 'HTML', entities: undefined })
  return entities.map(({ type, offset, length }) => `${type}: ${text.slice(offset, offset + length)}`)
}

describe('entities of a message', () => {
  it.each([
    ['code holds nothing else', '<code>a <b>b</b></code>', ['code: a b']],
    ['nor is it held, but by a quotation', '<b><code>x</code></b>', ['code: x']],
    [
      'a quotation may hold code',
      '<blockquote><code>x</code> y</blockquote>',
      ['blockquote: x y', 'code: x'],
    ],
    ['a style goes around code', '<b>a <code>b</code> c</b>', ['bold: a ', 'code: b', 'bold:  c']],
    ['a link is a link', '<a href="https://a.example">x</a>', ['text_link: x']],
    [
      'of a link and code over the same, code stays',
      '<a href="https://a.example"><code>x</code></a>',
      ['code: x'],
    ],
    [
      'of a link with code in it, the link stays',
      '<a href="https://a.example">a <code>b</code></a>',
      ['text_link: a b'],
    ],
    [
      'a style is cut where a link begins and ends',
      '<b>a <a href="https://a.example">b</a> c</b>',
      ['bold: a ', 'text_link: b', 'bold: b', 'bold:  c'],
    ],
    ['and where another style begins', '<b>a <i>b</i> c</b>', ['bold: a ', 'bold: b c', 'italic: b']],
    ['the same style twice is one', '<b>a <b>b</b></b><b>c</b>', ['bold: a bc']],
    ['quotations do not nest', '<blockquote>a <blockquote>b</blockquote></blockquote>', ['blockquote: a b']],
    [
      'a quotation inside a link takes its place',
      '<a href="https://a.example">a <blockquote>b</blockquote></a>',
      ['blockquote: b'],
    ],
    ['a command in bold is both', '<b>/tasa</b>', ['bot_command: /tasa', 'bold: /tasa']],
  ])('%s', (_claim, html, marks) => {
    expect(marksIn(html)).toEqual(marks)
  })

  it('are a hundred at most; bold ones are dropped before links', () => {
    const html = `${'<b>a</b> '.repeat(80)}${'<a href="https://a.example">b</a> '.repeat(40)}`
    const marks = marksIn(html)
    expect(marks).toEqual([...Array(60).fill('bold: a'), ...Array(40).fill('text_link: b')])
  })

  it('never cross, and fixing them again changes nothing', () => {
    const type = fc.constantFrom('bold', 'italic', 'spoiler', 'code', 'pre', 'url', 'blockquote')
    const entity = fc.record({ type, offset: fc.nat(12), length: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(fc.array(entity), (entities) => {
        const fixed = fixNesting(entities as Parameters<typeof fixNesting>[0])
        for (const a of fixed)
          for (const b of fixed) {
            const crosses =
              a.offset < b.offset &&
              b.offset < a.offset + a.length &&
              a.offset + a.length < b.offset + b.length
            expect(crosses && ![a, b].every(({ type }) => ['bold', 'italic', 'spoiler'].includes(type))).toBe(
              false,
            )
          }
        expect(fixNesting(fixed)).toEqual(fixed)
      }),
    )
  })
})
