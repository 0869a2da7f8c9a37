import { expect, test } from 'vitest'
import { parseCommand } from '../../../src/bot/command.ts'
import { parseName } from '../../../src/prices/look-up.ts'

const typed = (text: string, length = text.split(' ', 1)[0]?.length ?? 0) => ({
  text,
  entities: [{ type: 'bot_command' as const, offset: 0, length }],
})

test('a command is its name and what follows', () => {
  expect(parseCommand(typed('/rate usd'), 'our_bot')).toEqual({ name: 'rate', argument: 'usd' })
  expect(parseCommand(typed('/Tasa   Page_Alpha.USD  '), 'our_bot')).toEqual({
    name: 'tasa',
    argument: 'Page_Alpha.USD',
  })
  expect(parseCommand(typed('/help'), 'our_bot')).toEqual({ name: 'help', argument: '' })
})

test('a command for our bot is ours, in any case, and one for another is not', () => {
  expect(parseCommand(typed('/rate@Our_Bot usd'), 'our_bot')).toEqual({ name: 'rate', argument: 'usd' })
  expect(parseCommand(typed('/rate@another_bot usd'), 'our_bot')).toBeUndefined()
})

test('a command within a text, or text without one, is none', () => {
  expect(parseCommand({ text: 'hola /rate' }, 'our_bot')).toBeUndefined()
  const within = { text: 'hola /rate', entities: [{ type: 'bot_command' as const, offset: 5, length: 5 }] }
  expect(parseCommand(within, 'our_bot')).toBeUndefined()
})

test('a name is one spelling, at most 70 characters', () => {
  expect(parseName('  Page_Alpha.USD ')).toBe('page_alpha.usd')
  expect(parseName('Dólar\n  Oficial')).toBe('dólar oficial')
  expect(parseName('x'.repeat(300))).toHaveLength(70)
  expect(parseName('İ'.repeat(70))).toHaveLength(70)
})
