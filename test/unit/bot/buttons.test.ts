import { expect, test } from 'vitest'
import { shareButton, shareQueryButton } from '../../../src/bot/buttons.ts'
import type { BotContext } from '../../../src/bot/context.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { NOW, quoteOf } from '../features/samples.ts'

const contextOf = (hasInline: boolean, type: 'private' | 'channel' = 'private') => ({
  chat: { id: 1, type } as BotContext['chat'],
  me: { supports_inline_queries: hasInline } as BotContext['me'],
  words: wordsIn('es'),
  now: NOW,
})

test('a price is shared by inline mode', () => {
  const ctx = contextOf(true)
  expect(shareButton(ctx, quoteOf())).toEqual({ text: 'Compartir', switch_inline_query: 'Dólar paralelo' })
  expect(shareQueryButton(ctx)).toEqual({ text: 'Compartir', switch_inline_query: '' })
})

test('a bot without inline mode offers a text to copy, as Telegram refuses the other button', () => {
  const ctx = contextOf(false)
  expect(shareButton(ctx, quoteOf())).toEqual({
    text: 'Compartir',
    copy_text: { text: 'Dólar paralelo: $1 = Bs. 812,40 ▲ 0,40 % · a la 1:05 p. m.' },
  })
  expect(shareQueryButton(ctx)).toBeUndefined()
})

test.each([true, false])(
  'a channel has no button to share, whether the bot has inline mode: %s',
  (hasInline) => {
    const ctx = contextOf(hasInline, 'channel')
    expect([shareButton(ctx, quoteOf()), shareQueryButton(ctx)]).toEqual([undefined, undefined])
  },
)
