import { DAY_SECONDS, HOUR_MS } from '../rates/durations.ts'
import { monitorRef } from '../rates/monitor.ts'
import { loadScript, type Script } from '../redis/script.ts'
import type { Access } from './access.ts'
import { monitorsOf } from './alert.ts'
import { STOPPED } from './chat.ts'
import { LIVE_CHATS, type SeenQuote } from './keys.ts'

export const LEAVE = loadScript(new URL('./lua/leaving/leave-only.lua', import.meta.url))
const DROP_PARKED = loadScript(new URL('./lua/leaving/drop-parked.lua', import.meta.url))
const DOUBT = loadScript(new URL('./lua/leaving/soft-refusal.lua', import.meta.url))
const CLEAR_THREAD = loadScript(new URL('./lua/leaving/clear-thread.lua', import.meta.url))
const REACHED = loadScript(new URL('./lua/leaving/reached.lua', import.meta.url))

const DOUBT_COUNTS_MS = 48 * HOUR_MS
/** For so long a chat's choices are kept once it is gone. */
export const KEPT_SECONDS = 90 * DAY_SECONDS

/** Why a chat hears nothing more: it cannot be reached, or asked for that. */
export const LEFT = '1'

/** What the ledger counts for a price that a chat was not told. */
type SendResult = 'unreachable' | 'withheld'

/** Chats that go and come back. */
export function createLeaving({ redis, keyOf, read, run, learn, revive, announce }: Access) {
  /** By a script that may find that the chat does not leave; false then. */
  async function leaveBy(
    script: Script,
    chat: string,
    sendResult: SendResult,
    { keptSeconds = KEPT_SECONDS, why = LEFT } = {},
  ): Promise<boolean> {
    const left = await run(script, chat, [sendResult, keptSeconds, why])
    if (typeof left !== 'number') return false
    await redis.srem(LIVE_CHATS, chat)
    if (left === 1) await announce()
    return true
  }

  /** The alerts of a chat that had left are armed by what it was shown: its shard takes that first. */
  async function comeBack(chat: string, seen: readonly SeenQuote[] = []): Promise<void> {
    if ((await redis.hexists(keyOf(chat), 'gone')) === 1) {
      const { alerts } = await read(chat)
      const watched = new Set(alerts.flatMap(({ signal }) => monitorsOf(signal).map(monitorRef)))
      await learn(
        chat,
        seen.filter(({ quote }) => watched.has(monitorRef(quote.monitor))),
      )
    }
    await revive(chat, seen)
  }

  return {
    revive: comeBack,
    /** Nothing more is sent to the chat; what it chose is kept 90 days. */
    retire: async (chat: string): Promise<void> => void (await leaveBy(LEAVE, chat, 'unreachable')),
    /** The same, as the chat wants it so: no change of who may write there brings it back. */
    stop: async (chat: string): Promise<void> =>
      void (await leaveBy(LEAVE, chat, 'withheld', { why: STOPPED })),
    /** It can be reached again: it comes back, unless it was stopped. */
    async rejoin(chat: string, seen: readonly SeenQuote[]): Promise<void> {
      if ((await redis.hget(keyOf(chat), 'gone')) !== STOPPED) await comeBack(chat, seen)
    },
    /** The same for a chat that is parked, which it is no more then; false where it is not. */
    dropParked: (chat: string): Promise<boolean> => leaveBy(DROP_PARKED, chat, 'unreachable'),
    /** All that is kept about a chat is forgotten. */
    forget: async (chat: string): Promise<void> =>
      void (await leaveBy(LEAVE, chat, 'withheld', { keptSeconds: 0 })),
    /** Telegram took a message there: what it refused before is over, and what waits is told now. */
    reached: async (chat: string): Promise<void> => void (await run(REACHED, chat)),
  }
}

/** What Telegram refuses of a chat that stays. */
export const createRefusals = ({ run }: Access) => ({
  /** Counts a refusal that may be for good; returns how many there were in a row, 0 where it came too late to count. */
  count: async (chat: string): Promise<number> => Number(await run(DOUBT, chat, [DOUBT_COUNTS_MS])),
  /** A topic is gone, any of them if not named: what went there goes to the chat itself, alerts made there too. */
  clearThread: async (chat: string, thread?: number): Promise<void> =>
    void (await run(CLEAR_THREAD, chat, [thread ?? ''])),
})

const PACK = loadScript(new URL('./lua/leaving/pack-only.lua', import.meta.url))
const ADOPT = loadScript(new URL('./lua/leaving/adopt.lua', import.meta.url))

/** A chat changes between two scripts now and then, and not for ever. */
const TRIES_MAX = 20

interface Packed {
  readonly print: string
  /** Field, value, …, as `lua/leaving/pack-only.lua` has them. */
  readonly entries: readonly string[]
  readonly fields: ReadonlySet<string>
}

/** Groups that become supergroups have another number. */
export function createMoving({ redis, run, revive, announce }: Access) {
  async function pack(chat: string): Promise<Packed> {
    const [print = '', ...entries] = (await run(PACK, chat)) as string[]
    return { print, entries, fields: new Set(entries.filter((_, index) => index % 2 === 0)) }
  }

  async function adopt(to: string, { print, entries, fields }: Packed): Promise<void> {
    const isGone = fields.has('gone')
    if (!isGone) await revive(to)
    if (!isGone && fields.has('live')) await redis.sadd(LIVE_CHATS, to)
    await run(ADOPT, to, [print, KEPT_SECONDS, ...entries])
  }

  return {
    /**
     * Moves all that a chat has to its new number, once: repeating it changes nothing. One that had left stays away
     * there too. What happens to the chat meanwhile moves as well.
     */
    async migrate(from: string, to: string): Promise<void> {
      if (from === to) return
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const packed = await pack(from)
        if (packed.entries.length === 0) return
        await adopt(to, packed)
        if ((await run(LEAVE, from, ['withheld', 0, LEFT, packed.print])) === 'changed') continue
        await redis.srem(LIVE_CHATS, from)
        return announce()
      }
      throw new Error('the chat changes all the time, and cannot be moved')
    },
  }
}
