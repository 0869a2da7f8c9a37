import { BROADCAST_CHANNEL, type Broadcast, type Broadcasts } from '../../chats/broadcast.ts'
import type { Chats } from '../../chats/chats.ts'
import { MINUTE_MS } from '../../domain/caracas.ts'
import { createSubscription, type Redis } from '../../redis/connection.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { type Log, messageOf } from '../../runtime/log.ts'
import type { Send } from '../../telegram/send.ts'
import { SENT, type SendResult } from '../../telegram/send-result.ts'
import type { DueChat } from './load.ts'
import type { Account, Composed, Composition } from './outcomes.ts'
import { COMPOSE_AGAIN, type Wait } from './refusal.ts'

const UNKNOWN_RETRY_MS = 1_000
const UNKNOWN_MS_MAX = MINUTE_MS

/** Composes the broadcast that a chat has not had yet; undefined where there is none. */
export function composeBroadcast(
  { chat, broadcast, now }: DueChat,
  account: Account,
): Composition | undefined {
  if (!chat.broadcast) return undefined
  if (broadcast?.id === chat.broadcast)
    return {
      kind: 'message',
      text: broadcast.html,
      thread: chat.thread,
      broadcast: broadcast.id,
      account: { ...account, dueAt: now },
      prices: [],
    }
  // This process may not know yet of a broadcast that has just begun; of a cancelled one it never will.
  const isNew = now - Number.parseInt(chat.broadcast, 36) < UNKNOWN_MS_MAX
  return isNew ? { kind: 'later', at: now + UNKNOWN_RETRY_MS } : undefined
}

export interface BroadcastSenderOptions {
  readonly chats: Pick<Chats, 'broadcasts'>
  readonly broadcasts: Pick<Broadcasts, 'count'>
  /** Returns the broadcast that is being sent to all chats. */
  readonly current: () => Broadcast | undefined
  readonly send: Send
}

/** Sends a broadcast to one chat at most once: it is recorded before it is sent, unless Telegram surely refused it. */
export function createBroadcastSender({ chats, broadcasts, current, send }: BroadcastSenderOptions) {
  return async function sendBroadcast(
    chat: string,
    id: string,
    message: Pick<Composed, 'text' | 'thread'>,
  ): Promise<SendResult | Wait> {
    if (current()?.id !== id) return COMPOSE_AGAIN
    if (!(await chats.broadcasts.claim(chat, id))) return COMPOSE_AGAIN
    const sendResult = await send(chat, message)
    if (sendResult.kind === 'pause' || sendResult.kind === 'topicless' || sendResult.kind === 'migrated') {
      if (!(await chats.broadcasts.giveBack(chat, id))) await broadcasts.count(id, 'failed')
      return sendResult
    }
    await broadcasts.count(id, sendResult.kind === 'sent' ? 'sent' : 'failed')
    return sendResult.kind === 'unreachable' ? sendResult : SENT
  }
}

const READ_EVERY_MS = 5_000

export interface BroadcastWatchOptions {
  readonly broadcasts: Pick<Broadcasts, 'current'>
  readonly subscriber: Redis
  readonly log: Log
}

/** Keeps the current broadcast in memory; reads it again when one begins or ends, and every 5 s. */
export function createBroadcastWatch({ broadcasts, subscriber, log }: BroadcastWatchOptions) {
  let current: Broadcast | undefined
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    try {
      current = await broadcasts.current()
    } catch (error) {
      log.debug({ err: messageOf(error) }, 'current broadcast cannot be read')
    }
  }
  const changes = createSubscription(subscriber, [BROADCAST_CHANNEL], () => void read())

  const part: Part = {
    name: 'broadcast watch',
    async start() {
      await changes.start()
      await read()
      timer = setInterval(() => void read(), READ_EVERY_MS)
    },
    async stop() {
      clearInterval(timer)
      changes.stop()
    },
  }
  return { ...part, current: (): Broadcast | undefined => current }
}
