import { describe, expect, it } from 'vitest'
import { createCall } from '../../src/call.ts'
import { readMarkup } from '../../src/world/keyboard.ts'

const read = (markup: unknown) =>
  readMarkup(createCall({ raw: { reply_markup: markup }, uploads: new Map() }, new AbortController().signal))
const inline = (button: object, rows = 1) => ({
  inline_keyboard: Array(rows).fill([{ text: 'a', ...button }]),
})

describe('an inline keyboard', () => {
  it.each([
    ['callback_data of 64 bytes', inline({ callback_data: 'ñ'.repeat(32) })],
    ['a hundred buttons', inline({ callback_data: 'b' }, 100)],
  ])('may have %s, as JSON text too', (_what, markup) => {
    expect([read(markup), read(JSON.stringify(markup))]).toEqual([{ inline: markup }, { inline: markup }])
  })

  it.each([
    ['callback_data of 65 bytes', inline({ callback_data: `${'ñ'.repeat(32)}x` }), 'BUTTON_DATA_INVALID'],
    ['empty callback_data', inline({ callback_data: '' }), 'BUTTON_DATA_INVALID'],
    ['101 buttons', inline({ callback_data: 'b' }, 101), 'reply markup is too long'],
    ['a button without text', inline({ text: '', callback_data: 'b' }), 'button text must be non-empty'],
    ['a button without an action', inline({}), 'Text buttons are unallowed in the inline keyboard'],
    ['a link that is none', inline({ url: 'no link' }), 'Wrong HTTP URL'],
    ['half a JSON text', '{', "can't parse reply markup JSON object"],
  ])('may not have %s', (_what, markup, reason) => {
    expect(() => read(markup)).toThrow(reason)
  })

  it('without buttons counts as none', () => {
    expect(read({ inline_keyboard: [] })).toEqual({})
  })
})

it('a message may ask for a reply', () => {
  const asking = { force_reply: true, selective: true }
  expect(read(asking)).toEqual({ keyboard: asking })
})
