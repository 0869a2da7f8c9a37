import { loadScript } from '../runtime/script.ts'
import { type Access, PRELUDES } from './access.ts'
import { parseAlertField } from './alert.ts'
import { parseFollowField } from './keys.ts'
import { createLiveMessages } from './live-messages.ts'

const lua = (name: string): URL => new URL(`./lua/${name}.lua`, import.meta.url)
const LEAVE = loadScript(...PRELUDES, lua('leave'))
const ADOPT = loadScript(...PRELUDES, lua('adopt'))
const SKIP_NEWS = loadScript(...PRELUDES, lua('skip-news'))

const DOUBT = loadScript(...PRELUDES, lua('doubt'))

const DOUBT_COUNTS_MS = 48 * 3_600_000
const KEPT_SECONDS = 90 * 24 * 3600

/** Chats that go, come back, or move. */
export function createLeaving(access: Access) {
  const { redis, keyOf, fieldsOf, run, revive, announce } = access
  const { moveLive } = createLiveMessages(access)

  async function leave(chat: string, fate: 'unreachable' | 'withheld', keptSeconds: number): Promise<void> {
    if ((await run(LEAVE, chat, [fate, keptSeconds])) === 1) await announce()
  }

  return {
    revive,
    /** Nothing more is sent to the chat; what it chose is kept 90 days. */
    retire: (chat: string): Promise<void> => leave(chat, 'unreachable', KEPT_SECONDS),
    /** All that is kept about a chat is forgotten. */
    forget: (chat: string): Promise<void> => leave(chat, 'withheld', 0),
    /** Counts a refusal that may be for good; returns how many there were in a row. */
    doubt: async (chat: string): Promise<number> => Number(await run(DOUBT, chat, [DOUBT_COUNTS_MS])),
    /** What the chat was not told yet is withheld for good: it hears of what comes. */
    skipNews: async (chat: string): Promise<void> => void (await run(SKIP_NEWS, chat)),

    /** Moves all that a chat has to its new number, once: repeating it changes nothing. */
    async migrate(from: string, to: string): Promise<void> {
      const fields = await fieldsOf(from)
      const isOurs = (field: string): boolean =>
        parseFollowField(field) !== undefined || parseAlertField(field) !== undefined
      const entries = Object.entries(fields).filter(([field]) => field !== 'gone')
      const wants = entries.filter(([field]) => isOurs(field)).flat()
      const settings = entries.filter(([field]) => !isOurs(field)).flat()
      if (entries.length === 0) return
      await revive(to)
      if (settings.length > 0) await redis.hset(keyOf(to), ...settings)
      await moveLive(from, to)
      if (wants.length > 0) await run(ADOPT, to, wants)
      await leave(from, 'withheld', 0)
      await announce()
    },
  }
}
