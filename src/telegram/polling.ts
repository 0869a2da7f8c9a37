import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import type { Lease } from '../redis/leader.ts'
import { createLeader } from '../redis/leader.ts'
import { type Failure, messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { type Signal, withTokenFailure } from './api.ts'
import { createInsist } from './insist.ts'
import { isTokenRefused } from './send-result.ts'

const LONG_POLL_SECONDS = 25
const IN_HAND_MS_MAX = 5_000
const CONFIRM_MS_MAX = 2_000
const HOLD_EVERY_MS = 1_000
/** A poller that is killed is followed within it; one that stops, within a second. */
export const POLLING_LEASE_MS = 4 * HOLD_EVERY_MS

export type UpdateKind = Exclude<keyof Update, 'update_id'>

export interface PollingOptions {
  readonly api: Api
  readonly apiRoot: string
  /** The kinds of update that we know. */
  readonly kinds: readonly UpdateKind[]
  /** Called before the first poll, again until it does not throw. */
  readonly prepare: () => Promise<void>
  /** Answers how many of the first updates are in safe hands: those that Telegram may forget. */
  readonly take: (updates: readonly Update[]) => Promise<number>
  /** Where several processes could poll: the one that holds it does. */
  readonly lease?: Pick<Lease, 'hold' | 'release'> | undefined
  /** Telegram refuses the token: nothing will ever come. */
  readonly onRefused: (failure: Failure) => void
  /** Aborted when we stop. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/**
 * Long polling, each update at least once. Stopping lets what is in hand end, confirms what was done and leaves the rest
 * with Telegram, whereas grammY's own loop confirms an update before it is done. Under a lease one process polls and the
 * others stand by.
 */
export function createPolling(options: PollingOptions) {
  const { api, apiRoot, kinds, prepare, take, onRefused, stopping, log } = options
  const leader = createLeader({ lease: options.lease, everyMs: HOLD_EVERY_MS, stopping })
  const insist = createInsist({
    isWanted: leader.isLeader,
    signal: leader.signal,
    complaint: 'telegram cannot be polled',
    log,
  })
  let offset = 0
  let running: Promise<void> = Promise.resolve()

  const poll = (): Promise<Update[]> =>
    api.getUpdates(
      { offset, timeout: LONG_POLL_SECONDS, allowed_updates: kinds },
      leader.signal() as unknown as Signal,
    )

  async function run(): Promise<void> {
    while (!stopping.aborted) {
      await leader.elected()
      await insist(prepare)
      while (leader.isLeader()) await work((await insist(poll)) ?? [])
    }
  }

  async function work(updates: readonly Update[]): Promise<void> {
    const last = updates[(await take(updates)) - 1]
    if (last) offset = last.update_id + 1
  }

  async function confirm(): Promise<void> {
    if (offset === 0 || !leader.wasLeader()) return
    const late = AbortSignal.timeout(CONFIRM_MS_MAX) as unknown as Signal
    await api.getUpdates({ offset, limit: 1, timeout: 0 }, late)
  }

  return {
    start(): void {
      running = run().catch((error: unknown) => {
        if (stopping.aborted) return
        if (isTokenRefused(error)) onRefused(withTokenFailure(error, apiRoot) as Failure)
        else log.error({ err: messageOf(error) }, 'polling broke off')
      })
    },
    /** To be called once `stopping` is aborted. */
    async stop(): Promise<void> {
      await Promise.race([running, sleep(IN_HAND_MS_MAX, undefined, { ref: false })])
      await confirm().catch((error: unknown) =>
        log.warn({ err: messageOf(error) }, 'the last updates are not confirmed'),
      )
      await leader.resign()
    },
  }
}
