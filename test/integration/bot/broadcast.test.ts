import { Api, Context } from 'grammy'
import type { Update, UserFromGetMe } from 'grammy/types'
import { expect, test } from 'vitest'
import type { BotContext } from '../../../src/bot/context.ts'
import { createBroadcasts } from '../../../src/chats/broadcast.ts'
import { createBroadcast } from '../../../src/features/operator/broadcast.ts'
import { wordsIn } from '../../../src/words/words.ts'
import { useRedis } from '../../support/redis.ts'

const server = await useRedis()

test('a button that cancels an earlier broadcast does not cancel this one', async () => {
  const redis = await server.connect()
  const broadcasts = createBroadcasts(redis)
  const reach = async () => ({ people: 1, groups: 0, channels: 0 })
  const access = { mayUse: async () => true, monitors: () => [] }
  const feature = createBroadcast(access, {}, { broadcasts, reach })
  const answers: string[] = []
  const notices: (string | undefined)[] = []
  const words = wordsIn('es')
  async function press(data: string): Promise<void> {
    const callback_query = { id: '1', from: { id: 1 }, chat_instance: '', data }
    const update = { update_id: 1, callback_query } as Update
    const ctx = Object.assign(new Context(update, new Api('1:a'), {} as UserFromGetMe), {
      words,
      replyOrEdit: async (html: string) => void answers.push(html),
      answerCallbackQuery: async ({ text }: { text?: string }) => void notices.push(text),
    })
    await feature.middleware()(ctx as unknown as BotContext, async () => {})
  }
  await broadcasts.begin({ id: 'b', html: 'hola', chat: '1', message: 1 })
  await press('bc|stop a')
  expect(notices).toEqual([words.operator.broadcastGone])
  expect((await broadcasts.current())?.id).toBe('b')
  await press('bc|stop b')
  expect(await broadcasts.current()).toBe(undefined)
  expect(answers).toEqual(['Cancelado: enviado a 0 chats.'])
})

test('a broadcast can begin after the start of another one was interrupted', async () => {
  const redis = await server.connect()
  const broadcasts = createBroadcasts(redis)
  await redis.flushall()
  await redis.hset('{broadcast}', 'id', 'a')
  expect(await broadcasts.begin({ id: 'b', html: 'hola', chat: '1', message: 1 })).toBe(true)
  expect(await broadcasts.current()).toEqual({ id: 'b', html: 'hola', chat: '1', message: 1 })
})

test('deliveries counted after the end of a broadcast do not count for a later one', async () => {
  const redis = await server.connect()
  const broadcasts = createBroadcasts(redis)
  await redis.flushall()
  await broadcasts.begin({ id: 'a', html: 'hola', chat: '1', message: 1 })
  expect(await broadcasts.end('a')).toBe(true)
  await broadcasts.count('a', 'sent')
  await broadcasts.begin({ id: 'b', html: 'hola', chat: '1', message: 1 })
  await broadcasts.count('a', 'failed')
  await broadcasts.foundAll('a')
  expect(await broadcasts.end('a')).toBe(false)
  expect(await broadcasts.progress('a')).toBe(undefined)
  expect(await broadcasts.progress('b')).toEqual({ found: 0, isWhole: false, sent: 0, failed: 0 })
})
