import { expect, test } from 'vitest'
import type { Command } from '../../../src/bot/command.ts'
import type { Admission } from '../../../src/bot/command-limit.ts'
import type { BotContext } from '../../../src/bot/context.ts'
import { createDispatch } from '../../../src/bot/dispatch.ts'
import type { Right } from '../../../src/bot/rights.ts'
import { createRights } from '../../../src/bot/rights.ts'
import { messagesIn } from '../../../src/messages/messages.ts'

const messages = messagesIn('en')

function arrange(
  right: Right,
  chatState: BotContext['chatState'] = { defaults: [], follows: [], told: [], alerts: [] },
  admission: Admission = 'go',
) {
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
    isPrivate: false,
    chatState,
    language: 'en',
    messages,
    now: 0,
    replyOrEdit: answer,
    replyToSender: answer,
    answerCallbackQuery: async ({ text = '' }) => void said.push(text),
  } as unknown as BotContext
  const dispatch = createDispatch({
    commands: [command],
    rights: createRights({ administrators: async () => right, admit: () => admission }),
    monitors: () => [{ page: 'page_alpha', currency: 'dollar', key: 'usd' }],
    loadChat: async () => true,
  })
  const buttonData = (): Promise<void> =>
    dispatch.onPress(Object.assign(ctx, { callbackQuery: { data: 'f:d:page_alpha.usd' } }))
  return { said, ran, type: () => dispatch.onMessage(ctx), buttonData }
}

test('an administrator is obeyed', async () => {
  const { said, ran, type, buttonData } = arrange('yes')
  await type()
  await buttonData()
  expect([ran, said]).toEqual([['usd', 'pressed'], ['']])
})

test.each([
  ['no', messages.administratorsOnly],
  ['unknown', messages.administratorsUnknown],
] as const)('where the right is %s the change is refused, typed or pressed', async (right, text) => {
  const { said, ran, type, buttonData } = arrange(right)
  await type()
  await buttonData()
  expect([ran, said]).toEqual([[], [text, text]])
})

test.each(['notice', 'silence'] as const)(
  'in a group that is asked for %s its administrator changes what it keeps',
  async (admission) => {
    const { said, ran, type, buttonData } = arrange('yes', undefined, admission)
    await type()
    await buttonData()
    expect([ran, said]).toEqual([['usd', 'pressed'], ['']])
  },
)

test('in a group that is silenced others change nothing, and are not told', async () => {
  const { said, ran, type, buttonData } = arrange('no', undefined, 'silence')
  await type()
  await buttonData()
  expect([ran, said]).toEqual([[], ['']])
})
