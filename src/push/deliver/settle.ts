import { keysOfChats } from '../../chats/access.ts'
import type { DueQueue, Outcome } from '../../queue/due-queue.ts'
import { isGroup } from '../../queue/groups.ts'
import type { Redis } from '../../redis/connection.ts'
import { loadScript } from '../../redis/script.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'
import { retryUntilAnswered } from '../../runtime/retry.ts'
import type { Composed } from './composition.ts'
import { type Held, type Told, tellTexts } from './texts.ts'

const TELL = loadScript(new URL('./lua/deliver.lua', import.meta.url))
const AGAIN_MS = 100
const GATHER_MS = 6
const GATHER_MAX = 256
const BUSY_MIN = 4
const REST_MS = { private: 1_000, group: 5_200 }
/** A message that changes in place leaves news its turns. */
const EDIT_REST_MS = 6_000

/** That, or another outcome of a chat's reservation. */
export type Settled = Told | (Held & { readonly outcome: Outcome })

/** Telegram takes a message a second in a private chat; in a group 12 a minute are for news, evenly: `queue/groups.ts`. */
export function restOf(chat: string, { edits }: Pick<Composed, 'edits'> = {}): number {
  if (edits !== undefined) return EDIT_REST_MS
  return isGroup(chat) ? REST_MS.group : REST_MS.private
}

export interface SettlerOptions {
  readonly redis: Redis
  readonly queue: DueQueue
  readonly log: Log
}

/**
 * Settles one shard in one script at a time: what comes while it runs goes into the next, and under load what comes
 * within 6 ms, so batches grow with the load.
 */
export function createSettler({ redis, queue, log }: SettlerOptions) {
  const collecting = new Map<number, Turn>()
  const before = new Map<number, Promise<void>>()
  const isBusy = new Set<number>()

  function beginTurn(shard: number): Turn {
    const settled: Settled[] = []
    const full = Promise.withResolvers<void>()
    const timer = setTimeout(full.resolve, isBusy.has(shard) ? GATHER_MS : 0)
    const done = Promise.allSettled([before.get(shard), full.promise]).then(() => {
      clearTimeout(timer)
      collecting.delete(shard)
      isBusy[settled.length < BUSY_MIN ? 'delete' : 'add'](shard)
      return insist(shard, settled)
    })
    before.set(shard, done)
    return { settled, isFull: full.resolve }
  }

  /** Redis may be away for a moment, also while we stop: what was sent must not be sent again for that. */
  async function insist(shard: number, settled: readonly Settled[]): Promise<void> {
    const deadline = Math.max(...settled.map(({ leaseEndsAt }) => leaseEndsAt))
    await retryUntilAnswered(() => settleShard(shard, settled), { everyMs: AGAIN_MS, deadline }).catch(
      (error: unknown) =>
        log.error({ shard, chats: settled.length, err: messageOf(error) }, 'chats cannot be settled'),
    )
  }

  async function settleShard(shard: number, settled: readonly Settled[]): Promise<void> {
    const told = settled.filter((one) => 'account' in one)
    const others = settled.filter((one) => 'outcome' in one)
    await Promise.all([
      told.length > 0 && TELL.run(redis, keysOfChats(queue, shard, []), tellTexts(told)),
      queue.settle(
        shard,
        others.map(({ reservation, outcome }) => [reservation, outcome]),
      ),
    ])
  }

  return {
    /** What cannot be settled comes back when its lease ends. */
    settle(settled: Settled): void {
      const { shard } = settled.reservation
      const turn = collecting.get(shard) ?? beginTurn(shard)
      collecting.set(shard, turn)
      turn.settled.push(settled)
      if (turn.settled.length >= GATHER_MAX) turn.isFull()
    },
    /** Resolves when Redis has what it was given of a shard so far. */
    rest: async (shard: number): Promise<void> => before.get(shard),
  }
}

interface Turn {
  readonly settled: Settled[]
  readonly isFull: () => void
}

export type Settler = ReturnType<typeof createSettler>
