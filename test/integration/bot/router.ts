import { Bot, type Transformer } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotContext } from '../../../src/bot/context.ts'
import type { Chats } from '../../../src/chats/chats.ts'
import { createRouter } from '../../../src/features/router.ts'
import { createLog } from '../../../src/runtime/log.ts'
import type { Language } from '../../../src/words/words.ts'
import { createMemoryPast, createMemoryPrices, createMemoryStore, NOON } from './memory.ts'

const ME = { id: 7, is_bot: true, first_name: 'Bot', username: 'our_bot', supports_inline_queries: true }
export const ANA = { id: 1, is_bot: false, first_name: 'Ana' }
export const PRIVATE = { id: 1, type: 'private', first_name: 'Ana' }
export const GROUP = { id: -5, type: 'supergroup', title: 'Group' }

interface RouterSetting {
  readonly chat: typeof PRIVATE | typeof GROUP
  readonly language: Language
  /** Takes every call of Telegram; what it answers, or nothing for a message that was sent. */
  readonly answer: (method: string, payload: Record<string, unknown>) => unknown
  readonly prices?: ReturnType<typeof createMemoryPrices>
  readonly client?: ReturnType<typeof createMemoryPast>
  readonly chats: Chats
  readonly redis?: Pick<ReturnType<typeof createMemoryStore>, keyof ReturnType<typeof createMemoryStore>>
}

/** The whole router before one chat, without a sandbox. Updates come a second apart, so that nobody sends too many. */
export function startRouter({
  chat,
  language,
  answer,
  prices = createMemoryPrices(),
  client = createMemoryPast(),
  chats,
  redis = createMemoryStore(),
}: RouterSetting) {
  const bot = new Bot<BotContext>('1:a', { botInfo: ME as unknown as BotContext['me'] })
  const call = async (_call: unknown, method: string, payload: Record<string, unknown>) => {
    const result = answer(method, payload) ?? { message_id: 9, chat, date: 0, text: '' }
    return { ok: true, result }
  }
  bot.api.config.use(call as unknown as Transformer)
  let updates = 0
  const { router, features } = createRouter({
    prices,
    chats,
    client,
    groups: { admit: async () => ({ kind: 'go' }) },
    redis,
    defaultLanguage: language,
    clock: () => NOON + updates * 1_000,
    stopping: new AbortController().signal,
    log: createLog('silent').log,
  })
  bot.use(router)
  const take = (update: object): Promise<void> =>
    bot.handleUpdate({ update_id: updates, ...update } as unknown as Update)

  return {
    features,
    say(text: string, sender: object = { from: ANA }): Promise<void> {
      updates += 1
      const length = /^\/\w+/.exec(text)?.[0].length
      const entities = length ? [{ type: 'bot_command', offset: 0, length }] : []
      const date = NOON / 1_000 + updates
      return take({ message: { message_id: 3, date, chat, ...sender, text, entities } })
    },
    press(data: string, more: object = {}): Promise<void> {
      updates += 1
      const message = { message_id: 3, date: 0, chat, from: ME, text: 'asked', ...more }
      return take({ callback_query: { id: '1', from: ANA, chat_instance: '', data, message } })
    },
  }
}
