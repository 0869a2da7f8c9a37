import { createCircuitBreaker } from '../redis/circuit-breaker.ts'
import type { Redis } from '../redis/connection.ts'
import { loadScript } from '../redis/script.ts'

const SEND = loadScript(new URL('./lua/rate/send-to-group.lua', import.meta.url))
const RETURN = loadScript(new URL('./lua/rate/return-to-group.lua', import.meta.url))
const ADMIT = loadScript(new URL('./lua/rate/admit-to-group.lua', import.meta.url))
const REST = loadScript(new URL('./lua/rate/rest-group.lua', import.meta.url))

const SILENCE_MS_MAX = 200
const WAITING_MAX = 4_000

/** What becomes of a command: it is done, or its chat is asked for patience, or hears nothing. */
export type Admission = 'go' | 'notice' | 'silence'

/** Whether a chat is a group or a channel: their numbers are negative. */
export const isGroup = (chat: string): boolean => chat.startsWith('-')

/**
 * What all processes send to each group, held below the 20 messages a minute that Telegram takes: `lua/group.lua` says how
 * news and answers share them. Each call throws where Redis is away, or silent for 200 ms.
 */
export function createGroups(redis: Redis) {
  const breaker = createCircuitBreaker({ ms: SILENCE_MS_MAX, waitingMax: WAITING_MAX })
  const keysOf = (group: string): [string] => [`group:${group}`]

  return {
    /** Counts a message that is about to be sent, or an edit: 0, or in how many ms there is room for it. */
    send: async (group: string, kind: 'push' | 'reply'): Promise<number> =>
      Number(await breaker(() => SEND.run(redis, keysOf(group), [kind]))),

    /** Gives the place of a message back that was counted and not sent. */
    async takeBack(group: string, kind: 'push' | 'reply'): Promise<void> {
      await breaker(() => RETURN.run(redis, keysOf(group), [kind]))
    },

    /** Whether a command of a member may begin; one notice a minute where it may not. */
    admit: (group: string, member: string): Promise<Admission> =>
      breaker(() => ADMIT.run(redis, keysOf(group), [member])) as Promise<Admission>,

    /** Telegram takes nothing for this group for `ms`. */
    async rest(group: string, ms: number): Promise<void> {
      await breaker(() => REST.run(redis, keysOf(group), [Math.ceil(ms)]))
    },
  }
}

export type Groups = ReturnType<typeof createGroups>
