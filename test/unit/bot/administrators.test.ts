import type { Context } from 'grammy'
import { expect, test } from 'vitest'
import { createAdministrators } from '../../../src/bot/administrators.ts'
import { createLog } from '../../../src/runtime/log.ts'

const GROUP = { id: -100, type: 'supergroup' }
const { log } = createLog('silent')

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
  return { rightOf: createAdministrators(() => time.now, log), ctxOf, time, asked, answer }
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

test('the right of each person is cached for a minute', async () => {
  const { rightOf, ctxOf, time, asked, answer } = arrange('administrator')
  await rightOf(ctxOf(1))
  answer.status = 'member'
  time.now = 59_999
  expect(await rightOf(ctxOf(1))).toBe('yes')
  expect(await rightOf(ctxOf(2))).toBe('no')
  time.now = 60_000
  expect(await rightOf(ctxOf(1))).toBe('no')
  expect(asked).toEqual([1, 2, 1])
})

test('a right that is asked anew is that of now, also for whoever asks next', async () => {
  const { rightOf, ctxOf, asked, answer } = arrange('administrator')
  await rightOf(ctxOf(1))
  answer.status = 'member'
  expect(await rightOf(ctxOf(1), true)).toBe('no')
  expect(await rightOf(ctxOf(1))).toBe('no')
  expect(asked).toEqual([1, 1])
})

test('a right is looked up again where the clock is set back by an hour', async () => {
  const { rightOf, ctxOf, time, answer } = arrange('administrator')
  time.now = 7_200_000
  await rightOf(ctxOf(1))
  answer.status = 'member'
  time.now = 3_600_000
  expect(await rightOf(ctxOf(1))).toBe('no')
})

test('a right that cannot be looked up is unknown, and is looked up again next time', async () => {
  const { rightOf, ctxOf, answer } = arrange(new Error('ECONNRESET'))
  expect(await rightOf(ctxOf(1))).toBe('unknown')
  answer.status = 'administrator'
  expect(await rightOf(ctxOf(1))).toBe('yes')
})
