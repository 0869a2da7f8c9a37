import { loadScript } from '../runtime/script.ts'
import { type Access, PRELUDES } from './access.ts'
import { LIVE_CHATS } from './keys.ts'

const lua = (name: string): URL => new URL(`./lua/${name}.lua`, import.meta.url)

/** The functions that tell all that a chat has, for the scripts that move it. */
export const PACKING = [...PRELUDES, lua('pack')]
export const LEAVE = loadScript(...PACKING, lua('leave'))
const SKIP_NEWS = loadScript(...PRELUDES, lua('skip-news'))
const DOUBT = loadScript(...PRELUDES, lua('doubt'))

const DOUBT_COUNTS_MS = 48 * 3_600_000
/** For so long a chat's choices are kept once it is gone. */
export const KEPT_SECONDS = 90 * 24 * 3600

/** Chats that go and come back. */
export function createLeaving({ redis, run, revive, announce }: Access) {
  async function leave(chat: string, fate: 'unreachable' | 'withheld', keptSeconds: number): Promise<void> {
    const left = await run(LEAVE, chat, [fate, keptSeconds])
    await redis.srem(LIVE_CHATS, chat)
    if (left === 1) await announce()
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
  }
}
