import { DAY_SECONDS } from '../../domain/durations.ts'
import type { Redis } from '../../redis/connection.ts'
import type { Clock } from '../../runtime/clock.ts'

const KEY = '{registration}:replaced'
const KEPT_SECONDS = 7 * DAY_SECONDS
const ADDRESS_LENGTH_MAX = 200

/** The address of a webhook that ours replaced, and when (ms). */
export interface ReplacedWebhook {
  readonly address: string
  readonly at: number
}

/** Remembers for a week which webhook was replaced last, for the operator's view in every process. */
export const createReplacedWebhooks = (redis: Redis, clock: Clock) => ({
  async remember(address: string): Promise<void> {
    const replaced: ReplacedWebhook = { address, at: clock() }
    await redis.set(KEY, JSON.stringify(replaced), 'EX', KEPT_SECONDS)
  },
  async last(): Promise<ReplacedWebhook | undefined> {
    const stored = await redis.get(KEY)
    return stored === null ? undefined : JSON.parse(stored)
  },
})

export type ReplacedWebhooks = ReturnType<typeof createReplacedWebhooks>

/** The address of a webhook for operators, without what may be a secret: its query and user. */
export function addressOf(url: string): string {
  const parsed = URL.parse(url)
  return (parsed ? parsed.origin + parsed.pathname : url).slice(0, ADDRESS_LENGTH_MAX)
}
