import type { Day } from '../rates/caracas.ts'
import type { Decimal } from '../rates/decimal.ts'
import { type MonitorId, monitorRef } from '../rates/monitor.ts'
import type { Clock } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

/** The last price of a day. */
export interface PastDay {
  readonly day: Day
  readonly price: Decimal
}

/** Days that have a price, from one to the other. */
export type AskDays = (monitor: MonitorId, from: Day, to: Day) => Promise<readonly PastDay[]>

const KEPT_MS = 60_000
const FAILURE_KEPT_MS = 5_000
const KEPT_MAX = 500
const WAIT_MS = 4_000

interface Kept {
  readonly answer: Promise<readonly PastDay[] | undefined>
  until: number
}

/** What days cost, as the rate API says it: undefined where it does not answer within 4 s. An answer serves all for a minute. */
export function createPast(ask: AskDays, clock: Clock, log: Log): Past {
  const kept = new Map<string, Kept>()

  async function askInTime(
    key: string,
    ...question: Parameters<AskDays>
  ): Promise<readonly PastDay[] | undefined> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`no answer within ${WAIT_MS} ms`)), WAIT_MS)
    try {
      return await Promise.race([ask(...question), late])
    } catch (error) {
      // The rate API is away or refuses: people are told so, and who comes within 5 s does not wait for it again.
      log.warn({ monitor: monitorRef(question[0]), err: messageOf(error) }, 'past prices cannot be read')
      const failed = kept.get(key)
      if (failed) failed.until = clock() + FAILURE_KEPT_MS
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  return (monitor, from, to) => {
    const key = `${monitorRef(monitor)} ${from} ${to}`
    const known = kept.get(key)
    if (known && known.until > clock()) return known.answer
    kept.delete(key)
    const answer = Promise.resolve().then(() => askInTime(key, monitor, from, to))
    kept.set(key, { answer, until: clock() + KEPT_MS })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return answer
  }
}

/** The days of a monitor that have a price, oldest first; undefined while the history is silent. */
export type Past = (monitor: MonitorId, from: Day, to: Day) => Promise<readonly PastDay[] | undefined>

/** The price in force on a day: that of the last day up to it which has one, as weekends and holidays carry it on. */
export const priceOn = (days: readonly PastDay[], day: Day): PastDay | undefined =>
  days.findLast((one) => one.day <= day)
