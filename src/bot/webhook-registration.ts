import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from 'grammy'
import { type Failure, messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { withTokenFailure } from '../telegram/api.ts'
import { createInsist } from '../telegram/insist.ts'
import type { UpdateKind } from '../telegram/polling.ts'

const SET_MS_MAX = 1_000
const CHECK_EVERY_MS = 60_000

/** Where Telegram sends updates by itself. */
export interface WebhookTarget {
  readonly url: string
  /** What Telegram shall prove itself with; the one before it is still believed. */
  readonly secrets: readonly string[]
  /** How often Telegram is asked whether it still knows; once a minute, if not given. */
  readonly checkEveryMs?: number
}

export interface WebhookRegistrationOptions {
  readonly api: Api
  readonly apiRoot: string
  readonly webhook: WebhookTarget
  readonly kinds: readonly UpdateKind[]
  readonly prepare: () => Promise<void>
  readonly onRefused: (failure: Failure) => void
  readonly stopping: AbortSignal
  readonly log: Log
}

/** Tells Telegram where we listen, and again where that was lost; each process does, and all say the same. */
export function createWebhookRegistration(options: WebhookRegistrationOptions) {
  const { api, kinds, prepare, webhook, stopping, log } = options
  const insist = createInsist({
    isWanted: () => !stopping.aborted,
    signal: () => stopping,
    complaint: 'the webhook is not set',
    log,
  })
  let running: Promise<void> = Promise.resolve()

  const set = () =>
    insist(() =>
      api.setWebhook(webhook.url, { secret_token: webhook.secrets[0] ?? '', allowed_updates: kinds }),
    )

  /** Somebody who polls with our token, or tries another address, takes it away without a word to us. */
  async function repair(): Promise<void> {
    const known = await insist(() => api.getWebhookInfo())
    if (known === undefined || known.url === webhook.url) return
    log.warn({ url: known.url }, 'telegram has forgotten the webhook, which is set again')
    await set()
  }

  async function register(): Promise<void> {
    await insist(prepare)
    await set()
    while (!stopping.aborted) {
      await sleep(webhook.checkEveryMs ?? CHECK_EVERY_MS, undefined, { signal: stopping }).catch(
        () => undefined,
      )
      await repair()
    }
  }

  return {
    start(): void {
      running = register().catch((error: unknown) => {
        if (stopping.aborted) return
        const failure = withTokenFailure(error, options.apiRoot)
        if (failure instanceof Error && failure !== error) options.onRefused(failure as Failure)
        else log.error({ err: messageOf(error) }, 'the webhook is not set')
      })
    },
    stop: async (): Promise<void> =>
      void (await Promise.race([running, sleep(SET_MS_MAX, undefined, { ref: false })])),
  }
}
