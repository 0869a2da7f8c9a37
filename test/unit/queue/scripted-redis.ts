import { EventEmitter } from 'node:events'
import type { Redis } from '../../../src/redis/connection.ts'

/** A Redis that answers every script with one reply, or with what a function returns, and notes the calls. */
export function createScriptedRedis(reply?: unknown) {
  const calls: unknown[][] = []
  const subscribed: string[] = []
  const redis = Object.assign(new EventEmitter(), {
    subscribe: async (...channels: string[]) => subscribed.push(...channels),
    defineCommand(name: string) {
      Reflect.set(redis, name, async (...args: unknown[]) => {
        calls.push(args)
        return typeof reply === 'function' ? reply(...args) : reply
      })
    },
  })
  return {
    redis: redis as unknown as Redis,
    calls,
    subscribed,
    publish: (channel: string, text: string) => redis.emit('message', channel, text),
  }
}
