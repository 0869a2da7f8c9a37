import type { Account, ComposeOptions, Composition } from './composition.ts'

const UNKNOWN_AGAIN_MS = 1_000
const UNKNOWN_MS_MAX = 60_000

/** What the operator has to say to a chat that did not hear it yet; undefined where there is nothing. */
export function composeBroadcast(options: ComposeOptions, account: Account): Composition | undefined {
  const { chat, broadcast, now } = options
  if (!chat.broadcast) return undefined
  if (broadcast?.id === chat.broadcast)
    return {
      kind: 'message',
      text: broadcast.html,
      thread: chat.thread,
      broadcast: broadcast.id,
      account: { ...account, dueAt: now },
      prices: [],
    }
  // One that has just begun is not known to every process yet; one that was cancelled never will be.
  const isNew = now - Number.parseInt(chat.broadcast, 36) < UNKNOWN_MS_MAX
  return isNew ? { kind: 'later', at: now + UNKNOWN_AGAIN_MS } : undefined
}
