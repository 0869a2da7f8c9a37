import { createCircuitBreaker } from '../redis/circuit-breaker.ts'
import { loadScript, type Redis } from '../redis/connection.ts'

const GROUP = loadScript(new URL('./lua/group.lua', import.meta.url))

const SILENCE_MS_MAX = 200
const WAITING_MAX = 4_000

/** Whether a command is answered, its chat is asked to wait, or it gets no message; the last two say for how long (ms). */
export type Admission =
  | { readonly kind: 'go' }
  | { readonly kind: 'notice' | 'silence'; readonly waitMs: number }

export const GO: Admission = { kind: 'go' }

/** How a member asks for something: by a message, or by a button, whose answer is no message. */
export type Asking = 'message' | 'press'

/** Whether a chat is a group or a channel: their numbers are negative. */
export const isGroup = (chat: string): boolean => chat.startsWith('-')

/**
 * Keeps what all processes send to each group below the 20 messages a minute that Telegram accepts; `lua/group.lua` says how
 * price updates and answers share them. Each call throws where Redis is away, or does not answer within 200 ms.
 */
export function createGroups(redis: Redis) {
  const breaker = createCircuitBreaker({ ms: SILENCE_MS_MAX, waitingMax: WAITING_MAX })
  const run = (
    group: string,
    command: 'send' | 'admit' | 'press' | 'pause',
    argument: string | number,
  ): Promise<unknown> => breaker(() => GROUP.run(redis, [`group:${group}`], [command, argument]))

  return {
    /** Counts a message or an edit that is about to be sent. Returns 0, or in how many ms there is room for it. */
    send: async (group: string, kind: 'push' | 'reply'): Promise<number> =>
      Number(await run(group, 'send', kind)),

    /** Whether a member's command may begin; where it may not, one notice a minute, and none to who pressed a button. */
    async admit(group: string, member: string, by: Asking = 'message'): Promise<Admission> {
      const command = by === 'press' ? 'press' : 'admit'
      const [kind, waitMs] = (await run(group, command, member)) as [Admission['kind'], number]
      return kind === 'go' ? GO : { kind, waitMs }
    },

    /** Sends nothing to this group for `ms`, after a 429. */
    pause: async (group: string, ms: number): Promise<void> =>
      void (await run(group, 'pause', Math.ceil(ms))),
  }
}

export type Groups = ReturnType<typeof createGroups>
