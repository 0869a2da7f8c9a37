import { expect, it } from 'vitest'
import { noteReached } from '../../../../../src/bot/replies.ts'
import { silent } from '../../../../support/redis.ts'

it('a chat can be reached where Telegram took a message there, and nothing else says so', async () => {
  const chats: string[] = []
  const transform = noteReached(async (chat) => void chats.push(chat), silent)
  const call = (method: string, chat: number, ok = true) =>
    transform(
      (async () => ({ ok, result: true })) as unknown as Parameters<typeof transform>[0],
      method as 'sendMessage',
      { chat_id: chat, text: '' },
    )
  await call('sendMessage', -1)
  await call('sendPhoto', 2)
  await call('sendMessage', 3, false)
  await call('sendChatAction', 4)
  await call('editMessageText', 5)
  await call('getChatMember', 6)
  expect(chats).toEqual(['-1', '2'])
})
