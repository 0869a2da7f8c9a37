import type { Redis } from '../redis/connection.ts'
import type { Clock } from '../runtime/clock.ts'
import { createLifecycle, type Part } from '../runtime/lifecycle.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { type Collection, createCollection } from './collect/collection.ts'
import { createApp } from './http/app.ts'
import { createRegistry } from './http/registry.ts'
import { createListener } from './http/server.ts'
import type { PageConfig } from './sources/sources-file.ts'
import { createEventFeed } from './stream/event-feed.ts'
import { createStreams } from './stream/streams.ts'
import { createTokens } from './tokens.ts'
import { createAddressGuard } from './webhooks/address-guard.ts'
import { createDelivery } from './webhooks/deliver.ts'
import { createDeliveryLog } from './webhooks/delivery-log.ts'
import { createIsOpen, createPost } from './webhooks/post.ts'
import { createWebhookStore } from './webhooks/store.ts'

export interface ServiceOptions {
  readonly redis: Redis
  /** A connection that subscribes. */
  readonly subscriber: Redis
  /** `await readSourcesFile(path)`, or DEMONSTRATION. */
  readonly pages: readonly PageConfig[]
  readonly host: string
  readonly port: number
  /** Webhooks may point inside. */
  readonly allowPrivate: boolean
  /** The token of this process itself: it has no limits, and registers `ownReceiverUrl` past the address guard. */
  readonly ownToken: string
  readonly ownReceiverUrl: () => string
  /** No other process uses this Redis. */
  readonly isAlone: boolean
  readonly log: Log
  readonly metrics: Metrics
  readonly clock: Clock
  /** Evenly from 0 up to 1. */
  readonly random: () => number
}

/** The rate service as a part, where it listens, and the hand on its simulated prices. */
export type Service = Part & { address(): string } & Pick<Collection, 'moveDollar'>

/** The rate service: source pages in, the API of the specification and notifications out. */
export function createService(options: ServiceOptions): Service {
  const { redis, host, port, ownToken, log, metrics, clock } = options
  const { latest, history, parts, moveDollar } = createCollection(options)
  const guard = createAddressGuard()
  const isOpen = createIsOpen(options)
  const post = createPost({ guard, clock, isOpen })
  const store = createWebhookStore(redis)
  const deliveryLog = createDeliveryLog(redis)
  const registry = createRegistry({ store, log: deliveryLog, post, guard, latest, clock, isOpen })
  const find = createTokens({ redis, clock, ownToken })
  const delivery = createDelivery({ ...options, post, store })
  const feed = createEventFeed({ redis, latest, log })
  const streams = createStreams({ feed, find, log })
  const checks = { redis: async () => void (await redis.ping()) }
  const listener = createListener({
    host,
    port,
    createApp: () => createApp({ find, latest, history, registry, streams, clock, log, metrics, checks }),
  })
  const [first, ...others] = parts
  const lifecycle = createLifecycle(log)

  return {
    name: 'rate service',
    start: () => lifecycle.start([...(first ? [first] : []), feed, listener, streams, delivery, ...others]),
    async stop() {
      await lifecycle.stop()
    },
    address: listener.address,
    moveDollar,
  }
}
