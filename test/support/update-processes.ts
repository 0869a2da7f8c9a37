import type { Update } from 'grammy/types'
import type { Redis } from '../../src/redis/connection.ts'
import { createLeader, createLease } from '../../src/redis/leader.ts'
import { createMetrics } from '../../src/runtime/metrics.ts'
import { createUpdateStream } from '../../src/telegram/update-stream.ts'
import { createUpdateWorker } from '../../src/telegram/update-worker.ts'
import { UPDATES_LEASE_MS } from '../../src/telegram/updates.ts'
import { silent } from './redis.ts'

const HOLD_EVERY_MS = 500

export const messageIn = (chat: number, update_id: number): Update =>
  ({ update_id, message: { chat: { id: chat } } }) as unknown as Update

export interface UpdateProcess {
  /** What the updates are kept under: processes of one name share them. */
  readonly name: string
  readonly connect: (waits?: boolean) => Promise<Redis>
  readonly handle: (update: Update) => Promise<void>
  /** Names this process among several; it is the only one if not given. */
  readonly holder?: string
  /** Whether it polls: the test then gives the updates to `worker.take`. */
  readonly polls?: boolean
}

/** One process that works updates off. */
export async function startUpdateProcess({ name, connect, handle, holder, polls = false }: UpdateProcess) {
  const [redis, waiting] = await Promise.all([connect(), connect(true)])
  const stopping = new AbortController()
  const stream = createUpdateStream({ redis, waiting, name })
  const lease = holder ? createLease(redis, `{polling}:${name}`, holder, UPDATES_LEASE_MS) : undefined
  const leader = createLeader({ lease, everyMs: HOLD_EVERY_MS, stopping: stopping.signal })
  const metrics = createMetrics()
  const worker = createUpdateWorker({
    stream,
    leader,
    handle,
    stopping: stopping.signal,
    log: silent,
    metrics,
  })
  const { promise: takenOver, resolve: hasTakenOver } = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await leader.elected()
      await worker.takeOver()
      hasTakenOver()
      if (polls) return
      await worker.readStream()
    }
  }

  await stream.start()
  const running = run()
  return {
    stream,
    worker,
    metrics,
    isLeader: leader.isLeader,
    redis,
    /** Resolves when this process leads for the first time and has taken over what waits. */
    takenOver,
    stop: async (): Promise<void> => {
      stopping.abort()
      stream.close()
      await worker.stop(running)
      await leader.resign()
    },
    /** Cuts it off from Redis, as a kill does. */
    die: (): void => {
      redis.disconnect()
      waiting.disconnect()
    },
  }
}
