import { hashOf, isSameSecret } from '../../api/signature.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/caracas.ts'
import type { CircuitBreaker } from '../../redis/circuit-breaker.ts'
import { createSubscription, loadScript, type Redis } from '../../redis/connection.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import { type Log, messageOf } from '../../runtime/log.ts'

const ADMIT = loadScript(new URL('./admit-secret.lua', import.meta.url))
const KEY = '{registration}:secrets'
/** Notifications with an older secret are refused; their prices are found by reconciliation. */
const KEPT_MS = HOUR_MS
const OTHERS_MAX = 1
const REFRESH_MS = MINUTE_MS
const LOAD_EVERY_MS = 1_000

export interface WebhookSecretsOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly breaker: CircuitBreaker
  /** The secret that this process was started with. */
  readonly secret: string
  readonly log: Log
}

/**
 * The secrets that the rate API may send: our own and, during a rotation, the one that other processes of this installation
 * run with or ran with in the last hour. Redis has their hashes, and each process has a copy.
 */
export function createWebhookSecrets({ redis, subscriber, breaker, secret, log }: WebhookSecretsOptions) {
  const own = hashOf(secret)
  let known: readonly string[] = [own]
  let loadAt = 0
  let loading: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function load(): Promise<void> {
    const reply = await ADMIT.run(redis, [KEY], [own, KEPT_MS, OTHERS_MAX])
    known = [own, ...(Array.isArray(reply) ? reply.map(String) : [])]
  }

  function loadNow(): Promise<void> {
    loadAt = performance.now() + LOAD_EVERY_MS
    loading = breaker(load)
    return loading
  }

  const loadQuietly = (): void => {
    loadNow().catch((error: unknown) => log.warn({ err: messageOf(error) }, 'webhook secrets cannot be read'))
  }
  const added = createSubscription(subscriber, [KEY], loadQuietly)

  /** Compares with every secret, so that the time taken reveals nothing. */
  const isKnown = (bearer: string): boolean => known.filter((hash) => isSameSecret(bearer, hash)).length > 0

  const part: Part = {
    name: 'webhook secrets',
    async start() {
      await added.start()
      await loadNow()
      timer = setInterval(loadQuietly, REFRESH_MS)
    },
    async stop() {
      clearInterval(timer)
      added.stop()
    },
  }

  return {
    ...part,
    /** Throws where the token is not known and Redis does not answer. Unknown tokens make at most one call to Redis a second. */
    async accepts(bearer: string | undefined): Promise<boolean> {
      if (bearer === undefined) return false
      const hash = hashOf(bearer)
      if (isKnown(hash)) return true
      await (performance.now() < loadAt ? loading : loadNow())
      return isKnown(hash)
    },
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
