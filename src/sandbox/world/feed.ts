import type { Entry } from '../post.ts'

/** Something that happened in a chat, as its people see it. */
export type Happening =
  | { readonly type: 'message' | 'edit'; readonly entry: Entry }
  | { readonly type: 'delete'; readonly message_id: number }
  | { readonly type: 'action'; readonly action: string; readonly thread?: number }
  | { readonly type: 'chat' }

/** A happening with its place in the order; chat 0 means every chat. */
export interface Event {
  readonly sequence: number
  readonly chat: number
  readonly happening: Happening
}

type Listener = (event: Event) => void

const EVENTS_KEPT_MAX = 2_000

/** The last happenings in order, for those who listen now and those who were away for a moment. */
export function createFeed(start: number) {
  const chatState: Event[] = []
  const listeners = new Set<Listener>()
  let sequence = start

  function publish(chat: number, happening: Happening): void {
    sequence += 1
    const event = { sequence, chat, happening }
    chatState.push(event)
    if (chatState.length > EVENTS_KEPT_MAX) chatState.shift()
    for (const listener of listeners) listener(event)
  }

  /** What came after a sequence number; nothing at all when that can no longer be told without a gap. */
  function since(last: number): readonly Event[] | undefined {
    const oldest = (chatState[0]?.sequence ?? sequence + 1) - 1
    if (last < oldest || last > sequence) return undefined
    return chatState.filter((event) => event.sequence > last)
  }

  function listen(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { publish, since, listen, last: () => sequence }
}
