import { DAY_SECONDS, HOUR_MS } from '../domain/caracas.ts'
import { monitorRef } from '../domain/monitor.ts'
import { loadScript, type Redis } from '../redis/connection.ts'
import { loadAlertScript, monitorsOf } from './alert.ts'
import { STOPPED } from './chat.ts'
import { CARD_CHATS, chatsOfPerson, LIVE_CHATS, type SeenQuote } from './keys.ts'
import type { ChatScripts } from './scripts.ts'

const LEAVE = loadScript(new URL('./lua/leaving/leave.lua', import.meta.url))
const SOFT_REFUSALS = loadScript(new URL('./lua/leaving/soft-refusals.lua', import.meta.url))
const CLEAR_THREAD = loadScript(new URL('./lua/leaving/clear-thread.lua', import.meta.url))

const SOFT_REFUSAL_COUNTS_MS = 48 * HOUR_MS
/** For how long the choices of a chat that has left are kept. */
const KEPT_SECONDS = 90 * DAY_SECONDS

/** The reason of a chat that left because it cannot be reached or has moved: when that was is stored. */
const LEFT = ''

/** What the ledger counts for a price that was not delivered to a chat before it left. */
type Undelivered = 'unreachable' | 'withheld'

/** Chats that leave and come back. */
export function createLeaving({ redis, keyOf, read, run, learn, revive, announce }: ChatScripts) {
  /** False where the chat does not leave: it must be parked and is not. */
  async function leave(
    chat: string,
    undelivered: Undelivered,
    { keptSeconds = KEPT_SECONDS, why = LEFT, mustBeParked = false } = {},
  ): Promise<boolean> {
    const left = await run(LEAVE, chat, [undelivered, keptSeconds, why, '', mustBeParked ? 'parked' : ''])
    if (typeof left !== 'number') return false
    await redis.srem(LIVE_CHATS, chat)
    if (left === 1) await announce()
    return true
  }

  /** Revives a chat. Its alerts are armed from the prices that it was shown, which its shard takes first. */
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
    /** The chat cannot be reached: nothing more is sent to it, and its choices are kept for 90 days. */
    retire: async (chat: string): Promise<void> => void (await leave(chat, 'unreachable')),
    /** Nothing more is sent to the chat, at its own request: becoming reachable again does not bring it back. */
    stop: async (chat: string): Promise<void> => void (await leave(chat, 'withheld', { why: STOPPED })),
    /** Whether the chat was retired. */
    async isRetired(chat: string): Promise<boolean> {
      const gone = await redis.hget(keyOf(chat), 'gone')
      return gone !== null && gone !== STOPPED
    },
    /** The chat can be reached again: it comes back, unless it was stopped. */
    async rejoin(chat: string, seen: readonly SeenQuote[]): Promise<void> {
      if ((await redis.hget(keyOf(chat), 'gone')) !== STOPPED) await comeBack(chat, seen)
    },
    /** Retires a parked chat; false where it is not parked. */
    dropParked: (chat: string): Promise<boolean> => leave(chat, 'unreachable', { mustBeParked: true }),
    /** Deletes everything kept about a chat, its number in the queue and in lists too. */
    async forget(chat: string): Promise<void> {
      const makers = await makersOf(redis, keyOf(chat))
      await leave(chat, 'withheld', { keptSeconds: 0 })
      await unlist(redis, chat, makers)
    },
    /** Telegram accepted a message there: clears refusals, and makes the chat due if it had any. */
    reached: async (chat: string): Promise<void> => void (await run(SOFT_REFUSALS, chat, ['clear'])),
  }
}

/** Refusals of chats that stay. */
export const createRefusals = ({ run }: ChatScripts) => ({
  /** Counts a soft refusal; returns how many there were in a row, or 0 if the chat could be reached since. */
  count: async (chat: string): Promise<number> =>
    Number(await run(SOFT_REFUSALS, chat, ['count', SOFT_REFUSAL_COUNTS_MS])),
  /** A topic is gone, or all of them if not named: its price updates and alerts go to the chat itself. */
  clearThread: async (chat: string, thread?: number): Promise<void> =>
    void (await run(CLEAR_THREAD, chat, [thread ?? ''])),
})

const PACK = loadScript(new URL('./lua/leaving/pack.lua', import.meta.url))
const ADOPT = loadAlertScript(new URL('./lua/leaving/adopt.lua', import.meta.url))

/** A chat may change between two scripts of a move, but hardly this often. */
const TRIES_MAX = 20

interface Packed {
  readonly fingerprint: string
  /** Field, value, …, as `lua/leaving/pack.lua` returns them. */
  readonly entries: readonly string[]
  readonly fields: ReadonlySet<string>
}

/** Marks of the people who ever made an alert in a chat. */
const makersOf = async (redis: Redis, key: string): Promise<readonly string[]> =>
  (await redis.hget(key, 'makers'))?.split(' ').filter((mark) => mark !== '') ?? []

/** Takes the number of a chat out of the lists of all chats. */
async function unlist(redis: Redis, chat: string, makers: readonly string[]): Promise<void> {
  const lists = [LIVE_CHATS, CARD_CHATS, ...makers.map(chatsOfPerson)]
  await Promise.all(lists.map((list) => redis.srem(list, chat)))
}

/** Moves groups that become supergroups and so get another number. */
export function createMoving({ redis, keyOf, run, revive, announce }: ChatScripts) {
  async function pack(chat: string): Promise<Packed> {
    const [fingerprint = '', ...entries] = (await run(PACK, chat)) as string[]
    return { fingerprint, entries, fields: new Set(entries.filter((_, index) => index % 2 === 0)) }
  }

  async function adopt(to: string, { fingerprint, entries, fields }: Packed): Promise<void> {
    const isGone = fields.has('gone')
    if (!isGone) await revive(to)
    if (!isGone && fields.has('live')) await redis.sadd(LIVE_CHATS, to)
    if (fields.has('card')) await redis.sadd(CARD_CHATS, to)
    await run(ADOPT, to, [fingerprint, KEPT_SECONDS, ...entries])
    for (const mark of await makersOf(redis, keyOf(to))) await redis.sadd(chatsOfPerson(mark), to)
  }

  return {
    /**
     * Moves everything that a chat has to its new number; repeating it changes nothing. If the chat changes meanwhile, the
     * change moves too. A chat that had left is still gone after the move.
     */
    async migrate(from: string, to: string): Promise<void> {
      if (from === to) return
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const packed = await pack(from)
        if (packed.entries.length === 0) return
        await adopt(to, packed)
        if ((await run(LEAVE, from, ['withheld', 0, LEFT, packed.fingerprint])) === 'changed') continue
        await unlist(redis, from, await makersOf(redis, keyOf(to)))
        return announce()
      }
      throw new Error('the chat changes all the time and cannot be moved')
    },
  }
}
