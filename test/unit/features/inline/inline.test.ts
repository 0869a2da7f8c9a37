import { Api, Context } from 'grammy'
import type { Update, UserFromGetMe } from 'grammy/types'
import { expect, test } from 'vitest'
import type { BotContext } from '../../../../src/bot/context.ts'
import { createInline } from '../../../../src/features/inline/inline.ts'
import { type Admission, GO } from '../../../../src/queue/groups.ts'
import { createMemoryPrices, monitor, NOON, quote } from '../../../integration/bot/memory.ts'
import { refusal } from '../../telegram/refusal.ts'

const many = Array.from({ length: 80 }, (_, at) => quote(monitor(`page_${at}.usd`), `Tasa ${at}`, '800'))

/** Asks for all rates; what Telegram is called with. */
async function ask(admission: Admission, refusal?: Error): Promise<unknown[][]> {
  const calls: unknown[][] = []
  const prices = createMemoryPrices(many)
  const past = { days: async () => undefined, updates: async () => undefined }
  const parts = { prices, past, defaultLanguage: 'es', clock: () => NOON } as const
  const inline = createInline(parts, { readChat: async () => undefined, admit: () => admission })
  const answerInlineQuery = async (...call: unknown[]): Promise<true> => {
    calls.push(call)
    if (refusal) throw refusal
    return true
  }
  const update = { update_id: 1, inline_query: { id: '1', from: { id: 1 }, query: '', offset: '' } }
  const ctx = Object.assign(new Context(update as Update, new Api('1:a'), {} as UserFromGetMe), {
    answerInlineQuery,
  })
  await inline.middleware()(ctx as unknown as BotContext, async () => {})
  return calls
}

test('an inline query gets at most 50 results, the most that Telegram accepts, for this person, for 30 s', async () => {
  const [[results, options] = []] = await ask(GO)
  expect(results).toHaveLength(50)
  expect(options).toMatchObject({ cache_time: 30, is_personal: true })
})

test('a person over the limit of inline queries is not answered', async () => {
  expect(await ask({ kind: 'notice', waitMs: 1 })).toEqual([])
  expect(await ask({ kind: 'silence', waitMs: 1 })).toEqual([])
})

test('a query that is too old is no failure, any other refusal is', async () => {
  expect(await ask(GO, refusal(400, 'x'))).toHaveLength(1)
  await expect(ask(GO, refusal(500, 'x'))).rejects.toThrow()
})
