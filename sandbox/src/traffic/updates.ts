import { EventEmitter, once } from 'node:events'
import type { Message, Update } from 'grammy/types'
import type { Clock } from '../surroundings.ts'
import { createCounter } from '../world/world.ts'

/** The content of an update: one field, named after its kind. */
export type Payload = {
  readonly [Kind in keyof Omit<Update, 'update_id'>]: Update[Kind] extends Message | undefined
    ? Message
    : Update[Kind]
}

/** A kind of update. */
export type Kind = keyof Payload

const UPDATES_KEPT_MAX = 10_000

/** The queue of updates for the bot, oldest first; each stays until it is confirmed. */
export function createUpdates(clock: Clock, onUpdate: (kind: string, update: Update) => void) {
  const nextId = createCounter(clock)
  const arrivals = new EventEmitter()
  let queue: Update[] = []
  let allowed: Kind[] = []

  /** Queues an update, unless the bot asked not to get its kind. */
  function push(payload: Payload): void {
    const [kind = ''] = Object.keys(payload)
    if (allowed.length > 0 && !allowed.includes(kind as Kind)) return
    const update = { update_id: nextId(), ...payload } as Update
    queue.push(update)
    onUpdate(kind, update)
    if (queue.length > UPDATES_KEPT_MAX) queue.shift()
    arrivals.emit('update')
  }

  /** Removes updates before `offset`. */
  function confirm(offset: number): void {
    queue = queue.filter((update) => update.update_id >= offset)
  }

  return {
    push,
    confirm,
    /** Resolves when the next update comes, or the signal is aborted. */
    next: (signal: AbortSignal): Promise<unknown> =>
      once(arrivals, 'update', { signal }).catch(() => undefined),
    first: (limit: number): Update[] => queue.slice(0, limit),
    count: () => queue.length,
    allowed: () => allowed,
    allow: (kinds: Kind[]) => {
      allowed = kinds
    },
  }
}

/** The queue of updates. */
export type Updates = ReturnType<typeof createUpdates>
