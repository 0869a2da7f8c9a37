import { expect, test } from 'vitest'
import type { BotContext } from '../../../../src/bot/context.ts'
import { parseChat } from '../../../../src/chats/chat.ts'
import { createMainAnswer } from '../../../../src/features/rate/main-answer.ts'
import type { ObservedQuote } from '../../../../src/prices/prices.ts'
import { wordsIn } from '../../../../src/words/words.ts'
import { NOW, quoteOf } from '../samples.ts'

const SECOND_AT = Math.floor(NOW / 1_000) * 1_000
const PARALLEL = { page: 'page_beta', currency: 'dollar', key: 'paralelo' } as const
const OFFICIAL = { page: 'page_alpha', currency: 'dollar', key: 'usd' } as const

const pricesOf = (price: string): readonly ObservedQuote[] => [
  { quote: quoteOf({ monitor: OFFICIAL, title: 'Dólar oficial', price }), asOf: SECOND_AT },
  { quote: quoteOf({ monitor: PARALLEL, price: '900' }), asOf: SECOND_AT },
]
const PRICES = pricesOf('812.40')

function arrange() {
  const answer = createMainAnswer()
  return (change: Partial<BotContext> = {}, prices = PRICES) =>
    answer(
      {
        chat: undefined,
        me: { supports_inline_queries: true } as BotContext['me'],
        words: wordsIn('es'),
        language: 'es',
        chatState: undefined,
        isPrivate: true,
        now: SECOND_AT,
        ...change,
      },
      prices,
    )
}

test('who asks the same within a second gets the answer that was written already', () => {
  const ask = arrange()
  const first = ask()
  expect(ask({ now: SECOND_AT + 999 })).toBe(first)
  expect(ask({ chatState: parseChat({ shop: 'Bodega' }) })).toBe(first)
})

test('the answer is written again when a second or a price has changed', () => {
  const ask = arrange()
  expect(ask({ now: SECOND_AT + 1_000 })).not.toBe(ask())
  expect(ask({ now: SECOND_AT + 1_000 }, pricesOf('813.40')).html).toContain('813,40')
  expect(ask({}, PRICES).html).toContain('812,40')
})

test('language, number style, kind of chat and preferred monitors each have an answer of their own', () => {
  const ask = arrange()
  const spanish = ask()
  expect(ask({ language: 'en', words: wordsIn('en') }).html).toContain('Rates')
  const american = ask({ words: wordsIn('es', 'en-US'), chatState: parseChat({ numbers: 'en-US' }) })
  expect(american.html).toContain('812.40')
  const inGroup = ask({ isPrivate: false })
  expect(inGroup.keyboard.inline_keyboard.length).toBe(spanish.keyboard.inline_keyboard.length + 1)
  const preferring = ask({ chatState: parseChat({ defaults: 'dollar:page_beta.paralelo' }) })
  expect(preferring.html.indexOf('900')).toBeLessThan(preferring.html.indexOf('812'))
  expect(ask()).toBe(spanish)
})
