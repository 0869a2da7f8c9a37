import type { FastifyInstance } from 'fastify'
import type { Part } from '../runtime/lifecycle.ts'
import { createPatience } from '../runtime/patience.ts'
import type { Redis } from '../runtime/redis.ts'
import { createBearers } from './bearers.ts'
import { createFollowed } from './followed.ts'
import { addReceiver, type ReceiveOptions } from './receive.ts'

const APPEND_MS_MAX = 900
const WAITING_MAX = 128

export interface ReceiverOptions extends Omit<ReceiveOptions, 'bearers' | 'patiently'> {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly secret: string
}

/** The door for notifications of the rate API, with what it keeps in memory. */
export function createReceiver(
  options: ReceiverOptions,
): Part & { readonly routes: (app: FastifyInstance) => void } {
  const patiently = createPatience({ ms: APPEND_MS_MAX, waitingMax: WAITING_MAX })
  const bearers = createBearers({ ...options, patiently })
  const followed = createFollowed(options.chats, options.subscriber)
  return {
    name: 'receiver',
    routes: (app) => addReceiver(app, { ...options, bearers, patiently, chats: followed }),
    async start() {
      await bearers.start()
      await followed.start()
    },
    async stop() {
      await followed.stop()
      await bearers.stop()
    },
  }
}
