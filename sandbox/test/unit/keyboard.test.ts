import { describe, expect, it } from 'vitest'
import { createCall } from '../../src/call.ts'
import { readMarkup } from '../../src/world/keyboard.ts'

const read = (markup: unknown) =>
  readMarkup(createCall({ reply_markup: markup }, new Map(), new AbortController().signal))
const inline = (...buttons: object[]) => ({ inline_keyboard: [buttons] })
const refusal = (markup: unknown): string => {
  try {
    read(markup)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'accepted'
}

describe('an inline keyboard', () => {
  it.each([
    ['x'.repeat(64), 'accepted'],
    ['x'.repeat(65), 'Bad Request: BUTTON_DATA_INVALID'],
    ['ñ'.repeat(32), 'accepted'],
    ['ñ'.repeat(33), 'Bad Request: BUTTON_DATA_INVALID'],
    ['', 'Bad Request: BUTTON_DATA_INVALID'],
  ])('counts callback_data in bytes: %s', (data, answer) => {
    expect(refusal(inline({ text: 'a', callback_data: data }))).toBe(answer)
  })

  it('may hold a hundred buttons and no more', () => {
    const rows = (count: number) => ({
      inline_keyboard: Array.from({ length: count }, () => [{ text: 'a', callback_data: 'b' }]),
    })
    expect([refusal(rows(100)), refusal(rows(101))]).toEqual([
      'accepted',
      'Bad Request: reply markup is too long',
    ])
  })

  it('has no buttons without text or action, and no invalid links', () => {
    expect(refusal(inline({ text: '', callback_data: 'b' }))).toBe(
      'Bad Request: inline keyboard button text must be non-empty',
    )
    expect(refusal(inline({ text: 'a' }))).toMatch(/Text buttons are unallowed in the inline keyboard/)
    expect(refusal(inline({ text: 'a', url: 'no link' }))).toMatch(/Wrong HTTP URL/)
  })

  it('has buttons in three colours and no others', () => {
    const styled = (style: string) => refusal(inline({ text: 'a', callback_data: 'b', style }))
    expect(['danger', 'success', 'primary'].map(styled)).toEqual(Array(3).fill('accepted'))
    expect(styled('rosa')).toMatch(/style/)
  })

  it('is read from JSON text too, as forms send it', () => {
    const markup = inline({ text: 'a', callback_data: 'b' })
    expect(read(JSON.stringify(markup))).toEqual({ inline: markup })
    expect(refusal('{')).toMatch(/^Bad Request: can't parse reply markup JSON object/)
  })

  it('without buttons counts as none', () => {
    expect(read({ inline_keyboard: [] })).toEqual({})
  })
})

it('a message may ask for a reply', () => {
  const asking = { force_reply: true, selective: true }
  expect(read(asking)).toEqual({ keyboard: asking })
})
