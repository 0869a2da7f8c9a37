import { expect, test } from 'vitest'
import { shareButton } from '../../../src/bot/buttons.ts'
import type { BotContext } from '../../../src/bot/context.ts'
import { wordsIn } from '../../../src/words/words.ts'

test.each([
  ['private', 'Compartir'],
  ['supergroup', 'Compartir'],
  ['channel', undefined],
] as const)('a result in a %s chat has the share button %s', (type, caption) => {
  const chat = { id: 1, type } as BotContext['chat']
  expect(shareButton({ chat, words: wordsIn('es') })?.text).toBe(caption)
})
