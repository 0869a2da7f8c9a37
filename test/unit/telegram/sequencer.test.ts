import type { Update } from 'grammy/types'
import { describe, expect, it } from 'vitest'
import { createSequencer, sequenceKey } from '../../../src/telegram/sequencer.ts'
import { silent } from '../../support/redis.ts'

const messageIn = (chat: number, update_id: number): Update =>
  ({ update_id, message: { chat: { id: chat } } }) as unknown as Update

function create(handle: (update: Update) => Promise<void>) {
  const stopping = new AbortController()
  const leads = { now: true }
  const sequencer = createSequencer({
    handle,
    mayBegin: async () => leads.now,
    stopping: stopping.signal,
    log: silent,
  })
  return { ...sequencer, stopping, leads }
}

describe('the sequencer', () => {
  it('handles updates of one chat one after another, and those of others beside them', async () => {
    const gates = new Map<number, PromiseWithResolvers<void>>()
    const events: string[] = []
    const { run } = create(async ({ update_id }) => {
      events.push(`begin ${update_id}`)
      const gate = Promise.withResolvers<void>()
      gates.set(update_id, gate)
      await gate.promise
      events.push(`end ${update_id}`)
    })
    const outcomes = Promise.all(
      [messageIn(1, 10), messageIn(1, 11), messageIn(2, 12)].map((one) => run(one)),
    )
    await expect.poll(() => events).toEqual(['begin 10', 'begin 12'])
    gates.get(10)?.resolve()
    await expect.poll(() => events).toEqual(['begin 10', 'begin 12', 'end 10', 'begin 11'])
    gates.get(11)?.resolve()
    gates.get(12)?.resolve()
    expect(await outcomes).toEqual(['done', 'done', 'done'])
  })

  it('handles an update once, though it comes again in hand or later', async () => {
    const handled: number[] = []
    const { run } = create(async ({ update_id }) => void handled.push(update_id))
    await Promise.all([run(messageIn(1, 10)), run(messageIn(1, 10))])
    await run(messageIn(1, 10))
    expect(handled).toEqual([10])
  })

  it('skips an update that cannot be handled, and goes on with the next of the chat', async () => {
    const handled: number[] = []
    const { run } = create(async ({ update_id }) => {
      handled.push(update_id)
      if (update_id === 10) throw new Error('broken')
    })
    expect(await Promise.all([run(messageIn(1, 10)), run(messageIn(1, 11))])).toEqual(['done', 'done'])
    expect(handled).toEqual([10, 11])
  })

  it('leaves an update that throws at a stop', async () => {
    const { run, stopping } = create(async () => {
      stopping.abort()
      throw new Error('stopped in the middle')
    })
    expect(await run(messageIn(1, 10))).toBe('left')
  })

  it('leaves updates while another process leads, and handles them once it leads again', async () => {
    const handled: number[] = []
    const { run, leads } = create(async ({ update_id }) => void handled.push(update_id))
    leads.now = false
    expect(await run(messageIn(1, 10))).toBe('left')
    leads.now = true
    expect([await run(messageIn(1, 10)), handled]).toEqual(['done', [10]])
  })

  it('has room for 128 chats, for more updates of these, and again when one of them ends', async () => {
    const gate = Promise.withResolvers<void>()
    const { run, room } = create(({ update_id }) => (update_id === 0 ? gate.promise : new Promise(() => {})))
    for (let chat = 0; chat < 128; chat++) {
      await room(messageIn(chat, chat))
      void run(messageIn(chat, chat))
    }
    await room(messageIn(5, 1_000))
    let hasRoom = false
    const waited = room(messageIn(500, 500)).then(() => {
      hasRoom = true
    })
    await room(messageIn(6, 1_001))
    expect(hasRoom).toBe(false)
    gate.resolve()
    await waited
  })
})

describe('the key of an update', () => {
  it.each([
    [{ message: { chat: { id: -7 }, from: { id: 3 } } }, '-7'],
    [{ callback_query: { message: { chat: { id: -7 } }, from: { id: 3 } } }, '-7'],
    [{ inline_query: { from: { id: 3 } } }, 'inline3'],
    [{ poll: { id: 'x' } }, 'update9'],
  ])('of %j is %s', (content, key) => {
    expect(sequenceKey({ update_id: 9, ...content } as unknown as Update)).toBe(key)
  })
})
