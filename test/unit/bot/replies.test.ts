import { HttpError } from 'grammy'
import type { ApiResponse } from 'grammy/types'
import { expect, test } from 'vitest'
import { countReplies, createPaceOfAll, createPrivatePace, noteReached } from '../../../src/bot/replies.ts'
import { GO } from '../../../src/queue/groups.ts'
import { silent } from '../../support/redis.ts'

const REFUSED = { ok: false, error_code: 429, description: '', parameters: { retry_after: 7 } } as const
const SENT = { ok: true, result: true } as const
const FAILED = { ok: false, error_code: 502, description: 'Bad Gateway' } as const
const lost = (why: string) => new HttpError('Network request failed', new Error(why))

/** What a bot calls, where Telegram answers so and a group has to wait so long (ms). */
function arrange(
  answers: ApiResponse<true> | readonly (ApiResponse<true> | Error)[] = SENT,
  waitMs = 0,
  pauses: readonly number[] = [],
  isRetired = false,
) {
  const log: string[] = []
  const left = [...pauses]
  const told = Array.isArray(answers) ? [...answers] : []
  const limiter = {
    spend: async () => void log.push('spend'),
    pauseSending: async (ms: number, chat?: string) => void log.push(`pause ${ms} ${chat}`),
    pausedForMs: (chat?: string) => {
      const ms = left.shift() ?? 0
      if (ms > 0) log.push(`paused ${chat}`)
      return ms
    },
    ratePerSecond: () => 1_000,
    groups: {
      admit: async () => GO,
      send: async (group: string, kind: string) => {
        log.push(`${kind} to ${group}`)
        return waitMs
      },
    },
  }
  const stopping = new AbortController()
  const transform = countReplies({
    limiter,
    isRetired: async () => isRetired,
    stopping: stopping.signal,
    log: silent,
    failureWaitMs: 0,
  })
  const take = async () => {
    log.push('call')
    const answer = told.shift() ?? answers
    if (answer instanceof Error) throw answer
    return answer
  }
  const call = (method: Parameters<typeof transform>[1], chat?: number) =>
    transform(take as never, method, (chat === undefined ? {} : { chat_id: chat }) as never)
  return { log, call, stop: (): void => stopping.abort() }
}

test('a reply beyond the limit of a group gets our own 429, and Telegram is not called', async () => {
  const { log, call } = arrange(SENT, 6_500)
  expect(await call('sendMessage', -5)).toMatchObject({ error_code: 429, parameters: { retry_after: 7 } })
  expect(log).toEqual(['reply to -5'])
})

test('a reply waits until sending is paused no more, a call that only reads does not', async () => {
  const { log, call } = arrange(SENT, 0, [1, 1])
  await call('getChat', 5)
  await call('sendMessage', 5)
  expect(log).toEqual(['call', 'paused 5', 'paused 5', 'spend', 'call'])
})

test('a reply to a person who blocked us meanwhile is neither repeated nor sent after a pause', async () => {
  for (const first of [REFUSED, FAILED, lost('ECONNRESET')]) {
    const { log, call } = arrange([first, SENT], 0, [], true)
    await call('sendMessage', 5).catch(() => {})
    expect(log.filter((one) => one === 'call')).toHaveLength(1)
  }
  const { log, call } = arrange(SENT, 0, [1, 1], true)
  expect(await call('sendMessage', 5)).toMatchObject({ ok: false, error_code: 403 })
  expect(log).toEqual(['paused 5', 'paused 5'])
})

test('a call that sets the profile waits for no 429, and its own pauses nobody', async () => {
  const { log, call } = arrange(REFUSED, 0, [1])
  expect(await call('setMyCommands', 0)).toEqual(REFUSED)
  expect(log).toEqual(['call'])
})

test('a 429 to the answer of a press or an inline query pauses nobody, and the call is not repeated', async () => {
  const { log, call } = arrange(REFUSED, 0, [1])
  expect(await call('answerCallbackQuery')).toEqual(REFUSED)
  expect(await call('answerInlineQuery')).toEqual(REFUSED)
  expect(log).toEqual(['paused ', 'call', 'call'])
})

test('a 429 pauses sending for its chat; in a group the call is not repeated', async () => {
  const [group, person] = [arrange(REFUSED), arrange(REFUSED)]
  expect(await group.call('sendMessage', -5)).toEqual(REFUSED)
  expect(await person.call('sendMessage', 5)).toEqual(REFUSED)
  expect(group.log).toEqual(['reply to -5', 'spend', 'call', 'pause 7000 -5'])
  expect(person.log).toEqual(Array(3).fill(['spend', 'call', 'pause 7000 5']).flat())
})

test.each([
  ['a 502', FAILED],
  ['a 500', { ...FAILED, error_code: 500 }],
  ['a connection that broke before the answer', lost('other side closed')],
])('a reply that got %s is sent once again, and counted again', async (_, failure) => {
  const { log, call } = arrange([failure, SENT])
  expect(await call('sendMessage', -5)).toEqual(SENT)
  expect(log).toEqual(['reply to -5', 'spend', 'call', 'reply to -5', 'spend', 'call'])
})

test('a reply at which Telegram fails twice is given up', async () => {
  const [failed, broken] = [arrange([FAILED, FAILED]), arrange([lost('reset'), lost('reset')])]
  expect(await failed.call('sendMessage', 5)).toEqual(FAILED)
  await expect(broken.call('sendMessage', 5)).rejects.toThrow(HttpError)
  for (const { log } of [failed, broken]) expect(log).toEqual(['spend', 'call', 'spend', 'call'])
})

test.each([
  ['a refusal', { ...FAILED, error_code: 400 }],
  ['a 403', { ...FAILED, error_code: 403 }],
  ['no answer for the whole time limit', lost('Request to sendMessage timed out after 30 seconds')],
])('a reply that got %s is not repeated', async (_, answer) => {
  const { log, call } = arrange([answer])
  await call('sendMessage', 5).catch(() => {})
  expect(log).toEqual(['spend', 'call'])
})

test('many edits for one person are spaced like messages, and delay no other chat', async () => {
  const { log, call, stop } = arrange()
  const presses = Promise.allSettled(Array.from({ length: 12 }, () => call('editMessageText', 5)))
  await call('editMessageText', 6)
  expect(log.filter((entry) => entry === 'call')).toHaveLength(5)
  stop()
  expect((await presses).filter(({ status }) => status === 'rejected')).toHaveLength(8)
})

test('a chat is sent four replies at once and then one a second, which delays no other chat', () => {
  let now = 0
  const pace = createPrivatePace(() => now)
  expect([pace('1'), pace('1'), pace('1'), pace('1'), pace('1'), pace('1')]).toEqual([
    0, 0, 0, 0, 1_050, 2_100,
  ])
  expect(pace('2')).toBe(0)
  now = 10_000
  expect([pace('1'), pace('1'), pace('1'), pace('1'), pace('1')]).toEqual([0, 0, 0, 0, 1_050])
})

test('eight replies of all chats are sent at once, the next ones by the send rate, and none is held for over half a second', () => {
  let now = 0
  const pace = createPaceOfAll(
    () => 50,
    () => now,
  )
  const held = (count: number) => Array.from({ length: count }, () => pace())
  expect(held(10)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 50, 100])
  expect(Math.max(...held(1_000))).toBe(500)
  now = 10_000
  expect(held(9)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 50])
})

test('only a message that Telegram delivered says that a chat can be reached', async () => {
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
