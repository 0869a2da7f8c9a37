import { expect, test } from 'vitest'
import { createBroadcast } from '../../../src/bot/operator/broadcast.ts'
import type { Turn } from '../../../src/bot/turn.ts'
import { createBroadcasts } from '../../../src/chats/broadcast.ts'
import { messagesIn } from '../../../src/messages/messages.ts'
import { useRedis } from '../../support/redis.ts'

const server = useRedis()

test('a button that cancels an earlier broadcast does not cancel this one', async () => {
  const redis = await server.connect()
  const broadcasts = createBroadcasts(redis)
  const figures = { countChats: async () => ({ chats: 1, groups: 0 }) }
  const { buttons } = createBroadcast({ redis, broadcasts, figures })
  const answers: string[] = []
  const turn = {
    messages: messagesIn('es'),
    answer: async (html: string) => void answers.push(html),
  } as unknown as Turn
  await broadcasts.begin({ id: 'b', html: 'hola', chat: '1', message: 1 })
  expect(await buttons?.broadcast?.(turn, undefined, 'stop a')).toBe(turn.messages.operator.broadcastGone)
  expect((await broadcasts.current())?.id).toBe('b')
  await buttons?.broadcast?.(turn, undefined, 'stop b')
  expect(await broadcasts.current()).toBe(undefined)
  expect(answers).toEqual(['Cancelado: enviado a 0 chats.'])
})
