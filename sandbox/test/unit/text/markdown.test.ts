import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkdownV2 } from '../../../src/text/markdown.ts'

const read = (source: string): unknown => {
  try {
    const { text, entities } = parseMarkdownV2(source)
    return [text, ...entities.map(({ type, offset, length }) => [type, offset, length])]
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}
const wrong = (reason: string): string => `Bad Request: can't parse entities: ${reason}`

/** `unit: 'binary'` is the same, and takes a second to prepare. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_ffff - 0x800 })
  .map((code) => String.fromCodePoint(code < 0xd8_00 ? code : code + 0x800))

describe('MarkdownV2', () => {
  it.each([
    [
      '*a* _b_ __c__ ~d~ ||e||',
      [
        'a b c d e',
        ['bold', 0, 1],
        ['italic', 2, 1],
        ['underline', 4, 1],
        ['strikethrough', 6, 1],
        ['spoiler', 8, 1],
      ],
    ],
    ['*a _b_*', ['a b', ['italic', 2, 1], ['bold', 0, 3]]],
    ['Bs\\. 800,00 \\(oficial\\)', ['Bs. 800,00 (oficial)']],
    ['😀 *b*', ['😀 b', ['bold', 3, 1]]],
    ['`a*b`', ['a*b', ['code', 0, 3]]],
    ['```\na\nb```', ['a\nb', ['pre', 0, 3]]],
    ['[web](https://example.org/a_b)', ['web', ['text_link', 0, 3]]],
    ['[Ana](tg://user?id=7)', ['Ana', ['text_mention', 0, 3]]],
    ['>uno\n>dos\ntres', ['uno\ndos\ntres', ['blockquote', 0, 7]]],
    ['>uno\n>dos||', ['uno\ndos', ['expandable_blockquote', 0, 7]]],
  ])('%s is read', (source, result) => {
    expect(read(source)).toEqual(result)
  })

  it.each([
    ['Bs. 8', "Character '.' is reserved and must be escaped with the preceding '\\'"],
    ['a > b', "Character '>' is reserved and must be escaped with the preceding '\\'"],
    ['ñ *a', "Can't find end of Bold entity at byte offset 3"],
    ['*a _b*_', "Can't find end of Italic entity at byte offset 6"],
    ['`a', "Can't find end of Code entity at byte offset 0"],
    ['[a](b', "Can't find end of a URL at byte offset 3"],
  ])('%s is refused', (source, reason) => {
    expect(read(source)).toBe(wrong(reason))
  })

  it('keeps the language of a block', () => {
    expect(parseMarkdownV2('```json\n{}```').entities).toEqual([
      { type: 'pre', offset: 0, length: 2, language: 'json' },
    ])
  })

  it('keeps any text whose reserved characters are escaped', () => {
    const quoted = (text: string): string => text.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/g, '\\$&')
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(parseMarkdownV2(quoted(text))).toEqual({ text, entities: [] })
      }),
    )
  })

  it('is parsed, or refused with an error of Telegram, and its entities lie inside the text', () => {
    const unit = fc.constantFrom(
      '*',
      '_',
      '__',
      '`',
      '```',
      '[',
      ']',
      '(',
      ')',
      '>',
      '||',
      '\\',
      '\n',
      'a',
      '😀',
    )
    fc.assert(
      fc.property(fc.string({ unit }), (source) => {
        const result = read(source)
        if (typeof result === 'string') expect(result).toMatch(/^Bad Request: can't parse entities: C/)
        else {
          const { text, entities } = parseMarkdownV2(source)
          for (const { offset, length } of entities) expect(offset + length).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})
