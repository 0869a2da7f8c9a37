import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Lease } from '../queue/lease.ts'
import { type Failure, messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Redis } from '../runtime/redis.ts'
import { withTokenFailure } from '../telegram/api.ts'
import { createDesk } from '../telegram/desk.ts'
import { createInsist } from '../telegram/insist.ts'
import { createIntake } from '../telegram/intake.ts'
import { createPolling, type UpdateKind } from '../telegram/polling.ts'
import { addWebhook } from '../telegram/webhook.ts'

/** Where Telegram sends updates by itself. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
}

/** What keeps updates until they are done, and which process of several polls. */
export interface Keeping {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly inbox: DueQueue
  /** Undefined where this process is the only one. */
  readonly pollingLease?: Lease | undefined
}

export interface UpdatesOptions {
  readonly api: Api
  readonly apiRoot: string
  readonly kinds: readonly UpdateKind[]
  /** Called before the first update is asked for, again until it does not throw. */
  readonly prepare: () => Promise<void>
  readonly handle: (update: Update) => Promise<void>
  /** Without it updates are kept by Telegram alone. */
  readonly keeping?: Keeping | undefined
  /** Polling, where there is none. */
  readonly webhook?: WebhookTarget | undefined
  readonly onRefused: (failure: Failure) => void
  readonly stopping: AbortSignal
  readonly log: Log
  readonly metrics: Metrics
}

const SET_MS_MAX = 1_000

/** Updates from Telegram, by polling or webhook, until each is done. */
export function createUpdates(options: UpdatesOptions) {
  const { keeping, webhook } = options
  const intake = keeping && createIntake({ ...options, ...keeping, queue: keeping.inbox })
  const source =
    webhook && intake
      ? createRegistration({ ...options, webhook })
      : createPolling({
          ...options,
          prepare: async () => {
            await options.prepare()
            await options.api.deleteWebhook()
          },
          take: (intake ?? createDesk(options)).take,
          lease: keeping?.pollingLease,
        })

  return {
    routes(app: FastifyInstance): void {
      if (webhook && intake) addWebhook(app, { ...options, secret: webhook.secret, keep: intake.keep })
    },
    async start(): Promise<void> {
      await intake?.start()
      source.start()
    },
    /** To be called once `stopping` is aborted. */
    stop: async (): Promise<void> => void (await Promise.all([source.stop(), intake?.stop()])),
  }
}

/** Tells Telegram where we listen; each process does, and all say the same. */
function createRegistration(options: UpdatesOptions & { readonly webhook: WebhookTarget }) {
  const { api, kinds, prepare, webhook, stopping, log } = options
  const insist = createInsist({
    isWanted: () => !stopping.aborted,
    signal: () => stopping,
    complaint: 'the webhook is not set',
    log,
  })
  let running: Promise<void> = Promise.resolve()

  async function register(): Promise<void> {
    await insist(prepare)
    await insist(() => api.setWebhook(webhook.url, { secret_token: webhook.secret, allowed_updates: kinds }))
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
