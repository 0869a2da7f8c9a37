import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import type { Resources } from '../redis/connection.ts'
import { createLeader, type Lease } from '../redis/leader.ts'
import { type Failure, messageOf } from '../runtime/log.ts'
import { withTokenFailure } from './api.ts'
import { createPolling, type UpdateKind } from './polling.ts'
import { createPollingWatch } from './polling-watch.ts'
import { isTokenRefused } from './send-result.ts'
import type { UpdateStream } from './update-stream.ts'
import { createUpdateWorker, type OtherChat } from './update-worker.ts'
import { addWebhook, registerWebhook, type WebhookTarget } from './webhook.ts'

const HOLD_EVERY_MS = 500
const SET_MS_MAX = 1_000
/** Another process works updates off at most 4 s after a kill (the lease, and two rounds of asking), and 1 s after a stop. */
export const UPDATES_LEASE_MS = 3_000

export interface UpdatesOptions extends Pick<Resources, 'log' | 'metrics'> {
  readonly api: Api
  readonly apiRoot: string
  readonly kinds: readonly UpdateKind[]
  /** Called before the first update is asked for, and again until it does not throw. */
  readonly prepare: () => Promise<void>
  readonly handle: (update: Update) => Promise<void>
  readonly alsoChanges?: OtherChat
  /** Keeps updates that are not done at once. */
  readonly stream: UpdateStream
  /** Its holder works updates off; undefined where this process is the only one. */
  readonly lease?: Lease | undefined
  /** If not given, updates are polled. */
  readonly webhook?: WebhookTarget | undefined
  readonly onRefused: (failure: Failure) => void
  readonly stopping: AbortSignal
}

/**
 * Receives updates by polling or webhook, and handles them in the one process that leads. By webhook every process stores what it
 * receives in the stream; by polling only updates that take long are stored.
 */
export function createUpdates(options: UpdatesOptions) {
  const { api, apiRoot, kinds, prepare, handle, alsoChanges, stream, lease, webhook } = options
  const { onRefused, stopping, log, metrics } = options
  metrics.measured(stream.backlog, [
    ['telegram_updates_waiting', 'Updates in Redis that wait or are in hand', ({ waiting }) => waiting],
    [
      'telegram_updates_oldest_seconds',
      'For how long the first of them has waited',
      ({ oldestMs }) => oldestMs / 1000,
    ],
  ])
  const leader = createLeader({ lease, everyMs: HOLD_EVERY_MS, stopping })
  const worker = createUpdateWorker({ stream, leader, handle, alsoChanges, stopping, log, metrics })
  const watch = createPollingWatch(metrics, () => !webhook && leader.isLeader())
  const polling = createPolling({
    api,
    kinds,
    prepare: async () => {
      await prepare()
      await api.deleteWebhook()
    },
    take: worker.take,
    leader,
    watch,
    log,
  })
  let running: Promise<void> = Promise.resolve()
  let registering: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopping.aborted) {
      await leader.elected()
      await worker.takeOver()
      await (webhook ? worker.readStream() : polling.run())
    }
  }

  function endWith(error: unknown): void {
    if (stopping.aborted) return
    if (isTokenRefused(error)) onRefused(withTokenFailure(error, apiRoot) as Failure)
    else log.error({ err: messageOf(error) }, 'updates are handled no more')
  }

  return {
    /** Throws where another program takes the updates. */
    check: watch.check,
    routes(app: FastifyInstance): void {
      if (webhook) addWebhook(app, { secrets: webhook.secrets, keep: stream.append, log, metrics })
    },
    async start(): Promise<void> {
      await stream.start()
      if (webhook)
        registering = registerWebhook({ api, webhook, kinds, prepare, stopping, log }).catch(endWith)
      running = run().catch(endWith)
    },
    /** To be called once `stopping` is aborted. */
    async stop(): Promise<void> {
      stream.close()
      const registered = Promise.race([registering, sleep(SET_MS_MAX, undefined, { ref: false })])
      await Promise.all([webhook ? registered : polling.stop(running), worker.stop(running)])
      await leader.resign()
    },
  }
}

export type Updates = ReturnType<typeof createUpdates>
