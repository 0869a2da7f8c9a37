import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../runtime/failure.ts'
import type { Log } from '../../runtime/log.ts'

/** Where Telegram's names of pictures are kept, in text that is gone after its seconds. */
export interface TextStore {
  get(key: string): Promise<string | null>
  set(key: string, text: string, unit: 'EX', seconds: number): Promise<unknown>
}

const KEPT_SECONDS = 24 * 60 * 60
const ANSWER_MS_MAX = 200
/** Three hexadecimal digits: at most 4,096 pictures a bot, a newer one takes the place of an older. */
const PLACE_LENGTH = 3

/** Pictures that Telegram has already, by bot and chart key. A Redis that is silent knows none, after 200 ms. */
export function createPictureStore(store: TextStore, log: Log) {
  const placeOf = (bot: number, key: string): string => `chart:${bot}:${key.slice(0, PLACE_LENGTH)}`
  const warn = (error: unknown): null => {
    log.warn({ err: messageOf(error) }, 'pictures cannot be remembered')
    return null
  }

  return {
    /** The `file_id` of a chart; undefined where it was not sent of late. */
    async find(bot: number, key: string): Promise<string | undefined> {
      const late = sleep(ANSWER_MS_MAX, null, { ref: false })
      const text = await Promise.race([store.get(placeOf(bot, key)).catch(warn), late])
      const [known, fileId] = text?.split(' ') ?? []
      return known === key ? fileId : undefined
    },
    keep(bot: number, key: string, fileId: string): void {
      void store.set(placeOf(bot, key), `${key} ${fileId}`, 'EX', KEPT_SECONDS).catch(warn)
    },
  }
}

export type PictureStore = ReturnType<typeof createPictureStore>
