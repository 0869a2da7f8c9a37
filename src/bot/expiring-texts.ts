import { answerWithin } from '../runtime/clock.ts'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

/** The commands of Redis by which expiring texts are stored. */
export interface TextStore {
  get(key: string): Promise<string | null>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
  del(key: string): Promise<unknown>
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
      return (await answerWithin(ANSWER_MS_MAX, store.get(key).catch(warn), () => null)) ?? undefined
    },
    /** Does not wait for Redis. */
    keep(key: string, text: string): void {
      void store.set(key, text, 'EX', seconds).catch(warn)
    },
    forget: async (key: string): Promise<void> => void (await store.del(key)),
  }
}
