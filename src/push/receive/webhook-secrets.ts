import { hashOf, isSameSecret } from '../../api/signature.ts'
import { HOUR_MS, MINUTE_MS } from '../../rates/durations.ts'
import type { CircuitBreaker } from '../../redis/circuit-breaker.ts'
import type { Redis } from '../../redis/connection.ts'
import { loadScript } from '../../redis/script.ts'
import { createSubscription } from '../../redis/subscription.ts'
import { messageOf } from '../../runtime/failure.ts'
import type { Part } from '../../runtime/lifecycle.ts'
import type { Log } from '../../runtime/log.ts'

const ADMIT = loadScript(new URL('./admit.lua', import.meta.url))
const KEY = '{registration}:secrets'
/** What a server still sends with an old secret then is refused, and found by comparing prices. */
const KEPT_MS = HOUR_MS
const OTHERS_MAX = 1
const REFRESH_MS = MINUTE_MS
const LOAD_EVERY_MS = 1_000

export interface WebhookSecretsOptions {
  readonly redis: Redis
  readonly subscriber: Redis
  readonly patiently: CircuitBreaker
  /** The secret that this process was started with. */
  readonly secret: string
  readonly log: Log
}

/**
 * Which bearers are the rate API's: ours, and while a rotation lasts the other one that processes of this installation
 * run with, or ran with in the last hour. Redis has their hashes; each process has a copy.
 */
export function createWebhookSecrets({ redis, subscriber, patiently, secret, log }: WebhookSecretsOptions) {
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
    loading = patiently(load)
    return loading
  }

  const loadQuietly = (): void => {
    loadNow().catch((error: unknown) => log.warn({ err: messageOf(error) }, 'secrets cannot be read'))
  }
  const added = createSubscription(subscriber, [KEY], loadQuietly)

  /** Looks at all of them, so that the time tells nothing. */
  const isKnown = (bearer: string): boolean => known.filter((hash) => isSameSecret(bearer, hash)).length > 0

  const part: Part = {
    name: 'bearers',
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
    /** Throws where it is not known and Redis cannot be asked. A flood of strangers asks it once a second. */
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
