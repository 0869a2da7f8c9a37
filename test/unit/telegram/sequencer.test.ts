import type { Update } from 'grammy/types'
import { describe, expect, it } from 'vitest'
import { createSequencer, sequenceKey } from '../../../src/telegram/sequencer.ts'
import { silent } from '../../support/redis.ts'

const messageIn = (chat: number, update_id: number): Update =>
  ({ update_id, message: { chat: { id: chat } } }) as unknown as Update

describe('the sequencer', () => {
  it('handles updates of one chat one after another, and those of others beside them', async () => {
    const gates = new Map<number, PromiseWithResolvers<void>>()
    const events: string[] = []
    const { take } = createSequencer({
      handle: async ({ update_id }) => {
        events.push(`begin ${update_id}`)
        const gate = Promise.withResolvers<void>()
        gates.set(update_id, gate)
        await gate.promise
        events.push(`end ${update_id}`)
      },
      stopping: new AbortController().signal,
      log: silent,
    })
    const taken = take([messageIn(1, 10), messageIn(1, 11), messageIn(2, 12)])
    await expect.poll(() => events).toEqual(['begin 10', 'begin 12'])
    gates.get(10)?.resolve()
    await expect.poll(() => events).toEqual(['begin 10', 'begin 12', 'end 10', 'begin 11'])
    gates.get(11)?.resolve()
    gates.get(12)?.resolve()
    expect(await taken).toBe(3)
  })

  it('handles an update once, though it comes again', async () => {
    const handled: number[] = []
    const { run } = createSequencer({
      handle: async ({ update_id }) => void handled.push(update_id),
      stopping: new AbortController().signal,
      log: silent,
    })
    expect([await run(messageIn(1, 10)), await run(messageIn(1, 10)), await run(messageIn(1, 11))]).toEqual([
      true,
      true,
      true,
    ])
    expect(handled).toEqual([10, 11])
  })

  it('skips an update that cannot be handled, and goes on with the next of the chat', async () => {
    const handled: number[] = []
    const { take, run } = createSequencer({
      handle: async ({ update_id }) => {
        handled.push(update_id)
        if (update_id === 10) throw new Error('broken')
      },
      stopping: new AbortController().signal,
      log: silent,
    })
    expect(await take([messageIn(1, 10), messageIn(1, 11)])).toBe(2)
    await run(messageIn(1, 10))
    expect(handled).toEqual([10, 11])
  })

  it('leaves what is not handled at a stop, and says how many of the first are done', async () => {
    const stopping = new AbortController()
    const handled: number[] = []
    const { take } = createSequencer({
      handle: async ({ update_id }) => {
        handled.push(update_id)
        if (update_id === 11) {
          stopping.abort()
          throw new Error('stopped in the middle')
        }
      },
      stopping: stopping.signal,
      log: silent,
    })
    expect(await take([10, 11, 12].map((number) => messageIn(1, number)))).toBe(1)
    expect(handled).toEqual([10, 11])
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
