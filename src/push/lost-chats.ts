import { setTimeout as sleep } from 'node:timers/promises'
import { everyChatNumber, findUndelivered, SCANNED_AT_ONCE } from '../chats/census.ts'
import type { DueQueue } from '../queue/due-queue.ts'
import { countKeys, type Resources } from '../redis/connection.ts'
import { createLeader, type Lease } from '../redis/leader.ts'
import type { Part } from '../runtime/lifecycle.ts'
import { messageOf } from '../runtime/log.ts'

export const SEARCH_LEASE_MS = 20_000
const HOLD_EVERY_MS = 5_000
const ROUND_MS = 50_000
/** At most 500 keys are read in 200 ms, however many chats there are: a few percent of Redis' time. */
const PAUSE_MS_MIN = 200
const NAMED_MAX = 20

export interface LostChatSearchOptions extends Pick<Resources, 'redis' | 'log' | 'metrics'> {
  readonly queue: DueQueue
  /** The process that holds it searches; undefined where there is one process. */
  readonly lease: Lease | undefined
  /** How long a round through all chats takes (ms), longer where Redis has more than 125,000 keys; 50 s if not given. */
  readonly roundMs?: number
}

/** Reads all chats, round after round, and makes due those that have something undelivered and are not in the queue. */
export function createLostChatSearch({
  redis,
  queue,
  lease,
  log,
  metrics,
  roundMs = ROUND_MS,
}: LostChatSearchOptions): Part {
  const stopping = new AbortController()
  const leader = createLeader({ lease, everyMs: HOLD_EVERY_MS, stopping: stopping.signal })
  const found = metrics.counter(
    'chats_lost_total',
    'Chats that had something undelivered and were not in the queue, and were made due again',
  )
  let running: Promise<void> = Promise.resolve()

  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  async function makeLostDue(chats: readonly string[]): Promise<void> {
    const { lostChats } = await findUndelivered(redis, queue, { chats, makeDue: true })
    if (lostChats.length === 0) return
    found.inc(lostChats.length)
    log.warn(
      { count: lostChats.length, chats: lostChats.slice(0, NAMED_MAX) },
      'chats were not in the queue and are due now',
    )
  }

  async function searchAll(): Promise<void> {
    const pages = Math.ceil((await countKeys(redis)) / SCANNED_AT_ONCE)
    const pauseMs = Math.max(Math.min(PAUSE_MS_MIN, roundMs), roundMs / Math.max(1, pages))
    for await (const chats of everyChatNumber(redis)) {
      await leader.confirm()
      if (!leader.isLeader()) return
      await makeLostDue(chats)
      await pause(pauseMs)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await leader.elected()
      await searchAll().catch(async (error: unknown) => {
        log.debug({ err: messageOf(error) }, 'chats cannot be read')
        await pause(roundMs)
      })
    }
  }

  return {
    name: 'lost chats',
    async start() {
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
      await leader.resign()
    },
  }
}
