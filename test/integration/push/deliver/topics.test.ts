import { beforeEach, describe, expect, it } from 'vitest'
import { priceSignal } from '../../../../src/chats/alert.ts'
import { FOLLOWS_PER_CHAT_MAX } from '../../../../src/chats/chats.ts'
import type { SendResult } from '../../../../src/telegram/send-result.ts'
import { EUR, quoteOf, USD, usePush } from '../../../support/push.ts'

const GROUP = '-5'
const TOPICLESS: SendResult = { kind: 'topicless', reason: 'Bad Request: message thread not found' }

/** The topic of each message, and what became of it. */
let calls: [thread: number | undefined, sendResult: string][]
let deleted: number | undefined
const push = await usePush({
  send: async (_chat, { thread }) => {
    const sendResult: SendResult = thread && thread === deleted ? TOPICLESS : { kind: 'sent' }
    calls.push([thread, sendResult.kind])
    return sendResult
  },
})

describe('a group with topics', () => {
  beforeEach(async () => {
    calls = []
    deleted = undefined
    await push.tell({ quote: quoteOf('890'), asOf: 1_000 })
  })

  const above = (value: string, thread?: number) => {
    const alert = { kind: 'above', signal: priceSignal(USD), value, ...(thread && { thread }) } as const
    return push.chats.alerts.add(GROUP, alert, '890')
  }
  const follow = (thread?: number) => push.chats.follows.add(GROUP, USD, { price: '890', at: 1_000 }, thread)
  const followOther = (thread?: number, monitor = EUR) =>
    push.chats.follows.add(GROUP, monitor, { price: '1', at: 1_000 }, thread)
  const see = (price: string) => push.tell({ quote: quoteOf(price), asOf: 2_000 })

  it('is sent alerts of a deleted topic in the group itself, and those of other topics there', async () => {
    await follow(7)
    await above('900', 7)
    await above('950', 8)
    deleted = 7
    await see('901')
    expect(calls).toEqual([
      [7, 'topicless'],
      [undefined, 'sent'],
    ])
    expect((await push.chats.alerts.list(GROUP)).map(({ thread }) => thread)).toEqual([undefined, 8])
    expect(await push.chats.read(GROUP)).not.toHaveProperty('thread')
  })

  it.each([
    [
      'an alert of General, whatever topic it follows in',
      [() => followOther(7), () => above('900')],
      undefined,
    ],
    ['price updates where it followed last, General', [() => followOther(7), () => follow()], undefined],
    [
      'price updates where it followed last, though it had elsewhere',
      [() => follow(7), () => follow()],
      undefined,
    ],
    ['price updates where it followed last, a topic', [() => follow(), () => followOther(7)], 7],
  ])('is sent there %s', async (_what, steps, thread) => {
    for (const step of steps) await step()
    await see('910')
    expect(calls).toEqual([[thread, 'sent']])
  })

  it('keeps its topic where a further follow is refused', async () => {
    await follow(7)
    for (let i = 1; i < FOLLOWS_PER_CHAT_MAX; i++) await followOther(7, { ...USD, key: `usd${i}` })
    expect(await followOther()).toBe('full')
    expect((await push.chats.read(GROUP)).thread).toBe(7)
  })
})
