import { beforeEach, describe, expect, it } from 'vitest'
import type { SendResult } from '../../../../src/telegram/send-result.ts'
import { quoteOf, USD, usePush } from '../../../support/push.ts'

const push = await usePush()
const CHAT = '1'
const REFUSED: SendResult = { kind: 'retry', afterMs: 1, softRefusal: 'person' }
const SENT: SendResult = { kind: 'sent' }

describe('a chat that refuses softly', () => {
  beforeEach(async () => {
    await push.chats.follows.add(CHAT, USD, { price: '100', at: 1_000 })
  })

  const key = () => `chat:{${push.queue.shardOf(CHAT)}}:${CHAT}`
  let seen = 1
  /** Tells it the next price, and waits until it is settled. */
  async function tell(sendResult: SendResult): Promise<void> {
    const asked = Promise.withResolvers<void>()
    push.judgeBy(async () => {
      asked.resolve()
      return sendResult
    })
    seen += 1
    await push.see({ quote: quoteOf(String(100 + seen)), asOf: seen * 1_000 })
    await push.queue.hurry(CHAT)
    await asked.promise
    await expect.poll(push.inHand).toBe(0)
  }

  it('stays, having taken a message in between', async () => {
    for (const sendResult of [REFUSED, REFUSED, SENT, REFUSED, REFUSED]) await tell(sendResult)
    expect(await push.redis.hexists(key(), 'gone')).toBe(0)
  })

  it('counts as gone at the third refusal in a row', async () => {
    for (const sendResult of [SENT, REFUSED, REFUSED, REFUSED]) await tell(sendResult)
    expect(await push.redis.hexists(key(), 'gone')).toBe(1)
  })

  it('stays though it refuses for the third time, where the others are a year ago', async () => {
    await push.redis.hset(key(), 'doubts', `2 ${Date.now() - 365 * 86_400_000}`)
    await tell(REFUSED)
    expect(await push.redis.hexists(key(), 'gone')).toBe(0)
    expect(await push.redis.hget(key(), 'doubts')).toMatch(/^1 /)
  })

  const comings: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['is let in again, or made administrator', () => push.chats.presence.rejoin(CHAT, [])],
    ['starts', () => push.chats.presence.revive(CHAT)],
    ['follows', () => push.chats.follows.add(CHAT, USD, { price: '100', at: 1_000 })],
    ['takes a reply', () => push.chats.presence.reached(CHAT)],
  ]

  async function expectSentAfter(come: () => Promise<unknown>): Promise<void> {
    push.judgeBy(async () => SENT)
    await come()
    await expect.poll(() => push.sent.length).toBe(1)
  }

  it.each(comings)('is sent its message at once when it %s', async (_case, come) => {
    await push.redis.hset(key(), 'doubts', `1 ${Date.now()}`)
    await tell({ kind: 'retry', afterMs: 1, softRefusal: 'rights' })
    await expectSentAfter(come)
    expect(await push.redis.hexists(key(), 'doubts')).toBe(0)
  })

  /** Sets the chat aside, with a price that it is still to hear of. */
  async function park(): Promise<void> {
    await push.redis.zadd(push.queue.keysOf(push.queue.shardOf(CHAT)).at(-1) ?? '', Date.now(), CHAT)
    await push.tell({ quote: quoteOf('170'), asOf: 900_000 })
  }

  it.each(comings)('is unparked when it %s, and sent its message at once', async (_case, come) => {
    await park()
    await expectSentAfter(come)
    expect(await push.queue.parked()).toEqual([])
  })

  it('has one try after it was parked: the next failure parks it again', async () => {
    let tries = 0
    push.judgeBy(async () => {
      tries += 1
      return { kind: 'fail', reason: 'no' }
    })
    await park()
    await push.chats.presence.reached(CHAT)
    await expect.poll(() => tries).toBe(1)
    await expect.poll(push.queue.parked).toEqual([CHAT])
    expect(tries).toBe(1)
  })

  it('is tried again at once where it came back while a refusal was on its way', async () => {
    await push.redis.hset(key(), 'doubts', `1 ${Date.now()}`)
    push.judgeBy(async () => {
      push.judgeBy(async () => SENT)
      await push.chats.presence.reached(CHAT)
      return { ...REFUSED, softRefusal: 'rights' }
    })
    await push.see({ quote: quoteOf('170'), asOf: 900_000 })
    await expect.poll(() => push.sent.length).toBe(1)
  })

  it('that was stopped or has left is not made due by a reply that it takes', async () => {
    await push.redis.hset(key(), 'doubts', `1 ${Date.now()}`)
    await push.chats.presence.stop(CHAT)
    await push.chats.presence.reached(CHAT)
    expect((await push.queue.backlog()).waiting).toBe(0)
  })
})
