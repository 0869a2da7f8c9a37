import type { FastifyInstance } from 'fastify'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import type { DueQueue } from '../queue/due-queue.ts'
import type { Redis } from '../redis/connection.ts'
import type { Lease } from '../redis/leader.ts'
import type { Failure } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { createPolling, type UpdateKind } from './polling.ts'
import { createSequencer } from './sequencer.ts'
import { createUpdateRunner } from './update-runner.ts'
import { addWebhook, createWebhookRegistration, type WebhookTarget } from './webhook.ts'

/** What keeps updates until they are done, and which process of several polls. */
export interface Keeping {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly updateStore: DueQueue
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

/** Updates from Telegram, by polling or webhook, until each is done. */
export function createUpdates(options: UpdatesOptions) {
  const { keeping, webhook } = options
  const updateRunner = keeping && createUpdateRunner({ ...options, ...keeping, queue: keeping.updateStore })
  const source =
    webhook && updateRunner
      ? createWebhookRegistration({ ...options, webhook })
      : createPolling({
          ...options,
          prepare: async () => {
            await options.prepare()
            await options.api.deleteWebhook()
          },
          take: (updateRunner ?? createSequencer(options)).take,
          lease: keeping?.pollingLease,
        })

  return {
    routes(app: FastifyInstance): void {
      if (webhook && updateRunner)
        addWebhook(app, { ...options, secrets: webhook.secrets, keep: updateRunner.keep })
    },
    async start(): Promise<void> {
      await updateRunner?.start()
      source.start()
    },
    /** To be called once `stopping` is aborted. */
    stop: async (): Promise<void> => void (await Promise.all([source.stop(), updateRunner?.stop()])),
  }
}
