import { type Callers, createCallers } from '../runtime/callers/callers.ts'
import { createListener } from '../runtime/http.ts'
import { createLifecycle, type Part } from '../runtime/lifecycle.ts'
import { createAddressGuard } from './address-guard.ts'
import { type Collection, type CollectionOptions, createCollection } from './collect/collection.ts'
import { createApp } from './http/app.ts'
import { createStreams } from './stream.ts'
import { createFindCaller, OWN_OWNER } from './tokens.ts'
import { createDelivery } from './webhooks/deliver.ts'
import { createDeliveryLog, createIsOpen, createNotifier, type OpenOptions } from './webhooks/notifier.ts'
import { createRegistry } from './webhooks/registry.ts'
import { createWebhookStore } from './webhooks/store.ts'

interface ServiceOptions extends CollectionOptions, OpenOptions {
  readonly host: string
  readonly port: number
  /** Without trusted proxies if not given. */
  readonly callers?: Callers
  /** The token of this process itself: it has no limits, and registers `ownReceiverUrl` past the address guard. */
  readonly ownToken: string
  /** No other process uses this Redis. */
  readonly isAlone: boolean
}

/** The rate service as a part, its address, and the control of its simulated prices. */
export type Service = Part & { address(): string } & Pick<Collection, 'simulation' | 'pastProgress'>

/** Creates the rate service: source pages in, the API of the specification and notifications out. */
export function createService(options: ServiceOptions): Service {
  const {
    redis,
    host,
    port,
    callers = createCallers(),
    allowPrivate,
    ownToken,
    ownReceiverUrl,
    log,
  } = options
  const { latest, history, parts, simulation, pastProgress } = createCollection(options)
  const findCaller = createFindCaller(redis, ownToken)

  const guard = createAddressGuard()
  const isOpen = createIsOpen({ allowPrivate, ownReceiverUrl })
  const notifier = createNotifier({ ...options, guard, isOpen })
  const store = createWebhookStore(redis)
  const deliveryLog = createDeliveryLog(redis)
  const registry = createRegistry({ ...options, store, log: deliveryLog, notifier, guard, latest, isOpen })
  const delivery = createDelivery({ ...options, notifier, store })

  const streams = createStreams({ redis, latest, findCaller, log })
  const checks = { redis: async () => void (await redis.ping()) }
  const listener = createListener({
    name: 'rate service http',
    host,
    port,
    portVariable: 'SERVICE_PORT',
    createApp: () =>
      createApp({ ...options, findCaller, latest, history, registry, streams, checks, callers }),
  })
  const lifecycle = createLifecycle(log)

  return {
    name: 'rate service',
    async start() {
      if (!ownReceiverUrl && (await store.removeOwned(OWN_OWNER)) > 0)
        log.info('the webhook of an earlier process is removed, as this one has no receiver')
      if (allowPrivate === true)
        log.warn(
          'WEBHOOK_ALLOW_PRIVATE=true lets each token have every address inside called: list exact urls',
        )
      return lifecycle.start([latest, listener, streams, delivery, ...parts])
    },
    stop: async () => void (await lifecycle.stop()),
    address: listener.address,
    simulation,
    pastProgress,
  }
}
