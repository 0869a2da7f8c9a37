import { hashOf, isSameSecret } from '../../api/signature.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/caracas.ts'
import type { CircuitBreaker } from '../../redis/circuit-breaker.ts'
import { loadScript, type Resources } from '../../redis/connection.ts'
import { shareAnswer } from '../../runtime/clock.ts'
import { warnOf } from '../../runtime/log.ts'

const ADMIT = loadScript(new URL('./admit-secret.lua', import.meta.url))
const KEY = '{registration}:secrets'
/** Notifications with an older secret are refused; their prices are found by reconciliation. */
const KEPT_MS = HOUR_MS
const OTHERS_MAX = 1
const REFRESH_MS = MINUTE_MS
const LOAD_EVERY_MS = 1_000

export interface WebhookSecretsOptions extends Pick<Resources, 'redis' | 'log'> {
  readonly breaker: CircuitBreaker
  /** The secret that this process was started with. */
  readonly secret: string
}

/**
 * The secrets that the rate API may send: our own and, during a rotation, the one that other processes of this installation
 * run with or ran with in the last hour. Redis has their hashes, and each process has a copy.
 */
export function createWebhookSecrets({ redis, breaker, secret, log }: WebhookSecretsOptions) {
  const own = hashOf(secret)
  let known: readonly string[] = [own]
  let timer: NodeJS.Timeout | undefined

  const load = (): Promise<void> =>
    breaker(async () => {
      const reply = await ADMIT.run(redis, [KEY], [own, KEPT_MS, OTHERS_MAX])
      known = [own, ...(Array.isArray(reply) ? reply.map(String) : [])]
    })
  const loadForUnknown = shareAnswer(load, LOAD_EVERY_MS)

  /** Compares with every secret, so that the time taken reveals nothing. */
  const isKnown = (bearer: string): boolean => known.filter((hash) => isSameSecret(bearer, hash)).length > 0

  return {
    async start(): Promise<void> {
      await load()
      const loadAgain = () => load().catch(warnOf(log, 'webhook secrets cannot be read'))
      timer = setInterval(loadAgain, REFRESH_MS)
    },
    stop: async (): Promise<void> => clearInterval(timer),
    /** Throws where the token is not known and Redis does not answer. Unknown tokens make at most one call to Redis a second. */
    async accepts(bearer: string | undefined): Promise<boolean> {
      if (bearer === undefined) return false
      const hash = hashOf(bearer)
      if (isKnown(hash)) return true
      await loadForUnknown()
      return isKnown(hash)
    },
  }
}

export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>
