import { describe, expect, it } from 'vitest'
import type { Broadcast } from '../../../../src/chats/broadcast.ts'
import { createBroadcastSender } from '../../../../src/push/deliver/broadcast.ts'
import { COMPOSE_AGAIN } from '../../../../src/push/deliver/refusal.ts'
import { SENT, type SendResult } from '../../../../src/telegram/send-result.ts'

const CURRENT: Broadcast = { id: 'b1', html: 'Hola', chat: '1', message: 2 }

interface Sending {
  readonly current?: Broadcast | undefined
  readonly isClaimed?: boolean
  /** The chat leaves, or is deleted, during the send. */
  readonly isGone?: boolean
}

/** Sends one broadcast, and notes in order what was done. */
async function send(
  sendResult: SendResult,
  { current = CURRENT, isClaimed = true, isGone = false }: Sending = {},
) {
  const done: string[] = []
  const sendBroadcast = createBroadcastSender({
    chats: {
      broadcasts: {
        claim: async () => {
          done.push('claim')
          return isClaimed
        },
        giveBack: async () => {
          done.push('give back')
          return !isGone
        },
      },
    } as unknown as Parameters<typeof createBroadcastSender>[0]['chats'],
    broadcasts: { count: async (_id, what) => void done.push(`count ${what}`) },
    current: () => current,
    send: async () => {
      done.push('send')
      return sendResult
    },
  })
  return { result: await sendBroadcast('7', 'b1', { text: 'Hola', thread: undefined }), done }
}

describe('a broadcast', () => {
  it('is recorded before it is sent', async () => {
    expect(await send(SENT)).toEqual({ result: SENT, done: ['claim', 'send', 'count sent'] })
  })

  it('is not sent where another one goes on, or it was cancelled', async () => {
    expect(await send(SENT, { current: { ...CURRENT, id: 'b2' } })).toEqual({
      result: COMPOSE_AGAIN,
      done: [],
    })
  })

  it('is not sent to a chat that was sent it before', async () => {
    expect(await send(SENT, { isClaimed: false })).toEqual({ result: COMPOSE_AGAIN, done: ['claim'] })
  })

  it.each<[SendResult]>([
    [{ kind: 'pause', reason: 'flood_limit', afterMs: 1_000 }],
    [{ kind: 'topicless', reason: 'TOPIC_DELETED' }],
    [{ kind: 'migrated', toChatId: '-8' }],
  ])('that Telegram surely refused is sent again: %j', async (refusal) => {
    expect(await send(refusal)).toEqual({ result: refusal, done: ['claim', 'send', 'give back'] })
  })

  it('that Telegram refused to a chat that was deleted meanwhile is counted, as it is not sent again', async () => {
    const pause: SendResult = { kind: 'pause', reason: 'flood_limit', afterMs: 1_000 }
    expect(await send(pause, { isGone: true })).toEqual({
      result: pause,
      done: ['claim', 'send', 'give back', 'count failed'],
    })
  })

  it('that may have arrived is not sent again', async () => {
    expect(await send({ kind: 'retry', afterMs: 1_000 })).toEqual({
      result: SENT,
      done: ['claim', 'send', 'count failed'],
    })
  })

  it('to a chat that is gone is counted, and the chat is told to be gone', async () => {
    const gone: SendResult = { kind: 'unreachable', reason: 'blocked' }
    expect(await send(gone)).toEqual({ result: gone, done: ['claim', 'send', 'count failed'] })
  })
})
