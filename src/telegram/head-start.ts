import { setTimeout as sleep } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import type { Backlog } from '../queue/parking.ts'
import { sequenceKey } from './sequencer.ts'

const HEAD_START_MS = 2
/** After this time a lease that was lost has ended, so that its chat counts as waiting. */
const LEASE_OVER_MS = 10_000

export interface HeadStartOptions {
  /** Handles an update; false where it is left because we stop. */
  readonly run: (update: Update) => Promise<boolean>
  readonly chatsInHand: () => readonly string[]
  readonly chatsMax: number
  /** What waits in Redis; undefined where other processes have chats in hand, so that there is no head start. */
  readonly backlog: (() => Promise<Pick<Backlog, 'waiting' | 'parked'>>) | undefined
}

/**
 * Handles updates while Telegram still keeps them, so that an answer does not wait for a disk. That changes no order: it is
 * done for updates that come for the first time, of chats of which nothing waits in Redis.
 */
export function createHeadStart({ run, chatsInHand, chatsMax, backlog }: HeadStartOptions) {
  const begun = new Set<Update>()
  let lastNumber: number | undefined
  /** Whether nothing waits in Redis but what this process has in hand. */
  let isCaughtUp = false
  let checkAt = 0

  /** Telegram may send a batch again that an earlier process stored, and only the first one after a start. */
  function areNew(updates: readonly Update[]): boolean {
    const before = lastNumber
    lastNumber = updates.at(-1)?.update_id ?? before
    return before !== undefined && updates.every(({ update_id }) => update_id > before)
  }

  async function begin(update: Update, undone: Set<Update>): Promise<void> {
    begun.add(update)
    const isDone = await run(update)
    begun.delete(update)
    if (isDone) undone.delete(update)
  }

  return {
    /** Begins what may be begun, and returns after 2 ms the updates that are to be stored, as they are not done. */
    async take(updates: readonly Update[]): Promise<readonly Update[]> {
      if (!areNew(updates) || !isCaughtUp) return updates
      const inHand = new Set(chatsInHand())
      const room = Math.max(0, chatsMax - inHand.size - begun.size)
      const free = updates.filter((update) => !inHand.has(sequenceKey(update))).slice(0, room)
      const undone = new Set(updates)
      const all = Promise.all(free.map((update) => begin(update, undone)))
      await Promise.race([all, sleep(HEAD_START_MS)])
      return [...undone]
    },
    /** Something waits in Redis that is in no hand. */
    fallBehind(): void {
      isCaughtUp = false
      checkAt = performance.now() + LEASE_OVER_MS
    },
    /** Looks whether anything waits, if that is not known. */
    async check(): Promise<void> {
      if (!backlog || isCaughtUp || performance.now() < checkAt) return
      const { waiting, parked } = await backlog()
      isCaughtUp = waiting + parked === 0
    },
  }
}
