import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import { type Failure, messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { type Signal, withTokenFailure } from './api.ts'
import { isTokenRefused, outcomeOf } from './outcome.ts'

const LONG_POLL_SECONDS = 25
const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 15_000
const IN_HAND_MS_MAX = 5_000
const CONFIRM_MS_MAX = 2_000

export interface PollingOptions {
  readonly api: Api
  readonly apiRoot: string
  /** The kinds of update that `handle` knows. */
  readonly kinds: readonly Exclude<keyof Update, 'update_id'>[]
  /** Called before the first poll, again until it does not throw. */
  readonly prepare: () => Promise<void>
  /** One update at a time; a throw while we stop hands it back to Telegram. */
  readonly handle: (update: Update) => Promise<void>
  /** Telegram refuses the token: nothing will ever come. */
  readonly onRefused: (failure: Failure) => void
  readonly log: Log
}

/**
 * Long polling, each update at least once and in order. Stopping lets the update in hand end, confirms what was done
 * and leaves the rest with Telegram, whereas grammY's own loop confirms an update before it is done.
 */
export function createPolling({ api, apiRoot, kinds, prepare, handle, onRefused, log }: PollingOptions) {
  const stopping = new AbortController()
  let offset = 0
  let running: Promise<void> = Promise.resolve()

  /** Waits after a failed call, for as long as it asks for. Throws when the token is refused. */
  async function recover(error: unknown, backoffMs: number): Promise<void> {
    if (stopping.signal.aborted) return
    if (isTokenRefused(error)) throw error
    log.warn({ err: messageOf(error) }, 'telegram cannot be polled')
    const fate = outcomeOf(error)
    const ms = fate.kind === 'pause' ? fate.afterMs : Math.min(backoffMs, BACKOFF_MS_MAX)
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  /** Runs a call of Telegram until it succeeds; undefined once we stop. */
  async function insist<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    for (let backoffMs = BACKOFF_MS; !stopping.signal.aborted; backoffMs *= 2) {
      try {
        return await call()
      } catch (error) {
        // A network that comes and goes is everyday life here, not a surprise.
        await recover(error, backoffMs)
      }
    }
    return undefined
  }

  const poll = (): Promise<Update[]> =>
    api.getUpdates(
      { offset, timeout: LONG_POLL_SECONDS, allowed_updates: kinds },
      stopping.signal as unknown as Signal,
    )

  async function run(): Promise<void> {
    await insist(prepare)
    while (!stopping.signal.aborted) await work((await insist(poll)) ?? [])
  }

  async function work(updates: readonly Update[]): Promise<void> {
    for (const update of updates) {
      if (stopping.signal.aborted) return
      await handle(update).catch((error: unknown) => {
        if (stopping.signal.aborted) throw error
        log.error({ update: update.update_id, err: messageOf(error) }, 'update skipped')
      })
      offset = update.update_id + 1
    }
  }

  async function confirm(): Promise<void> {
    if (offset === 0) return
    const late = AbortSignal.timeout(CONFIRM_MS_MAX) as unknown as Signal
    await api.getUpdates({ offset, limit: 1, timeout: 0 }, late)
  }

  return {
    start(): void {
      running = run().catch((error: unknown) => {
        if (stopping.signal.aborted) return
        if (isTokenRefused(error)) onRefused(withTokenFailure(error, apiRoot) as Failure)
        else log.error({ err: messageOf(error) }, 'polling broke off')
      })
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.race([running, sleep(IN_HAND_MS_MAX, undefined, { ref: false })])
      await confirm().catch((error: unknown) =>
        log.warn({ err: messageOf(error) }, 'the last updates are not confirmed'),
      )
    },
    stopping: stopping.signal,
  }
}
