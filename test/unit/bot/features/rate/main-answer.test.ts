import { expect, test } from 'vitest'
import type { BotContext } from '../../../../../src/bot/context.ts'
import { createMainAnswer } from '../../../../../src/bot/features/rate/main-answer.ts'
import { parseChat } from '../../../../../src/chats/chat.ts'
import { type Messages, messagesIn } from '../../../../../src/messages/messages.ts'
import type { ObservedQuote } from '../../../../../src/prices/prices.ts'
import { NOW, quoteOf } from '../../../messages/samples.ts'

const SECOND_AT = Math.floor(NOW / 1_000) * 1_000
const PARALLEL = { page: 'page_beta', currency: 'dollar', key: 'paralelo' } as const
const OFFICIAL = { page: 'page_alpha', currency: 'dollar', key: 'usd' } as const

const pricesOf = (price: string): readonly ObservedQuote[] => [
  { quote: quoteOf({ monitor: OFFICIAL, title: 'Dólar oficial', price }), asOf: SECOND_AT },
  { quote: quoteOf({ monitor: PARALLEL, price: '900' }), asOf: SECOND_AT },
]
const PRICES = pricesOf('812.40')

/** Counts how often the text is written. */
function arrange() {
  let count = 0
  const counting = (messages: Messages): Messages => ({
    ...messages,
    mainRates: (view) => {
      count += 1
      return messages.mainRates(view)
    },
  })
  const answer = createMainAnswer()
  return {
    count: () => count,
    ask(change: Partial<BotContext> = {}, prices = PRICES) {
      const asked = {
        chat: undefined,
        me: { supports_inline_queries: true } as BotContext['me'],
        messages: messagesIn('es'),
        language: 'es' as const,
        chatState: undefined,
        isPrivate: true,
        now: SECOND_AT,
        ...change,
      }
      return answer({ ...asked, messages: counting(asked.messages) }, prices)
    },
  }
}

test('who asks the same within a second gets the answer that was written already', () => {
  const { ask, count } = arrange()
  const first = ask()
  expect(ask({ now: SECOND_AT + 999 })).toBe(first)
  expect(ask({ chatState: parseChat({ shop: 'Bodega' }) })).toBe(first)
  expect(count()).toBe(1)
})

test('the answer is written again when a second or a price has changed', () => {
  const { ask, count } = arrange()
  ask()
  ask({ now: SECOND_AT + 1_000 })
  expect(count()).toBe(2)
  expect(ask({ now: SECOND_AT + 1_000 }, pricesOf('813.40')).html).toContain('813,40')
  expect(ask({}, PRICES).html).toContain('812,40')
})

test('language, number style, kind of chat and preferred monitors each have an answer of their own', () => {
  const { ask } = arrange()
  const spanish = ask()
  expect(ask({ language: 'en', messages: messagesIn('en') }).html).toContain('Rates')
  const american = ask({ messages: messagesIn('es', 'en-US'), chatState: parseChat({ numbers: 'en-US' }) })
  expect(american.html).toContain('812.40')
  const inGroup = ask({ isPrivate: false })
  expect(inGroup.keyboard.inline_keyboard.length).toBe(spanish.keyboard.inline_keyboard.length + 1)
  const preferring = ask({ chatState: parseChat({ defaults: 'dollar:page_beta.paralelo' }) })
  expect(preferring.html.indexOf('900')).toBeLessThan(preferring.html.indexOf('812'))
  expect(ask()).toBe(spanish)
})
