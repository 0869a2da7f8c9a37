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

/** Where updates are kept until they are done, and which of several processes polls. */
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
  /** Called before the first update is asked for, and again until it does not throw. */
  readonly prepare: () => Promise<void>
  readonly handle: (update: Update) => Promise<void>
  /** If not given, Telegram alone keeps updates. */
  readonly keeping?: Keeping | undefined
  /** If not given, updates are polled. */
  readonly webhook?: WebhookTarget | undefined
  readonly onRefused: (failure: Failure) => void
  readonly stopping: AbortSignal
  readonly log: Log
  readonly metrics: Metrics
}

/** Receives updates by polling or webhook, and handles them. */
export function createUpdates({
  api,
  apiRoot,
  kinds,
  prepare,
  handle,
  keeping,
  webhook,
  onRefused,
  stopping,
  log,
  metrics,
}: UpdatesOptions) {
  const updateRunner =
    keeping &&
    createUpdateRunner({
      redis: keeping.redis,
      subscriber: keeping.subscriber,
      queue: keeping.updateStore,
      handle,
      stopping,
      log,
      metrics,
    })
  const source =
    webhook && updateRunner
      ? createWebhookRegistration({ api, apiRoot, webhook, kinds, prepare, onRefused, stopping, log })
      : createPolling({
          api,
          apiRoot,
          kinds,
          prepare: async () => {
            await prepare()
            await api.deleteWebhook()
          },
          take: (updateRunner ?? createSequencer({ handle, stopping, log })).take,
          lease: keeping?.pollingLease,
          onRefused,
          stopping,
          log,
        })

  return {
    routes(app: FastifyInstance): void {
      if (webhook && updateRunner)
        addWebhook(app, { secrets: webhook.secrets, keep: updateRunner.keep, log, metrics })
    },
    async start(): Promise<void> {
      await updateRunner?.start()
      source.start()
    },
    /** To be called once `stopping` is aborted. */
    stop: async (): Promise<void> => void (await Promise.all([source.stop(), updateRunner?.stop()])),
  }
}
