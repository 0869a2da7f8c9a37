import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import type { Leader } from '../redis/leader.ts'
import { type Log, messageOf, warnOf } from '../runtime/log.ts'
import { asCallSignal } from './api.ts'
import type { PollingWatch } from './polling-watch.ts'
import { isTokenRefused, sendResultOf } from './send-result.ts'

const LONG_POLL_SECONDS = 25
const IN_HAND_MS_MAX = 5_000
const CONFIRM_MS_MAX = 2_000

export type UpdateKind = Exclude<keyof Update, 'update_id'>

export interface PollingOptions {
  readonly api: Api
  /** The kinds of update that we ask for. */
  readonly kinds: readonly UpdateKind[]
  /** Called before the first poll, and again until it does not throw. */
  readonly prepare: () => Promise<void>
  /** Resolves with how many of the first updates are stored or done: Telegram may forget those. */
  readonly take: (updates: readonly Update[]) => Promise<number>
  /** This process polls while it leads. */
  readonly leader: Pick<Leader, 'isLeader' | 'wasLeader' | 'signal'>
  readonly watch: Pick<PollingWatch, 'succeeded' | 'failed'>
  readonly log: Log
}

/**
 * Long polling that delivers each update at least once: an update is confirmed once it is stored or done, while grammY's own
 * loop confirms it before. A stop confirms those and leaves the rest to Telegram.
 */
export function createPolling({ api, kinds, prepare, take, leader, watch, log }: PollingOptions) {
  let offset = 0

  /** Calls Telegram until it answers; undefined once this process does not lead any more. */
  const whileLeading = <Result>(call: () => Promise<Result>): Promise<Result | undefined> =>
    retryCall(call, { signal: leader.signal(), failureText: 'telegram cannot be polled', log })

  async function poll(): Promise<Update[]> {
    const asked = { offset, timeout: LONG_POLL_SECONDS, allowed_updates: kinds }
    const updates = await api.getUpdates(asked, asCallSignal(leader.signal())).catch((error: unknown) => {
      if (leader.isLeader()) watch.failed(error)
      throw error
    })
    watch.succeeded()
    return updates
  }

  async function work(updates: readonly Update[]): Promise<void> {
    const last = updates[(await take(updates)) - 1]
    if (last) offset = last.update_id + 1
  }

  async function confirm(): Promise<void> {
    if (offset === 0 || !leader.wasLeader()) return
    await api.getUpdates({ offset, limit: 1, timeout: 0 }, asCallSignal(AbortSignal.timeout(CONFIRM_MS_MAX)))
  }

  return {
    /** Polls as long as this process leads. Throws when the token is refused. */
    async run(): Promise<void> {
      const isPrepared = await whileLeading(async () => {
        await prepare()
        return true
      })
      while (isPrepared && leader.isLeader()) await work((await whileLeading(poll)) ?? [])
    },
    /** Waits up to 5 s for `run` to end at a stop, and confirms what is done. */
    async stop(running: Promise<void>): Promise<void> {
      await Promise.race([running, sleep(IN_HAND_MS_MAX, undefined, { ref: false })])
      await confirm().catch(warnOf(log, 'the last updates are not confirmed'))
    },
  }
}

const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 15_000

export interface RetryCallOptions {
  /** Aborted once the answer is not needed any more. */
  readonly signal: AbortSignal
  /** The log's message for a failure. */
  readonly failureText: string
  readonly log: Log
}

/** Calls Telegram until it answers; undefined once the answer is not needed. Throws when the token is refused. */
export async function retryCall<Result>(
  call: () => Promise<Result>,
  { signal, failureText, log }: RetryCallOptions,
): Promise<Result | undefined> {
  for (let waitMs = BACKOFF_MS; !signal.aborted; waitMs = Math.min(2 * waitMs, BACKOFF_MS_MAX)) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted) return undefined
      if (isTokenRefused(error)) throw error
      log.warn({ err: messageOf(error) }, failureText)
      const sendResult = sendResultOf(error)
      const ms = sendResult.kind === 'pause' ? sendResult.afterMs : waitMs
      await sleep(ms, undefined, { signal }).catch(() => undefined) // a stop ends the wait
    }
  }
  return undefined
}
