import { BROADCAST_CHANNEL, type Broadcast, type Broadcasts } from '../../chats/broadcast.ts'
import { MINUTE_MS } from '../../rates/durations.ts'
import type { Redis } from '../../redis/connection.ts'
import { createSubscription } from '../../redis/subscription.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'
import type { Account, ComposeOptions, Composition } from './composition.ts'

const UNKNOWN_RETRY_MS = 1_000
const UNKNOWN_MS_MAX = MINUTE_MS

/** Composes the broadcast for a chat that is still to be sent it; undefined where there is none. */
export function composeBroadcast(options: ComposeOptions, account: Account): Composition | undefined {
  const { chat, broadcast, now } = options
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
  // A broadcast that has just begun is not known to every process yet; a cancelled one never will be.
  const isNew = now - Number.parseInt(chat.broadcast, 36) < UNKNOWN_MS_MAX
  return isNew ? { kind: 'later', at: now + UNKNOWN_RETRY_MS } : undefined
}

const READ_EVERY_MS = 5_000

export interface BroadcastWatchOptions {
  readonly broadcasts: Pick<Broadcasts, 'current'>
  readonly subscriber: Redis
  readonly log: Log
}

/** Keeps the current broadcast in memory: read again when one begins or ends, and every 5 s. */
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
