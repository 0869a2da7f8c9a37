import type { Redis } from './connection.ts'

type OnMessage = (message: string, channel: string) => void

/** The listeners of each channel. A connection has one listener, which calls those of the channel. */
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
 * Calls `onMessage` for each message of some channels. `subscriber` is a connection made with `waits`; it subscribes again after
 * a reconnection, and messages published meanwhile are lost.
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
    /** Does not unsubscribe: another subscription may use the channel, and a stop must not wait for Redis. */
    stop(): void {
      for (const channel of channels) listenersOf.get(subscriber)?.get(channel)?.delete(onMessage)
    },
  }
}
