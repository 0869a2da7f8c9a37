import type { Context } from 'grammy'
import { expect, test } from 'vitest'
import type { Right } from '../../../src/bot/administrators.ts'
import type { Admission } from '../../../src/bot/bucket.ts'
import type { Command } from '../../../src/bot/command.ts'
import { createDispatch } from '../../../src/bot/dispatch.ts'
import type { Turn } from '../../../src/bot/turn.ts'
import { messagesIn } from '../../../src/messages/messages.ts'

const messages = messagesIn('en')

function arrange(
  right: Right,
  kept: Turn['kept'] = { defaults: [], follows: [], told: [], alerts: [] },
  admission: Admission = 'go',
) {
  const said: string[] = []
  const ran: string[] = []
  const command: Command = {
    names: ['follow'],
    changes: true,
    run: async (_, argument) => void ran.push(argument),
    typed: { follow: async (_turn, _monitor, _argument, text) => void ran.push(text) },
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
  const turn: Turn = {
    ctx,
    chat: '-1',
    isPrivate: false,
    kept,
    language: 'en',
    messages,
    now: 0,
    answer,
    refuse: answer,
  }
  const dispatch = createDispatch({
    commands: [command],
    administrators: async () => right,
    admit: () => admission,
    monitors: () => [{ page: 'page_alpha', currency: 'dollar', key: 'usd' }],
    questions: {
      take: async () => ({ press: 'f:d:page_alpha.usd' }),
      put: async () => {},
      drop: async () => false,
    },
    isConversion: () => false,
    turnOf: async () => turn,
  })
  const press = (): Promise<void> =>
    dispatch.onPress(Object.assign(ctx, { callbackQuery: { data: 'f:d:page_alpha.usd' } }))
  const answerWith = (text: string): Promise<void> =>
    dispatch.onAnswer(Object.assign(ctx, { message: { text } }), async () => void said.push('passed on'))
  return { said, ran, type: () => dispatch.onMessage(ctx), press, answerWith }
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

test('a typed answer is taken from an administrator, and refused from one who is none any more', async () => {
  const [administrator, member] = [arrange('yes'), arrange('no')]
  await administrator.answerWith('950')
  await member.answerWith('950')
  expect([administrator.ran, member.ran, member.said]).toEqual([['950'], [], [messages.administratorsOnly]])
})

test('a command is no answer', async () => {
  const { answerWith, said, ran } = arrange('yes')
  await answerWith('/rate usd')
  expect([said, ran]).toEqual([['passed on'], []])
})

test.each(['notice', 'silence'] as const)(
  'in a group that is asked for %s its administrator changes what it keeps',
  async (admission) => {
    const { said, ran, type, press, answerWith } = arrange('yes', undefined, admission)
    await type()
    await press()
    await answerWith('950')
    expect([ran, said]).toEqual([['usd', 'pressed', '950'], ['']])
  },
)

test('in a group that is silenced others change nothing, and are not told', async () => {
  const { said, ran, type, press, answerWith } = arrange('no', undefined, 'silence')
  await type()
  await press()
  await answerWith('950')
  expect([ran, said]).toEqual([[], ['']])
})
