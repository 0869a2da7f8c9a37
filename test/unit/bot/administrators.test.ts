import type { Context } from 'grammy'
import { expect, test } from 'vitest'
import { createAdministrators, createFindPoster } from '../../../src/bot/administrators.ts'
import { silent } from '../../support/redis.ts'
import { refusal } from '../telegram/refusal.ts'

const GROUP = { id: -100, type: 'supergroup' }

function arrange(status: string | Error) {
  const time = { now: 0 }
  const asked: number[] = []
  const answer = { status }
  const ctxOf = (user: number, more: object = {}): Context =>
    ({
      chat: GROUP,
      chatId: GROUP.id,
      from: { id: user },
      message: {},
      api: {
        getChatMember: async (_chat: number, id: number) => {
          asked.push(id)
          if (answer.status instanceof Error) throw answer.status
          return { status: answer.status }
        },
      },
      ...more,
    }) as unknown as Context
  return { rightOf: createAdministrators(() => time.now, silent), ctxOf, time, asked, answer }
}

test.each([
  ['creator', 'yes'],
  ['administrator', 'yes'],
  ['member', 'no'],
  ['restricted', 'no'],
  ['left', 'no'],
  ['kicked', 'no'],
])('a %s of a group: %s', async (status, right) => {
  const { rightOf, ctxOf } = arrange(status)
  expect(await rightOf(ctxOf(1))).toBe(right)
})

test('everyone administers the own private chat, and nobody is asked', async () => {
  const { rightOf, ctxOf, asked } = arrange('member')
  expect(await rightOf(ctxOf(1, { chat: { id: 1, type: 'private' } }))).toBe('yes')
  expect(asked).toEqual([])
})

test('a message of the group itself comes from an administrator, one of another chat does not', async () => {
  const { rightOf, ctxOf, asked } = arrange('administrator')
  expect(await rightOf(ctxOf(1087968824, { message: { sender_chat: GROUP } }))).toBe('yes')
  expect(await rightOf(ctxOf(136817688, { message: { sender_chat: { id: -200 } } }))).toBe('no')
  expect(asked).toEqual([])
})

test('the right of each person is cached for a minute of a clock that may be set back', async () => {
  const { rightOf, ctxOf, time, asked, answer } = arrange('administrator')
  await rightOf(ctxOf(1))
  answer.status = 'member'
  time.now = 59_999
  expect(await rightOf(ctxOf(1))).toBe('yes')
  expect(await rightOf(ctxOf(2))).toBe('no')
  time.now = 60_000
  expect(await rightOf(ctxOf(1))).toBe('no')
  answer.status = 'administrator'
  time.now = -3_600_000 // the clock was set back
  expect(await rightOf(ctxOf(1))).toBe('yes')
  expect(asked).toEqual([1, 2, 1, 1])
})

test('a right that is asked anew is that of now, also for whoever asks next', async () => {
  const { rightOf, ctxOf, asked, answer } = arrange('administrator')
  await rightOf(ctxOf(1))
  answer.status = 'member'
  expect(await rightOf(ctxOf(1), true)).toBe('no')
  expect(await rightOf(ctxOf(1))).toBe('no')
  expect(asked).toEqual([1, 1])
})

test('a right that cannot be looked up is unknown, and is looked up again next time', async () => {
  const { rightOf, ctxOf, answer } = arrange(new Error('ECONNRESET'))
  expect(await rightOf(ctxOf(1))).toBe('unknown')
  answer.status = 'administrator'
  expect(await rightOf(ctxOf(1))).toBe('yes')
})

const CHANNEL = -1_001
const owner = { status: 'creator', user: { id: 1, is_bot: false, first_name: 'Ana', last_name: 'Pérez' } }
const second = {
  status: 'administrator',
  can_post_messages: true,
  user: { id: 2, is_bot: false, first_name: 'Luis' },
}
const silentOne = { ...second, can_post_messages: false, user: { ...second.user, id: 3, first_name: 'Eva' } }
const bot = { ...second, user: { id: 4, is_bot: true, first_name: 'Tasa' } }

const refused = refusal(400, 'Bad Request: member list is inaccessible')

/** Whom an update in a channel with these administrators comes from. */
function find({
  members = [owner, second, bot] as readonly object[] | Error,
  post = {},
  callbackQuery = undefined as object | undefined,
}) {
  const context = {
    channelPost: callbackQuery ? undefined : { chat: { id: CHANNEL }, ...post },
    callbackQuery,
    api: {
      getChatAdministrators: async () => {
        if (members instanceof Error) throw members
        return members
      },
    },
  }
  return createFindPoster(() => 0, silent)(context as unknown as Context)
}

test('the administrators of a channel are read once a minute, however many posts there are', async () => {
  const time = { now: 0 }
  let asked = 0
  const api = { getChatAdministrators: async () => [owner, second].slice(0, 1 + asked++) }
  const post = { channelPost: { chat: { id: CHANNEL } }, api } as unknown as Context
  const findPoster = createFindPoster(() => time.now, silent)
  for (const now of [0, 30_000, 59_000, 60_001]) {
    time.now = now
    await findPoster(post)
  }
  expect(asked).toBe(2)
})

const namesake = { ...second, user: { ...second.user, id: 5 } }
const signed = (author_signature: string) => ({ author_signature })

test.each<[string, Parameters<typeof find>[0], number | undefined]>([
  ['a post that names its sender is of that person', { post: { from: { id: 2, is_bot: false } } }, 2],
  ['a press is of its presser', { callbackQuery: { from: { id: 2 } } }, 2],
  ['a post is of the only administrator of its signature', { post: signed('Ana Pérez') }, 1],
  ['a first name is a signature too', { post: signed('Luis') }, 2],
  ['a signature of two names nobody', { members: [second, namesake], post: signed('Luis') }, undefined],
  ['a signature of none names nobody', { members: [owner], post: signed('Pedro') }, undefined],
  ['an unsigned post is of the only one who may post', { members: [owner, silentOne, bot] }, 1],
  ['an unsigned post names nobody where several may post', {}, undefined],
  ['a channel whose administrators Telegram does not say names nobody', { members: refused }, undefined],
])('%s', async (_, given, id) => {
  expect(await find(given)).toBe(id)
})
