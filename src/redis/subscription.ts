import type { Redis } from './connection.ts'

type OnMessage = (message: string, channel: string) => void

/** The listeners of each channel; a connection has one listener of its own, which calls those of the channel alone. */
const listenersOf = new WeakMap<Redis, Map<string, Set<OnMessage>>>()

function listenersOn(subscriber: Redis): Map<string, Set<OnMessage>> {
  const known = listenersOf.get(subscriber)
  if (known) return known
  const byChannel = new Map<string, Set<OnMessage>>()
  listenersOf.set(subscriber, byChannel)
  subscriber.on('message', (channel: string, message: string) => {
    for (const onMessage of byChannel.get(channel) ?? []) onMessage(message, channel)
  })
  return byChannel
}

/**
 * Messages of some channels. `subscriber` is a connection that was made to wait (`waits`); it subscribes again by itself when
 * it was broken, and what was published meanwhile is lost.
 */
export function createSubscription(subscriber: Redis, channels: readonly string[], onMessage: OnMessage) {
  return {
    /** Resolves once Redis sends the messages. */
    async start(): Promise<void> {
      const byChannel = listenersOn(subscriber)
      for (const channel of channels)
        byChannel.set(channel, (byChannel.get(channel) ?? new Set()).add(onMessage))
      await subscriber.subscribe(...channels)
    },
    /** Redis is not told: another subscription may use the channel, and a stop must not wait for Redis. */
    stop(): void {
      for (const channel of channels) listenersOf.get(subscriber)?.get(channel)?.delete(onMessage)
    },
  }
}
