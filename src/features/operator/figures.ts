import { everyChatNumber, readTotals } from '../../chats/census.ts'
import { dayOf } from '../../domain/caracas.ts'
import type { DueQueue } from '../../queue/due-queue.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { StatsView } from './text.ts'

const KEY = '{operator}:figures'
const TOLD = '{operator}:told'
const COUNTED_MS = 600_000

export interface FiguresOptions {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly clock: Clock
}

/** Totals over all chats. Chats are counted at most every ten minutes, as counting reads all of them. */
export function createFigures({ redis, queue, clock }: FiguresOptions) {
  async function countChats(): Promise<{ chats: number; groups: number }> {
    const known = await redis.hgetall(KEY)
    if (known.at && clock() - Number(known.at) < COUNTED_MS)
      return { chats: Number(known.chats), groups: Number(known.groups) }
    const counted = { chats: 0, groups: 0 }
    for await (const chats of everyChatNumber(redis))
      for (const chat of chats) counted[chat.startsWith('-') ? 'groups' : 'chats'] += 1
    await redis.hset(KEY, { ...counted, at: clock() })
    return counted
  }

  return {
    countChats,
    async read(): Promise<StatsView> {
      const [counted, totals, before] = await Promise.all([
        countChats(),
        readTotals(redis, queue),
        redis.hget(TOLD, dayOf(clock())),
      ])
      return { ...counted, ...totals, toldToday: totals.told - Number(before ?? totals.told) }
    },
    /** Stores, once a day in Caracas, how many messages had been sent before that day. */
    async beginDay(): Promise<void> {
      const day = dayOf(clock())
      if ((await redis.hexists(TOLD, day)) === 1) return
      const { told } = await readTotals(redis, queue)
      await redis.multi().del(TOLD).hsetnx(TOLD, day, told).exec()
    },
  }
}

export type Figures = ReturnType<typeof createFigures>
