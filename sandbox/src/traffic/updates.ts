import type { Message, Update } from 'grammy/types'
import { conflict } from '../errors.ts'
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
  const listeners = new Set<() => void>()
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
    for (const listener of listeners) listener()
  }

  /** Removes updates before `offset`. */
  function confirm(offset: number): void {
    queue = queue.filter((update) => update.update_id >= offset)
  }

  function listen(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    push,
    confirm,
    listen,
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

/** One getUpdates call. */
interface Poll {
  readonly offset: number
  readonly limit: number
  readonly timeoutMs: number
  /** Aborted when the bot hangs up. */
  readonly signal: AbortSignal
}

const TERMINATED = 'terminated by other getUpdates request; make sure that only one bot instance is running'

/** getUpdates: answers once there is an update or the time is up; a newer call ends an older one with a 409. */
export function createLongPoll(updates: Updates) {
  let end: ((error?: Error) => void) | undefined
  let isClosed = false

  async function poll({ offset, limit, timeoutMs, signal }: Poll): Promise<Update[]> {
    end?.(conflict(TERMINATED))
    updates.confirm(offset)
    if (updates.count() === 0 && timeoutMs > 0 && !isClosed) await updateOrTimeout(timeoutMs, signal)
    return updates.first(limit)
  }

  async function updateOrTimeout(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stopListening = updates.listen(resolve)
    const timer = setTimeout(resolve, timeoutMs)
    signal.addEventListener('abort', () => resolve())
    end = (error) => (error ? reject(error) : resolve())
    try {
      await promise
    } finally {
      clearTimeout(timer)
      stopListening()
    }
  }

  /** Ends the call in progress and lets no later one wait: a bot that polls again must not delay the stop. */
  function close(): void {
    isClosed = true
    end?.()
  }

  return { poll, close, interrupt: (error: Error) => end?.(error) }
}
