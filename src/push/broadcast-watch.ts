import { BROADCAST_CHANNEL, type Broadcast, type Broadcasts } from '../chats/broadcast.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Redis } from '../runtime/redis.ts'

const READ_EVERY_MS = 5_000

export interface BroadcastWatchOptions {
  readonly broadcasts: Pick<Broadcasts, 'current'>
  readonly subscriber: Redis
  readonly log: Log
}

/** Knows the broadcast that goes on, as soon as it begins or ends. */
export function createBroadcastWatch({ broadcasts, subscriber, log }: BroadcastWatchOptions) {
  let current: Broadcast | undefined
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    try {
      current = await broadcasts.current()
    } catch (error) {
      log.debug({ err: messageOf(error) }, 'whether there is a broadcast is not known')
    }
  }
  const hear = (channel: string): void => {
    if (channel === BROADCAST_CHANNEL) void read()
  }

  const part: Part = {
    name: 'broadcast watch',
    async start() {
      subscriber.on('message', hear)
      await subscriber.subscribe(BROADCAST_CHANNEL)
      await read()
      timer = setInterval(() => void read(), READ_EVERY_MS)
    },
    async stop() {
      clearInterval(timer)
      subscriber.off('message', hear)
    },
  }
  return { ...part, current: (): Broadcast | undefined => current }
}
