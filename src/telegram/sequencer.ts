import type { Update } from 'grammy/types'
import { LRUCache } from 'lru-cache'
import { messageOf } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'

/** The parts of an update of any kind that say which chat or person it belongs to. */
interface UpdateContent {
  readonly chat?: { readonly id: number }
  readonly message?: { readonly chat: { readonly id: number } }
  readonly from?: { readonly id: number }
}

/** Updates of one key are handled one after another. The key is the chat, or the person where there is no chat (inline mode). */
export function sequenceKey(update: Update): string {
  const { update_id, ...kinds } = update
  const [content] = Object.values(kinds) as UpdateContent[]
  const chat = content?.chat ?? content?.message?.chat
  if (chat) return String(chat.id)
  return content?.from ? `inline${content.from.id}` : `update${update_id}`
}

const DONE_MAX = 1_000

export interface SequencerOptions {
  /** Handles one update. One that throws while we stop is left to another process. */
  readonly handle: (update: Update) => Promise<void>
  readonly stopping: AbortSignal
  readonly log: Log
}

/** Handles updates in this process: those of one chat in order, those of different chats side by side. */
export function createSequencer({ handle, stopping, log }: SequencerOptions) {
  const inOrder = createInOrder()
  /** The latest updates handled: they come again if Redis could not record that they are done. */
  const done = new LRUCache<number, true>({ max: DONE_MAX })

  /** False where the update is left because we stop. */
  async function handleOnce(update: Update): Promise<boolean> {
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

  const run = (update: Update): Promise<boolean> => inOrder(sequenceKey(update), () => handleOnce(update))

  return {
    /** Handles an update after those before it of its chat; false where it is left because we stop. */
    run,
    /** Resolves with how many of the first updates are done: all of them, unless we stop. */
    async take(updates: readonly Update[]): Promise<number> {
      const undone = (await Promise.all(updates.map(run))).indexOf(false)
      return undone < 0 ? updates.length : undone
    },
  }
}

/** Runs the tasks of one key one after another. */
function createInOrder() {
  const last = new Map<string, Promise<unknown>>()
  return <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const result = (last.get(key) ?? Promise.resolve()).then(task)
    const settled = result
      .catch(() => undefined)
      .finally(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return result
  }
}
