import type { Broadcasts } from '../../chats/broadcast.ts'
import type { Chats } from '../../chats/chats.ts'
import type { Send } from '../../telegram/send.ts'
import { SENT, type SendResult } from '../../telegram/send-result.ts'
import type { DueChat } from './load.ts'
import type { Account, Composed } from './outcomes.ts'
import { COMPOSE_AGAIN, type Wait } from './refusal.ts'

/** Composes the broadcast that a chat has not had yet, whose text is read when it is sent; undefined where there is none. */
export const composeBroadcast = ({ chat }: Pick<DueChat, 'chat'>, account: Account): Composed | undefined =>
  chat.broadcast
    ? { kind: 'message', text: '', thread: chat.thread, broadcast: chat.broadcast, account, prices: [] }
    : undefined

export interface BroadcastSenderOptions {
  readonly chats: Pick<Chats, 'broadcasts'>
  readonly broadcasts: Pick<Broadcasts, 'count' | 'current'>
  readonly send: Send
}

/**
 * Sends a broadcast to one chat at most once: it is recorded before it is sent, unless Telegram surely refused it. One that has ended is
 * recorded only.
 */
export function createBroadcastSender({ chats, broadcasts, send }: BroadcastSenderOptions) {
  return async function sendBroadcast(
    chat: string,
    id: string,
    { thread }: Pick<Composed, 'thread'>,
  ): Promise<SendResult | Wait> {
    const current = await broadcasts.current()
    const isClaimed = await chats.broadcasts.claim(chat, id)
    if (!isClaimed || current?.id !== id) return COMPOSE_AGAIN
    const sendResult = await send(chat, { text: current.html, thread })
    if (sendResult.kind === 'pause' || sendResult.kind === 'topicless' || sendResult.kind === 'migrated') {
      if (!(await chats.broadcasts.giveBack(chat, id))) await broadcasts.count(id, 'failed')
      return sendResult
    }
    await broadcasts.count(id, sendResult.kind === 'sent' ? 'sent' : 'failed')
    return sendResult.kind === 'unreachable' ? sendResult : SENT
  }
}
