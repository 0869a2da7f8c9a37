import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

/** The commands of Redis by which expiring texts are stored. */
export interface TextStore {
  get(key: string): Promise<string | null>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
}

const ANSWER_MS_MAX = 200

/** Stores texts that can be done without for some seconds; nothing is found if Redis does not answer within 200 ms. */
export function createExpiringTexts(store: TextStore, seconds: number, log: Log) {
  const warn = (error: unknown): null => {
    log.warn({ err: messageOf(error) }, 'texts that expire cannot be stored')
    return null
  }

  return {
    async find(key: string): Promise<string | undefined> {
      const answered = new AbortController()
      const late = sleep(ANSWER_MS_MAX, null, { ref: false, signal: answered.signal }).catch(() => null)
      const text = await Promise.race([store.get(key).catch(warn), late])
      answered.abort()
      return text ?? undefined
    },
    /** Does not wait for Redis. */
    keep(key: string, text: string): void {
      void store.set(key, text, 'EX', seconds).catch(warn)
    },
  }
}
