import type { Api } from 'grammy'
import { Context } from 'grammy'
import type { Message, UserFromGetMe } from 'grammy/types'
import { describe, expect, test } from 'vitest'
import type { Right } from '../../../src/bot/administrators.ts'
import type { BotContext } from '../../../src/bot/context.ts'
import { buttonOf, judgePress, payloadOf } from '../../../src/bot/presses.ts'

const ME = { id: 7, is_bot: true, first_name: 'Bot', username: 'our_bot' } as UserFromGetMe
const LUIS = { id: 2, is_bot: false, first_name: 'Luis' }
const EMMA = { id: 3, is_bot: false, first_name: 'Emma' }
const GROUP = { id: -1, type: 'supergroup', title: 'Group' }
const CHANNEL = { id: -2, type: 'channel', title: 'Channel' }
const PRIVATE = { id: LUIS.id, type: 'private', first_name: 'Luis' }
const LIVE = 5

interface Press {
  readonly chat: object
  readonly data?: string
  readonly id?: number
  readonly repliesTo?: object
  readonly changes?: boolean
}

/** Luis presses a button; how that is judged where his right is as given, and whether anybody asked for that. */
async function judged(right: Right, { chat, data = 'r:d:a.usd', id = 4, repliesTo, changes }: Press) {
  const reply = repliesTo && { reply_to_message: { message_id: 3, date: 1, chat, ...repliesTo } }
  const message = { message_id: id, date: 1, chat, from: ME, text: '$1', ...reply } as unknown as Message
  const callback_query = { id: '1', from: LUIS, chat_instance: '', data, message }
  const ctx = new Context({ update_id: 1, callback_query }, {} as Api, ME) as BotContext
  ctx.chatState = { defaults: [], follows: [], told: [], alerts: [], live: liveOf(LIVE) }
  let asked = 0
  const administrators = async (): Promise<Right> => {
    asked += 1
    return right
  }
  return { judged: await judgePress(ctx, administrators, changes), asked }
}
const liveOf = (message: number) => ({ message, fingerprint: '-', at: 0 })

describe.each([
  ['a group', GROUP],
  ['a channel', CHANNEL],
])('a look-up button in %s', (_where, chat) => {
  test.each([
    ['yes', 'handle'],
    ['no', 'lead'],
    ['unknown', 'lead'],
  ] as const)('of who is an administrator: %s, is judged %s', async (right, expected) => {
    expect((await judged(right, { chat })).judged).toBe(expected)
  })

  test('that shows its presser a notice alone is for everybody, and no rights are asked for', async () => {
    expect(await judged('no', { chat, data: 'rs:d:a.usd' })).toEqual({ judged: 'handle', asked: 0 })
  })

  test('whose feature changes something is left to the check of that feature', async () => {
    expect(await judged('no', { chat, changes: true, data: 's' })).toEqual({ judged: 'handle', asked: 0 })
  })

  test.each([false, true])(
    'of the live message is refused to everybody, whether it changes something: %s',
    async (changes) => {
      for (const right of ['yes', 'no'] as const)
        expect((await judged(right, { chat, id: LIVE, changes })).judged).toBe('refuse')
    },
  )
})

test.each([
  ['the presser asked for', { from: LUIS, text: '/tasa' }, 'handle'],
  ['another member asked for', { from: EMMA, text: '/tasa' }, 'lead'],
  [
    'an administrator asked for in the name of the group',
    { from: EMMA, sender_chat: GROUP, text: '/tasa' },
    'lead',
  ],
  ['was pushed', { from: ME, text: '▲' }, 'lead'],
  [
    'stands in a topic that the presser began',
    { from: LUIS, forum_topic_created: { name: 'Dólar' } },
    'lead',
  ],
])('a member of a group presses below a message that %s', async (_what, repliesTo, expected) => {
  expect((await judged('no', { chat: GROUP, repliesTo })).judged).toBe(expected)
})

test.each([
  ['yes', 'handle'],
  ['no', 'lead'],
  ['unknown', 'handle'],
] as const)(
  'a follow or an alert of a group is for administrators, also below what its presser asked for: %s is judged %s',
  async (right, expected) => {
    const repliesTo = { from: LUIS, text: '/tasa' }
    for (const chat of [GROUP, CHANNEL])
      for (const data of ['f:d:a.usd', 'f', 'a:d:a.usd|a900r', '+a:d:a.usd'])
        expect((await judged(right, { chat, data, changes: true, repliesTo })).judged).toBe(expected)
  },
)

test('everybody presses what they like in the private chat', async () => {
  expect(await judged('no', { chat: PRIVATE, id: LIVE })).toEqual({ judged: 'handle', asked: 0 })
})

test('a link names a button that fits in it, with its price and all that it says', () => {
  const data = '+h:d:page_alpha.usd|30,aB3_-xyz'
  expect(payloadOf(data)).toMatch(/^[\w-]{1,64}$/)
  expect(buttonOf(payloadOf(data))).toEqual({
    action: 'chart',
    target: 'd:page_alpha.usd',
    argument: '30,aB3_-xyz',
    isBelow: true,
  })
  expect(payloadOf('x'.repeat(48))).toHaveLength(64)
  expect(payloadOf('x'.repeat(49))).toBe('private')
})

test.each(['', 'private', 'channel', 'r', '../..', 'ñandú'])('a link with %j names no button', (payload) => {
  expect(buttonOf(payload)).toBeUndefined()
})
