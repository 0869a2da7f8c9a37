import type { CallbackQuery, ChatMemberUpdated, ChosenInlineResult, InlineQuery } from 'grammy/types'
import type { Post } from '../post.ts'
import type { Clock } from '../surroundings.ts'
import { createCounter } from '../world/world.ts'

/** The content of an update: one field, named after its kind. */
export interface Payload {
  readonly message?: Post
  readonly edited_message?: Post
  readonly channel_post?: Post
  readonly edited_channel_post?: Post
  readonly guest_message?: Post
  readonly callback_query?: Omit<CallbackQuery, 'message'> & { readonly message?: Post }
  readonly inline_query?: InlineQuery
  readonly chosen_inline_result?: ChosenInlineResult
  readonly my_chat_member?: ChatMemberUpdated
  readonly chat_member?: ChatMemberUpdated
}

/** An update with the number by which it is confirmed. */
export type Update = Payload & { readonly update_id: number }

/** Kinds that a bot gets only when `allowed_updates` names them. */
const ONLY_BY_NAME = ['chat_member']
const UPDATES_KEPT_MAX = 10_000

/** The queue of updates for the bot, oldest first; each stays until it is confirmed. */
export function createUpdates(clock: Clock, onUpdate: (update: Update) => void = () => {}) {
  const nextId = createCounter(clock)
  const listeners = new Set<() => void>()
  let queue: Update[] = []
  let allowed: readonly string[] = []

  /** Queues an update, unless the bot asked not to get its kind. */
  function push(payload: Payload): void {
    const [kind = ''] = Object.keys(payload)
    const isWanted = allowed.length > 0 ? allowed.includes(kind) : !ONLY_BY_NAME.includes(kind)
    if (!isWanted) return
    const update = { update_id: nextId(), ...payload }
    queue.push(update)
    onUpdate(update)
    if (queue.length > UPDATES_KEPT_MAX) queue.shift()
    for (const listener of listeners) listener()
  }

  /** Removes updates before `offset`; a negative offset keeps that many of the newest. */
  function confirm(offset: number): void {
    if (offset < 0) queue = queue.slice(offset)
    if (offset > 0) queue = queue.filter((update) => update.update_id >= offset)
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    push,
    confirm,
    listen,
    first: (limit: number): readonly Update[] => queue.slice(0, limit),
    count: () => queue.length,
    drop: () => {
      queue = []
    },
    allowed: () => allowed,
    allow: (kinds: readonly string[]) => {
      allowed = kinds
    },
  }
}

/** The queue of updates. */
export type Updates = ReturnType<typeof createUpdates>
