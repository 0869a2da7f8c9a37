import { setTimeout as sleep } from 'node:timers/promises'
import type { Transformer } from 'grammy'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

/** The rate that all senders share, and its gate. */
export interface ReplyLimiter {
  spend(places?: number): Promise<void>
  close(ms: number): Promise<void>
  closedForMs(): number
}

const ATTEMPTS_MAX = 3
const SECOND_MS = 1_000
const RETRY_AFTER_SECONDS = 3

const isReading = (method: string): boolean => method.startsWith('get')
const isMessage = (method: string): boolean =>
  /^(send|edit|copy|forward)/.test(method) && method !== 'sendChatAction'

/** Replies take from the shared rate without waiting; only the gate that a 429 closes holds them, and a 429 closes it. */
export function countReplies(limiter: ReplyLimiter, stopping: AbortSignal, log: Log): Transformer {
  const spend = (): void =>
    void limiter.spend().catch((error: unknown) => log.debug({ err: messageOf(error) }, 'rate not counted'))

  const pass = async (): Promise<void> => {
    // Another 429 may have closed it for longer meanwhile.
    for (let ms = limiter.closedForMs(); ms > 0; ms = limiter.closedForMs())
      await sleep(ms, undefined, { signal: stopping })
  }

  return async (call, method, payload, signal) => {
    if (isReading(method)) return call(method, payload, signal)
    for (let attempt = 1; ; attempt++) {
      await pass()
      if (isMessage(method)) spend()
      const answer = await call(method, payload, signal)
      if (answer.ok || answer.error_code !== 429) return answer
      await limiter.close((answer.parameters?.retry_after ?? RETRY_AFTER_SECONDS) * SECOND_MS)
      if (attempt === ATTEMPTS_MAX) return answer
    }
  }
}
