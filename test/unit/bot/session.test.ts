import { expect, onTestFinished, test, vi } from 'vitest'
import type { BotContext } from '../../../src/bot/context.ts'
import { createSessions, findAsked, keepAsked } from '../../../src/bot/session.ts'
import { createMemoryStore } from '../../integration/bot/memory.ts'
import { silent } from '../../support/redis.ts'

function arrange() {
  const store = createMemoryStore()
  const time = { now: 0 }
  const sessions = createSessions(store, () => time.now, silent)
  const chat = { isPrivate: true, chatKey: '5' }
  return {
    store,
    time,
    sessions,
    find: () => findAsked(sessions, chat),
    handle: (update: Partial<BotContext>, next = async () => {}) =>
      keepAsked(sessions)({ ...chat, ...update } as BotContext, next),
  }
}

const AMOUNT = { kind: 'amount', amount: '20' } as const

test('what was asked is gone on from for ten minutes, and not where its answer failed', async () => {
  const { handle, find, time, store } = arrange()
  const failing = handle({ asked: AMOUNT }, () => Promise.reject(new Error('not sent')))
  await expect(failing).rejects.toThrow('not sent')
  expect(store.values.size).toBe(0)
  await handle({ asked: AMOUNT })
  await handle({})
  time.now = 599_999
  expect(await find()).toEqual(AMOUNT)
  time.now = 600_000
  expect(await find()).toBeUndefined()
})

test('the text of what was asked is kept as it was read, but for commands and long texts', async () => {
  const { handle, find } = arrange()
  await handle({ asked: AMOUNT, askedText: '50 dólares' })
  expect(await find()).toEqual({ ...AMOUNT, text: '50 dólares' })
  for (const askedText of ['/convertir 50', 'a'.repeat(201)]) {
    await handle({ asked: AMOUNT, askedText })
    expect(await find()).toEqual(AMOUNT)
  }
})

test.each(['{no json', '["5000 bs"]', '{"kind":"charge"}', '["0.0",1000,"x"]'])(
  'what another program stored is no value: %s',
  async (text) => {
    const { store, sessions } = arrange()
    await store.hset('session:5', 'asked', text)
    expect(await sessions.find('5', 'asked')).toBeUndefined()
    expect(await sessions.read('5', 'asked')).toEqual({})
  },
)

test('a session is gone an hour after its last change, and at once where the data of its chat is deleted', async () => {
  const { store, sessions } = arrange()
  const expire = vi.spyOn(store, 'expire')
  await sessions.write('5', 'dialog 1', 1, 900)
  expect(expire.mock.calls).toEqual([['session:5', 3_600]])
  await sessions.write('6', 'dialog 1', 1, 900)
  await sessions.forget('5')
  expect([...store.values.keys()]).toEqual(['session:6 dialog 1'])
})

test('a value is not waited for longer than 200 ms while Redis does not answer', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { store, sessions } = arrange()
  store.hget = () => new Promise(() => {})
  const found = sessions.find('5', 'asked')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await found).toBeUndefined()
})
