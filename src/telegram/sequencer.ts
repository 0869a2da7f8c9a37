import type { Update } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

interface Placed {
  readonly chat?: { readonly id: number }
  readonly message?: { readonly chat: { readonly id: number } }
  readonly from?: { readonly id: number }
}

/**
 * Where an update belongs: updates of one place are worked off one after another. The chat; else, where somebody asks
 * in inline mode, the person.
 */
export function sequenceKey(update: Update): string {
  const { update_id, ...kinds } = update
  const [content] = Object.values(kinds) as Placed[]
  const chat = content?.chat ?? content?.message?.chat
  if (chat) return String(chat.id)
  return content?.from ? `inline${content.from.id}` : `update${update_id}`
}

const DONE_MAX = 1_000

export interface SequencerOptions {
  /** Works off one update; a throw while we stop leaves it to others. */
  readonly handle: (update: Update) => Promise<void>
  readonly stopping: AbortSignal
  readonly log: Log
}

/** Works off updates in this process: those of one place in order, those of different places side by side. */
export function createSequencer({ handle, stopping, log }: SequencerOptions) {
  const inOrder = createInOrder()
  /** The last ones, which may come again where Redis could not be told that they are done. */
  const done = new LRUCache<number, true>({ max: DONE_MAX })

  /** False where it was not done because we stop. */
  async function workOff(update: Update): Promise<boolean> {
    const { update_id: number } = update
    if (done.has(number)) return true
    if (stopping.aborted) return false
    try {
      await handle(update)
    } catch (error) {
      if (stopping.aborted) return false
      log.error({ update: number, err: messageOf(error) }, 'update skipped')
    }
    done.set(number, true)
    return true
  }

  const work = (update: Update): Promise<boolean> => inOrder(sequenceKey(update), () => workOff(update))

  return {
    work,
    /** Answers how many of the first updates are done; all of them, unless we stop. */
    async take(updates: readonly Update[]): Promise<number> {
      const undone = (await Promise.all(updates.map(work))).indexOf(false)
      return undone < 0 ? updates.length : undone
    },
  }
}

/** Runs what belongs to one place one after another. */
function createInOrder() {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(place: string, work: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(place) ?? Promise.resolve()).then(work)
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (last.get(place) === settled) last.delete(place)
      })
    last.set(place, settled)
    return result
  }
}
