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

const CHATS_MAX = 128
const UPDATES_PER_CHAT_MAX = 200
/** As many as may be in hand at once, so that an update in hand is never forgotten. */
const REMEMBERED_MAX = CHATS_MAX * UPDATES_PER_CHAT_MAX

export type Handle = (update: Update) => Promise<void>

/** left: not handled, as we stop or another process leads. dropped: too many updates of its chat wait. */
export type Outcome = 'done' | 'left' | 'dropped'

export interface SequencerOptions {
  /** Handles one update. One that throws while we stop is left to another process. */
  readonly handle: Handle
  /** Whether this process may begin another update. */
  readonly mayBegin: () => Promise<boolean>
  readonly stopping: AbortSignal
  readonly log: Log
}

/** Handles updates in this process, each once: those of one chat in order, those of up to 128 chats side by side. */
export function createSequencer({ handle, mayBegin, stopping, log }: SequencerOptions) {
  const chats = new Map<string, { readonly waiting: number; readonly last: Promise<unknown> }>()
  /** Of updates in hand and of the latest ones: an update comes again if Redis could not record that it is done. */
  const outcomes = new LRUCache<number, Promise<Outcome>>({ max: REMEMBERED_MAX })
  let chatEnded = Promise.withResolvers<void>()
  stopping.addEventListener('abort', () => chatEnded.resolve())

  async function handleNow(update: Update, handleIt: Handle): Promise<Outcome> {
    if (!(await mayBegin())) return 'left'
    try {
      await handleIt(update)
    } catch (error) {
      if (stopping.aborted) return 'left'
      log.error({ update: update.update_id, err: messageOf(error) }, 'update skipped')
    }
    return 'done'
  }

  function endOne(key: string): void {
    const chat = chats.get(key)
    if (chat && chat.waiting > 1) return void chats.set(key, { ...chat, waiting: chat.waiting - 1 })
    chats.delete(key)
    chatEnded.resolve()
    chatEnded = Promise.withResolvers()
  }

  async function handleInOrder(update: Update, handleIt: Handle): Promise<Outcome> {
    const key = sequenceKey(update)
    const { waiting, last } = chats.get(key) ?? { waiting: 0, last: Promise.resolve() }
    if (waiting >= UPDATES_PER_CHAT_MAX) return 'dropped'
    const work = last.then(() => handleNow(update, handleIt))
    chats.set(key, { waiting: waiting + 1, last: work })
    const outcome = await work
    endOne(key)
    if (outcome === 'left') outcomes.delete(update.update_id)
    return outcome
  }

  const hasRoom = (update: Update): boolean =>
    chats.size < CHATS_MAX || chats.has(sequenceKey(update)) || outcomes.has(update.update_id)

  return {
    /** Handles an update after the earlier ones of its chat, by a function of its own if one is given. */
    run(update: Update, handleIt: Handle = handle): Promise<Outcome> {
      const outcome = outcomes.get(update.update_id) ?? handleInOrder(update, handleIt)
      outcomes.set(update.update_id, outcome)
      return outcome
    },
    /** Resolves when an update can be run without a 129th chat in hand, or at a stop. */
    async room(update: Update): Promise<void> {
      while (!hasRoom(update) && !stopping.aborted) await chatEnded.promise
    },
  }
}
