import type { Entry } from '../post.ts'

/** A change in a chat that its people can see. */
export type ChatEvent =
  | { readonly type: 'message' | 'edit'; readonly entry: Entry }
  | { readonly type: 'delete'; readonly message_id: number }
  | { readonly type: 'action'; readonly action: string; readonly thread?: number }
  | { readonly type: 'chat' }

/** A change with its sequence number; chat 0 means every chat. */
export interface FeedEvent {
  readonly sequence: number
  readonly chat: number
  readonly change: ChatEvent
}

type Listener = (event: FeedEvent) => void

const EVENTS_KEPT_MAX = 2_000

/** The last changes in order, for pages that listen and pages that reconnect. */
export function createFeed(start: number) {
  const kept: FeedEvent[] = []
  const listeners = new Set<Listener>()
  let sequence = start

  function publish(chat: number, change: ChatEvent): void {
    sequence += 1
    const event = { sequence, chat, change }
    kept.push(event)
    if (kept.length > EVENTS_KEPT_MAX) kept.shift()
    for (const listener of listeners) listener(event)
  }

  /** Events after a sequence number; undefined when some of them are no longer kept. */
  function since(last: number): readonly FeedEvent[] | undefined {
    const oldest = (kept[0]?.sequence ?? sequence + 1) - 1
    if (last < oldest || last > sequence) return undefined
    return kept.filter((event) => event.sequence > last)
  }

  function listen(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { publish, since, listen, last: () => sequence }
}
