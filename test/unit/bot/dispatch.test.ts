import type { Context } from 'grammy'
import { expect, test } from 'vitest'
import type { Right } from '../../../src/bot/administrators.ts'
import type { Command } from '../../../src/bot/command.ts'
import { createDispatch } from '../../../src/bot/dispatch.ts'
import type { Turn } from '../../../src/bot/turn.ts'
import { messagesIn } from '../../../src/messages/messages.ts'

const messages = messagesIn('en')

function arrange(right: Right, kept: Turn['kept'] = { defaults: [], follows: [], told: [], alerts: [] }) {
  const said: string[] = []
  const ran: string[] = []
  const command: Command = {
    names: ['follow'],
    changes: true,
    run: async (_, argument) => void ran.push(argument),
    buttons: { follow: async () => void ran.push('pressed') },
  }
  const answer = async (html: string): Promise<void> => void said.push(html)
  const ctx = {
    me: { username: 'our_bot' },
    chat: { id: -1, type: 'supergroup' },
    chatId: -1,
    message: { text: '/follow usd', entities: [{ type: 'bot_command', offset: 0, length: 7 }] },
    answerCallbackQuery: async ({ text = '' }) => void said.push(text),
  } as unknown as Context
  const turn: Turn = { ctx, chat: '-1', isPrivate: false, kept, language: 'en', messages, now: 0, answer }
  const dispatch = createDispatch({
    commands: [command],
    administrators: async () => right,
    admit: () => 'go',
    monitors: () => [{ page: 'page_alpha', currency: 'dollar', key: 'usd' }],
    questions: { take: async () => undefined },
    turnOf: async () => turn,
  })
  const press = (): Promise<void> =>
    dispatch.onPress(Object.assign(ctx, { callbackQuery: { data: 'f:d:page_alpha.usd' } }))
  return { said, ran, type: () => dispatch.onMessage(ctx), press }
}

test('an administrator is obeyed', async () => {
  const { said, ran, type, press } = arrange('yes')
  await type()
  await press()
  expect([ran, said]).toEqual([['usd', 'pressed'], ['']])
})

test.each([
  ['no', messages.administratorsOnly],
  ['unknown', messages.administratorsUnknown],
] as const)('where the right is %s the change is refused, typed or pressed', async (right, text) => {
  const { said, ran, type, press } = arrange(right)
  await type()
  await press()
  expect([ran, said]).toEqual([[], [text, text]])
})
