import { expect, it } from 'vitest'
import type { Broadcast } from '../../../../src/chats/broadcast.ts'
import { createBroadcastSender } from '../../../../src/push/deliver/broadcast.ts'
import { COMPOSE_AGAIN } from '../../../../src/push/deliver/refusal.ts'
import { SENT, type SendResult } from '../../../../src/telegram/send-result.ts'

const CURRENT: Broadcast = { id: 'b1', html: 'Hola', chat: '1', message: 2 }

interface Sending {
  readonly current?: Broadcast
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
    broadcasts: {
      count: async (_id, what) => void done.push(`count ${what}`),
      current: async () => current,
    },
    send: async () => {
      done.push('send')
      return sendResult
    },
  })
  return { result: await sendBroadcast('7', 'b1', { thread: undefined }), done: done.join(' ') }
}

const PAUSE: SendResult = { kind: 'pause', reason: 'flood_limit', afterMs: 1_000 }
const TOPICLESS: SendResult = { kind: 'topicless', reason: 'TOPIC_DELETED' }
const MIGRATED: SendResult = { kind: 'migrated', toChatId: '-8' }
const GONE: SendResult = { kind: 'unreachable', reason: 'blocked' }
const NO_ANSWER: SendResult = { kind: 'retry', afterMs: 1_000 }
const REPLACED = { current: { ...CURRENT, id: 'b2' } }
const [FAILED, AGAIN] = ['claim send count failed', 'claim send give back']

it.each<[string, SendResult, Sending, unknown, done: string]>([
  ['is recorded before it is sent', SENT, {}, SENT, 'claim send count sent'],
  ['is not sent once another one goes on', SENT, REPLACED, COMPOSE_AGAIN, 'claim'],
  ['is not sent twice to a chat', SENT, { isClaimed: false }, COMPOSE_AGAIN, 'claim'],
  ['that a 429 refused is sent again', PAUSE, {}, PAUSE, AGAIN],
  ['that lacks its topic is sent again', TOPICLESS, {}, TOPICLESS, AGAIN],
  ['of a migrated group is sent again', MIGRATED, {}, MIGRATED, AGAIN],
  ['refused to a chat deleted meanwhile is counted', PAUSE, { isGone: true }, PAUSE, `${AGAIN} count failed`],
  ['that may have arrived is not sent again', NO_ANSWER, {}, SENT, FAILED],
  ['to a chat that is gone is counted', GONE, {}, GONE, FAILED],
])('a broadcast %s', async (_claim, sendResult, sending, result, done) => {
  expect(await send(sendResult, sending)).toEqual({ result, done })
})
