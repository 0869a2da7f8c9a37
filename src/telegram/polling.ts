import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import { createLeader, type Lease } from '../redis/leader.ts'
import { type Failure, messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { type Signal, withTokenFailure } from './api.ts'
import { createRetry } from './retry.ts'
import { isTokenRefused } from './send-result.ts'

const LONG_POLL_SECONDS = 25
const IN_HAND_MS_MAX = 5_000
const CONFIRM_MS_MAX = 2_000
const HOLD_EVERY_MS = 1_000
/** Another process polls within this time after a kill, and within a second after a stop. */
export const POLLING_LEASE_MS = 4 * HOLD_EVERY_MS

export type UpdateKind = Exclude<keyof Update, 'update_id'>

export interface PollingOptions {
  readonly api: Api
  readonly apiRoot: string
  /** The kinds of update that we ask for. */
  readonly kinds: readonly UpdateKind[]
  /** Called before the first poll, and again until it does not throw. */
  readonly prepare: () => Promise<void>
  /** Resolves with how many of the first updates are kept or done: Telegram may forget those. */
  readonly take: (updates: readonly Update[]) => Promise<number>
  /** Its holder polls, where several processes could. */
  readonly lease?: Pick<Lease, 'hold' | 'release'> | undefined
  /** Called when Telegram refuses the token: the program must end. */
  readonly onRefused: (failure: Failure) => void
  /** Aborted when we stop. */
  readonly stopping: AbortSignal
  readonly log: Log
}

/**
 * Long polling that delivers each update at least once: an update is confirmed once it is kept or done, while grammY's own
 * loop confirms it before. A stop confirms those and leaves the rest to Telegram. With a lease one process polls and the
 * others wait for it.
 */
export function createPolling({
  api,
  apiRoot,
  kinds,
  prepare,
  take,
  lease,
  onRefused,
  stopping,
  log,
}: PollingOptions) {
  const leader = createLeader({ lease, everyMs: HOLD_EVERY_MS, stopping })
  const retry = createRetry({
    isWanted: leader.isLeader,
    signal: leader.signal,
    failureText: 'telegram cannot be polled',
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
      await retry(prepare)
      while (leader.isLeader()) await work((await retry(poll)) ?? [])
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
